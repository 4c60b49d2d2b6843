#include "samplers/fisher_metric.hpp"

#include "linalg/cholesky.hpp"

namespace craggy {

DenseMetric DenseMetric::identity(Index size) {
  const Matrix one = Matrix::Identity(size, size);
  return {one, one, one};
}

DenseMetric DenseMetric::from(Matrix M) {
  Cholesky cholesky;
  const Index size = M.rows();
  if (!cholesky.factorise(M) || !M.allFinite()) return identity(size);
  Matrix inverse = Matrix::Identity(size, size);
  cholesky.solve_in_place(inverse);
  inverse = (0.5 * (inverse + inverse.transpose())).eval();
  return {std::move(M), std::move(inverse), cholesky.lower()};
}

FisherMetric::FisherMetric(const Matrix& mean, double num_draws)
    : sum_(num_draws * mean), num_draws_(num_draws) {}

void FisherMetric::add(const Vector& gradient) {
  if (!gradient.allFinite()) return;
  sum_.selfadjointView<Eigen::Lower>().rankUpdate(gradient);
  num_draws_ += 1.0;
}

void FisherMetric::merge(const FisherMetric& other) {
  sum_ += other.sum_;
  num_draws_ += other.num_draws_;
}

Matrix FisherMetric::mean() const {
  if (num_draws_ == 0.0) return Matrix::Zero(sum_.rows(), sum_.cols());
  const Matrix full = sum_.selfadjointView<Eigen::Lower>();
  return full / num_draws_;
}

DenseMetric FisherMetric::metric() const {
  return DenseMetric::from(mean() + Matrix::Identity(sum_.rows(), sum_.cols()));
}

}  // namespace craggy
