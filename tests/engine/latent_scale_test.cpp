#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/base/error.hpp>
#include <craggy/engine/latent_scale.hpp>

#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

using testing::message_of;

const std::vector<double> papers_levels{0.1, 0.01, 0.0};

void expect_scale(std::string_view text, LatentScaleRule rule, const std::vector<double>& levels,
                  bool absolute) {
  const LatentScale scale = parse_latent_scale(text);
  EXPECT_EQ(scale.rule, rule) << text;
  EXPECT_EQ(scale.levels, levels) << text;
  EXPECT_EQ(scale.absolute, absolute) << text;
}

std::string message_for(std::string_view text) {
  return message_of([&] { parse_latent_scale(text); });
}

TEST(LatentScale, TheDefaultIsThePapers) {
  const LatentScale scale;
  expect_scale("hierarchical", scale.rule, scale.levels, scale.absolute);
  EXPECT_EQ(scale.rule, LatentScaleRule::drawn);
  EXPECT_EQ(scale.levels, papers_levels);
}

TEST(LatentScale, ReadsRules) {
  expect_scale("rotated", LatentScaleRule::rotated, papers_levels, false);
  expect_scale("averaged", LatentScaleRule::averaged, papers_levels, false);
  expect_scale("inferred", LatentScaleRule::inferred, papers_levels, false);
}

TEST(LatentScale, ReadsNumbersAndSets) {
  expect_scale("0.1d", LatentScaleRule::drawn, {0.1}, false);
  expect_scale("0.14", LatentScaleRule::drawn, {0.14}, true);
  expect_scale("0", LatentScaleRule::drawn, {0.0}, false);
  expect_scale("1e-3d", LatentScaleRule::drawn, {1e-3}, false);
  expect_scale(".5", LatentScaleRule::drawn, {0.5}, true);
  expect_scale("0.1d,0.02d,0", LatentScaleRule::drawn, {0.1, 0.02, 0.0}, false);
  expect_scale("0.1d,0d", LatentScaleRule::drawn, {0.1, 0.0}, false);
  expect_scale(" 0.2, 0.05 ,0 ", LatentScaleRule::drawn, {0.2, 0.05, 0.0}, true);
}

TEST(LatentScale, ReadsARuleWithASet) {
  expect_scale("rotated:0.1d,0", LatentScaleRule::rotated, {0.1, 0.0}, false);
  expect_scale("averaged: 0.3, 0", LatentScaleRule::averaged, {0.3, 0.0}, true);
  expect_scale("inferred:0.05d", LatentScaleRule::inferred, {0.05}, false);
  expect_scale("hierarchical:0.2d,0.1d", LatentScaleRule::drawn, {0.2, 0.1}, false);
}

TEST(LatentScale, WordsThatAreNoRuleAreNamed) {
  const std::string rule =
      "it has to be hierarchical, rotated, averaged or inferred, a number such as 0.14 or 0.1d (d = √Q), a "
      "set such as "
      "0.1d,0.02d,0, or a rule with a set such as rotated:0.1d,0";
  EXPECT_EQ(message_for(""), "sigma_h is '', but " + rule);
  EXPECT_EQ(message_for("   "), "sigma_h is '   ', but " + rule);
  EXPECT_EQ(message_for("rotate"), "sigma_h is 'rotate', but " + rule + "; did you mean 'rotated'?");
  EXPECT_EQ(message_for("hierachical:0.1d"),
            "sigma_h is 'hierachical:0.1d', but " + rule + "; did you mean 'hierarchical'?");
  EXPECT_EQ(message_for("nan"), "sigma_h is 'nan', but " + rule);
  EXPECT_EQ(message_for(":0.1"), "sigma_h is ':0.1', but " + rule);
}

TEST(LatentScale, BadLevelsAreNamed) {
  EXPECT_EQ(message_for("0.1x"),
            "sigma_h is '0.1x', but its level '0.1x' is not a number such as 0.14 or 0.1d");
  EXPECT_EQ(message_for("0.1 d"),
            "sigma_h is '0.1 d', but its level '0.1 d' is not a number such as 0.14 or 0.1d");
  EXPECT_EQ(message_for("0.1d,abc"),
            "sigma_h is '0.1d,abc', but its level 'abc' is not a number such as 0.14 or 0.1d");
  EXPECT_EQ(message_for("rotated:d"),
            "sigma_h is 'rotated:d', but its level 'd' is not a number such as 0.14 or 0.1d");
  EXPECT_EQ(message_for("1e400"),
            "sigma_h is '1e400', but its level '1e400' is not a number such as 0.14 or 0.1d");
  EXPECT_EQ(message_for("-0.1d"),
            "sigma_h is '-0.1d', but its level '-0.1d' has to be finite and at least 0");
  EXPECT_EQ(message_for("0.1,inf"),
            "sigma_h is '0.1,inf', but its level 'inf' has to be finite and at least 0");
  EXPECT_EQ(message_for("0.1,nan"),
            "sigma_h is '0.1,nan', but its level 'nan' has to be finite and at least 0");
  EXPECT_EQ(message_for("0.1,"), "sigma_h is '0.1,', but a level of the set is empty");
  EXPECT_EQ(message_for("0.1,,0"), "sigma_h is '0.1,,0', but a level of the set is empty");
  EXPECT_EQ(message_for("averaged:"), "sigma_h is 'averaged:', but a level of the set is empty");
  EXPECT_EQ(message_for("0.1d,0.10d"), "sigma_h is '0.1d,0.10d', but the level 0.1 occurs twice");
  EXPECT_EQ(message_for("0,0d"), "sigma_h is '0,0d', but the level 0 occurs twice");
  EXPECT_EQ(message_for("0.1d,0.2"),
            "sigma_h is '0.1d,0.2', but either all of its levels or none may end in d");
}

