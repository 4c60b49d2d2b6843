#include "results/summary.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "scipy_figures.hpp"
#include "support/message_of.hpp"

namespace craggy::results {
namespace {

using craggy::testing::message_of;
using Values = std::vector<double>;

TEST(Summary, IntervalsAgreeWithScipy) {
  for (const auto& figure : testing::scipy_figures("intervals")) {
    const Summary summary = summarise(figure["values"].get<Values>());
    EXPECT_NEAR(summary.mean, figure["mean"].get<double>(), 1e-13);
    EXPECT_NEAR(summary.sd, figure["sd"].get<double>(), 1e-13);
    EXPECT_NEAR(summary.standard_error, figure["standard_error"].get<double>(), 1e-13);
    const Interval interval = mean_interval(summary, figure["level"].get<double>());
    EXPECT_NEAR(interval.low, figure["low"].get<double>(), 1e-10);
    EXPECT_NEAR(interval.high, figure["high"].get<double>(), 1e-10);
  }
}

TEST(Summary, QuantilesOfStudentAgreeWithScipy) {
  for (const auto& figure : testing::scipy_figures("student_t")) {
    const auto expected = figure["quantile"].get<double>();
    EXPECT_NEAR(student_t_quantile(figure["probability"].get<double>(), figure["degrees"].get<double>()),
                expected, 1e-10 * std::max(1.0, expected))
        << figure;
  }
}

TEST(Summary, EqualValuesHaveExactlyTheirMean) {
  const Summary summary = summarise(Values(20, 1.0));
  EXPECT_EQ(summary.mean, 1.0);
  EXPECT_EQ(summary.sd, 0.0);
}

TEST(Summary, OneValueHasNoSpread) {
  const Summary summary = summarise(Values{3.5});
  EXPECT_EQ(summary.mean, 3.5);
  EXPECT_TRUE(std::isnan(summary.sd));
  EXPECT_TRUE(std::isnan(summary.standard_error));
  EXPECT_TRUE(std::isnan(mean_interval(summary).low));
}

TEST(Summary, MistakesAreNamed) {
  EXPECT_EQ(message_of([] { summarise(Values{}); }),
            "the number of values is 0, but it has to be at least 1");
  EXPECT_EQ(message_of([] { summarise(Values{std::numeric_limits<double>::quiet_NaN()}); }),
            "values[0] is nan, but it has to be a finite number");
  EXPECT_EQ(message_of([] {
              mean_interval(summarise(Values{1.0, 2.0}), 95.0);
            }),
            "level is 95, but it has to be between 0 and 1");
  EXPECT_EQ(message_of([] { student_t_quantile(0.3, 2.0); }),
            "probability is 0.3, but it has to be in [0.5, 1)");
}

}  // namespace
}  // namespace craggy::results
