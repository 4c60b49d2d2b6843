// Densities with known moments, quantiles or exact draws, on which samplers are tried.
#pragma once

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

#include <craggy/linalg/types.hpp>

#include "base/random.hpp"

namespace craggy::testing {

inline Vector normal_vector(RandomStream& stream, Index size) {
  Vector z(size);
  for (double& entry : z) entry = stream.normal();
  return z;
}

/// N(mean, covariance).
class Gaussian {
 public:
  Gaussian(Vector mean, Matrix covariance)
      : mean_(std::move(mean)),
        covariance_(std::move(covariance)),
        L_(covariance_.llt().matrixL()),
        precision_(covariance_.llt().solve(Matrix::Identity(mean_.size(), mean_.size()))) {}

  static Gaussian standard(Index size) { return {Vector::Zero(size), Matrix::Identity(size, size)}; }

  Index size() const { return mean_.size(); }
  double value(const Vector& q) const { return -0.5 * (q - mean_).dot(precision_ * (q - mean_)); }
  double evaluate(const Vector& q, Vector& gradient) const {
    gradient.noalias() = precision_ * (mean_ - q);
    return 0.5 * (q - mean_).dot(gradient);
  }

  const Vector& mean() const { return mean_; }
  const Matrix& covariance() const { return covariance_; }
  Vector exact_draw(RandomStream& stream) const { return mean_ + L_ * normal_vector(stream, size()); }

 private:
  Vector mean_;
  Matrix covariance_;
  Matrix L_;
  Matrix precision_;
};

/// Neal's funnel: q_0 ~ N(0, scale²), and the other coordinates are N(0, exp(q_0)) given q_0.
class Funnel {
 public:
  Funnel(Index size, double scale) : size_(size), scale_(scale) {}

  Index size() const { return size_; }
  double value(const Vector& q) const {
    Vector gradient(size_);
    return evaluate(q, gradient);
  }
  double evaluate(const Vector& q, Vector& gradient) const {
    const auto num_others = static_cast<double>(size_ - 1);
    const double precision = std::exp(-q[0]);
    const double sum_of_squares = q.tail(size_ - 1).squaredNorm();
    gradient = -precision * q;
    gradient[0] = -q[0] / (scale_ * scale_) + 0.5 * precision * sum_of_squares - 0.5 * num_others;
    return -0.5 * q[0] * q[0] / (scale_ * scale_) - 0.5 * precision * sum_of_squares -
           0.5 * num_others * q[0];
  }

 private:
  Index size_;
  double scale_;
};

/// x_0 ~ N(0, 1), x_1 | x_0 ~ N(x_0², scale²).
class Banana {
 public:
  explicit Banana(double scale) : variance_(scale * scale) {}

  static Index size() { return 2; }
  double value(const Vector& q) const {
    return -0.5 * q[0] * q[0] - 0.5 * square(q[1] - q[0] * q[0]) / variance_;
  }
  double evaluate(const Vector& q, Vector& gradient) const {
    const double slope = (q[1] - q[0] * q[0]) / variance_;
    gradient[0] = -q[0] + 2.0 * q[0] * slope;
    gradient[1] = -slope;
    return value(q);
  }
  Vector exact_draw(RandomStream& stream) const {
    Vector q(2);
    q[0] = stream.normal();
    q[1] = q[0] * q[0] + std::sqrt(variance_) * stream.normal();
    return q;
  }

 private:
  static double square(double x) { return x * x; }
  double variance_;
};

/// N(0, I) on q_0 > 0. Outside it returns −∞ and a gradient of NaN, which would spoil whatever uses it.
class HalfGaussian {
 public:
  explicit HalfGaussian(Index size) : size_(size) {}

  Index size() const { return size_; }
  double value(const Vector& q) {
    if (!q.allFinite()) ++num_spoilt_calls;
    return q[0] > 0.0 ? -0.5 * q.squaredNorm() : -std::numeric_limits<double>::infinity();
  }
  Vector exact_draw(RandomStream& stream) const {
    Vector q = normal_vector(stream, size_);
    q[0] = std::abs(q[0]);
    return q;
  }
  double evaluate(const Vector& q, Vector& gradient) {
    gradient = -q;
    const double result = value(q);
    if (!std::isfinite(result)) gradient.setConstant(std::numeric_limits<double>::quiet_NaN());
    return result;
  }

  Index num_spoilt_calls = 0;

 private:
  Index size_;
};

/// Two continuous coordinates x ~ N(0, I) and three labels c that choose the noise of observations y_n =
/// a_nᵀ·x + e_n, e_n ~ N(0, s²_{c_n}), with a prior log odds and a coupling of neighbouring labels, so that
/// no conditional is trivial. The eight weights p(c | y) and the Gaussians p(x | c, y) are known.
class LabelledGaussian {
 public:
  static constexpr Index num_continuous = 2;
  static constexpr Index num_discrete = 3;

