// [Bodin2020, appendix, step function example]: structure of f that is ignored, as noise that is neither
// additive nor the same everywhere.
#include <array>

#include <fmt/format.h>

#include "figures/belief_chart.hpp"
#include "figures/examples.hpp"
#include "figures/figure_makers.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

constexpr double sigma_h = 0.1;

}  // namespace

Figure step_function(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop) {
  const Example example = unit_step();
  constexpr std::array treatments = {NewLatent::marginalised, NewLatent::collapsed};
  constexpr std::array colours = {palette::red, palette::green};
  constexpr std::array dashes = {Dash::dashed, Dash::solid};
  std::vector<BeliefCurve> beliefs(treatments.size());
  parallel_for(pool, treatments.size(), [&](std::size_t i) {
    beliefs[i] = believe(example, {.sigma_h = sigma_h, .new_latent = treatments[i], .seed = options.seed},
                         nullptr, stop);
  });
  Chart chart = belief_chart(example, beliefs);
  for (std::size_t i = 0; i < treatments.size(); ++i) add_belief(chart, beliefs[i], colours[i], dashes[i]);
  add_truth(chart, example);

  Figure figure{
      .name = "step-function",
      .title = "Robustness to a step",
      .description = {},
      .note = fmt::format("{}. One observation in each of 20 equal cells; σ_{{h}} = {}. Both posteriors are "
                          "mixtures, shown by their first two moments.",
                          example.formula, sigma_h),
      .width = 620.0,
      .legend = truth_legend(),
      .rows = {{.height = 270.0, .panels = {{"", chart}}}}};
  figure.legend.push_back(
      {.label = "modulated posterior, h_{∗} = 0: mean ± 2 sd", .colour = palette::green, .band = true});
  figure.legend.push_back({.label = "p(f), h_{∗} marginalised: mean ± 2 sd",
                           .colour = palette::red,
                           .band = true,
                           .line = Dash::dashed});
  figure.description =
      "A step function, the latent GP's modulated posterior, which passes smoothly from 0 to 1, and the "
      "posterior of f with the latent input of a new evaluation marginalised, which is wider everywhere and "
      "widest about the step: it covers both levels there. " +
      figure.note;
  return figure;
}

}  // namespace craggy::figures
