#include "problems/smooth.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace craggy::problems {
namespace {

constexpr double pi = std::numbers::pi;

double square(double value) { return value * value; }

// The valley and the height of the waves that both Branin functions share.
double branin_valley(double x1, double x2) {
  return square(x2 - 5.1 / (4.0 * pi * pi) * x1 * x1 + 5.0 / pi * x1 - 6.0);
}
constexpr double branin_wave = 10.0 * (1.0 - 1.0 / (8.0 * pi));

double powell(std::span<const double, 4> x) {
  return square(x[0] + 10.0 * x[1]) + 5.0 * square(x[2] - x[3]) + square(square(x[1] - 2.0 * x[2])) +
         10.0 * square(square(x[0] - x[3]));
}

constexpr std::array<double, 4> hartmann_height = {1.0, 1.2, 3.0, 3.2};
constexpr std::array<std::array<double, 6>, 4> hartmann_sharpness = {{
    {10.0, 3.0, 17.0, 3.5, 1.7, 8.0},
    {0.05, 10.0, 17.0, 0.1, 8.0, 14.0},
    {3.0, 3.5, 1.7, 10.0, 17.0, 8.0},
    {17.0, 8.0, 0.05, 10.0, 0.1, 14.0},
}};
constexpr std::array<std::array<double, 6>, 4> hartmann_centre = {{
    {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
    {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
    {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
    {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381},
}};

}  // namespace

double branin01(std::span<const double> x) {
  return branin_valley(x[0], x[1]) + branin_wave * std::cos(x[0]) + 10.0;
}

double branin02(std::span<const double> x) {
  return branin_valley(x[0], x[1]) + branin_wave * std::cos(x[0]) * std::cos(x[1]) +
         std::log(x[0] * x[0] + x[1] * x[1] + 1.0) + 10.0;
}

double powell_triple_log(std::span<const double> x) {
  return std::log1p(powell(x.subspan<0, 4>()) + powell(x.subspan<4, 4>()) + powell(x.subspan<8, 4>()));
}

double beale(std::span<const double> x) {
  const double y = x[1];
  return square(1.5 - x[0] + x[0] * y) + square(2.25 - x[0] + x[0] * y * y) +
         square(2.625 - x[0] + x[0] * y * y * y);
}

double hartmann6(std::span<const double> x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < hartmann_height.size(); ++i) {
    double exponent = 0.0;
    for (std::size_t j = 0; j < 6; ++j)
      exponent += hartmann_sharpness[i][j] * square(x[j] - hartmann_centre[i][j]);
    sum += hartmann_height[i] * std::exp(-exponent);
  }
  return -sum;
}

double exponential(std::span<const double> x) {
  double sum_of_squares = 0.0;
  for (double value : x) sum_of_squares += value * value;
  return -std::exp(-0.5 * sum_of_squares);
}

}  // namespace craggy::problems
