#include "figures/regret_chart.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace craggy::figures {

using namespace charts;
namespace {

struct MethodStyle {
  std::string method;
  std::string label;
  Colour colour;
  Dash dash;
};

const std::vector<MethodStyle>& styles() {
  static const std::vector<MethodStyle> all = {
      {"noiseless", "noiseless GP", palette::orange, Dash::dashed},
      {"homoscedastic", "homoscedastic GP", palette::blue, Dash::dash_dotted},
      {"heteroscedastic", "heteroscedastic GP", palette::purple, Dash::dashed},
      {"warped", "Warped GP", palette::sky_blue, Dash::dotted},
      {"latent", "LGP", palette::green, Dash::solid},
      {"craggy", "craggy’s default", palette::vermilion, Dash::solid},
  };
  return all;
}

const MethodStyle& style_of(const std::string& method) {
  return *std::find_if(styles().begin(), styles().end(),
                       [&](const MethodStyle& each) { return each.method == method; });
}

}  // namespace

const std::vector<std::string>& regret_methods() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const MethodStyle& style : styles()) result.push_back(style.method);
    return result;
  }();
  return names;
}

Chart regret_chart(std::span<const RegretCurve> curves) {
  double highest = 0.0;
  std::size_t longest = 2;
  for (const RegretCurve& curve : curves) {
    // The first evaluations would leave little room for the others: they may stand out of the picture.
    highest = std::max(highest, curve.mean.at(curve.mean.size() / 5));
    longest = std::max(longest, curve.mean.size());
  }
  Chart chart{.x = {.range = {1.0, static_cast<double>(longest)}, .label = "evaluations"},
              .y = {.range = {0.0, highest > 0.0 ? 1.25 * highest : 1.0}, .label = "regret"},
              .marks = {}};
  for (const RegretCurve& curve : curves) {
    const MethodStyle& style = style_of(curve.method);
    Band band{.x = std::vector<double>(curve.mean.size()),
              .lower = curve.mean,
              .upper = curve.mean,
              .colour = style.colour,
              .opacity = 0.13};
    std::iota(band.x.begin(), band.x.end(), 1.0);
    for (std::size_t i = 0; i < curve.mean.size(); ++i) {
      band.lower[i] -= curve.sd[i];
      band.upper[i] += curve.sd[i];
    }
    chart.marks.emplace_back(std::move(band));
  }
  for (const RegretCurve& curve : curves) {
    const MethodStyle& style = style_of(curve.method);
    Line line{.x = std::vector<double>(curve.mean.size()),
              .y = curve.mean,
              .colour = style.colour,
              .width = 2.0,
              .dash = style.dash};
    std::iota(line.x.begin(), line.x.end(), 1.0);
    chart.marks.emplace_back(std::move(line));
  }
  return chart;
}

std::vector<LegendEntry> regret_legend(std::span<const RegretCurve> curves) {
  std::vector<LegendEntry> legend;
  for (const MethodStyle& style : styles())
    if (std::any_of(curves.begin(), curves.end(),
                    [&](const RegretCurve& curve) { return curve.method == style.method; }))
      legend.push_back({.label = style.label, .colour = style.colour, .band = true, .line = style.dash});
  return legend;
}

std::string repetitions_text(std::span<const RegretCurve> curves) {
  std::size_t fewest = curves.front().repetitions;
  std::size_t most = fewest;
  for (const RegretCurve& curve : curves) {
    fewest = std::min(fewest, curve.repetitions);
    most = std::max(most, curve.repetitions);
  }
  if (fewest == most) return fmt::format("{} repetition{}", most, most == 1 ? "" : "s");
  return fmt::format("{} to {} repetitions", fewest, most);
}

}  // namespace craggy::figures
