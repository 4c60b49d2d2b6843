#include <gtest/gtest.h>

#include "example_study.hpp"

namespace craggy {
namespace {

using testing::example_options;

// A bowl around x = 3, and one value that is far too good by luck.
Study with_a_lucky_trial(StudyOptions options, std::optional<double> noise) {
  Study study = Study::in_memory(std::move(options));
  const double sign = study.direction() == Direction::minimise ? 1.0 : -1.0;
  for (int i = 0; i < 9; ++i) {
    const double x = -9.0 + 2.0 * i;
    study.add({x, 1.0}, Result{sign * (x - 3.0) * (x - 3.0), {}, noise ? std::optional(0.1) : noise});
  }
  study.add({-9.5, 1.0}, Result{sign * -300.0, {}, noise});
  return study;
}

TEST(Recommended, IsNothingWithoutNoise) {
  EXPECT_FALSE(with_a_lucky_trial(example_options(), std::nullopt).recommended().has_value());
  StudyOptions options = example_options();
  options.suggest.noisy = true;
  EXPECT_FALSE(Study::in_memory(options).recommended().has_value()) << "nothing is finished";
}

TEST(Recommended, IsTheBestMeanAndNotTheLuckiestValue) {
  for (const Direction direction : {Direction::minimise, Direction::maximise}) {
    StudyOptions options = example_options();
    options.direction = direction;
    const Study study = with_a_lucky_trial(options, 400.0);
    const auto best = study.best();
    ASSERT_TRUE(best.has_value());
    EXPECT_EQ(best->number, 9U);
    const auto recommended = study.recommended();
    ASSERT_TRUE(recommended.has_value());
    EXPECT_EQ(recommended->record.number, 6U) << "x = 3";
    EXPECT_NEAR(recommended->mean, 0.0, 0.5) << "in the unit of the values";
  }
}

TEST(Recommended, CountsOnlyFinishedTrials) {
  StudyOptions options = example_options();
  options.suggest.noisy = true;
  Study study = Study::in_memory(options);
  const Trial failed = study.ask();
  study.fail(failed);
  const Trial good = study.ask();
  study.tell(good, 5.0);
  const auto recommended = study.recommended();
  ASSERT_TRUE(recommended.has_value());
  EXPECT_EQ(recommended->record.number, good.number());
}

}  // namespace
}  // namespace craggy
