#include "problems/generated.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "problems/generated_bases.hpp"

namespace craggy::problems {
namespace {

TEST(GeneratedProblems, AreFoundByTheirSeeds) {
  EXPECT_EQ(generated_name(17), "generated_17");
  EXPECT_EQ(generated_seed("generated_17"), 17U);
  EXPECT_EQ(generated_seed("generated_0"), 0U);
  for (const char* name :
       {"generated_", "generated_01", "generated_-1", "generated_1x", "generated", "ackley2"})
    EXPECT_FALSE(generated_seed(name)) << name;
}

TEST(GeneratedProblems, NothingIsFarBelowTheReference) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Problem problem = generated_problem(seed);
    SCOPED_TRACE(problem.name);
    RandomStream stream(seed);
    double lowest = INFINITY;
    double highest = -INFINITY;
    for (int n = 0; n < 5000; ++n) {
      std::vector<double> x;
      for (const Bounds& side : problem.domain) x.push_back(stream.uniform(side.low, side.high));
      const double value = evaluate(problem, x);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    EXPECT_GE(lowest, problem.score_reference - 0.02 * (highest - lowest));
    if (!problem.optimum) continue;
    EXPECT_GE(lowest, *problem.optimum - 1e-9 * (highest - lowest));
    EXPECT_NEAR(evaluate(problem, problem.argmin.front()), *problem.optimum, 1e-6 * (highest - lowest));
  }
}

TEST(GeneratedProblems, AreTheSameEveryTime) {
  for (const std::uint32_t seed : {3U, 8U, 1000U}) {
    const Problem a = generated_problem(seed);
    const Problem b = generated_problem(seed);
    EXPECT_EQ(a.domain, b.domain);
    std::vector<double> middle;
    for (const Bounds& side : a.domain) middle.push_back(0.4 * side.low + 0.6 * side.high);
    EXPECT_EQ(evaluate(a, middle), evaluate(b, middle));
    EXPECT_EQ(a.score_reference, b.score_reference);
  }
}

TEST(GeneratedProblems, ComeFromAllFamilies) {
  std::map<std::string, int> bases;
  std::map<std::string, int> details;
  std::map<std::size_t, int> dimensions;
  int turned = 0;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    const GeneratedTraits traits = generated_traits(seed);
    ++bases[traits.base];
    ++details[traits.detail.name];
    ++dimensions[traits.dim];
    turned += traits.base_turned ? 1 : 0;
    EXPECT_GE(traits.amplitude, 0.01);
    EXPECT_LE(traits.amplitude, 0.6);
  }
  EXPECT_EQ(bases.size(), base_names.size());
  EXPECT_EQ(details.size(), detail_names.size());
  EXPECT_EQ(dimensions.begin()->first, 2U);
  EXPECT_EQ(dimensions.rbegin()->first, 12U);
  for (const auto& [name, count] : details) EXPECT_GT(count, 70) << name;
  EXPECT_NEAR(turned, 500, 60);
}

}  // namespace
}  // namespace craggy::problems
