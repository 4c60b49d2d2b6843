#include "problems/space.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace craggy::problems {
namespace {

TEST(SpaceOfAProblem, HasAParameterForEachCoordinate) {
  Problem problem;
  problem.domain = {{-5.0, 10.0}, {0.0, 15.0}};
  const Space space = space_of(problem);
  ASSERT_EQ(space.size(), 2U);
  EXPECT_EQ(space[0].name, "x1");
  EXPECT_EQ(space[1].name, "x2");
  EXPECT_EQ(space.decode(std::vector<double>{0.0, 1.0}), (std::vector<double>{-5.0, 15.0}));
}

}  // namespace
}  // namespace craggy::problems
