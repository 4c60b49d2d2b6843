// [Bodin2020, fig. on Corrupted Holder Table]: the same function with and without added nonsmooth structure.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/record_store.hpp"
#include "figures/figure_makers.hpp"
#include "figures/regret_chart.hpp"
#include "figures/surface.hpp"
#include "problems/catalogue.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

// Side by side on the same axes; a problem without records has an empty chart, so that each stands below its
// surface.
PanelRow regret_row(const std::vector<std::vector<RegretCurve>>& curves) {
  PanelRow row{.height = 210.0, .panels = {}};
  std::vector<RegretCurve> all;
  for (const std::vector<RegretCurve>& each : curves) all.insert(all.end(), each.begin(), each.end());
  const Chart shared = regret_chart(all);
  double highest = 0.0;
  for (const std::vector<RegretCurve>& each : curves)
    if (!each.empty()) highest = std::max(highest, regret_chart(each).y.range.high);
  for (const std::vector<RegretCurve>& each : curves) {
    Chart chart = regret_chart(each);
    chart.y.range.high = highest;
    if (each.empty()) chart.x = shared.x;
    if (!row.panels.empty()) chart.y.label.clear();
    row.panels.push_back({each.empty() ? "no records" : "", std::move(chart)});
  }
  return row;
}

// What the figure could show besides, and what it takes.
std::string missing_text(const std::vector<std::string>& names,
                         const std::vector<std::vector<RegretCurve>>& curves, std::uint64_t base_seed) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (curves[i].empty())
      text += fmt::format(" There are no records of {}; {} makes them.", names[i],
                          command_for_records(names[i], base_seed));
  return text;
}

}  // namespace

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
  std::vector<std::vector<RegretCurve>> curves;
  std::vector<RegretCurve> all_curves;
  for (const std::string& name : names) {
    curves.push_back(find_regret_curves(records, name, regret_methods(), options.seed));
    all_curves.insert(all_curves.end(), curves.back().begin(), curves.back().end());
  }
  if (all_curves.empty()) fail_without_records(fmt::format("{}", fmt::join(names, ",")), options.seed);

  PanelRow surfaces{.height = 230.0, .panels = {}};
  for (const std::string& name : names) {
    const problems::Problem& problem = problems::find_problem(name);
    surfaces.panels.push_back({problem.title, surface_of(problem, 240, 120)});
  }
  Figure figure{
      .name = "corrupted-holder",
      .title = "Holder Table, and the same with nonsmooth structure added",
      .description = {},
      .note = fmt::format(
          "Above: the functions; dark is low, and low is good. Below: mean regret so far and one standard "
          "deviation at either side, {}{}. Corrupted Holder Table is scored against its exact infimum, "
          "−20.6003.{}",
          repetitions_text(all_curves), quick ? " of a quick run made for this figure" : "",
          missing_text(names, curves, options.seed)),
      .width = 880.0,
      .legend = regret_legend(all_curves),
      .rows = {surfaces, regret_row(curves)}};
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
