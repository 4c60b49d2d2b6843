// Tries to beat every proven optimum: many uniform samples, the best of them polished by a local search.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "problems/catalogue.hpp"
#include "problems/others.hpp"
#include "support/compass_search.hpp"
#include "support/effort.hpp"

namespace craggy::problems {
namespace {

using testing::LocalMinimum;

// The best `num_polished` of `num_samples` uniform points, each followed down to a local minimum.
std::vector<LocalMinimum> search(const Problem& problem, int num_samples, std::size_t num_polished) {
  std::vector<double> low;
  std::vector<double> high;
  for (const Bounds& bounds : problem.domain) {
    low.push_back(bounds.low);
    high.push_back(bounds.high);
  }
  RandomStream stream(17);
  std::vector<LocalMinimum> best;  // a heap with the worst on top
  const auto better = [](const LocalMinimum& a, const LocalMinimum& b) { return a.value < b.value; };
  std::vector<double> x(problem.dim());
  for (int sample = 0; sample < num_samples; ++sample) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = stream.uniform(low[i], high[i]);
    const double value = problem.objective(x);
    if (best.size() == num_polished && value >= best.front().value) continue;
    if (best.size() == num_polished) {
      std::pop_heap(best.begin(), best.end(), better);
      best.pop_back();
    }
    best.push_back({x, value});
    std::push_heap(best.begin(), best.end(), better);
  }
  for (LocalMinimum& start : best) start = testing::compass_search(problem.objective, start.x, low, high);
  return best;
}

double tolerance_of(double optimum) { return 1e-9 * std::max(1.0, std::abs(optimum)); }

// The largest distance of a coordinate from the nearest listed minimiser's, in sides of the domain.
double distance_to_argmin(const Problem& problem, std::vector<double> x) {
  if (problem.name == "cosine_mixture")  // listed by one of its sign patterns
    for (double& value : x) value = std::abs(value);
  double nearest = INFINITY;
  for (const std::vector<double>& minimiser : problem.argmin) {
    double distance = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      distance = std::max(distance,
                          std::abs(x[i] - minimiser[i]) / (problem.domain[i].high - problem.domain[i].low));
    nearest = std::min(nearest, distance);
  }
  return nearest;
}

// The paper's and the others.
std::vector<const Problem*> proven_problems() {
  std::vector<const Problem*> proven;
  for (const std::vector<Problem>* list : {&catalogue(), &other_problems()})
    for (const Problem& problem : *list)
      if (problem.optimum) proven.push_back(&problem);
  return proven;
}

std::vector<std::string> names_of_proven() {
  std::vector<std::string> names;
  for (const Problem* problem : proven_problems()) names.push_back(problem->name);
  return names;
}

const Problem& proven_problem(const std::string& name) {
  for (const Problem* problem : proven_problems())
    if (problem->name == name) return *problem;
  throw std::out_of_range(name);
}

class Optimum : public ::testing::TestWithParam<std::string> {};

TEST_P(Optimum, CannotBeBeatenAndIsReachedOnlyWhereListed) {
  const Problem& problem = proven_problem(GetParam());
  const std::vector<LocalMinimum> found = search(problem, testing::full_effort() ? 1000000 : 20000, 30);
  for (const LocalMinimum& minimum : found) {
    EXPECT_GE(minimum.value, *problem.optimum - tolerance_of(*problem.optimum));
    if (minimum.value <= *problem.optimum + tolerance_of(*problem.optimum)) {
      EXPECT_LT(distance_to_argmin(problem, minimum.x), 0.01);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Proven, Optimum, ::testing::ValuesIn(names_of_proven()),
                         [](const auto& instance) { return instance.param; });

// The search has to be able to beat a wrong claim: in two dimensions it reaches each optimum, and it goes
// below the minimum that [evalset] gives for Branin02.
TEST(OptimumSearch, ReachesTheOptimumOfEveryProblemInTwoDimensions) {
  for (const std::string& name : names_of_proven()) {
    const Problem& problem = proven_problem(name);
    if (problem.dim() != 2) continue;
    double lowest = INFINITY;
    for (const LocalMinimum& minimum : search(problem, 20000, 30)) lowest = std::min(lowest, minimum.value);
    EXPECT_LE(lowest, *problem.optimum + 1e-7 * std::max(1.0, std::abs(*problem.optimum))) << name;
    if (name == "branin02") {
      EXPECT_LT(lowest, 5.559037 - 1e-4);
    }
  }
}

}  // namespace
}  // namespace craggy::problems
