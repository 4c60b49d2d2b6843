#include "results/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace craggy::results {
namespace {

// Rounded to so many decimals, without the sign of a zero.
std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return missing_text;
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return text;
}

}  // namespace

std::string three_decimals(double value) { return fixed(value, 3); }

std::string signed_text(double value) {
  const std::string text = fixed(value, 3);
  return value > 0.0 && text != "0.000" ? "+" + text : text;
}

std::string regret_text(double value) {
  const double size = std::abs(value);
  return fixed(value, size < 10.0 ? 3 : size < 100.0 ? 2 : 1);
}

std::string mean_and_sd(double mean, double sd) {
  return std::isnan(sd) ? regret_text(mean) : fmt::format("{} ± {}", regret_text(mean), regret_text(sd));
}

std::string two_decimals(const std::optional<double>& value) {
  return value ? fixed(*value, 2) : std::string(missing_text);
}

std::string p_text(double p_value) { return p_value < 0.001 ? "< 0.001" : fixed(p_value, 3); }

std::string seconds_text(double seconds) {
  return fixed(seconds, seconds < 1.0 ? 3 : seconds < 10.0 ? 1 : 0);
}

std::string exact_text(double value) {
  if (std::isnan(value)) return "";
  std::array<char, 40> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

}  // namespace craggy::results
