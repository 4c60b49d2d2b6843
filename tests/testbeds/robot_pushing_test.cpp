#include "testbeds/robot_pushing.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy::testbeds {
namespace {

struct ReferencePair {
  std::vector<double> x;
  double pybox2d_distance = 0.0;
  double box2d_distance = 0.0;
};

std::vector<ReferencePair> read_reference_pairs() {
  std::ifstream file(CRAGGY_TEST_DATA "/testbeds/robot_push_reference.csv");
  std::vector<ReferencePair> pairs;
  std::string line;
  std::getline(file, line);  // the names
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<double> numbers;
    for (std::string field; std::getline(fields, field, ',');)
      numbers.push_back(std::strtod(field.c_str(), nullptr));
    pairs.push_back({{numbers.begin() + 1, numbers.begin() + 5}, numbers.at(10), numbers.at(11)});
  }
  return pairs;
}

// Upstream's own Python program gave the values, through an older Box2D; the same from the version used here.
TEST(RobotPushing, AgreesWithTheReferencePairs) {
  const std::vector<ReferencePair> pairs = read_reference_pairs();
  ASSERT_EQ(pairs.size(), 20U);
  const problems::Problem problem = robot_pushing_problem();
  for (const ReferencePair& pair : pairs) {
    const double distance = problems::evaluate(problem, pair.x);
    EXPECT_NEAR(distance, pair.pybox2d_distance, 1e-4);
    EXPECT_NEAR(distance, pair.box2d_distance, 1e-5);
  }
}

TEST(RobotPushing, StepsAreTruncated) {
  EXPECT_EQ(robot_pushing(std::vector{-3.0, -1.0, 0.5, 120.0}),
            robot_pushing(std::vector{-3.0, -1.0, 0.5, 120.9}));
  EXPECT_NE(robot_pushing(std::vector{-3.0, -1.0, 0.5, 120.0}),
            robot_pushing(std::vector{-3.0, -1.0, 0.5, 121.0}));
}

TEST(RobotPushing, AHandThatStartsAtTheOriginGivesANumber) {
  const double distance = robot_pushing(std::vector{0.0, 0.0, 1.0, 100.0});
  EXPECT_TRUE(std::isfinite(distance));
  EXPECT_LT(distance, 10.0);
}

TEST(RobotPushing, MinimisersReachTheGoal) {
  for (const std::vector<double>& x : robot_pushing_problem().argmin) EXPECT_LT(robot_pushing(x), 1e-4);
}

TEST(RobotPushing, ThreadsDoNotDisturbEachOther) {
  RandomStream stream(5);
  std::vector<std::vector<double>> points;
  points.reserve(40);
  for (int i = 0; i < 40; ++i)
    points.push_back({stream.uniform(-5.0, 5.0), stream.uniform(-5.0, 5.0), stream.uniform(0.0, 6.28),
                      stream.uniform(10.0, 300.0)});
  std::vector<double> alone;
  alone.reserve(points.size());
  for (const std::vector<double>& x : points) alone.push_back(robot_pushing(x));
  std::vector<std::vector<double>> together(3, std::vector<double>(points.size()));
  {
    std::vector<std::jthread> threads;
    threads.reserve(together.size());
    for (std::vector<double>& values : together)
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < points.size(); ++i) values[i] = robot_pushing(points[i]);
      });
  }
  for (const std::vector<double>& values : together) EXPECT_EQ(values, alone);
}

}  // namespace
}  // namespace craggy::testbeds
