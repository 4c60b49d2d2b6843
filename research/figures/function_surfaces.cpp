// [Bodin2020, fig. of surfaces]: the benchmark functions that it shows.
#include <array>

#include "figures/figure_makers.hpp"
#include "figures/surface.hpp"
#include "problems/catalogue.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

// In the order of the paper, three in the first row.
constexpr std::array names = {"cross_in_tray", "griewank", "shubert01", "weierstrass",
                              "deflected_corrugated_spring"};
constexpr std::size_t panels_per_row = 3;

}  // namespace

Figure function_surfaces(const FigureOptions& /*options*/, ThreadPool* /*pool*/,
                         const std::stop_token& /*stop*/) {
  Figure figure{
      .name = "function-surfaces",
      .title = "Benchmark functions that are hard to model",
      .description =
          "Surfaces of Cross In Tray, Griewank, Shubert, Weierstrass and Deflected Corrugated Spring over "
          "their domains; dark is low, and low is good. Weierstrass and Deflected Corrugated Spring are "
          "shown in two dimensions and used in 8 and 10. The formulas are those of `craggy problems`.",
      .note =
          "Dark is low, and low is good. Two dimensions are shown of Weierstrass and Deflected Corrugated "
          "Spring; the experiments use 8 and 10.",
      .width = 860.0,
      .legend = {},
      .rows = {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const problems::Problem& problem = problems::find_problem(names[i]);
    if (i % panels_per_row == 0) figure.rows.push_back({.height = 190.0, .panels = {}});
    const std::string title = problem.title + (problem.dim() == 2 ? "" : ", 2-D");
    figure.rows.back().panels.push_back({title, surface_of(problem)});
  }
  return figure;
}

}  // namespace craggy::figures
