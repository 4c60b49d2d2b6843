#include <gtest/gtest.h>

#include <craggy/base/result.hpp>

namespace craggy {
namespace {

TEST(Result, IsFeasibleIfNoConstraintIsAboveZero) {
  EXPECT_TRUE(is_feasible({}));
  EXPECT_TRUE(is_feasible({0.0, -1.0}));
  EXPECT_FALSE(is_feasible({-1.0, 1e-300}));
}

}  // namespace
}  // namespace craggy
