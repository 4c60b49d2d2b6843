// noisy: the same point has given different values; or values of neighbours differ far more than the distance
// between them explains, which noise does, and detail that is as fine.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "runs/verdicts.hpp"

namespace craggy::runs {
namespace {

// Standard deviations between repeats below this share of the spread of all values do not matter.
constexpr double negligible = 1e-3;

constexpr std::size_t fewest_trials = 20;
constexpr std::size_t most_trials = 300;  // the last ones: pairs are many
// Distances are in diagonals of the space.
constexpr double close = 0.02;
constexpr double far_from = 0.1;
constexpr double far_to = 0.5;
constexpr std::size_t fewest_pairs = 8;
// How many times as much as the distance explains, and which share of the spread, is noise. Smooth made-up
// functions had ratios up to 0.5, those with a ripple of a third of their standard deviation up to 5.3, and
// noise as large as that mostly 8 to 15.
constexpr double suspicious_ratio = 6.0;
constexpr double suspicious_share = 0.02;

double quantile(std::vector<double> values, double probability) {
  const auto position = static_cast<std::ptrdiff_t>(probability * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + position, values.end());
  return values[static_cast<std::size_t>(position)];
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double spread_of(const std::vector<const TrialRecord*>& finished) {
  std::vector<double> values;
  for (const TrialRecord* record : finished) values.push_back(record->objective.value_or(0.0));
  return quantile(values, 0.9) - quantile(values, 0.1);
}

struct Repeats {
  std::size_t num_points = 0;
  double sd = 0.0;  // of a value
};

Repeats repeats_among(const std::vector<const TrialRecord*>& finished) {
  std::map<std::vector<double>, std::vector<double>> values_at;
  for (const TrialRecord* record : finished)
    values_at[record->values].push_back(record->objective.value_or(0.0));
  Repeats repeats;
  double sum = 0.0;
  double degrees = 0.0;
  for (const auto& [point, values] : values_at) {
    if (values.size() < 2) continue;
    ++repeats.num_points;
    double mean = 0.0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) sum += (value - mean) * (value - mean);
    degrees += static_cast<double>(values.size() - 1);
  }
  if (degrees > 0.0) repeats.sd = std::sqrt(sum / degrees);
  return repeats;
}

struct Neighbours {
  std::size_t num_pairs = 0;
  double difference = 0.0;  // median of those that are close together
  double ratio = 0.0;       // of that to what the distance explains
  const TrialRecord* example = nullptr;
};

Neighbours look_at_neighbours(const Space& space, std::vector<const TrialRecord*> finished) {
  if (finished.size() > most_trials)
    finished.erase(finished.begin(), finished.end() - static_cast<std::ptrdiff_t>(most_trials));
  std::vector<std::vector<double>> units;
  for (const TrialRecord* record : finished) units.push_back(space.encode(record->values));
  const double diagonal = std::sqrt(static_cast<double>(space.size()));
  const auto difference = [&](std::size_t a, std::size_t b) {
    return std::abs(finished[a]->objective.value_or(0.0) - finished[b]->objective.value_or(0.0));
  };

  std::vector<double> slopes;
  std::vector<std::pair<double, double>> close_pairs;  // distance and difference
  Neighbours result;
  for (std::size_t a = 0; a < finished.size(); ++a) {
    double nearest = close;
    std::optional<std::size_t> neighbour;
    for (std::size_t b = 0; b < a; ++b) {
      double square = 0.0;
      for (std::size_t q = 0; q < units[a].size(); ++q) square += std::pow(units[a][q] - units[b][q], 2);
      const double distance = std::sqrt(square) / diagonal;
      if (distance >= far_from && distance <= far_to) slopes.push_back(difference(a, b) / distance);
      if (distance == 0.0 || distance >= nearest) continue;
      nearest = distance;
      neighbour = b;
    }
    if (!neighbour) continue;
    close_pairs.emplace_back(nearest, difference(a, *neighbour));
    result.example = finished[a];
  }
  result.num_pairs = close_pairs.size();
  if (close_pairs.size() < fewest_pairs || slopes.empty()) return result;
  const double slope = median(slopes);
  std::vector<double> differences;
  std::vector<double> ratios;
  for (const auto& [distance, gap] : close_pairs) {
    differences.push_back(gap);
    ratios.push_back(slope > 0.0 ? gap / (slope * distance) : 0.0);
  }
  result.difference = median(differences);
  result.ratio = median(ratios);
  return result;
}

constexpr const char* how_to_say_it =
    "make the next study with --noisy, so that the trial with the best mean is recommended and not the "
    "luckiest one.";

}  // namespace

std::optional<Verdict> noisy(const StudyFacts& facts) {
  if (facts.says_noisy()) return std::nullopt;
  const std::vector<const TrialRecord*> finished = facts.feasible();
  if (finished.size() < 2) return std::nullopt;
  const double spread = spread_of(finished);
  const Repeats repeats = repeats_among(finished);
  if (repeats.sd > negligible * spread)
    return Verdict{.id = VerdictId::noisy,
                   .severity = Severity::warning,
                   .sentence = fmt::format(
                       "Values are noisy: the same point gives values with a standard deviation of about "
                       "{:.2g}.",
                       repeats.sd),
                   .advice = fmt::format("Report the noise of each value, or {}", how_to_say_it),
                   .evidence = {{"repeated_points", repeats.num_points}, {"sd", json_number(repeats.sd)}}};
  // Values that are the same when a point comes again are not noisy, however jagged.
  if (repeats.num_points > 0 || finished.size() < fewest_trials) return std::nullopt;
  const Neighbours neighbours = look_at_neighbours(facts.options.space, finished);
  if (neighbours.ratio < suspicious_ratio || neighbours.difference < suspicious_share * spread)
    return std::nullopt;
  return Verdict{
      .id = VerdictId::noisy,
      .severity = Severity::warning,
      .sentence = fmt::format(
          "Values seem to be noisy: trials that are close together differ by about {:.2g}, {:.0f} times as "
          "much as their distance explains.",
          neighbours.difference, neighbours.ratio),
      .advice = fmt::format(
          "Evaluate one point twice, such as that of trial {}. If its value differs, {} If it does not, the "
          "objective is jagged, which is what the default is made for.",
          neighbours.example->number, how_to_say_it),
      .evidence = {{"pairs", neighbours.num_pairs},
                   {"difference", json_number(neighbours.difference)},
                   {"ratio", json_number(neighbours.ratio)}}};
}

}  // namespace craggy::runs
