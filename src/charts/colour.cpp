#include "charts/colour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace craggy::charts {
namespace {

std::uint8_t channel(double share) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(share, 0.0, 1.0)));
}

}  // namespace

std::string hex(Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

Colour height_colour(double t) {
  constexpr double start = 0.25;      // which hue it begins with
  constexpr double rotations = -0.9;  // through how many hues it goes
  constexpr double saturation = 1.2;
  // Neither black, on which lines are lost, nor white, which is paper.
  const double light = 0.16 + (0.94 - 0.16) * std::clamp(t, 0.0, 1.0);
  const double angle = 2.0 * std::numbers::pi * (start / 3.0 + 1.0 + rotations * light);
  const double deviation = saturation * light * (1.0 - light) / 2.0;
  const double c = deviation * std::cos(angle);
  const double s = deviation * std::sin(angle);
  return {.red = channel(light - 0.14861 * c + 1.78277 * s),
          .green = channel(light - 0.29227 * c - 0.90649 * s),
          .blue = channel(light + 1.97294 * c)};
}

double lightness(Colour colour) {
  return (0.30 * colour.red + 0.59 * colour.green + 0.11 * colour.blue) / 255.0;
}

}  // namespace craggy::charts
