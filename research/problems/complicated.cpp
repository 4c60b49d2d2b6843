#include "problems/complicated.hpp"

#include <cmath>
#include <numbers>

namespace craggy::problems {
namespace {

constexpr double pi = std::numbers::pi;

}  // namespace

// Σ_i [Σ_k a^k cos(2π b^k (x_i + ½)) − d·Σ_k a^k cos(π b^k)] with a = ½, b = 3, k = 0, …, 20. The textbook
// has the factor d outside the sum over i; [evalset] has it inside, and the minimum of 112 in [Bodin2020,
// table of regret] shows that the paper used that form. As b^k is odd, Σ_k a^k cos(π b^k) = −Σ_k a^k = −(2 −
// 2⁻²⁰) exactly.
double weierstrass(std::span<const double> x) {
  constexpr int highest_octave = 20;
  constexpr double sum_of_weights = 2.0 - 0x1.0p-20;
  const auto dim = static_cast<double>(x.size());
  double sum = dim * dim * sum_of_weights;
  for (double value : x) {
    double weight = 1.0;
    double frequency = 2.0 * pi;
    for (int k = 0; k <= highest_octave; ++k, weight *= 0.5, frequency *= 3.0)
      sum += weight * std::cos(frequency * (value + 0.5));
  }
  return sum;
}

double cross_in_tray(std::span<const double> x) {
  const double radius = std::hypot(x[0], x[1]);
  const double wave = std::sin(x[0]) * std::sin(x[1]) * std::exp(std::abs(100.0 - radius / pi));
  return -1e-4 * std::pow(std::abs(wave) + 1.0, 0.1);
}

double holder_table(std::span<const double> x) {
  const double radius = std::hypot(x[0], x[1]);
  return -std::abs(std::sin(x[0]) * std::cos(x[1]) * std::exp(std::abs(1.0 - radius / pi)));
}

double ackley(std::span<const double> x) {
  const auto dim = static_cast<double>(x.size());
  double sum_of_squares = 0.0;
  double sum_of_cosines = 0.0;
  for (double value : x) {
    sum_of_squares += value * value;
    sum_of_cosines += std::cos(2.0 * pi * value);
  }
  return -20.0 * std::exp(-0.2 * std::sqrt(sum_of_squares / dim)) - std::exp(sum_of_cosines / dim) + 20.0 +
         std::numbers::e;
}

}  // namespace craggy::problems
