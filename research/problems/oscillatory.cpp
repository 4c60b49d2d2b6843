#include "problems/oscillatory.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace craggy::problems {
namespace {

constexpr double pi = std::numbers::pi;

double square(double value) { return value * value; }

double shubert_factor(double x) {
  double sum = 0.0;
  for (int i = 1; i <= 5; ++i) sum += i * std::cos((i + 1) * x + i);
  return sum;
}

}  // namespace

double griewank(std::span<const double> x) {
  double sum_of_squares = 0.0;
  double product = 1.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum_of_squares += x[i] * x[i];
    product *= std::cos(x[i] / std::sqrt(static_cast<double>(i + 1)));
  }
  return 1.0 + sum_of_squares / 4000.0 - product;
}

double shubert01(std::span<const double> x) { return shubert_factor(x[0]) * shubert_factor(x[1]); }

double levy13(std::span<const double> x) {
  return square(std::sin(3.0 * pi * x[0])) + square(x[0] - 1.0) * (1.0 + square(std::sin(3.0 * pi * x[1]))) +
         square(x[1] - 1.0) * (1.0 + square(std::sin(2.0 * pi * x[1])));
}

// The plain sum of [evalset]; the literature often shifts or negates it, so that its minimum is another.
double cosine_mixture(std::span<const double> x) {
  double sum = 0.0;
  for (double value : x) sum += 0.1 * std::cos(5.0 * pi * value) + value * value;
  return sum;
}

double drop_wave(std::span<const double> x) {
  double sum_of_squares = 0.0;
  for (double value : x) sum_of_squares += value * value;
  return -(1.0 + std::cos(12.0 * std::sqrt(sum_of_squares))) / (0.5 * sum_of_squares + 2.0);
}

double deflected_corrugated_spring(std::span<const double> x) {
  double squared_radius = 0.0;
  for (double value : x) squared_radius += square(value - 5.0);
  return 0.1 * squared_radius - std::cos(5.0 * std::sqrt(squared_radius));
}

}  // namespace craggy::problems
