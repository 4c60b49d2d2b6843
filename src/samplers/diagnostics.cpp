#include "samplers/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "base/special_functions.hpp"

namespace craggy {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool are_equal(const ConstMatrixRef& draws) { return draws.maxCoeff() == draws.minCoeff(); }

bool are_usable(const ConstMatrixRef& draws) {
  return draws.rows() >= 4 && draws.cols() >= 1 && draws.allFinite() && !are_equal(draws);
}

/// Halves as chains of their own, so that a trend within a chain shows as a difference between chains.
Matrix split(const ConstMatrixRef& draws) {
  const Index half = draws.rows() / 2;
  Matrix halves(half, 2 * draws.cols());
  halves << draws.topRows(half), draws.bottomRows(half);
  return halves;
}

/// Φ⁻¹(p) by Newton's method on log Φ for p ≤ ½, by symmetry above. log Φ is concave, so after the first step
/// all iterates are below the root and rise towards it.
double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1.0 - p);
  const double log_p = std::log(p);
  double z = 0.0;
  for (int i = 0; i < 50; ++i) {
    const double log_cdf = log_normal_cdf(z);
    const double log_pdf = -0.5 * z * z - 0.5 * std::log(2.0 * std::numbers::pi);
    const double change = (log_p - log_cdf) * std::exp(log_cdf - log_pdf);
    z += change;
    if (std::abs(change) < 1e-14 * (1.0 + std::abs(z))) break;
  }
  return z;
}

/// The score of a rank, which counts from 1, among `size` [Vehtari2021, Eq. 14].
double normal_score(double rank, std::size_t size) {
  return normal_quantile((rank - 0.375) / (static_cast<double>(size) + 0.25));
}

/// The scores of all ranks. Kept from one call to the next: whoever asks about many quantities asks about
/// samples of one size, and quantiles cost more than all the rest.
const std::vector<double>& normal_scores(std::size_t size) {
  thread_local std::vector<double> scores;
  if (scores.size() != size) {
    scores.resize(size);
    for (std::size_t i = 0; i < size; ++i) scores[i] = normal_score(static_cast<double>(i + 1), size);
  }
  return scores;
}

/// Ranks over all chains, equal draws sharing their mean rank, as normal scores.
Matrix rank_normalise(const Matrix& draws) {
  const auto size = static_cast<std::size_t>(draws.size());
  std::vector<Index> order(size);
  std::iota(order.begin(), order.end(), Index{0});
  const double* values = draws.data();
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });

  const std::vector<double>& of_ranks = normal_scores(size);
  Matrix scores(draws.rows(), draws.cols());
  for (std::size_t first = 0; first < size;) {
    std::size_t end = first + 1;
    while (end < size && values[order[end]] == values[order[first]]) ++end;
    const double mean_rank = 0.5 * static_cast<double>(first + 1 + end);  // ranks count from 1
    const double score = end == first + 1 ? of_ranks[first] : normal_score(mean_rank, size);
    for (; first < end; ++first) scores.data()[order[first]] = score;
  }
  return scores;
}

