#include "results/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "results/ranks.hpp"
#include "scipy_figures.hpp"
#include "support/message_of.hpp"

namespace craggy::results {
namespace {

using craggy::testing::message_of;
using Values = std::vector<double>;

// The definition: of all ways to give the differences signs, the share with a sum of positive ranks at least
// as extreme, twice the smaller side.
double enumerated_p_value(const Values& a, const Values& b, Zeros zeros) {
  Values sizes;
  std::vector<bool> positive;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] && zeros == Zeros::drop) continue;
    sizes.push_back(std::abs(a[i] - b[i]));
    positive.push_back(a[i] > b[i]);
  }
  const Values all_ranks = average_ranks(sizes);
  Values ranks;
  double observed = 0.0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0.0) continue;
    ranks.push_back(all_ranks[i]);
    if (positive[i]) observed += all_ranks[i];
  }
  double below = 0.0;
  double above = 0.0;
  const std::size_t num_signs = std::size_t{1} << ranks.size();
  for (std::size_t signs = 0; signs < num_signs; ++signs) {
    double sum = 0.0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if ((signs >> i) & 1U) sum += ranks[i];
    if (sum <= observed) below += 1.0;
    if (sum >= observed) above += 1.0;
  }
  return std::min(1.0, 2.0 * std::min(below, above) / static_cast<double>(num_signs));
}

TEST(Wilcoxon, AgreesWithScipy) {
  for (const auto& figure : testing::scipy_figures("wilcoxon")) {
    WilcoxonOptions options;
    options.zeros = figure["zeros"] == "pratt" ? Zeros::pratt : Zeros::drop;
    options.null = figure["null"] == "exact" ? NullDistribution::exact : NullDistribution::normal;
    const WilcoxonTest test =
        wilcoxon_signed_rank(figure["x"].get<Values>(), figure["y"].get<Values>(), options);
    EXPECT_EQ(std::min(test.positive_ranks, test.negative_ranks), figure["statistic"].get<double>())
        << figure["name"];
    EXPECT_NEAR(test.p_value, figure["p_value"].get<double>(), 1e-12) << figure["name"];
  }
}

TEST(Wilcoxon, ExactIsTheEnumerationOfAllSigns) {
  RandomStream random(20);
  for (int round = 0; round < 60; ++round) {
    const std::size_t size = 1 + random.below(11);
    const double scale = round % 3 == 0 ? 1000.0 : 3.0;  // mostly ties, or hardly any
    Values a;
    Values b;
    for (std::size_t i = 0; i < size; ++i) {
      a.push_back(std::floor(random.uniform(0.0, scale)));
      b.push_back(std::floor(random.uniform(0.0, scale * 1.3)));
    }
    for (const Zeros zeros : {Zeros::drop, Zeros::pratt}) {
      const WilcoxonTest test = wilcoxon_signed_rank(a, b, {zeros, NullDistribution::exact});
      EXPECT_NEAR(test.p_value, enumerated_p_value(a, b, zeros), 1e-12) << "round " << round;
    }
  }
}

TEST(Wilcoxon, OrderOfTheSamplesDoesNotMatter) {
  const Values a = {1.0, 4.0, 2.5, 8.0, 3.0, 3.0};
  const Values b = {0.0, 2.0, 3.5, 1.0, 2.0, 3.0};
  const WilcoxonTest test = wilcoxon_signed_rank(a, b);
  const WilcoxonTest swapped = wilcoxon_signed_rank(b, a);
  EXPECT_EQ(test.p_value, swapped.p_value);
  EXPECT_EQ(test.positive_ranks, swapped.negative_ranks);
  EXPECT_EQ(test.num_differences, 5U);
}

TEST(Wilcoxon, NoDifferenceIsNoEvidence) {
  const Values same = {1.0, 2.0, 3.0};
  for (const Zeros zeros : {Zeros::drop, Zeros::pratt}) {
    const WilcoxonTest test = wilcoxon_signed_rank(same, same, {.zeros = zeros});
    EXPECT_EQ(test.p_value, 1.0);
    EXPECT_EQ(test.num_differences, 0U);
  }
  EXPECT_EQ(wilcoxon_signed_rank(Values{}, Values{}).p_value, 1.0);
}

TEST(Wilcoxon, ExactUpToFiftyDifferences) {
  Values a;
  for (int i = 0; i < 51; ++i) a.push_back(i + 1.0);
  const Values zeros(51, 0.0);
  EXPECT_FALSE(wilcoxon_signed_rank(a, zeros).exact);
  a[7] = 0.0;
  const WilcoxonTest test = wilcoxon_signed_rank(a, zeros);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.p_value, std::ldexp(1.0, -49));  // one sign pattern of 2⁵⁰ on either side
}

TEST(Wilcoxon, MistakesAreNamed) {
  EXPECT_EQ(message_of([] {
              wilcoxon_signed_rank(Values{1.0}, Values{1.0, 2.0});
            }),
            "the size of b is 2, but it has to be 1");
  EXPECT_EQ(message_of([] {
              wilcoxon_signed_rank(Values{1.0, std::numeric_limits<double>::infinity()}, Values{1.0, 2.0});
            }),
            "a[1] is inf, but it has to be a finite number");
}

}  // namespace
}  // namespace craggy::results
