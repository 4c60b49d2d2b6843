#include "engine/variance_shares.hpp"

#include "base/check.hpp"
#include "engine/initial_design.hpp"

namespace craggy {

VarianceShares variance_shares(Index num_inputs, Index num_points, const Functions& evaluate) {
  check_at_least("the number of points", num_points, 2);
  Matrix A(num_inputs, num_points);
  Matrix B(num_inputs, num_points);
  for (Index m = 0; m < num_points; ++m) {
    const std::vector<double> both =
        initial_point("sobol", static_cast<std::size_t>(2 * num_inputs), 0, static_cast<std::uint32_t>(m));
    A.col(m) = Eigen::Map<const Vector>(both.data(), num_inputs);
    B.col(m) = Eigen::Map<const Vector>(both.data() + num_inputs, num_inputs);
  }
  Matrix at_A = evaluate(A);
  Matrix at_B = evaluate(B);
  // Centred: the products below are then of the size of what they estimate.
  const Vector mean = 0.5 * (at_A.rowwise().mean() + at_B.rowwise().mean());
  at_A.colwise() -= mean;
  at_B.colwise() -= mean;
  const auto count = static_cast<double>(num_points);
  const Vector variance = (at_A.rowwise().squaredNorm() + at_B.rowwise().squaredNorm()) / (2.0 * count);
  VarianceShares shares{Matrix::Zero(num_inputs, mean.size()), Matrix::Zero(num_inputs, mean.size())};
  for (Index i = 0; i < num_inputs; ++i) {
    Matrix mixed = A;
    mixed.row(i) = B.row(i);
    Matrix at_mixed = evaluate(mixed);
    at_mixed.colwise() -= mean;
    for (Index s = 0; s < mean.size(); ++s) {
      if (!(variance[s] > 0.0)) continue;
      shares.first(i, s) = at_B.row(s).dot(at_mixed.row(s) - at_A.row(s)) / count / variance[s];
      shares.total(i, s) = (at_A.row(s) - at_mixed.row(s)).squaredNorm() / (2.0 * count) / variance[s];
    }
  }
  return shares;
}

}  // namespace craggy
