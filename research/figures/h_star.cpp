// [Bodin2020, appendix, p(h*) augmentation]: uncertainty that no evaluation can reduce must not guide the
// search.
#include <array>

#include <fmt/format.h>

#include "figures/belief_chart.hpp"
#include "figures/examples.hpp"
#include "figures/figure_makers.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

constexpr double sigma_h = 0.1;
constexpr std::size_t num_followed = 5;

struct Column {
  NewLatent new_latent = NewLatent::collapsed;
  const char* title = "";
  Colour colour;
};
constexpr std::array<Column, 2> columns = {
    {{NewLatent::marginalised, "p(h_{∗}) marginalised", palette::red},
     {NewLatent::collapsed, "p(h_{∗}) collapsed to h_{∗} = 0", palette::green}}};

}  // namespace

Figure h_star(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop) {
  const Example example = restless_region();
  std::vector<BeliefCurve> beliefs(columns.size());
  std::vector<std::vector<double>> followed(columns.size());
  parallel_for(pool, columns.size(), [&](std::size_t i) {
    const BeliefCurveOptions belief_options{
        .sigma_h = sigma_h, .new_latent = columns[i].new_latent, .seed = options.seed};
    beliefs[i] = believe(example, belief_options, nullptr, stop);
    followed[i] = {beliefs[i].next()};
    Example extended = example;
    extended.observed.push_back(beliefs[i].next());
    for (const double x : follow(extended, belief_options, num_followed - 1, nullptr, stop))
      followed[i].push_back(x);
  });

  std::vector<TitledChart> charts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Chart chart = belief_chart(example, beliefs);
    add_belief(chart, beliefs[i], columns[i].colour);
    add_truth(chart, example);
    // They stand one above the other, since they may be at the same place.
    const Range y = chart.y.range;
    Points visited{.x = followed[i], .y = {}, .colour = palette::blue, .marker = Marker::cross, .size = 6.0};
    for (std::size_t k = 0; k < visited.x.size(); ++k)
      visited.y.push_back(y.high - (0.07 + 0.05 * static_cast<double>(k)) * (y.high - y.low));
    chart.marks.emplace_back(visited);
    charts.push_back({columns[i].title, chart});
  }

  Figure figure{
      .name = "h-star",
      .title = "Uncertainty that cannot be reduced must not guide the search",
      .description = {},
      .note = fmt::format("{}. σ_{{h}} = {}. Crosses, from the top: where expected improvement goes in five "
                          "evaluations. p(H) of the observations is marginalised in both.",
                          example.formula, sigma_h),
      .legend = truth_legend(),
      .rows = with_improvements(charts, beliefs)};
  figure.legend.push_back({.label = "marginalised, mean ± 2 sd", .colour = palette::red, .band = true});
  figure.legend.push_back({.label = "collapsed, mean ± 2 sd", .colour = palette::green, .band = true});
  for (LegendEntry& entry : improvement_legend()) figure.legend.push_back(std::move(entry));
  figure.legend.push_back({.label = "next five evaluations",
                           .colour = palette::blue,
                           .line = std::nullopt,
                           .marker = Marker::cross});
  figure.description =
      "The latent GP's posterior of a function that jumps between 0 and 1 in one region and has a smooth "
      "valley elsewhere. Left, with p(h*) marginalised, the band stays wide where the function jumps however "
      "often it is observed, and expected improvement goes there again and again. Right, with p(h*) "
      "collapsed to 0, the band is narrow there and the search goes to the valley. " +
      figure.note;
  return figure;
}

}  // namespace craggy::figures
