#include "look/figure_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

charts::Range range_of(const std::vector<double>& values, double room) {
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  if (finite.empty()) return {0.0, 1.0};
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  if (*high - *low > 1e-9 * std::max(std::abs(*low), std::abs(*high)))
    return charts::widened({*low, *high}, room);
  const double around = std::max(0.5, 0.05 * std::abs(*low));
  return {*low - around, *high + around};
}

// The worse half may reach as far from the median as four times what the better half does.
charts::Range value_range(const std::vector<double>& values, Direction direction) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.size() < 3) return range_of(sorted);
  const double median = quantile(sorted, 0.5);
  constexpr double farthest = 4.0;
  double low = sorted.front();
  double high = sorted.back();
  if (direction == Direction::minimise)
    high = std::min(high, median + farthest * std::max(median - low, quantile(sorted, 0.75) - median));
  else
    low = std::max(low, median - farthest * std::max(high - median, median - quantile(sorted, 0.25)));
  return range_of({low, high});
}

std::string clipped_note(const std::vector<double>& values, charts::Range range) {
  const auto outside = std::count_if(values.begin(), values.end(), [&](double value) {
    return !(value >= range.low && value <= range.high);
  });
  if (outside == 0) return "";
  return outside == 1 ? "One value lies outside of the picture."
                      : fmt::format("{} values lie outside of the picture.", outside);
}

charts::Colour blend(charts::Colour from, charts::Colour to, double share) {
  const auto mixed = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround((1.0 - share) * a + share * b));
  };
  return {mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)};
}

std::vector<charts::Tick> log_ticks(charts::Range range) {
  constexpr double little = 1e-9;
  const double decades = range.high - range.low;
  const int every = std::max(1, static_cast<int>(decades / 5.0));
  std::vector<charts::Tick> ticks;
  for (int power = static_cast<int>(std::floor(range.low)); power <= std::ceil(range.high); ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1.0 && decades >= 2.0) continue;
      if (factor == 1.0 && power % every != 0) continue;
      const double at = power + std::log10(factor);
      if (at >= range.low - little && at <= range.high + little)
        ticks.push_back({at, fmt::format("{:g}", factor * std::pow(10.0, power))});
    }
  return ticks;
}

std::string subject(const StudyView& view, std::string_view what) {
  constexpr std::size_t longest_name = 40;
  return fmt::format("{}: {}", excerpt(view.name(), longest_name), what);
}

std::string model_note(const FittedModel& fitted) { return fmt::format("By {}.", said_of(fitted)); }

std::string through_note(const StudyView& view, const FittedModel& fitted,
                         const std::vector<double>& through) {
  return fmt::format("{} Through {}.", model_note(fitted), short_params_line(view.space(), through));
}

}  // namespace craggy::cli
