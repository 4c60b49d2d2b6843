#include "figures/catalogue.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "figures/examples.hpp"
#include "figures/figure_makers.hpp"

namespace craggy::figures {

using namespace charts;

const std::vector<FigureEntry>& figure_entries() {
  static const std::vector<FigureEntry> all = {
      {"posterior-comparison",
       "GP, homoscedastic and latent GP on a jagged function, with expected improvement",
       jagged_valley().formula, false, posterior_comparison},
      {"sigma-h-sweep", "how σ_h sets the detail that is ignored, on two functions",
       waves().formula + "; " + stairs().formula, false, sigma_h_sweep},
      {"function-surfaces", "five benchmark functions as surfaces", "the formulas of `craggy problems`",
       false, function_surfaces},
      {"corrupted-holder", "Holder Table with and without corruption: surfaces and regret",
       "--records, or else a quick run", true, corrupted_holder},
      {"robot-slices", "the robot's task along the initial angle and x", "y = 2, s = 155; x = 0 or θ = 0",
       false, robot_slices},
      {"robot-regret", "regret on the robot's task", "--records", true, robot_regret},
      {"h-star", "p(h∗) marginalised against collapsed, and where each sends the search",
       restless_region().formula, false, h_star},
      {"step-function", "the modulated posterior of a step, and p(f) with h∗ marginalised",
       unit_step().formula, false, step_function},
  };
  return all;
}

Figure make_figure(std::string_view name, const FigureOptions& options, ThreadPool* pool,
                   const std::stop_token& stop) {
  std::vector<std::string> names;
  for (const FigureEntry& entry : figure_entries()) names.push_back(entry.name);
  check_known("the figure", name, names);
  check_at_least("repetitions", options.repetitions, 1);
  check_at_least("evaluations", static_cast<long>(options.evaluations), 2);
  const FigureEntry& entry = *std::find_if(figure_entries().begin(), figure_entries().end(),
                                           [&](const FigureEntry& each) { return each.name == name; });
  if (!options.records.empty() && !entry.uses_records)
    throw InvalidArgument(fmt::format("the figure {} takes no records", name));
  return entry.make(options, pool, stop);
}

}  // namespace craggy::figures
