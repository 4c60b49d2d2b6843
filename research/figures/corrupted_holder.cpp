// [Bodin2020, fig. on Corrupted Holder Table]: the same function with and without added nonsmooth structure.
#include <fmt/format.h>

#include "experiments/record_store.hpp"
#include "figures/figure_makers.hpp"
#include "figures/regret_chart.hpp"
#include "figures/surface.hpp"
#include "problems/catalogue.hpp"

namespace craggy::figures {

using namespace charts;

Figure corrupted_holder(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop) {
  const std::vector<std::string> names = {"holder_table", "corrupted_holder_table"};
  const bool quick = options.records.empty();
  const std::vector<experiments::Record> records = quick ? run_quickly({.problems = names,
                                                                        .methods = regret_methods(),
                                                                        .repetitions = options.repetitions,
                                                                        .evaluations = options.evaluations,
                                                                        .base_seed = options.seed},
                                                                       pool, stop, options.progress)
                                                         : experiments::read_records(options.records);
  PanelRow surfaces{.height = 230.0, .panels = {}};
  PanelRow regrets{.height = 210.0, .panels = {}};
  std::vector<RegretCurve> all_curves;
  double highest = 0.0;
  for (const std::string& name : names) {
    const problems::Problem& problem = problems::find_problem(name);
    const std::vector<RegretCurve> curves = regret_curves(records, name, regret_methods(), options.seed);
    Chart chart = regret_chart(curves);
    highest = std::max(highest, chart.y.range.high);
    if (!regrets.panels.empty()) chart.y.label.clear();
    surfaces.panels.push_back({problem.title, surface_of(problem, 240, 120)});
    regrets.panels.push_back({"", std::move(chart)});
    all_curves.insert(all_curves.end(), curves.begin(), curves.end());
  }
  for (Panel& panel : regrets.panels) std::get<Chart>(panel.content).y.range.high = highest;

  Figure figure{
      .name = "corrupted-holder",
      .title = "Holder Table, and the same with nonsmooth structure added",
      .description = {},
      .note = fmt::format(
          "Above: the functions; dark is low, and low is good. Below: mean regret so far and one standard "
          "deviation at either side, {}{}. Corrupted Holder Table is scored against its exact infimum, "
          "−20.6003.",
          repetitions_text(all_curves), quick ? " of a quick run made for this figure" : ""),
      .width = 880.0,
      .legend = regret_legend(all_curves),
      .rows = {surfaces, regrets}};
  figure.description =
      "Surfaces of Holder Table and of its corrupted version, and the regret of each surrogate on both over "
      "the evaluations. " +
      figure.note + " At the last evaluation:";
  for (const RegretCurve& curve : all_curves)
    figure.description +=
        fmt::format(" {} {:.3g} ± {:.2g};", curve.method, curve.mean.back(), curve.sd.back());
  figure.description.back() = '.';
  return figure;
}

}  // namespace craggy::figures
