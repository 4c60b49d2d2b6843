// What paired runs say of each surrogate: means with their standard errors, and who wins how many pairs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace craggy::cli {

/// A mean over the pairs and its standard error, which is 0 for a single pair.
struct Estimate {
  double mean = 0.0;
  double standard_error = 0.0;
};
Estimate estimate(std::span<const double> values);

/// One run, as far as it is compared.
struct RunScore {
  std::vector<double> best_so_far;
  double gap = 0.0;
  double seconds = 0.0;
};

struct SurrogateSummary {
  std::vector<Estimate> best_so_far;  // after each evaluation
  Estimate gap;
  Estimate lead;  // of the gap, on that of the yardstick in the same pair
  std::size_t wins = 0, ties = 0, losses = 0;
  double seconds = 0.0;  // of a run, on average
};

/// Two gaps that are as close as this are a tie.
inline constexpr double tie = 0.001;

/// `pairs[p][s]` is the run of surrogate s from the starting points p: at least one pair, all of the same
/// length. The last surrogate is the yardstick of wins, ties, losses and leads.
std::vector<SurrogateSummary> summarise(const std::vector<std::vector<RunScore>>& pairs);

}  // namespace craggy::cli
