#include "engine/sobol.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace craggy {
namespace {

constexpr std::size_t num_dimensions = 40;  // nearly half of them beyond the table

// Points of the unscrambled sequence in 21 dimensions by an independent implementation (SciPy 1.17), times
// 2^14.
struct KnownPoint {
  std::uint32_t index;
  std::array<std::uint32_t, 21> coordinates;
};
constexpr std::array<KnownPoint, 5> known_points{{
    {0, {}},
    {1, {8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192,
         8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192}},
    {5, {14336, 14336, 2048, 6144,  14336, 10240, 14336, 6144, 6144,  2048, 6144,
         14336, 14336, 2048, 14336, 6144,  14336, 6144,  6144, 10240, 10240}},
    {100, {6784,  4224, 12672, 11904, 14464, 12160, 384,   7808,  10368, 11392, 7552,
           11136, 7808, 13952, 5248,  8064,  11136, 12160, 13696, 5504,  12416}},
    {12345, {10501, 13327, 2627,  8631, 14557, 965,  2085, 1857, 13137, 7039, 1217,
             9811,  15253, 15431, 565,  10499, 1025, 835,  5233, 5627,  3265}},
}};

TEST(Sobol, GivesTheKnownPoints) {
  for (const KnownPoint& known : known_points) {
    const std::vector<std::uint32_t> point = sobol_point(21, known.index);
    ASSERT_EQ(point.size(), 21u);
    for (std::size_t q = 0; q < 21; ++q)
      EXPECT_EQ(point[q], known.coordinates[q] << 18U) << "point " << known.index << ", dimension " << q + 1;
  }
}

TEST(Sobol, FewerDimensionsAreTheFirstOfMore) {
  for (const std::uint32_t index : {0U, 3U, 77U, 4000000000U}) {
    const std::vector<std::uint32_t> all = sobol_point(num_dimensions, index);
    for (std::size_t count : {0, 1, 2, 21, 22, 39}) {
      const std::vector<std::uint32_t> some = sobol_point(count, index);
      ASSERT_EQ(some.size(), count);
      EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << count;
    }
  }
}

TEST(Sobol, EveryBlockOfAPowerOfTwoFillsEveryIntervalOnce) {
  for (const std::uint32_t bits : {1U, 4U, 8U}) {
    const std::uint32_t count = 1U << bits;
    for (const std::uint32_t block : {0U, 1U, 1000U, (1U << (32U - bits)) - 1U}) {
      std::vector<std::set<std::uint32_t>> intervals(num_dimensions);
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::vector<std::uint32_t> point = sobol_point(num_dimensions, block * count + i);
        for (std::size_t q = 0; q < num_dimensions; ++q) intervals[q].insert(point[q] >> (32U - bits));
      }
      for (std::size_t q = 0; q < num_dimensions; ++q)
        EXPECT_EQ(intervals[q].size(), count) << "block " << block << ", dimension " << q + 1;
    }
  }
}

TEST(Sobol, TheFirstTwoDimensionsAreANetOfQualityZero) {
  // Every rectangle of area 2^−6 with sides that are powers of two holds one of 64 points.
  for (std::uint32_t across = 0; across <= 6; ++across) {
    std::set<std::uint32_t> rectangles;
    for (std::uint32_t i = 0; i < 64; ++i) {
      const std::vector<std::uint32_t> point = sobol_point(2, i);
      const std::uint64_t column = std::uint64_t{point[0]} >> (32U - across);
      const std::uint64_t row = std::uint64_t{point[1]} >> (32U - (6U - across));
      rectangles.insert(static_cast<std::uint32_t>((column << (6U - across)) | row));
    }
    EXPECT_EQ(rectangles.size(), 64u) << across;
  }
}

TEST(Sobol, DimensionsBeyondTheTableDifferFromEachOther) {
  std::set<std::vector<std::uint32_t>> projections;
  std::vector<std::vector<std::uint32_t>> points(256);
  for (std::uint32_t i = 0; i < points.size(); ++i) points[i] = sobol_point(num_dimensions, i);
  for (std::size_t q = 0; q < num_dimensions; ++q) {
    std::vector<std::uint32_t> projection(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) projection[i] = points[i][q];
    projections.insert(projection);
  }
  EXPECT_EQ(projections.size(), num_dimensions);
}

TEST(Sobol, PrimitivePolynomialsAreTheKnownOnes) {
  const std::vector<std::uint32_t> first = {3,  7,  11, 13, 19, 25,  37,  41,  47,  55,
                                            59, 61, 67, 91, 97, 103, 109, 115, 131, 137};
  EXPECT_EQ(primitive_polynomials(20), first);
  EXPECT_TRUE(primitive_polynomials(0).empty());
  // φ(2^s − 1)/s of each degree s.
  const std::array<int, 10> numbers = {1, 1, 2, 2, 6, 6, 18, 16, 48, 60};
  std::array<int, 10> counted{};
  for (const std::uint32_t polynomial : primitive_polynomials(160)) {
    ASSERT_LE(std::bit_width(polynomial), 11);
    ++counted[static_cast<std::size_t>(std::bit_width(polynomial)) - 2];
  }
  EXPECT_EQ(counted, numbers);
}

}  // namespace
}  // namespace craggy
