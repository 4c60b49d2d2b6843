#include "results/benchmark_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "results/method_name.hpp"

namespace craggy::results {

using namespace charts;
namespace {

struct Style {
  Colour colour;
  Dash dash;
};

constexpr std::array colours = {palette::green,  palette::blue,     palette::orange,
                                palette::purple, palette::sky_blue, palette::dark_grey};
constexpr std::array dashes = {Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dotted};

// craggy and random points look the same in every figure; the others take what comes next.
std::vector<Style> styles_of(const std::vector<const BenchmarkMethod*>& methods) {
  std::vector<Style> styles;
  std::size_t next = 0;
  for (const BenchmarkMethod* each : methods) {
    if (each->method == "craggy") {
      styles.push_back({palette::vermilion, Dash::solid});
    } else if (each->method == "random") {
      styles.push_back({palette::grey, Dash::dotted});
    } else {
      styles.push_back({colours.at(next % colours.size()), dashes.at(next / colours.size() % dashes.size())});
      ++next;
    }
  }
  return styles;
}

// A tenth above which no curve goes.
double top_of(const std::vector<const BenchmarkMethod*>& methods) {
  double highest = 0.0;
  for (const BenchmarkMethod* each : methods) highest = std::max(highest, each->reached.back());
  return std::clamp(std::ceil(10.0 * highest) / 10.0, 0.1, 1.0);
}

}  // namespace

std::string benchmark_figure_name(const BenchmarkSuite& suite) { return "benchmarks-" + suite.key; }

Figure benchmark_figure(const Benchmark& benchmark) {
  std::vector<const BenchmarkMethod*> methods;
  for (const BenchmarkMethod& each : benchmark.methods)
    if (each.is_ranked) methods.push_back(&each);
  const std::vector<Style> styles = styles_of(methods);

  Chart chart{.x = {.range = {1.0, static_cast<double>(std::max<std::size_t>(benchmark.evaluations, 2))},
                    .label = "evaluations"},
              .y = {.range = {0.0, top_of(methods)}, .label = "share of targets reached"},
              .marks = {}};
  Figure figure{
      .name = benchmark_figure_name(benchmark.suite),
      .title = fmt::format("{}: targets reached", benchmark.suite.title),
      .description = fmt::format("The share of targets that runs have reached after each evaluation, "
                                 "mean over {} problems. Targets: {}.",
                                 benchmark.num_ranked_problems, describe(benchmark.suite.targets)),
      .note = {},
      .legend = {},
      .rows = {}};
  // The last line lies on top, so the best one comes last.
  for (std::size_t m = methods.size(); m-- > 0;) {
    Line line{.x = std::vector<double>(methods[m]->reached.size()),
              .y = methods[m]->reached,
              .colour = styles[m].colour,
              .width = methods[m]->method == "craggy" ? 2.4 : 1.6,
              .dash = styles[m].dash};
    std::iota(line.x.begin(), line.x.end(), 1.0);
    chart.marks.emplace_back(std::move(line));
  }
  for (std::size_t m = 0; m < methods.size(); ++m)
    figure.legend.push_back(
        {.label = method_title(methods[m]->method), .colour = styles[m].colour, .line = styles[m].dash});
  figure.rows.push_back({.height = 300.0, .panels = {{.title = {}, .content = std::move(chart)}}});
  return figure;
}

}  // namespace craggy::results
