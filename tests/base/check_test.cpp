#include "base/check.hpp"

#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

TEST(Check, NamesArgumentValueAndRule) {
  EXPECT_EQ(message_of([] { check_positive("sigma_h", -0.5); }),
            "sigma_h is -0.5, but it has to be finite and above 0");
  EXPECT_EQ(message_of([] { check_at_least("draws", 0, 1); }), "draws is 0, but it has to be at least 1");
  EXPECT_EQ(message_of([] { check_size("x", 3, 2); }), "the size of x is 3, but it has to be 2");
  EXPECT_EQ(message_of([] { check_non_negative("jitter", -1.0); }),
            "jitter is -1, but it has to be finite and at least 0");
}

TEST(Check, NonFiniteValuesAreNamedByPosition) {
  const std::vector<double> y = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(message_of([&] { check_all_finite("y", y); }), "y[1] is nan, but it has to be a finite number");
  const std::vector<double> z = {-std::numeric_limits<double>::infinity()};
  EXPECT_EQ(message_of([&] { check_all_finite("z", z); }), "z[0] is -inf, but it has to be a finite number");
}

TEST(Check, GoodValuesPass) {
  EXPECT_EQ(check_positive("a", 2.0), 2.0);
  EXPECT_EQ(check_non_negative("a", 0.0), 0.0);
  EXPECT_EQ(check_at_least("a", 1, 1), 1);
  check_size("a", 2, 2);
}

TEST(Check, UnknownNamesGetAGuess) {
  const std::vector<std::string> known = {"latent", "noiseless", "warped"};
  EXPECT_EQ(
      message_of([&] { check_known("surrogate", "latnet", known); }),
      "surrogate is 'latnet', but it has to be one of latent, noiseless, warped; did you mean 'latent'?");
  EXPECT_EQ(closest_match("zzzzzzzz", known), "");
  check_known("surrogate", "warped", known);
}

TEST(Check, OfAThousandKnownNamesAFewAreExamples) {
  std::vector<std::string> known;
  for (int i = 0; i < 1000; ++i) known.push_back(fmt::format("problem_{}", i));
  EXPECT_EQ(message_of([&] { check_known("the problem", "problm_7", known); }),
            "the problem is 'problm_7', but it has to be one of 1000 names such as problem_0, problem_1, "
            "problem_2; did you mean 'problem_7'?");
}

TEST(ClosestMatch, ForgivesOneSlipInThreeLetters) {
  const std::vector<std::string> known = {"ask", "tell", "fail", "show", "copy", "create", "experiment"};
  EXPECT_EQ(closest_match("sohw", known), "show");  // two letters swapped are one slip
  EXPECT_EQ(closest_match("cpoy", known), "copy");
  EXPECT_EQ(closest_match("tel", known), "tell");
  EXPECT_EQ(closest_match("crate", known), "create");
  EXPECT_EQ(closest_match("exprimnet", known), "experiment");
  EXPECT_EQ(closest_match("xx", std::vector<std::string>{"x", "y"}), "x");
  EXPECT_EQ(closest_match("z", std::vector<std::string>{"x", "y"}), "");
  for (const char* other : {"kill", "stop", "ls", "help", "case", "delete", ""})
    EXPECT_EQ(closest_match(other, known), "") << other;
}

TEST(ClosestMatch, DashesAndCapitalsAreNoSlips) {
  const std::vector<std::string> known = {"--trials", "--timeout", "--target", "--jobs"};
  EXPECT_EQ(closest_match("--TRIALS", known), "--trials");
  EXPECT_EQ(closest_match("-jobs", known), "--jobs");
  EXPECT_EQ(closest_match("--jbos", known), "--jobs");
  EXPECT_EQ(closest_match("--json", known), "");
}

TEST(ClosestMatch, CompletesWhatOnlyOneBeginsWith) {
  const std::vector<std::string> known = {"--max-failures", "--main-effects", "--min-improvement"};
  EXPECT_EQ(closest_match("--max", known), "--max-failures");
  EXPECT_EQ(closest_match("--ma", known), "");
  EXPECT_EQ(closest_match("-m", known), "");
}

}  // namespace
}  // namespace craggy
