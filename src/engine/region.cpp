#include "engine/region.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace craggy {
namespace {

// Of observations [first, end).
Index best_among(const RegionHistory& history, Index first, Index end) {
  Index best = first;
  for (Index n = first + 1; n < end; ++n)
    if (history.is_better(n, best)) best = n;
  return best;
}

class Replay {
 public:
  Replay(const RegionHistory& history, const RegionRules& rules) : history_(history), rules_(rules) {}

  void begin_at(Index centre) {
    region_.is_seeking = false;
    region_.seeds.clear();
    region_.centre = centre;
    region_.side = rules_.first_side;
    region_.successes = region_.failures = 0;
    first_ = centre;
  }

  void take_in(Index n) {
    if (region_.is_seeking)
      take_for_seed(n);
    else
      take_for_step(n);
  }

  const Region& region() const { return region_; }

 private:
  // The next region begins at the best of them. A seed that came down beside a place where a region has ended
  // would lead there again.
  void take_for_seed(Index n) {
    region_.seeds.push_back(n);
    if (std::ssize(region_.seeds) < rules_.seeds) return;
    const auto is_worse = [&](Index a, Index b) {
      const bool a_is_new = !is_exhausted(history_, region_, rules_, history_.X.col(a));
      const bool b_is_new = !is_exhausted(history_, region_, rules_, history_.X.col(b));
      return a_is_new != b_is_new ? b_is_new : history_.is_better(b, a);
    };
    begin_at(*std::max_element(region_.seeds.begin(), region_.seeds.end(), is_worse));
  }

  void take_for_step(Index n) {
    const bool is_inside =
        is_within(history_, history_.X.col(region_.centre), region_.side, history_.X.col(n));
    const bool is_best = history_.is_better(n, region_.centre);
    if (!is_inside && (!is_best || is_exhausted(history_, region_, rules_, history_.X.col(n)))) return;
    const bool is_success = is_best && gains_enough(n);
    if (is_best) region_.centre = n;
    if (is_inside) count(is_success);
    // Where another region has ended there is nothing left to find.
    if (is_best && is_exhausted(history_, region_, rules_, history_.X.col(n))) end_here();
  }

  // Small gains count as failures, so that a region that has arrived goes on shrinking.
  bool gains_enough(Index n) const {
    if (history_.violation[n] < history_.violation[region_.centre]) return true;
    const double gain = history_.objective[region_.centre] - history_.objective[n];
    const double before = history_.violation[first_] > 0.0
                              ? 0.0
                              : history_.objective[first_] - history_.objective[region_.centre];
    return gain > rules_.least_gain * std::max(0.0, before);
  }

  void count(bool is_success) {
    region_.successes = is_success ? region_.successes + 1 : 0;
    region_.failures = is_success ? 0 : region_.failures + 1;
    if (region_.successes == rules_.successes_to_grow) {
      region_.side = std::min(2.0 * region_.side, rules_.longest_side);
      region_.successes = 0;
    } else if (region_.failures == rules_.failures_to_shrink) {
      region_.side *= 0.5;
      region_.failures = 0;
      if (region_.side < rules_.shortest_side) end_here();
    }
  }

  void end_here() {
    if (region_.is_seeking) return;
    region_.exhausted.push_back(region_.centre);
    ++region_.restarts;
    region_.is_seeking = true;
    region_.seeds.clear();
  }

  const RegionHistory& history_;
  const RegionRules& rules_;
  Region region_{};
  Index first_ = 0;  // where the region began
};

}  // namespace

bool RegionHistory::is_better(Index a, Index b) const {
  if (violation[a] != violation[b]) return violation[a] < violation[b];
  return violation[a] == 0.0 && objective[a] < objective[b];
}

RegionRules RegionRules::for_inputs(Index num_inputs, double smallest_step) {
  RegionRules rules;
  // A box with a single point in it has nothing left to fail.
  rules.shortest_side = std::min(std::max(rules.shortest_side, 2.0 * smallest_step), rules.first_side);
  rules.failures_to_shrink = std::max<Index>(8, num_inputs);
  rules.seeds = 4 + num_inputs / 5;
  return rules;
}

bool is_within(const RegionHistory& history, const ConstVectorRef& centre, double side,
               const ConstVectorRef& x) {
  return std::all_of(history.bounded.begin(), history.bounded.end(),
                     [&](Index q) { return std::abs(x[q] - centre[q]) <= 0.5 * side; });
}

bool is_exhausted(const RegionHistory& history, const Region& region, const RegionRules& rules,
                  const ConstVectorRef& x) {
  return std::any_of(region.exhausted.begin(), region.exhausted.end(), [&](Index centre) {
    return is_within(history, history.X.col(centre), rules.exhausted_side, x);
  });
}

Region replay_region(const RegionHistory& history, Index num_exact, const RegionRules& rules) {
  check_at_least("the number of observations", history.size(), 1);
  check_at_least("num_exact", num_exact, 1);
  const Index first = std::min(num_exact, history.size());
  Replay replay(history, rules);
  replay.begin_at(best_among(history, 0, first));
  // Without a bound a region would be all of the space, whatever its side.
  if (history.bounded.empty()) return replay.region();
  for (Index n = first; n < history.size(); ++n) replay.take_in(n);
  return replay.region();
}

}  // namespace craggy
