#include "inference/shifted_covariance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/tridiagonal.hpp"

namespace craggy {
namespace {

constexpr Index block_size = 16;  // shifts at a time
// Pivots whose product is taken before its log: four of 1e±77 neither overflow nor underflow.
constexpr Index pivots_per_log = 4;

constexpr double fully_correlated = 1.0 - 4.0 * std::numeric_limits<double>::epsilon();

using Block = Eigen::Array<double, block_size, 1>;

}  // namespace

ShiftedCovariance::ShiftedCovariance(const Matrix& K, const Vector& y) {
  const Index N = K.rows();
  std::vector<Index> leaders;  // the first of each group
  std::vector<Index> group(static_cast<std::size_t>(N));
  for (Index n = 0; n < N; ++n) {
    const auto known = std::find_if(leaders.begin(), leaders.end(),
                                    [&](Index leader) { return K(n, leader) >= fully_correlated; });
    group[static_cast<std::size_t>(n)] = known - leaders.begin();
    if (known == leaders.end()) leaders.push_back(n);
  }
  const auto U = static_cast<Index>(leaders.size());
  num_repeated_ = N - U;
  Vector count = Vector::Zero(U);
  Vector sum = Vector::Zero(U);
  for (Index n = 0; n < N; ++n) {
    count[group[static_cast<std::size_t>(n)]] += 1.0;
    sum[group[static_cast<std::size_t>(n)]] += y[n];
  }
  for (Index n = 0; n < N; ++n) {
    const Index g = group[static_cast<std::size_t>(n)];
    repeated_form_ += std::pow(y[n] - sum[g] / count[g], 2);
  }
  const Vector root = count.cwiseSqrt();
  projected_ = sum.cwiseQuotient(root);
  Matrix grouped = num_repeated_ == 0 ? K : Matrix(K(leaders, leaders));
  if (num_repeated_ > 0) grouped = root.asDiagonal() * grouped * root.asDiagonal();

  diagonal_ = grouped.diagonal();
  off_diagonal_ = Vector::Zero(U);
  if (U > 1) {
    Tridiagonal tridiagonal = tridiagonalise(std::move(grouped), projected_);
    diagonal_ = std::move(tridiagonal.diagonal);
    off_diagonal_.tail(U - 1) = tridiagonal.subdiagonal;
  }
  squared_off_diagonal_ = off_diagonal_.cwiseAbs2();
}

void ShiftedCovariance::evaluate(std::span<const double> shifts,
                                 std::span<LogDeterminantAndForm> results) const {
  const Index N = diagonal_.size();
  // T is known up to rounding in units of its norm, and for a correlation matrix that is at most its trace.
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * diagonal_.sum();
  const auto repeated = static_cast<double>(num_repeated_);
  for (std::size_t first = 0; first < shifts.size(); first += block_size) {
    const std::size_t count = std::min<std::size_t>(block_size, shifts.size() - first);
    Block shift = Block::Constant(shifts[first]);
    for (std::size_t k = 0; k < count; ++k) shift[static_cast<Index>(k)] = shifts[first + k];

    // T + τ·I = L·D·Lᵀ, the forward substitution along with it: z = L⁻¹·Qᵀ·y, form = Σ z_n² / d_n.
    Block inverse_pivot = Block::Zero();
    Block z = Block::Zero();
    Block form = Block::Zero();
    Block log_determinant = Block::Zero();
    Block product = Block::Ones();
    Block smallest = Block::Constant(std::numeric_limits<double>::infinity());
    for (Index n = 0; n < N; ++n) {
      const Block pivot = diagonal_[n] + shift - squared_off_diagonal_[n] * inverse_pivot;
      z = projected_[n] - off_diagonal_[n] * inverse_pivot * z;
      inverse_pivot = 1.0 / pivot;
      form += z * z * inverse_pivot;
      smallest = smallest.min(pivot);
      product *= pivot;
      if (n % pivots_per_log == pivots_per_log - 1 || n == N - 1) {
        log_determinant += product.log();
        product.setOnes();
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      const auto i = static_cast<Index>(k);
      const bool is_definite = smallest[i] > rounding;
      results[first + k] = {is_definite ? log_determinant[i] + repeated * std::log(shift[i])
                                        : std::numeric_limits<double>::quiet_NaN(),
                            form[i] + repeated_form_ / shift[i]};
    }
  }
}

}  // namespace craggy
