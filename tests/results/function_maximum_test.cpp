#include "results/function_maximum.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "results/paper_tables.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

using problems::Problem;

bool is_corrupted(const std::string& problem) { return problem.starts_with("corrupted_"); }

TEST(FunctionMaximum, IsWhatThePaperPrints) {
  for (const PaperRow& row : paper_rows()) {
    if (is_corrupted(row.problem)) continue;
    const std::optional<double> maximum = function_maximum(row.problem);
    ASSERT_EQ(maximum.has_value(), row.function_max.has_value()) << row.problem;
    if (maximum) {
      EXPECT_NEAR(*maximum, *row.function_max, 0.005001) << row.problem;
    }
  }
  EXPECT_EQ(function_maximum("unheard-of"), std::nullopt);
}

TEST(FunctionMaximum, OfTheCorruptedFunctionsIsTheirSupremum) {
  RandomStream random(11);
  for (const std::string name : {"corrupted_holder_table", "corrupted_exponential"}) {
    const Problem& problem = testbeds::find_problem(name);
    const double maximum = *function_maximum(name);
    for (int i = 0; i < 20000; ++i) {
      std::vector<double> x;
      x.reserve(problem.dim());
      for (const problems::Bounds& bounds : problem.domain)
        x.push_back(random.uniform(bounds.low, bounds.high));
      EXPECT_LT(problem.objective(x), maximum);
    }
  }
  const double just_left = 1e-9;
  const std::vector<double> holder = {-10.0 + 20.0 * 17.0 / 60.0 - just_left, 0.5 * std::numbers::pi};
  EXPECT_NEAR(testbeds::find_problem("corrupted_holder_table").objective(holder),
              *function_maximum("corrupted_holder_table"), 1e-7);
  std::vector<double> exponential(8, -0.7);
  exponential[3] = -0.625 - just_left;
  EXPECT_NEAR(testbeds::find_problem("corrupted_exponential").objective(exponential),
              *function_maximum("corrupted_exponential"), 1e-7);
}

}  // namespace
}  // namespace craggy::results
