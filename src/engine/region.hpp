// Where to search once a history is too long for one exact model of all of it: a box around a good point that
// grows with success and shrinks with failure [Eriksson2019], replayed from the history. When it has shrunk
// to next to nothing, the next one begins elsewhere.
#pragma once

#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Observations in the order of their trials, as far as a region looks at them.
struct RegionHistory {
  Matrix X;                      // in the unit cube, Q × N
  Vector objective;              // smaller is better
  Vector violation;              // of all constraints together; 0 where they are met
  std::vector<Index> bounded{};  // inputs that a region bounds; of the others it takes any value

  Index size() const { return X.cols(); }
  /// A smaller violation, or, where there is none, a smaller objective.
  bool is_better(Index a, Index b) const;
};

/// [Eriksson2019, TuRBO-1], for one evaluation at a time.
struct RegionRules {
  double first_side = 0.8;
  double longest_side = 1.6;
  double shortest_side = 0x1p-7;
  Index successes_to_grow = 3;
  Index failures_to_shrink = 8;  // in a row; two of each of the default's models, or one per input
  Index seeds = 5;               // evaluations all over the space between one region and the next
  double least_gain = 1e-3;      // of all that the region has gained, from which on a gain is a success
  double exhausted_side = 0.1;   // of the box around where a region ended that no other one enters

  /// `smallest_step`: between two values of the parameter that has the most of them; 0 for real numbers.
  static RegionRules for_inputs(Index num_inputs, double smallest_step = 0.0);
};

struct Region {
  Index centre = 0;  // the observation in its middle, its best
  double side = 0.8;
  Index restarts = 0;
  /// The last region has ended and the next has still to be found, by evaluations all over the space.
  bool is_seeking = false;
  std::vector<Index> seeds{};      // these evaluations so far
  std::vector<Index> exhausted{};  // the observations around which regions have ended
  Index successes = 0;             // in a row
  Index failures = 0;
};

/// Whether observations differ by at most half of the side in all inputs that are bounded.
bool is_within(const RegionHistory& history, const ConstVectorRef& centre, double side,
               const ConstVectorRef& x);
bool is_exhausted(const RegionHistory& history, const Region& region, const RegionRules& rules,
                  const ConstVectorRef& x);

/// The region after all observations, of which the first one has seen the first `num_exact` (at least 1).
/// What lies outside of it counts for nothing, unless it is better than all that the region has; then the
/// region moves there.
Region replay_region(const RegionHistory& history, Index num_exact, const RegionRules& rules);

}  // namespace craggy
