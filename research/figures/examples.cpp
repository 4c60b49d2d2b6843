#include "figures/examples.hpp"

#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace craggy::figures {
namespace {

double fraction(double t) { return t - std::floor(t); }

double bump(double x, double centre, double width) {
  const double t = (x - centre) / width;
  return std::exp(-t * t);
}

}  // namespace

double sawtooth(double t) { return 2.0 * fraction(t) - 1.0; }

double triangle_wave(double t) { return 4.0 * std::abs(fraction(t) - 0.5) - 1.0; }

double square_wave(double t) { return fraction(t) < 0.5 ? 0.0 : 1.0; }

std::vector<double> spread_points(std::size_t count, double low, double high, std::uint64_t seed) {
  RandomStream stream(seed);
  std::vector<double> points(count);
  for (std::size_t i = 0; i < count; ++i)
    points[i] = low + (high - low) * (static_cast<double>(i) + stream.uniform()) / static_cast<double>(count);
  return points;
}

Example jagged_valley() {
  return {
      .formula = "f(x) = x/2 − 1.2 exp(−((x − 0.75)/0.1)²) + 0.8 (1 − x) s(33x), s(t) = 2(t − ⌊t⌋) − 1",
      .f = [](double x) { return 0.5 * x - 1.2 * bump(x, 0.75, 0.1) + 0.8 * (1.0 - x) * sawtooth(33.0 * x); },
      .observed = spread_points(18, 0.0, 1.0, 10)};
}

Example waves() {
  return {.formula = "f(x) = sin(2πx) + 0.5 w(4x) + 0.25 w(16x), w(t) = 4|t − ⌊t⌋ − 1/2| − 1",
          .f =
              [](double x) {
                return std::sin(2.0 * std::numbers::pi * x) + 0.5 * triangle_wave(4.0 * x) +
                       0.25 * triangle_wave(16.0 * x);
              },
          .observed = spread_points(40, 0.0, 1.0, 5)};
}

Example stairs() {
  return {.formula =
              "f(x) = 0, 3/4 and 3/2 on the thirds of [0, 1], less 0.9 on [0.45, 0.55), plus 0.3 s(20x) on "
              "[0.8, 1], s(t) = 2(t − ⌊t⌋) − 1",
          .f =
              [](double x) {
                const double stair = x < 1.0 / 3.0 ? 0.0 : (x < 2.0 / 3.0 ? 0.75 : 1.5);
                const double ditch = x >= 0.45 && x < 0.55 ? 0.9 : 0.0;
                return stair - ditch + (x >= 0.8 ? 0.3 * sawtooth(20.0 * x) : 0.0);
              },
          .observed = spread_points(40, 0.0, 1.0, 5)};
}

Example unit_step() {
  return {.formula = "f(x) = 0 for x < 1/2, else 1",
          .f = [](double x) { return x < 0.5 ? 0.0 : 1.0; },
          .observed = spread_points(20, 0.0, 1.0, 5)};
}

Example restless_region() {
  Example example{
      .formula = "f(x) = 0.6 − 0.9 exp(−((x − 0.82)/0.07)²), but on [0.15, 0.45) the square wave ⌊58x⌋ mod 2",
      .f =
          [](double x) {
            return x >= restless_low && x < restless_high ? square_wave(29.0 * x)
                                                          : 0.6 - 0.9 * bump(x, 0.82, 0.07);
          },
      .observed = spread_points(18, restless_low, restless_high, 7)};
  for (const double x : {0.0, 0.06, 0.12, 0.49, 0.56, 0.63, 0.7, 0.95, 1.0}) example.observed.push_back(x);
  return example;
}

}  // namespace craggy::figures
