#include "results/ecdf.hpp"

#include <algorithm>
#include <cmath>

#include "problems/score.hpp"

namespace craggy::results {
namespace {

// A gap of 0.9 is counted although 1 − 0.1 may be a little less in binary.
constexpr double rounding = 1e-12;

const std::vector<double>& gap_targets() {
  static const std::vector<double> targets = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999};
  return targets;
}

const std::vector<double>& difference_targets() {
  static const std::vector<double> targets = [] {
    std::vector<double> list;
    for (int fifths = 10; fifths >= -40; --fifths) list.push_back(std::pow(10.0, fifths / 5.0));
    return list;
  }();
  return targets;
}

double share(const std::vector<double>& targets, const auto& is_reached) {
  return static_cast<double>(std::ranges::count_if(targets, is_reached)) /
         static_cast<double>(targets.size());
}

}  // namespace

std::string_view describe(Targets targets) {
  return targets == Targets::gap ? "gaps of 0.1, 0.2, … 0.9, 0.95, 0.99 and 0.999"
                                 : "COCO's 51 differences from the minimum, 10² to 10⁻⁸";
}

std::vector<double> reached_targets(const experiments::Record& run, double reference, Targets targets,
                                    std::size_t evaluations) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < evaluations; ++i) {
    const double best = run.best[i];
    if (targets == Targets::difference) {
      shares.push_back(
          share(difference_targets(), [&](double target) { return best - reference <= target; }));
      continue;
    }
    // The first of the initial points may be above the better one, from which the gap is counted.
    const double gap = problems::gap(run.first(), std::min(best, run.first()), reference);
    shares.push_back(share(gap_targets(), [&](double target) { return gap >= target - rounding; }));
  }
  return shares;
}

}  // namespace craggy::results
