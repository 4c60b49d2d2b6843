// The two-sided Wilcoxon signed-rank test for paired samples [Wilcoxon1945], by which the paper's tables are
// set in bold.
#pragma once

#include <cstddef>
#include <span>

namespace craggy::results {

/// What becomes of pairs without a difference.
enum class Zeros {
  drop,   // left out before ranking, as Wilcoxon did
  pratt,  // ranked with the others, then left out [Pratt1959]
};

enum class NullDistribution {
  automatic,  // exact up to 50 differences, else normal
  exact,      // all 2^n signs equally likely, given the ranks that there are: exact with ties, too
  normal,  // with the variance that the ranks have (the correction for ties), without continuity correction
};

struct WilcoxonOptions {
  Zeros zeros = Zeros::drop;
  NullDistribution null = NullDistribution::automatic;
};

struct WilcoxonTest {
  double positive_ranks = 0.0;      // sum of the ranks of |a − b| where a > b
  double negative_ranks = 0.0;      // and where a < b
  std::size_t num_differences = 0;  // pairs that are not equal
  bool exact = true;
  double p_value = 1.0;  // two-sided; 1 if no pair differs
};

/// Whether a and b, paired by position, differ in location. Throws InvalidArgument for samples of different
/// sizes and for values that are not finite.
WilcoxonTest wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b,
                                  const WilcoxonOptions& options = {});

}  // namespace craggy::results