TEST(LatentScaleProperty, AnyTextIsReadOrRefused) {
  testing::expect_property(
      [] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("0123456789.,:de+- rotaedinfvgh")));
        try {
          const LatentScale scale = parse_latent_scale(text);
          for (const double level : absolute_levels(scale, 2))
            RC_ASSERT(std::isfinite(level) && level >= 0.0);
        } catch (const InvalidArgument& error) {
          RC_ASSERT(std::string(error.what()).find("sigma_h is '" + text + "'") == 0);
        }
      },
      2000);
}

TEST(LatentScale, LevelsAreInUnitsOfTheDiagonalOrAbsolute) {
  EXPECT_EQ(absolute_levels(parse_latent_scale("0.1d,0"), 4), (std::vector<double>{0.2, 0.0}));
  EXPECT_EQ(absolute_levels(parse_latent_scale("0.1,0"), 4), (std::vector<double>{0.1, 0.0}));
  EXPECT_DOUBLE_EQ(absolute_levels({}, 2)[0], 0.1 * std::sqrt(2.0));
}

TEST(LatentScale, LevelsSetByHandAreChecked) {
  const auto message_of_levels = [](const std::vector<double>& levels, std::size_t num_inputs = 2) {
    return message_of([&] { absolute_levels({.levels = levels}, num_inputs); });
  };
  EXPECT_EQ(message_of_levels({}), "the number of levels of sigma_h is 0, but at least one is needed");
  EXPECT_EQ(message_of_levels({0.1, -0.5}),
            "level 2 of sigma_h is -0.5, but it has to be finite and at least 0");
  EXPECT_EQ(message_of_levels({std::numeric_limits<double>::quiet_NaN()}),
            "level 1 of sigma_h is nan, but it has to be finite and at least 0");
  EXPECT_EQ(message_of_levels({1e308}, 100),
            "level 1 of sigma_h is inf, but it has to be finite and at least 0");
  EXPECT_EQ(message_of_levels({0.1, 0.0, 0.1}), "level 3 of sigma_h is 0.1, but it occurs twice");
  EXPECT_EQ(message_of_levels({0.1}, 0), "num_parameters is 0, but it has to be at least 1");
}

TEST(LatentScale, DrawnTakesEachLevelEquallyOftenAndOnlyByTrial) {
  const LatentScale scale;
  std::map<double, int> counts;
  constexpr int num_trials = 3000;
  for (std::uint32_t trial = 0; trial < num_trials; ++trial) {
    const std::vector<double> levels = levels_for_trial(scale, 1, 42, trial);
    ASSERT_EQ(levels.size(), 1u);
    EXPECT_EQ(levels, levels_for_trial(scale, 1, 42, trial));
    ++counts[levels[0]];
  }
  ASSERT_EQ(counts.size(), 3u);
  // Four standard deviations of a binomial count with probability 1/3.
  for (const auto& [level, count] : counts)
    EXPECT_NEAR(count, num_trials / 3.0, 4 * std::sqrt(num_trials * 2.0 / 9.0)) << level;
}

TEST(LatentScale, DrawnDependsOnTheSeed) {
  int different = 0;
  for (std::uint32_t trial = 0; trial < 100; ++trial)
    different += levels_for_trial({}, 1, 1, trial) != levels_for_trial({}, 1, 2, trial) ? 1 : 0;
  EXPECT_GT(different, 40);
}

TEST(LatentScale, RotatedTakesTheLevelsInTurn) {
  const LatentScale scale = parse_latent_scale("rotated:0.3,0.2,0");
  for (std::uint32_t trial = 0; trial < 9; ++trial)
    EXPECT_EQ(levels_for_trial(scale, 3, trial % 2, trial), (std::vector<double>{scale.levels[trial % 3]}));
}

TEST(LatentScale, AveragedAndInferredTakeAll) {
  for (const std::string rule : {"averaged", "inferred"})
    EXPECT_EQ(levels_for_trial(parse_latent_scale(rule + ":0.3d,0.2d,0"), 4, 0, 5),
              (std::vector<double>{0.6, 0.4, 0.0}));
}

TEST(LatentScale, OneLevelIsThatLevelUnderEveryRule) {
  for (const std::string rule : {"hierarchical", "rotated", "averaged", "inferred"})
    for (std::uint32_t trial = 0; trial < 5; ++trial)
      EXPECT_EQ(levels_for_trial(parse_latent_scale(rule + ":0.25"), 7, 3, trial),
                (std::vector<double>{0.25}));
}

}  // namespace
}  // namespace craggy
