#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/space/space.hpp>

#include "support/property.hpp"

namespace craggy {
namespace {

using testing::expect_property;

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

double decode(const Float& domain, double unit) {
  return Space{{"x", domain}}.decode(std::vector<double>{unit})[0];
}

double encode(const Float& domain, double value) {
  return Space{{"x", domain}}.encode(std::vector<double>{value})[0];
}

TEST(Encoding, IsLinearOrLogarithmic) {
  const Space space{{"x", Float{-10, 30}}, {"rate", Float{1e-4, 1, true}}};
  const std::vector<double> values = space.decode(std::vector<double>{0.25, 0.25});
  EXPECT_DOUBLE_EQ(values[0], 0.0);
  EXPECT_DOUBLE_EQ(values[1], 1e-3);
  const std::vector<double> unit = space.encode(std::vector<double>{20, 1e-2});
  EXPECT_DOUBLE_EQ(unit[0], 0.75);
  EXPECT_DOUBLE_EQ(unit[1], 0.5);
}

TEST(Encoding, TheMiddleOfExtremeDomains) {
  EXPECT_EQ(decode({-1e308, 1e308}, 0.5), 0.0);
  EXPECT_EQ(encode({-1e308, 1e308}, 0.0), 0.5);
  EXPECT_DOUBLE_EQ(encode({-1e308, 1e308}, 5e307), 0.75);
  EXPECT_DOUBLE_EQ(decode({-largest, largest}, 0.75), 0.5 * largest);
  EXPECT_NEAR(decode({1e-300, 1e300, true}, 0.5), 1.0, 1e-12);
  EXPECT_NEAR(encode({1e-300, 1e300, true}, 1.0), 0.5, 1e-15);
  EXPECT_NEAR(decode({smallest, largest, true}, 0.5) / std::sqrt(smallest) / std::sqrt(largest), 1.0, 1e-12);
  EXPECT_EQ(decode({0.0, 4 * smallest}, 0.5), 2 * smallest);
  EXPECT_EQ(encode({0.0, 4 * smallest}, 3 * smallest), 0.75);
  EXPECT_EQ(decode({smallest, 16 * smallest, true}, 0.5), 4 * smallest);
}

TEST(Encoding, ANarrowLogDomainKeepsItsDigits) {
  // Differences of logarithms would be wrong in the sixth digit here: log 1e300 is only good to 1e-13.
  const Float domain{1e300, 1e300 * (1 + 1e-7), true};
  EXPECT_NEAR(encode(domain, 1e300 * (1 + 0.3e-7)), 0.3, 2e-8);
  EXPECT_NEAR(encode(domain, decode(domain, 0.3)), 0.3, 1e-8);
}

TEST(Encoding, StaysInTheCubeNextToTheUpperBoundOfALogDomain) {
  for (double low = 1e-300; low < 1e300; low *= 37.0) {
    const Float domain{low, 2 * low, true};
    EXPECT_LE(encode(domain, std::nextafter(domain.high, 0.0)), 1.0) << low;
  }
}

/// Bounds of every size: ordinary ones, and whatever 64 bits can say.
double any_finite() {
  if (*rc::gen::inRange(0, 2) == 0) return *rc::gen::arbitrary<double>();
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  const double sign = bits >> 63U ? -1.0 : 1.0;
  const double fraction = 1.0 + static_cast<double>((bits >> 11U) & 0xfffffffffffffU) * 0x1p-52;
  return sign * std::ldexp(fraction, static_cast<int>(bits & 0x7ffU) - 1075);  // from subnormal to 1e292
}

Float any_domain() {
  const bool log = *rc::gen::arbitrary<bool>();
  double low = any_finite();
  double high = *rc::gen::inRange(0, 4) == 0 ? low * (1 + 1e-9) : any_finite();
  if (log) {
    low = std::abs(low);
    high = std::abs(high);
  }
  if (low > high) std::swap(low, high);
  RC_PRE(std::isfinite(low) && std::isfinite(high) && low < high && (!log || low > 0));
  return {low, high, log};
}

double any_unit() {
  const int kind = *rc::gen::inRange(0, 12);
  if (kind == 0) return 0.0;
  if (kind == 1) return 1.0;
  if (kind == 2) return std::nextafter(1.0, 0.0);
  if (kind == 3) return smallest;
  return static_cast<double>(*rc::gen::arbitrary<std::uint64_t>() >> 11U) * 0x1p-53;
}

/// How far the neighbours of x in floating point are from it, in the unit interval.
double grain(const Float& domain, double x) {
  const double below = std::max(domain.low, std::nextafter(x, -largest));
  const double above = std::min(domain.high, std::nextafter(x, largest));
  return encode(domain, above) - encode(domain, below);
}

TEST(EncodingProperty, NeverLeavesTheDomainAndComesBack) {
  expect_property(
      [] {
        const Float domain = any_domain();
        const double unit = any_unit();
        RC_LOG() << domain.low << " … " << domain.high << (domain.log ? " log" : "") << " at " << unit;
        RC_ASSERT(decode(domain, 0.0) == domain.low);
        RC_ASSERT(decode(domain, 1.0) == domain.high);
        RC_ASSERT(encode(domain, domain.low) == 0.0);
        RC_ASSERT(encode(domain, domain.high) == 1.0);
        const double value = decode(domain, unit);
        RC_ASSERT(value >= domain.low && value <= domain.high);
        const double again = encode(domain, value);
        RC_ASSERT(again >= 0.0 && again <= 1.0);
        RC_ASSERT(std::abs(again - unit) <= 1e-13 + 2 * grain(domain, value));
      },
      5000);
}

TEST(EncodingProperty, KeepsTheOrder) {
  expect_property(
      [] {
        const Float domain = any_domain();
        const double first = any_unit();
        const double second = any_unit();
        RC_PRE(first < second);
        RC_LOG() << domain.low << " … " << domain.high << (domain.log ? " log" : "") << " at " << first
                 << ", " << second;
        const double lower = decode(domain, first);
        const double upper = decode(domain, second);
        RC_ASSERT(lower <= upper);
        RC_ASSERT(encode(domain, lower) <= encode(domain, upper));
      },
      5000);
}

}  // namespace
}  // namespace craggy