  LabelledGaussian() {
    A_ << 1.0, 0.4, -0.6, 1.1, 0.8, -0.5;
    y_ << 0.7, 1.6, -1.2;
    for (Index code = 0; code < 8; ++code) {
      const Vector labels = labels_of(code);
      // p(y | c) with x integrated out: N(0, A·Aᵀ + noise).
      Matrix covariance = A_.transpose() * A_;
      for (Index n = 0; n < num_discrete; ++n) covariance(n, n) += noise(labels[n]);
      const Eigen::LLT<Matrix> llt(covariance);
      const double log_determinant = 2.0 * Matrix(llt.matrixL()).diagonal().array().log().sum();
      weights_.push_back(
          std::exp(log_prior(labels) - 0.5 * log_determinant - 0.5 * y_.dot(llt.solve(Vector(y_)))));
    }
    double total = 0.0;
    for (double weight : weights_) total += weight;
    for (double& weight : weights_) weight /= total;
  }

  static Index size() { return num_continuous; }
  static Index num_labels() { return num_discrete; }

  double value(const Vector& q) const {
    double result = -0.5 * q.head(num_continuous).squaredNorm() + log_prior(q.tail(num_discrete));
    for (Index n = 0; n < num_discrete; ++n) result += log_likelihood(q, n, q[num_continuous + n]);
    return result;
  }
  double evaluate(const Vector& q, Vector& gradient) const {
    gradient = -q.head(num_continuous);
    for (Index n = 0; n < num_discrete; ++n)
      gradient += residual(q, n) / noise(q[num_continuous + n]) * A_.col(n);
    return value(q);
  }

  void begin_sweep(const Vector& q) { sweep_q_ = q; }
  void label_log_weights(Index n, Vector& log_weights) const {
    Vector q = sweep_q_;
    log_weights.resize(2);
    for (Index label : {0, 1}) {
      q[num_continuous + n] = static_cast<double>(label);
      log_weights[label] = value(q);
    }
  }
  void set_label(Index n, Index label, Vector& q) {
    q[num_continuous + n] = static_cast<double>(label);
    sweep_q_ = q;
  }

  const std::vector<double>& weights() const { return weights_; }
  static Index code_of(const Vector& q) { return static_cast<Index>(q[2] + 2.0 * q[3] + 4.0 * q[4]); }
  static Vector labels_of(Index code) {
    Vector labels(num_discrete);
    labels << static_cast<double>(code & 1), static_cast<double>((code >> 1) & 1),
        static_cast<double>(code >> 2);
    return labels;
  }

  Vector exact_draw(RandomStream& stream) const {
    Index code = 0;
    for (double u = stream.uniform() - weights_[0]; u > 0.0 && code < 7;)
      u -= weights_[static_cast<std::size_t>(++code)];
    Vector q(num_continuous + num_discrete);
    q.tail(num_discrete) = labels_of(code);
    const auto [mean, covariance] = conditional(code);
    q.head(num_continuous) = Gaussian(mean, covariance).exact_draw(stream);
    return q;
  }

  /// Mean and covariance of x given the labels.
  std::pair<Vector, Matrix> conditional(Index code) const {
    const Vector labels = labels_of(code);
    Matrix precision = Matrix::Identity(num_continuous, num_continuous);
    Vector linear = Vector::Zero(num_continuous);
    for (Index n = 0; n < num_discrete; ++n) {
      precision += A_.col(n) * A_.col(n).transpose() / noise(labels[n]);
      linear += A_.col(n) * y_[n] / noise(labels[n]);
    }
    const Matrix covariance = precision.llt().solve(Matrix::Identity(num_continuous, num_continuous));
    return {covariance * linear, covariance};
  }

 private:
  static double noise(double label) { return label == 0.0 ? 0.1 : 2.0; }
  static double log_prior(const Vector& c) { return -0.3 * c.sum() + 0.9 * (c[0] * c[1] + c[1] * c[2]); }
  double residual(const Vector& q, Index n) const { return y_[n] - A_.col(n).dot(q.head(num_continuous)); }
  double log_likelihood(const Vector& q, Index n, double label) const {
    const double r = residual(q, n);
    return -0.5 * r * r / noise(label) - 0.5 * std::log(noise(label));
  }

  Eigen::Matrix<double, num_continuous, num_discrete> A_;
  Eigen::Matrix<double, num_discrete, 1> y_;
  std::vector<double> weights_;
  Vector sweep_q_;
};

}  // namespace craggy::testing
