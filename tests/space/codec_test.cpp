// Values of one parameter: their order, their places in the unit cube, and the exact way back.
#include "space/codec.hpp"

#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/space/grammar.hpp>

#include "base/random.hpp"
#include "support/any_space.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

std::vector<double> encoded(const Codec& codec, double code) {
  std::vector<double> unit(codec.num_inputs());
  codec.encode(code, unit);
  return unit;
}

std::vector<double> all_codes(const Domain& domain) {
  const Codec codec(domain);
  std::vector<double> codes;
  for (std::uint64_t rank = 0; rank < *codec.num_values(); ++rank) codes.push_back(codec.code(rank));
  return codes;
}

TEST(Codec, WholeNumbersReachFromEndToEnd) {
  const Codec codec(Int{-2, 2});
  EXPECT_EQ(codec.num_values(), 5u);
  EXPECT_EQ(all_codes(Int{-2, 2}), (std::vector<double>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(encoded(codec, -2), std::vector<double>{0.0});
  EXPECT_EQ(encoded(codec, -1), std::vector<double>{0.25});
  EXPECT_EQ(encoded(codec, 2), std::vector<double>{1.0});
  EXPECT_EQ(encoded(Codec(Int{7, 7}), 7), std::vector<double>{0.5});
}

TEST(Codec, WholeNumbersOwnEqualIntervals) {
  const Codec codec(Int{1, 4});
  const auto decoded = [&](double unit) { return codec.decode(std::vector<double>{unit}); };
  EXPECT_EQ(decoded(0.0), 1);
  EXPECT_EQ(decoded(0.249), 1);
  EXPECT_EQ(decoded(0.251), 2);
  EXPECT_EQ(decoded(0.499), 2);
  EXPECT_EQ(decoded(0.501), 3);
  EXPECT_EQ(decoded(0.749), 3);
  EXPECT_EQ(decoded(0.751), 4);
  EXPECT_EQ(decoded(1.0), 4);
}

TEST(Codec, AStepIsTheDecimalThatPeopleMean) {
  EXPECT_EQ(all_codes(Step{0, 1, 0.1}),
            (std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}));
  EXPECT_EQ(all_codes(Step{-0.3, 0.35, 0.1}), (std::vector<double>{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(all_codes(Step{0, 0.3, 0.1}).size(), 4u);  // 0.3/0.1 is a little less than 3
  EXPECT_EQ(all_codes(Step{1e300, 4e300, 1e300}).size(), 4u);
  EXPECT_EQ(all_codes(Step{0, 1, 1.0 / 3.0}).size(), 4u);
  EXPECT_EQ(all_codes(Step{0, 1, 1.0 / 3.0}).back(), 1.0);
  EXPECT_EQ(all_codes(Step{0, 10, 4}), (std::vector<double>{0, 4, 8}));
  EXPECT_FALSE(std::signbit(all_codes(Step{-0.2, 0.2, 0.1})[2]));
}

TEST(Codec, ALogintIsLinearInTheLogarithm) {
  const Codec codec(Int{1, 1024, true});
  EXPECT_EQ(encoded(codec, 1), std::vector<double>{0.0});
  EXPECT_EQ(encoded(codec, 1024), std::vector<double>{1.0});
  EXPECT_DOUBLE_EQ(encoded(codec, 32)[0], 0.5);
  EXPECT_EQ(codec.decode(std::vector<double>{0.5}), 32);
  EXPECT_EQ(codec.decode(std::vector<double>{0.26}), 6);  // 2^2.6 = 6.06
}

TEST(Codec, TwoCategoriesAreOneApart) {
  const Codec codec(Categorical{{"a", "b", "c"}});
  ASSERT_EQ(codec.num_inputs(), 3u);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      double squared = 0.0;
      for (std::size_t q = 0; q < 3; ++q) squared += std::pow(encoded(codec, a)[q] - encoded(codec, b)[q], 2);
      EXPECT_NEAR(squared, a == b ? 0.0 : 1.0, 1e-15);
    }
  EXPECT_EQ(encoded(codec, 1), (std::vector<double>{0.0, 0.5 * std::numbers::sqrt2, 0.0}));
  EXPECT_EQ(codec.decode(std::vector<double>{0.2, 0.1, 0.21}), 2);
  EXPECT_EQ(codec.pick(0.34), 1);
  EXPECT_EQ(codec.pick(1.0), 2);
}

TEST(Codec, ABoolIsZeroOrOne) {
  const Codec codec(Bool{});
  EXPECT_EQ(encoded(codec, 0), std::vector<double>{0.0});
  EXPECT_EQ(encoded(codec, 1), std::vector<double>{1.0});
  EXPECT_EQ(codec.decode(std::vector<double>{0.49}), 0);
  EXPECT_EQ(codec.decode(std::vector<double>{0.51}), 1);
}

TEST(Codec, KnowsWhatIsAValue) {
  const Codec step(Step{0, 1, 0.1});
  EXPECT_TRUE(step.contains(0.3));
  for (const double code : {0.25, 0.1 + 0.2, -0.1, 1.1, std::nan(""), 1.0 / 0.0})
    EXPECT_FALSE(step.contains(code));
  const Codec whole(Int{1, 8});
  EXPECT_TRUE(whole.contains(8));
  for (const double code : {0.0, 9.0, 2.5, std::nan(""), -1.0 / 0.0}) EXPECT_FALSE(whole.contains(code));
  const Codec choice(Categorical{{"a", "b"}});
  EXPECT_TRUE(choice.contains(1));
  for (const double code : {2.0, -1.0, 0.5, std::nan("")}) EXPECT_FALSE(choice.contains(code));
  EXPECT_FALSE(Codec(Bool{}).contains(2));
}

TEST(Codec, UniformNumbersGiveUniformValues) {
  // 6,000 draws over n values: each count within five standard deviations of its mean.
  const std::vector<Domain> domains = {Int{-3, 3}, Step{0, 0.5, 0.1}, Categorical{{"a", "b", "c", "d", "e"}},
                                       Bool{}};
  RandomStream stream(4);
  for (const Domain& domain : domains) {
    const Codec codec(domain);
    const double n = static_cast<double>(*codec.num_values());
    std::vector<double> decoded(*codec.num_values());
    std::vector<double> picked(*codec.num_values());
    std::vector<double> unit(codec.num_inputs());
    constexpr int num_draws = 6000;
    for (int i = 0; i < num_draws; ++i) {
      for (double& coordinate : unit) coordinate = stream.uniform();
      ++decoded[codec.nearest_rank(codec.decode(unit))];
      ++picked[codec.nearest_rank(codec.pick(stream.uniform()))];
    }
    const double tolerance = 5.0 * std::sqrt(num_draws / n * (1.0 - 1.0 / n));
    for (const double count : decoded) EXPECT_NEAR(count, num_draws / n, tolerance);
    for (const double count : picked) EXPECT_NEAR(count, num_draws / n, tolerance);
  }
}

/// Ranks from all over, the ends above all.
std::uint64_t any_rank(std::uint64_t num_values) {
  const int kind = *rc::gen::inRange(0, 4);
  const auto near = std::min<std::uint64_t>(num_values - 1, *rc::gen::inRange<std::uint64_t>(0, 20));
  if (kind == 0) return near;
  if (kind == 1) return num_values - 1 - near;
  return *rc::gen::inRange<std::uint64_t>(0, num_values);
}

void expect_exact_way_back(const Domain& domain) {
  const Codec codec(domain);
  const std::uint64_t num_values = *codec.num_values();
  const std::uint64_t rank = any_rank(num_values);
  const double code = codec.code(rank);
  RC_LOG() << to_text(Parameter{"x", domain}) << " at rank " << rank << " of " << num_values;
  RC_ASSERT(codec.contains(code));
  RC_ASSERT(codec.nearest_rank(code) == rank);
  const std::vector<double> unit = encoded(codec, code);
  for (const double coordinate : unit) RC_ASSERT(coordinate >= 0.0 && coordinate <= 1.0);
  RC_ASSERT(codec.decode(unit) == code);
  if (rank > 0) RC_ASSERT(codec.code(rank - 1) < code);
  if (rank > 0 && unit.size() == 1) RC_ASSERT(encoded(codec, codec.code(rank - 1))[0] < unit[0]);
}

TEST(CodecProperty, EveryValueComesBackExactly) {
  testing::expect_property([] { expect_exact_way_back(testing::any_domain(false, 1000)); }, 5000);
}

TEST(CodecProperty, SoDoesEveryWholeNumberOfTheWidestRange) {
  testing::expect_property(
      [] {
        const auto low = *rc::gen::inRange<std::int64_t>(-largest_int, 1);
        const auto width = *rc::gen::elementOf(
            std::vector<std::int64_t>{largest_int, largest_int - 1, largest_int / 3, 1000003});
        expect_exact_way_back(Int{low, low + width});
      },
      5000);
}

TEST(CodecProperty, AndOfTheWidestLogScale) {
  testing::expect_property([] { expect_exact_way_back(testing::any_log_int(largest_log_int)); }, 5000);
  testing::expect_property(
      [] {
        const auto low = *rc::gen::elementOf(
            std::vector<std::int64_t>{1, 2, 3, 1000, largest_log_int / 4, largest_log_int / 2,
                                      largest_log_int - 1000, largest_log_int - 1});
        expect_exact_way_back(Int{low, largest_log_int, true});
      },
      5000);
}

TEST(CodecProperty, AndEveryOneOfManySteps) {
  testing::expect_property([] { expect_exact_way_back(testing::any_step(1'000'000'000)); }, 5000);
}

}  // namespace
}  // namespace craggy
