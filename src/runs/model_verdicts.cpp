// not_predictive and chains_disagree: whether what suggestions were chosen by can be believed.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "runs/verdicts.hpp"

namespace craggy::runs {
namespace {

// Predictions that were made before the value was known.
constexpr std::size_t fewest_predictions = 20;
// A correlation times √(n − 1) is about standard normal if there is none. Made-up studies of a function that
// can be learned had at least 2.2, most of them above 4.
constexpr double significant = 1.64;

// Of the last suggestions. Their fits are short: in healthy made-up studies half of the R-hats were up
// to 1.6.
constexpr std::size_t num_fits = 8;
constexpr double largest_rhat = 2.5;

struct Predictions {
  std::vector<double> means, values;

  auto size() const { return means.size(); }
};

Predictions predictions_of(const StudyFacts& facts) {
  Predictions predictions;
  for (const TrialRecord& record : facts.trials) {
    if (!record.objective || !record.suggestion || !record.suggestion->reason) continue;
    predictions.means.push_back(record.suggestion->reason->mean);
    predictions.values.push_back(*record.objective);
  }
  return predictions;
}

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = static_cast<double>(rank);
  return ranks;
}

// Less their mean, with length 1; 0 where all are the same. Values up to ±1e308 do not overflow.
std::vector<double> normalised(std::vector<double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (largest == 0.0) return values;
  double mean = 0.0;
  for (double& value : values) {
    value /= largest;
    mean += value / static_cast<double>(values.size());
  }
  double square = 0.0;
  for (double& value : values) {
    value -= mean;
    square += value * value;
  }
  for (double& value : values) value = square > 0.0 ? value / std::sqrt(square) : 0.0;
  return values;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> u = normalised(a);
  const std::vector<double> v = normalised(b);
  return std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
}

}  // namespace

// Ranks for the sake of values that are far off; the values themselves for the sake of a noisy study that has
// settled, most of whose ranks are luck.
std::optional<Verdict> not_predictive(const StudyFacts& facts) {
  const Predictions predictions = predictions_of(facts);
  if (predictions.size() < fewest_predictions) return std::nullopt;
  const double of_values = correlation(predictions.means, predictions.values);
  const double of_ranks = correlation(ranks_of(predictions.means), ranks_of(predictions.values));
  const double scale = std::sqrt(static_cast<double>(predictions.size()) - 1.0);
  if (std::max(of_values, of_ranks) * scale >= significant) return std::nullopt;
  return Verdict{
      .id = VerdictId::not_predictive,
      .severity = Severity::warning,
      .sentence = fmt::format("The model predicts nothing: the correlation between {} values and what was "
                              "expected of them is {:.2f}.",
                              predictions.size(), of_values),
      .advice =
          "See whether the parameters have any effect, whether the value that is read is the right one, and "
          "how noisy it is.",
      .evidence = {{"predictions", predictions.size()},
                   {"correlation", json_number(of_values)},
                   {"rank_correlation", json_number(of_ranks)}}};
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
