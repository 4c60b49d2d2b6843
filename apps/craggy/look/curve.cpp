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

std::string best_curve(const std::vector<TrialRecord>& trials, Direction direction, const Terminal& terminal,
                       int height) {
  const std::vector<double> best = best_so_far(trials, direction);
  if (best.size() < 2) return "";
  PlotOptions options = plot_options_for(terminal);
  options.height = height;
  return plot_best_so_far({{"best so far", best}}, options);
}

}  // namespace craggy::cli
