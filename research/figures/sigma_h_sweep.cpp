// [Bodin2020, fig. on input-related invariance]: σ_h sets how much detail is ignored.
#include <array>

#include <fmt/format.h>

#include "figures/belief_chart.hpp"
#include "figures/examples.hpp"
#include "figures/figure_makers.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

constexpr std::array<double, 5> levels = {0.003, 0.01, 0.03, 0.1, 0.3};
constexpr double bar_begin = 0.04;

}  // namespace

Figure sigma_h_sweep(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop) {
  const std::array<Example, 2> examples = {waves(), stairs()};
  std::vector<BeliefCurve> beliefs(examples.size() * levels.size());
  // From the last: large σ_h take longest.
  parallel_for(pool, beliefs.size(), [&](std::size_t reversed) {
    const std::size_t i = beliefs.size() - 1 - reversed;
    beliefs[i] = believe(examples[i % examples.size()],
                         {.sigma_h = levels[i / examples.size()], .seed = options.seed}, nullptr, stop);
  });

  Figure figure{.name = "sigma-h-sweep",
                .title = "σ_{h} sets how much detail is ignored",
                .description = {},
                .note = fmt::format("Above: {}. Below: {}. One observation in each of 40 equal cells.",
                                    examples[0].formula, examples[1].formula),
                .width = 960.0,
                .legend = truth_legend(),
                .rows = {}};
  figure.legend.push_back(
      {.label = "modulated posterior, mean ± 2 sd", .colour = palette::green, .band = true});
  figure.legend.push_back({.label = "length of σ_{h} on the x axis", .colour = palette::red});
  for (std::size_t e = 0; e < examples.size(); ++e) {
    std::vector<BeliefCurve> row_beliefs;
    for (std::size_t l = 0; l < levels.size(); ++l) row_beliefs.push_back(beliefs[l * examples.size() + e]);
    PanelRow row{.height = 150.0, .panels = {}};
    for (std::size_t l = 0; l < levels.size(); ++l) {
      Chart chart = belief_chart(examples[e], row_beliefs);
      // Room for the bar.
      chart.y.range.low -= 0.1 * (chart.y.range.high - chart.y.range.low);
      chart.x.num_ticks = 3;
      add_belief(chart, row_beliefs[l], palette::green);
      add_truth(chart, examples[e], 3.2);
      chart.marks.emplace_back(
          ScaleBar{.low = bar_begin, .high = bar_begin + levels[l], .colour = palette::red});
      if (e + 1 < examples.size()) chart.x = {.range = chart.x.range, .num_ticks = 3, .tick_labels = false};
      if (l > 0) leave_y_to_first_panel(chart);
      row.panels.push_back({e == 0 ? fmt::format("σ_{{h}} = {}", levels[l]) : "", chart});
    }
    figure.rows.push_back(row);
  }
  figure.description =
      "Two functions of one input, in two rows, and the latent GP's posterior of each with σ_h = 0.003, "
      "0.01, 0.03, 0.1 and 0.3 of the domain, drawn as a red bar. The smallest follows every kink and stair; "
      "with growing σ_h first the short waves and the ditch, then the longer waves and the stairs are "
      "ignored, until only the trend is left: like a low-pass filter, but one that adapts to the "
      "observations. " +
      figure.note;
  return figure;
}

}  // namespace craggy::figures
