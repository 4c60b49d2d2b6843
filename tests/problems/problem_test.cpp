#include "problems/problem.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "support/message_of.hpp"

namespace craggy::problems {
namespace {

std::string message_at(const std::vector<double>& x) {
  return testing::message_of([&] { evaluate(find_problem("branin01"), x); });
}

TEST(Problem, EvaluateNamesWhatIsWrongWithThePoint) {
  EXPECT_EQ(message_at({1.0}), "the number of coordinates is 1, but branin01 has 2");
  EXPECT_EQ(message_at({}), "the number of coordinates is 0, but branin01 has 2");
  EXPECT_EQ(message_at({1.0, 2.0, 3.0}), "the number of coordinates is 3, but branin01 has 2");
  EXPECT_EQ(message_at({-5.5, 2.0}), "x1 of branin01 is -5.5, but it has to lie in [-5, 10]");
  EXPECT_EQ(message_at({1.0, 15.25}), "x2 of branin01 is 15.25, but it has to lie in [0, 15]");
  EXPECT_EQ(message_at({1.0, std::numeric_limits<double>::quiet_NaN()}),
            "x2 of branin01 is nan, but it has to lie in [0, 15]");
  EXPECT_EQ(message_at({-std::numeric_limits<double>::infinity(), 1.0}),
            "x1 of branin01 is -inf, but it has to lie in [-5, 10]");
}

TEST(Problem, EvaluateTakesTheBoundsThemselves) {
  for (const Problem& problem : catalogue()) {
    std::vector<double> low;
    std::vector<double> high;
    for (const Bounds& bounds : problem.domain) {
      low.push_back(bounds.low);
      high.push_back(bounds.high);
    }
    EXPECT_EQ(evaluate(problem, low), problem.objective(low)) << problem.name;
    EXPECT_EQ(evaluate(problem, high), problem.objective(high)) << problem.name;
  }
}

}  // namespace
}  // namespace craggy::problems
