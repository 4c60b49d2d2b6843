#include "results/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "base/special_functions.hpp"
#include "results/ranks.hpp"

namespace craggy::results {
namespace {

constexpr std::size_t largest_exact = 50;

// P(W ≤ w) for the sum W of the ranks with a plus sign, all signs equally likely. Ranks of ties are multiples
// of a half, so that twice the ranks are whole numbers, and the distribution of their sum builds up one rank
// after the other.
double lower_tail(const std::vector<double>& ranks, double w) {
  std::vector<double> probability = {1.0};
  for (const double rank : ranks) {
    const auto twice = static_cast<std::size_t>(std::lround(2.0 * rank));
    const std::size_t size = probability.size();
    probability.resize(size + twice, 0.0);
    for (std::size_t sum = size; sum-- > 0;) {
      probability[sum] *= 0.5;
      probability[sum + twice] += probability[sum];
    }
  }
  const auto last = static_cast<std::size_t>(std::lround(2.0 * w));
  double total = 0.0;
  for (std::size_t sum = 0; sum <= last; ++sum) total += probability[sum];
  return total;
}

// Each rank adds itself with probability ½: mean Σr/2, variance Σr²/4. For ranks without ties that is the
// textbook's n(n+1)(2n+1)/24, with ties it includes the usual correction.
double normal_p_value(const std::vector<double>& ranks, double w) {
  double mean = 0.0;
  double variance = 0.0;
  for (const double rank : ranks) {
    mean += 0.5 * rank;
    variance += 0.25 * rank * rank;
  }
  return std::min(1.0, 2.0 * normal_cdf((w - mean) / std::sqrt(variance)));
}

}  // namespace

WilcoxonTest wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b,
                                  const WilcoxonOptions& options) {
  check_size("b", b.size(), a.size());
  check_all_finite("a", a);
  check_all_finite("b", b);
  std::vector<double> differences;
  std::vector<double> sizes;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] && options.zeros == Zeros::drop) continue;
    differences.push_back(a[i] - b[i]);
    sizes.push_back(std::abs(a[i] - b[i]));
  }

  WilcoxonTest test;
  std::vector<double> ranks;
  const std::vector<double> all_ranks = average_ranks(sizes);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (differences[i] == 0.0) continue;
    ranks.push_back(all_ranks[i]);
    (differences[i] > 0.0 ? test.positive_ranks : test.negative_ranks) += all_ranks[i];
  }
  test.num_differences = ranks.size();
  test.exact = options.null == NullDistribution::exact ||
               (options.null == NullDistribution::automatic && ranks.size() <= largest_exact);
  if (ranks.empty()) return test;
  // The null distribution is symmetric, so that both tails have the same probability.
  const double smaller = std::min(test.positive_ranks, test.negative_ranks);
  test.p_value =
      test.exact ? std::min(1.0, 2.0 * lower_tail(ranks, smaller)) : normal_p_value(ranks, smaller);
  return test;
}

}  // namespace craggy::results
