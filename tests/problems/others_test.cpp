#include "problems/others.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy::problems {
namespace {

const Problem& other(const std::string& name) {
  const auto found = std::find_if(other_problems().begin(), other_problems().end(),
                                  [&](const Problem& problem) { return problem.name == name; });
  return found == other_problems().end() ? throw std::out_of_range(name) : *found;
}

TEST(OtherProblems, EveryMinimiserReachesTheOptimum) {
  for (const Problem& problem : other_problems()) {
    for (const std::vector<double>& x : problem.argmin)
      EXPECT_NEAR(evaluate(problem, x), *problem.optimum, 1e-12 * std::max(1.0, std::abs(*problem.optimum)))
          << problem.name;
    EXPECT_EQ(problem.argmin.empty(), !problem.optimum) << problem.name;
  }
}

// From formulas written anew in Python, at points with 0.3 + 0.1·i of each side.
TEST(OtherProblems, HaveTheValuesOfAnotherImplementation) {
  const std::map<std::string, double> values = {
      {"rastrigin2", 22.5584469818361},
      {"schwefel2", 145.595420135487},
      {"eggholder", -69.2127992918297},
      {"langermann", 0.196461929541997},
      {"goldstein_price", 88.51318784},
      {"rosenbrock4", 91.0000000000001},
      {"michalewicz5", -1.32993126404314},
      {"styblinski_tang6", -87},
      {"ackley4_turned", 16.0666793996918},
      {"rastrigin5_turned", 66.068173091684},
      {"griewank5_turned", 1.17576367907392},
      {"levy6_turned", 7.65793011919526},
      {"terraces3_turned", 4.029},
      {"spikes4", 0.2814},
      {"saw_hollows3", -0.314332692106273},
      {"half_saw2", -0.222214095061519},
      {"grain2", -0.636491190566221},
      {"grainy_hartmann6", -0.257329262535973},
      {"cliffs5", 1.02262},
      {"ripples6", 0.510074053044553},
      {"mosaic4", 0.147222222222222},
  };
  ASSERT_EQ(values.size(), other_problems().size());
  for (const auto& [name, value] : values) {
    const Problem& problem = other(name);
    std::vector<double> x;
    for (std::size_t i = 0; i < problem.dim(); ++i) {
      const auto [low, high] = problem.domain[i];
      x.push_back(low + (0.3 + 0.1 * static_cast<double>(i)) * (high - low));
    }
    EXPECT_NEAR(evaluate(problem, x), value, 1e-11 * std::max(1.0, std::abs(value))) << name;
  }
}

// Two points in every cell of the grid of grain, or as many random ones where there are more inputs.
TEST(OtherProblems, NothingIsBelowTheReference) {
  constexpr int side = 80;
  RandomStream stream(1);
  for (const Problem& problem : other_problems())
    for (int n = 0; n < side * side; ++n) {
      std::vector<double> x;
      for (std::size_t i = 0; i < problem.dim(); ++i) {
        const double share =
            problem.dim() > 2 ? stream.uniform() : ((i == 0 ? n % side : n / side) + 0.5) / side;
        x.push_back(problem.domain[i].low + share * (problem.domain[i].high - problem.domain[i].low));
      }
      ASSERT_GE(evaluate(problem, x), problem.score_reference) << problem.name;
    }
}

// Turning keeps distances, so that a step along one input of a turned bowl moves all of its own coordinates.
TEST(OtherProblems, TurnedOnesMixTheInputs) {
  const Problem& turned = other("rastrigin5_turned");
  std::vector<double> x(5, 0.0);
  x[0] = 1.0;
  EXPECT_GT(evaluate(turned, x), 2.0);  // 1 if the step were along one of the function's own inputs
}

TEST(OtherProblems, AQuarterOfTheCellsHaveASpike) {
  const Problem& problem = other("spikes4");
  EXPECT_NEAR(evaluate(problem, std::vector<double>{0.203, 0.5, 0.25, 0.75}), 0.965617895012423,
              1e-12);  // one, as in Python
  const std::vector<double>& centre = problem.argmin.front();
  int spiked = 0;
  double highest = 0.0;
  constexpr int side = 10;
  for (int cell = 0; cell < side * side * side * side; ++cell) {
    std::vector<double> x;
    double bowl = 0.0;
    for (int i = 0, rest = cell; i < 4; ++i, rest /= side) {
      x.push_back((rest % side + 0.5) / side);
      bowl += std::pow(x.back() - centre[static_cast<std::size_t>(i)], 2);
    }
    const double spike = evaluate(problem, x) - bowl;
    spiked += spike > 1e-12 ? 1 : 0;
    highest = std::max(highest, spike);
  }
  EXPECT_NEAR(spiked / 1e4, 0.25, 0.02);
  EXPECT_LT(highest, 0.6);
  EXPECT_GT(highest, 0.59);
}

}  // namespace
}  // namespace craggy::problems
