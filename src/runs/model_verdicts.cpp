// not_predictive and chains_disagree: whether what suggestions were chosen by can be believed.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "runs/verdicts.hpp"

namespace craggy::runs {
namespace {

// Of predictions that were made before the value was known.
constexpr std::size_t fewest_predictions = 15;
constexpr std::size_t most_predictions = 40;  // the last ones
// A model that is nearer to the value than the median of the values so far is in half of the cases predicts
// nothing. This is where chance would put one in twenty such models.
double most_hits(double count) { return 0.5 * count + 0.82 * std::sqrt(count); }

// Of the last suggestions.
constexpr std::size_t num_fits = 8;
constexpr double largest_rhat = 1.2;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Prediction {
  double error;
  double error_of_median;  // of all values before
};

// Values before are those of earlier numbers; where several are evaluated at the same time that is nearly
// what the suggestion has seen.
std::vector<Prediction> predictions_of(const StudyFacts& facts) {
  std::vector<Prediction> predictions;
  std::vector<double> before;
  for (const TrialRecord& record : facts.trials) {
    if (!record.objective) continue;
    const bool predicted = record.suggestion && record.suggestion->reason && !before.empty();
    if (predicted)
      predictions.push_back({std::abs(*record.objective - record.suggestion->reason->mean),
                             std::abs(*record.objective - median(before))});
    before.push_back(*record.objective);
  }
  if (predictions.size() > most_predictions)
    predictions.erase(predictions.begin(), predictions.end() - static_cast<std::ptrdiff_t>(most_predictions));
  return predictions;
}

}  // namespace

std::optional<Verdict> not_predictive(const StudyFacts& facts) {
  const std::vector<Prediction> predictions = predictions_of(facts);
  if (predictions.size() < fewest_predictions) return std::nullopt;
  const auto hits = std::count_if(predictions.begin(), predictions.end(),
                                  [](const Prediction& each) { return each.error < each.error_of_median; });
  const auto count = static_cast<double>(predictions.size());
  if (static_cast<double>(hits) > most_hits(count)) return std::nullopt;
  return Verdict{
      .id = VerdictId::not_predictive,
      .severity = Severity::warning,
      .sentence =
          fmt::format("The model predicts nothing: of the last {} values it was nearer to {} than the "
                      "median of all values before them.",
                      predictions.size(), hits),
      .advice =
          "See whether the parameters have any effect, whether the value that is read is the right one, and "
          "how noisy it is.",
      .evidence = {{"predictions", predictions.size()}, {"nearer_than_median", hits}}};
}

std::optional<Verdict> chains_disagree(const StudyFacts& facts) {
  std::vector<double> rhats;
  for (auto record = facts.trials.rbegin(); record != facts.trials.rend() && rhats.size() < num_fits;
       ++record) {
    if (!record->suggestion || !record->suggestion->diagnostics) continue;
    const FitDiagnostics& diagnostics = *record->suggestion->diagnostics;
    if (diagnostics.chains > 1) rhats.push_back(diagnostics.rhat_max);
  }
  if (rhats.size() < num_fits) return std::nullopt;
  const auto num_bad = std::count_if(rhats.begin(), rhats.end(), [](double rhat) {
    return !(rhat <= largest_rhat);  // nor NaN
  });
  if (2 * static_cast<std::size_t>(num_bad) <= num_fits) return std::nullopt;
  const double worst = *std::max_element(rhats.begin(), rhats.end());
  return Verdict{
      .id = VerdictId::chains_disagree,
      .severity = Severity::warning,
      .sentence = fmt::format("The chains of {} of the last {} fits disagree (R-hat above {}, up to {:.2f}): "
                              "suggestions depend on luck.",
                              num_bad, num_fits, largest_rhat, worst),
      .advice =
          "Allow more work per fit: a larger --max-iterations, or a larger time budget if there is one.",
      .evidence = {{"fits", num_fits}, {"disagreeing", num_bad}, {"rhat_max", json_number(worst)}}};
}

}  // namespace craggy::runs
