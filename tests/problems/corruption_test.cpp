#include "problems/corruption.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "problems/catalogue.hpp"
#include "support/compass_search.hpp"

namespace craggy::problems {
namespace {

using std::numbers::pi;

// The listing, line by line, with scipy.signal's square and sawtooth waves of period 2π.
double modulo_turn(double angle) { return angle - 2.0 * pi * std::floor(angle / (2.0 * pi)); }
double square_wave(double angle) { return modulo_turn(angle) < pi ? 1.0 : -1.0; }
double sawtooth_wave(double angle) { return modulo_turn(angle) / pi - 1.0; }

double naive_corruption(double x, double a0, double a1, double a2, double a3) {
  const double a = 0.0 + 1.0 * square_wave(4 * 2 * pi * x);
  const double b = 0.5 + 0.5 * square_wave(4 * 2 * pi * x);
  const double base = a * b;
  const double s0 = a0 * sawtooth_wave(0.3 * pi + 15 * 2 * pi * x);
  const double s1 = a1 * sawtooth_wave(10 * 2 * pi * x);
  const double s2 = a2 * sawtooth_wave(pi + 30 * 2 * pi * x);
  const double s3 = a3 * sawtooth_wave(0.5 * pi + 40 * 2 * pi * x);
  return base * (s0 + s1 + s2 + s3);
}

// Where the corruption jumps, 0 and 1 included.
std::vector<double> jumps() {
  std::vector<double> places;
  for (int k = 0; k <= 8; ++k) places.push_back(k / 8.0);
  for (int k = 0; k <= 10; ++k) places.push_back(k / 10.0);
  for (int k = 1; k <= 15; ++k) places.push_back((k - 0.15) / 15.0);
  for (int k = 1; k <= 30; ++k) places.push_back((k - 0.5) / 30.0);
  for (int k = 1; k <= 40; ++k) places.push_back((k - 0.25) / 40.0);
  std::sort(places.begin(), places.end());
  const auto same = [](double a, double b) { return std::abs(a - b) < 1e-12; };
  places.erase(std::unique(places.begin(), places.end(), same), places.end());
  return places;
}

TEST(Corruption, AgreesWithTheListing) {
  RandomStream stream(5);
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const double u = stream.uniform();
    ASSERT_NEAR(corruption(u, small_corruption), naive_corruption(u, -0.03, 0.05, 0.08, 0.03), 1e-13) << u;
    ASSERT_NEAR(corruption(u, large_corruption), naive_corruption(u, -0.03, 0.20, 0.16, 0.06), 1e-13) << u;
  }
}

TEST(Corruption, RisesLinearlyBetweenJumpsInEveryOtherEighth) {
  const std::vector<double> places = jumps();
  ASSERT_EQ(places.size(), 100U);
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const double left = places[i] + 1e-6;
    const double right = places[i + 1] - 1e-6;
    const bool gate_is_open = static_cast<int>(std::floor(8.0 * left)) % 2 == 0;
    EXPECT_NEAR((corruption(right, small_corruption) - corruption(left, small_corruption)) / (right - left),
                gate_is_open ? 7.3 : 0.0, 1e-8);
    EXPECT_NEAR((corruption(right, large_corruption) - corruption(left, large_corruption)) / (right - left),
                gate_is_open ? 17.5 : 0.0, 1e-8);
  }
}

TEST(Corruption, RangesOfBothWeights) {
  const std::vector<double> places = jumps();
  const auto range = [&](const CorruptionWeights& weights) {
    Bounds bounds{1.0, -1.0};
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      bounds.low = std::min(bounds.low, corruption(places[i] + 1e-12, weights));
      bounds.high = std::max(bounds.high, corruption(places[i + 1] - 1e-12, weights));
    }
    return bounds;
  };
  EXPECT_NEAR(range(small_corruption).low, -0.157125, 1e-9);
  EXPECT_NEAR(range(small_corruption).high, 0.124333333, 1e-9);
  EXPECT_NEAR(range(large_corruption).low, -0.350875, 1e-9);
  EXPECT_NEAR(range(large_corruption).high, 0.309333333, 1e-9);
}

// Within a piece between jumps the function is continuous, so that searching every piece finds the infimum.
TEST(Corruption, HolderTableHasItsInfimumInOnePiece) {
  const Problem& problem = find_problem("corrupted_holder_table");
  const std::vector<double> places = jumps();
  std::vector<double> lowest;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    for (std::size_t j = 0; j + 1 < places.size(); ++j) {
      constexpr double inside = 1e-12;
      const std::vector<double> low = {20.0 * (places[i] + inside) - 10.0,
                                       20.0 * (places[j] + inside) - 10.0};
      const std::vector<double> high = {20.0 * (places[i + 1] - inside) - 10.0,
                                        20.0 * (places[j + 1] - inside) - 10.0};
      const std::vector<double> centre = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
      lowest.push_back(testing::compass_search(problem.objective, centre, low, high, 0.25, 1e-8).value);
    }
  std::sort(lowest.begin(), lowest.end());
  EXPECT_NEAR(lowest[0], *problem.optimum, 1e-9);
  EXPECT_NEAR(lowest[1], -20.584125, 1e-6);
  EXPECT_GT(lowest[2], -20.0);
}

TEST(Corruption, HolderTablesMinimiserIsStableToTheRight) {
  const Problem& problem = find_problem("corrupted_holder_table");
  std::vector<double> x = problem.argmin.front();
  x[0] = std::nextafter(-8.0, 0.0);
  EXPECT_NEAR(evaluate(problem, x), *problem.optimum, 1e-12);
  x[0] = -8.0 - 1e-9;
  EXPECT_NEAR(evaluate(problem, x), *problem.optimum + 1.9208502567886732, 1e-6);
}

TEST(Corruption, ExponentialHasANeedleBelowItsScoreReference) {
  const Problem& problem = find_problem("corrupted_exponential");
  EXPECT_NEAR(evaluate(problem, std::vector<double>(8, 0.0)), -0.843540772432, 1e-11);
  EXPECT_NEAR(evaluate(problem, std::vector<double>(8, 0.036875 + 1e-12)), -1.270252756606, 1e-9);
}

}  // namespace
}  // namespace craggy::problems
