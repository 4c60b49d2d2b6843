// Draws docs/jagged.svg: what the plain GP and the latent GP make of the same few evaluations of a jagged
// function, and where expected improvement sends the search. Usage: craggy_example_jagged FILE.svg
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>

namespace {

using craggy::Index;
using craggy::Matrix;
using craggy::Vector;

// A smooth bowl with a saw on it.
double jagged(double x) {
  const double saw = 23.0 * x - std::floor(23.0 * x);
  return 6.0 * std::pow(x - 0.72, 2) + 0.9 * saw;
}

constexpr double panel_width = 430, panel_height = 230, strip_height = 46, margin = 26;
constexpr double lowest = -2.0, highest = 4.4;

struct Panel {
  double left;
  double x(double value) const { return left + value * panel_width; }
  static double y(double value) { return margin + (highest - value) / (highest - lowest) * panel_height; }
};

std::string path(const Panel& panel, const Matrix& X, const Vector& values) {
  std::string points;
  for (Index m = 0; m < X.cols(); ++m)
    points += fmt::format("{:.1f},{:.1f} ", panel.x(X(0, m)), Panel::y(values[m]));
  return points;
}

std::string draw(const Panel& panel, const std::string& title, const craggy::Dataset& data,
                 const Vector& raw_y, const craggy::Posterior& posterior) {
  const Matrix X = Vector::LinSpaced(401, 0.0, 1.0).transpose();
  const craggy::Prediction prediction = posterior.predict(X);
  const Vector sd = prediction.variance.cwiseSqrt();
  Vector truth(X.cols());
  for (Index m = 0; m < X.cols(); ++m) truth[m] = jagged(X(0, m));
  const Vector log_ei = craggy::log_expected_improvement(posterior, data.y.minCoeff())->evaluate(X);
  Index best = 0;
  const double largest = log_ei.maxCoeff(&best);

  std::string svg = fmt::format("<text x='{:.0f}' y='17' class='title'>{}</text>\n", panel.left, title);
  const Matrix reversed = X.rowwise().reverse();
  svg += fmt::format("<polygon class='band' points='{}{}'/>\n", path(panel, X, prediction.mean + 2.0 * sd),
                     path(panel, reversed, (prediction.mean - 2.0 * sd).reverse()));
  svg += fmt::format("<polyline class='truth' points='{}'/>\n", path(panel, X, truth));
  svg += fmt::format("<polyline class='mean' points='{}'/>\n", path(panel, X, prediction.mean));
  for (Index n = 0; n < data.size(); ++n)
    svg += fmt::format("<circle class='seen' cx='{:.1f}' cy='{:.1f}' r='3.2'/>\n", panel.x(data.X(0, n)),
                       Panel::y(raw_y[n]));

  const double base = margin + panel_height + 14 + strip_height;
  std::string area = fmt::format("{:.1f},{:.1f} ", panel.x(0), base);
  for (Index m = 0; m < X.cols(); ++m)
    area +=
        fmt::format("{:.1f},{:.1f} ", panel.x(X(0, m)), base - strip_height * std::exp(log_ei[m] - largest));
  svg += fmt::format("<polygon class='ei' points='{}{:.1f},{:.1f}'/>\n", area, panel.x(1), base);
  svg += fmt::format("<line class='next' x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2:.1f}'/>\n",
                     panel.x(X(0, best)), margin, base);
  return svg + fmt::format("<rect class='frame' x='{}' y='{}' width='{}' height='{}'/>\n", panel.left, margin,
                           panel_width, panel_height + 14 + strip_height);
}

craggy::Posterior fitted(const char* name, const std::shared_ptr<const craggy::Dataset>& data) {
  craggy::SurrogateOptions options;
  options.sigma_h = {0.05};
  craggy::ThreadPool pool;
  return craggy::fit(craggy::make_surrogate(name, options), data, {.num_warmup = 500, .num_draws = 800},
                     {1, 0}, &pool)
      .posterior;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE.svg\n", argv[0]);
    return 2;
  }
  Matrix X(1, 15);
  X << 0.02, 0.06, 0.12, 0.15, 0.21, 0.25, 0.29, 0.36, 0.38, 0.42, 0.47, 0.51, 0.55, 0.92, 0.97;
  Vector y(X.cols());
  for (Index n = 0; n < X.cols(); ++n) y[n] = jagged(X(0, n));
  const auto data = std::make_shared<const craggy::Dataset>(craggy::make_dataset(X, y));

  std::ofstream file(argv[1]);
  file << fmt::format(
              "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n",
              2 * panel_width + 60, margin + panel_height + strip_height + 50)
       << "<style>text{font:13px "
          "sans-serif;fill:#333}.title{font-weight:bold;font-size:14px}.band{fill:#9ecae1;"
          "fill-opacity:.55}.mean{fill:none;stroke:#08519c;stroke-width:2}.truth{fill:none;stroke:#333;"
          "stroke-width:1}"
          ".seen{fill:#d94801}.ei{fill:#74c476}.next{stroke:#006d2c;stroke-width:1.4;stroke-dasharray:4 3}"
          ".frame{fill:none;stroke:#bbb}</style>\n<rect width='100%' height='100%' fill='white'/>\n"
       << draw({15}, "noiseless GP", *data, y, fitted("noiseless", data))
       << draw({panel_width + 45}, "latent GP, \u03c3_h = 0.05", *data, y, fitted("latent", data))
       << fmt::format(
              "<text x='15' y='{:.0f}'>black: the function · orange: evaluations · blue: posterior mean ± 2 "
              "sd · green: expected improvement and the next point</text>\n</svg>\n",
              margin + panel_height + strip_height + 36);
  return file.good() ? 0 : 1;
}
