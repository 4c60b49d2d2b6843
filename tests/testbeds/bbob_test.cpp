#include "testbeds/bbob.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "testbeds/catalogue.hpp"
#include "testbeds/python_helper.hpp"

namespace craggy::testbeds {
namespace {

TEST(BbobName, IsReadBack) {
  const BbobFunction which = {.function = 15, .dim = 5, .instance = 3};
  EXPECT_EQ(bbob_name(which), "bbob_f15_d5_i3");
  EXPECT_EQ(parse_bbob_name("bbob_f15_d5_i3"), which);
  for (const char* name : {"bbob_f15_d5", "bbob_f015_d5_i3", "bbob_f15_d5_i3_", "bbob", "bbob_fx_d5_i3"})
    EXPECT_EQ(parse_bbob_name(name), std::nullopt) << name;
}

TEST(BbobName, TellsTheGroup) {
  EXPECT_EQ(bbob_group(3), "separable");
  EXPECT_EQ(bbob_group(7), "low or moderate conditioning");
  EXPECT_EQ(bbob_group(15), "multi-modal with structure");
  EXPECT_EQ(bbob_group(24), "multi-modal with weak structure");
}

class Bbob : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("CRAGGY_CHECKOUT", CRAGGY_TEST_DATA "/../..", 1);
    try {
      python_command("bbob", "bbob_server.py");
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

// The step ellipsoid, f7, has plateaus: a small step changes nothing unless it crosses an edge.
TEST_F(Bbob, ValuesLieAboveTheMinimum) {
  for (const char* name : {"bbob_f3_d2_i1", "bbob_f7_d5_i61", "bbob_f24_d5_i40"}) {
    const problems::Problem& problem = find_problem(name);
    const std::vector<double> middle(problem.dim(), 0.0);
    std::vector<double> aside = middle;
    aside[0] = 1.0;
    EXPECT_GT(problems::evaluate(problem, middle), problem.score_reference) << name;
    EXPECT_NE(problems::evaluate(problem, middle), problems::evaluate(problem, aside)) << name;
  }
}

TEST_F(Bbob, WhatIsNotInTheSuiteIsAnError) {
  EXPECT_THROW(bbob_problem({.function = 25, .dim = 2, .instance = 1}), Error);
  EXPECT_THROW(bbob_problem({.function = 1, .dim = 4, .instance = 1}), Error);
}

}  // namespace
}  // namespace craggy::testbeds
