#include "problems/space.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

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

TEST(SpaceOfAProblem, IsTheProblemsOwnWhereItHasOne) {
  Problem problem;
  set_space(problem, {{"units", Int{16, 512, true}},
                      {"rate", Float{0.001, 0.1, true}},
                      {"share", Step{0.0, 0.6, 0.3}},
                      {"activation", Categorical{{"relu", "tanh", "none"}}},
                      {"bias", Bool{}}});
  EXPECT_EQ(problem.domain,
            (std::vector<Bounds>{{16.0, 512.0}, {0.001, 0.1}, {0.0, 0.6}, {0.0, 2.0}, {0.0, 1.0}}));
  EXPECT_EQ(space_of(problem)[3].name, "activation");

  problem.name = "mixed";
  problem.objective = [](std::span<const double> x) { return x[3]; };
  EXPECT_EQ(evaluate(problem, std::vector<double>{16.0, 0.01, 0.3, 2.0, 0.0}), 2.0);
  const auto message = [&](const std::vector<double>& x) {
    return testing::message_of([&] { evaluate(problem, x); });
  };
  EXPECT_NE(message({16.5, 0.01, 0.3, 2.0, 0.0}).find("'units' is 16.5"), std::string::npos);
  EXPECT_NE(message({16.0, 0.01, 0.3, 1.5, 0.0}).find("'activation' is 1.5"), std::string::npos);
  EXPECT_NE(message({16.0, 0.01, 0.3, 3.0, 0.0}).find("x4 of mixed is 3"), std::string::npos);
}

}  // namespace
}  // namespace craggy::problems