/// Linear interpolation between order statistics (Hyndman and Fan's type 7).
double quantile(const ConstMatrixRef& draws, double probability) {
  const auto all = draws.reshaped();
  std::vector<double> sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Variances within and between chains [Vehtari2021, Eqs. 1–3].
struct Variances {
  explicit Variances(const Matrix& chains) {
    const auto n = static_cast<double>(chains.rows());
    const auto m = static_cast<double>(chains.cols());
    const Eigen::RowVectorXd means = chains.colwise().mean();
    // Relative to the first draw, so that a constant chain has exactly no variance.
    const Matrix shifted = chains.rowwise() - chains.row(0);
    within = (shifted.rowwise() - shifted.colwise().mean()).squaredNorm() / (m * (n - 1.0));
    of_means = (means.array() - means.mean()).square().sum() / (m - 1.0);
    pooled = within * (n - 1.0) / n + of_means;
  }
  double within;    // W
  double of_means;  // B/n
  double pooled;    // var⁺
};

/// R-hat of chains as they are [Vehtari2021, Eq. 4].
double plain_rhat(const Matrix& chains) {
  if (are_equal(chains)) return nan;
  const Variances variances(chains);
  return std::sqrt(variances.pooled / variances.within);
}

/// Effective number of draws of chains as they are [Vehtari2021, section 3.2].
double plain_ess(const Matrix& chains) {
  if (are_equal(chains)) return nan;
  const Index n = chains.rows();
  const auto num_draws = static_cast<double>(chains.size());
  const Variances variances(chains);
  const Matrix centred = chains.rowwise() - chains.colwise().mean();
  // Of all chains together [Vehtari2021, Eq. 10].
  const auto autocorrelation = [&](Index lag) {
    const double autocovariance =
        centred.topRows(n - lag).cwiseProduct(centred.bottomRows(n - lag)).sum() / num_draws;
    return 1.0 - (variances.within - autocovariance) / variances.pooled;
  };

  // Geyer's initial monotone sequence [Geyer1992]: the sums of adjacent pairs (ρ_2k, ρ_2k+1) are positive and
  // decrease for a reversible chain; where the estimates are not so, noise has taken over. The pair that ends
  // the sequence still lends its even lag, which lessens the bias of antithetic chains.
  double sum = 0.0;
  double previous_pair = std::numeric_limits<double>::infinity();
  double even = 1.0;
  double odd = autocorrelation(1);
  for (Index lag = 2; even + odd > 0.0 && lag < n - 2; lag += 2) {
    previous_pair = std::min(previous_pair, even + odd);
    sum += previous_pair;
    even = autocorrelation(lag);
    odd = autocorrelation(lag + 1);
  }
  const double autocorrelation_time = -1.0 + 2.0 * sum + std::max(even, 0.0);
  // A cap on super-efficiency, as in Stan, for antithetic chains whose estimate would come near 0.
  return num_draws / std::max(autocorrelation_time, 1.0 / std::log10(num_draws));
}

double quantile_ess(const ConstMatrixRef& draws, double probability) {
  const double threshold = quantile(draws, probability);
  const Matrix indicator = (draws.array() <= threshold).cast<double>();
  return plain_ess(split(indicator));
}

}  // namespace

double rhat(const ConstMatrixRef& draws) {
  if (!are_usable(draws)) return nan;
  const Matrix halves = split(draws);
  const Matrix folded = (halves.array() - quantile(halves, 0.5)).abs();
  return std::fmax(plain_rhat(rank_normalise(halves)), plain_rhat(rank_normalise(folded)));
}

double ess_bulk(const ConstMatrixRef& draws) {
  return are_usable(draws) ? plain_ess(rank_normalise(split(draws))) : nan;
}

double ess_tail(const ConstMatrixRef& draws) {
  return are_usable(draws) ? std::fmin(quantile_ess(draws, 0.05), quantile_ess(draws, 0.95)) : nan;
}

double ess_mean(const ConstMatrixRef& draws) { return are_usable(draws) ? plain_ess(split(draws)) : nan; }

double mcse_mean(const ConstMatrixRef& draws) {
  if (!are_usable(draws)) return nan;
  const double variance =
      (draws.array() - draws.mean()).square().sum() / static_cast<double>(draws.size() - 1);
  return std::sqrt(variance / ess_mean(draws));
}

double e_bfmi(const ConstVectorRef& energy) {
  const Index n = energy.size();
  if (n < 2 || !energy.allFinite() || are_equal(energy)) return nan;
  return (energy.tail(n - 1) - energy.head(n - 1)).squaredNorm() /
         (energy.array() - energy.mean()).square().sum();
}

double worse_rhat(double a, double b) { return std::isnan(a) || std::isnan(b) ? NAN : std::max(a, b); }

double worse_ess(double a, double b) { return std::isnan(a) || std::isnan(b) ? NAN : std::min(a, b); }

}  // namespace craggy
