#include "kernels/matern52.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace craggy::matern52 {
namespace {

// Beyond this r² the exponential is 0 in double precision. The cap keeps 0·∞ away where r² overflows; NaN
// passes.
constexpr double largest_squared_distance = 1e6;

// The points divided by the lengthscales, one coordinate of all points per column (N × P): the loops over
// points then run over contiguous memory and vectorise.
Matrix scale_and_transpose(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales) {
  assert(lengthscales.size() == Z.rows());
  return Z.transpose() * lengthscales.cwiseInverse().asDiagonal();
}

// squared_distances[i] for i in [first, N): from row i of X to `point`, whose coordinates are `stride` apart.
void fill_squared_distances(const Matrix& X, Index first, const double* point, Index stride,
                            double* squared_distances) {
  const Index N = X.rows();
  std::fill(squared_distances + first, squared_distances + N, 0.0);
  for (Index p = 0; p < X.cols(); ++p) {
    const double* x = X.data() + p * N;
    const double centre = point[p * stride];
    for (Index i = first; i < N; ++i) {
      const double difference = x[i] - centre;
      squared_distances[i] += difference * difference;
    }
  }
}

void mirror_lower(MatrixRef& K) { K.triangularView<Eigen::StrictlyUpper>() = K.transpose(); }

// Takes dL/dr² of each pair (column by column, each pair once) to the gradients in lengthscales and inputs.
class PairContraction {
 public:
  PairContraction(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, Index num_input_gradients)
      : X_(scale_and_transpose(Z, lengthscales)),
        d_X_(Matrix::Zero(Z.cols(), num_input_gradients)),
        weighted_squares_(Vector::Zero(Z.rows())) {
    assert(num_input_gradients <= Z.rows());
  }

  const Matrix& scaled_points() const { return X_; }

  // d_squared_distances[i] = dL/dr²_ij for i > j.
  void add_column(Index j, const Vector& d_squared_distances) {
    const Index N = X_.rows();
    const Index num_below = N - j - 1;
    const auto weights = d_squared_distances.tail(num_below).array();
    for (Index p = 0; p < X_.cols(); ++p) {
      const auto differences = X_.col(p).tail(num_below).array() - X_(j, p);
      weighted_squares_[p] += (weights * differences * differences).sum();
    }
    const Index first_coordinate = X_.cols() - d_X_.cols();
    const double* w = d_squared_distances.data();
    for (Index r = 0; r < d_X_.cols(); ++r) {
      const double* x = X_.data() + (first_coordinate + r) * N;
      double* d_x = d_X_.data() + r * N;
      const double centre = x[j];
      double sum = 0.0;
      for (Index i = j + 1; i < N; ++i) {
        const double pull = 2.0 * w[i] * (x[i] - centre);
        d_x[i] += pull;
        sum += pull;
      }
      d_x[j] -= sum;
    }
  }

  void add_to(const ConstVectorRef& lengthscales, VectorRef& d_log_lengthscales, MatrixRef& d_Z) const {
    assert(d_log_lengthscales.size() == X_.cols());
    d_log_lengthscales -= 2.0 * weighted_squares_;  // d r²/d log l_p = −2·((z_p − z'_p) / l_p)²
    const Index num_inputs = d_X_.cols();
    if (num_inputs == 0) return;
    assert(d_Z.cols() == X_.rows());
    d_Z += lengthscales.tail(num_inputs).cwiseInverse().asDiagonal() * d_X_.transpose();
  }

 private:
  Matrix X_;                 // N × P
  Matrix d_X_;               // N × R: dL/dX of the last R coordinates
  Vector weighted_squares_;  // per coordinate, Σ dL/dr²·(difference / l_p)²
};

}  // namespace

double value(double squared_distance) { return value_and_slope(squared_distance).value; }

ValueAndSlope value_and_slope(double squared_distance) {
  const double scaled_square = 5.0 * std::min(squared_distance, largest_squared_distance);
  const double scaled = std::sqrt(scaled_square);  // √5·r
  const double decay = std::exp(-scaled);
  return {.value = (1.0 + scaled + scaled_square / 3.0) * decay,
          .slope = -5.0 / 6.0 * (1.0 + scaled) * decay};
}

void matrix(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, MatrixRef K) {
  assert(K.rows() == Z.cols() && K.cols() == Z.cols());
  const Matrix X = scale_and_transpose(Z, lengthscales);
  const Index N = X.rows();
  for (Index j = 0; j < N; ++j) {
    double* column = K.col(j).data();
    fill_squared_distances(X, j + 1, X.data() + j, N, column);
    column[j] = 1.0;
    for (Index i = j + 1; i < N; ++i) column[i] = value(column[i]);
  }
  mirror_lower(K);
}

void contract(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const ConstMatrixRef& G,
              VectorRef d_log_lengthscales, MatrixRef d_Z) {
  const Index N = Z.cols();
  assert(G.rows() == N && G.cols() == N);
  PairContraction pairs(Z, lengthscales, d_Z.rows());
  const Matrix& X = pairs.scaled_points();
  Vector weights(N);
  for (Index j = 0; j < N; ++j) {
    fill_squared_distances(X, j + 1, X.data() + j, N, weights.data());
    // Each pair stands for the two entries K_ij and K_ji.
    for (Index i = j + 1; i < N; ++i) weights[i] = 2.0 * G(i, j) * value_and_slope(weights[i]).slope;
    pairs.add_column(j, weights);
  }
  pairs.add_to(lengthscales, d_log_lengthscales, d_Z);
}

void cross(const ConstMatrixRef& Z, const ConstMatrixRef& Z_new, const ConstVectorRef& lengthscales,
           MatrixRef k) {
  assert(Z_new.rows() == Z.rows() && k.rows() == Z.cols() && k.cols() == Z_new.cols());
  const Matrix X = scale_and_transpose(Z, lengthscales);
  const Matrix X_new = scale_and_transpose(Z_new, lengthscales);
  for (Index m = 0; m < X_new.rows(); ++m) {
    double* column = k.col(m).data();
    fill_squared_distances(X, 0, X_new.data() + m, X_new.rows(), column);
    for (Index n = 0; n < X.rows(); ++n) column[n] = value(column[n]);
  }
}

void cross_contract(const ConstMatrixRef& Z, const ConstVectorRef& z_new, const ConstVectorRef& lengthscales,
                    const ConstVectorRef& weights, VectorRef d_new) {
  assert(z_new.size() == Z.rows() && lengthscales.size() == Z.rows());
  assert(weights.size() == Z.cols() && d_new.size() == Z.rows());
  const Index P = Z.rows();
  const Vector inverse_lengthscales = lengthscales.cwiseInverse();
  for (Index n = 0; n < Z.cols(); ++n) {
    const double* z = Z.col(n).data();
    double squared_distance = 0.0;
    for (Index p = 0; p < P; ++p) {
      const double difference = (z_new[p] - z[p]) * inverse_lengthscales[p];
      squared_distance += difference * difference;
    }
    const double factor = 2.0 * weights[n] * value_and_slope(squared_distance).slope;
    for (Index p = 0; p < P; ++p)
      d_new[p] += factor * (z_new[p] - z[p]) * inverse_lengthscales[p] * inverse_lengthscales[p];
  }
}

}  // namespace craggy::matern52
