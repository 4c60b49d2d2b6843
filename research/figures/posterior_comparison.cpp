// [Bodin2020, fig. 1]: three posteriors of a nonsmooth function, and where each sends the search.
#include <array>

#include <fmt/format.h>

#include "figures/belief_chart.hpp"
#include "figures/examples.hpp"
#include "figures/figure_makers.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

constexpr double sigma_h = 1.0 / 50.0;

struct Column {
  const char* surrogate;
  const char* title;
};
constexpr std::array<Column, 3> columns = {
    {{"noiseless", "noise-free GP"}, {"homoscedastic", "homoscedastic GP"}, {"latent", "LGP, σ_{h} = 1/50"}}};

}  // namespace

Figure posterior_comparison(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop) {
  const Example example = jagged_valley();
  std::vector<BeliefCurve> beliefs(columns.size());
  parallel_for(pool, columns.size(), [&](std::size_t i) {
    beliefs[i] =
        believe(example, {.surrogate = columns[i].surrogate, .sigma_h = sigma_h, .seed = options.seed},
                nullptr, stop);
  });

  std::vector<TitledChart> charts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Chart chart = belief_chart(example, beliefs);  // the same axes in all three
    add_belief(chart, beliefs[i], palette::green);
    add_truth(chart, example);
    if (std::string_view(columns[i].surrogate) == "latent")
      chart.marks.emplace_back(ScaleBar{.low = 0.04, .high = 0.04 + sigma_h, .colour = palette::red});
    charts.push_back({columns[i].title, chart});
  }

  Figure figure{
      .name = "posterior-comparison",
      .title = "What three surrogates make of a jagged function",
      .description = {},
      .note = fmt::format(
          "{}. One observation in each of 18 equal cells, a set on which the three differ. The trend has its "
          "minimum at 0.75; the next evaluations are at {:.2f}, {:.2f} and {:.2f}. Red bar: σ_{{h}}.",
          example.formula, beliefs[0].next(), beliefs[1].next(), beliefs[2].next()),
      .legend = truth_legend(),
      .rows = with_improvements(charts, beliefs)};
  figure.legend.push_back({.label = "posterior of f, mean ± 2 sd", .colour = palette::green, .band = true});
  for (LegendEntry& entry : improvement_legend()) figure.legend.push_back(std::move(entry));
  figure.description =
      "Posteriors of a jagged function of one input given 18 observations, with the expected improvement "
      "below. The noise-free GP follows the teeth at the left and forgets everything between observations; "
      "the homoscedastic GP takes the valley for noise, too; both send the search to the left edge. The "
      "latent GP ignores the teeth, keeps the valley, and sends the search to its bottom. " +
      figure.note;
  return figure;
}

}  // namespace craggy::figures
