#include "look/curve.hpp"

#include <algorithm>

#include "terminal_plot.hpp"

namespace craggy::cli {

std::vector<double> best_so_far(const std::vector<TrialRecord>& trials, Direction direction) {
  std::vector<double> best;
  for (const TrialRecord& trial : trials) {
    const bool counts = trial.objective && is_feasible(trial.constraints);
    if (!counts &&
        (best.empty() || (trial.state != TrialState::finished && trial.state != TrialState::failed)))
      continue;
    if (best.empty() || !counts)
      best.push_back(best.empty() ? *trial.objective : best.back());
    else
      best.push_back(direction == Direction::minimise ? std::min(best.back(), *trial.objective)
                                                      : std::max(best.back(), *trial.objective));
  }
  return best;
}

bool span_orders(const std::vector<double>& values) {
  constexpr double many_times = 100.0;
  if (values.empty()) return false;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *low > 0.0 && *high / many_times >= *low;
}

std::string best_curve(const std::vector<TrialRecord>& trials, Direction direction, const Terminal& terminal,
                       int height) {
  const std::vector<double> best = best_so_far(trials, direction);
  if (best.size() < 2) return "";
  PlotOptions options = plot_options_for(terminal);
  options.height = height;
  options.log = span_orders(best);
  return plot_best_so_far({{options.log ? "best so far, logarithmic" : "best so far", best}}, options);
}

}  // namespace craggy::cli
