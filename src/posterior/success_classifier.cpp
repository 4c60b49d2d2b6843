#include "posterior/success_classifier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <craggy/base/error.hpp>

#include "base/cancellation.hpp"
#include "base/special_functions.hpp"
#include "kernels/matern52.hpp"
#include "linalg/cholesky.hpp"

namespace craggy {
namespace {

constexpr int max_sweeps = 100;
constexpr double tolerance =
    1e-4;                        // of the sites; probabilities are then right to more digits than they mean
constexpr double damping = 0.7;  // all sites at once would swing without it

double normal_density(double z) { return std::exp(-0.5 * z * z - half_log_two_pi); }

// Normal factors that stand for the likelihoods: exp(shift·g − ½·precision·g²), one per evaluation.
struct Sites {
  Vector precision, shift;
};

// What the prior and the sites make of the latents. With S = √precision and B = I + S·K·S = L·Lᵀ, their
// covariance is K − Vᵀ·V, V = L⁻¹·S·K.
struct Approximation {
  Vector S;
  Cholesky B;
  Vector means, variances;

  Approximation(const Matrix& K, const Sites& sites) : S(sites.precision.cwiseSqrt()) {
    Matrix V = S.asDiagonal() * K;
    Matrix I_plus = V * S.asDiagonal();
    I_plus.diagonal().array() += 1.0;
    if (!B.factorise(I_plus)) throw Error("the covariance of successes and failures is not finite");
    B.solve_lower_in_place(V);
    means = K * sites.shift - V.transpose() * (V * sites.shift);
    variances = K.diagonal() - V.colwise().squaredNorm().transpose();
  }

  Matrix precision_of_data() const {  // (K + precision⁻¹)⁻¹ = S·B⁻¹·S
    Matrix result;
    B.inverse(result);
    return S.asDiagonal() * result * S.asDiagonal();
  }
};

// The latents without the site of one evaluation, and with its likelihood in the place of the site.
struct Tilted {
  double precision, mean;  // without the site
  double log_mass;         // log ∫ of likelihood × the rest
  double new_precision, new_shift;

  Tilted(double label, double offset, double mean_with, double variance_with, double site_precision,
         double site_shift) {
    precision = std::max(1.0 / variance_with - site_precision, std::numeric_limits<double>::min());
    mean = (mean_with / variance_with - site_shift) / precision;
    const double variance = 1.0 / precision;
    const double spread = std::sqrt(1.0 + variance);
    const double z = label * (mean + offset) / spread;
    log_mass = log_normal_cdf(z);
    const double mills = std::exp(-0.5 * z * z - half_log_two_pi - log_mass);  // φ/Φ
    const double tilted_mean = mean + label * variance * mills / spread;
    const double tilted_variance = variance - variance * variance * mills * (z + mills) / (1.0 + variance);
    new_precision = std::max(1.0 / tilted_variance - precision, 0.0);
    new_shift = tilted_mean / tilted_variance - mean * precision;
  }
};

}  // namespace

Matrix SuccessClassifier::cross(const ConstMatrixRef& X) const {
  Matrix k(X_.cols(), X.cols());
  matern52::cross(X_, X, lengthscales_, k);
  return (prior_.amplitude * k.array() + prior_.offset_variance).matrix();
}

// Sweeps until every site gives its latent the moments that the likelihood in its place would.
SuccessClassifier::SuccessClassifier(Matrix X, const ConstVectorRef& labels, const SuccessPrior& prior)
    : X_(std::move(X)), prior_(prior), lengthscales_(Vector::Constant(X_.rows(), prior.lengthscale)) {
  const Index N = X_.cols();
  const Matrix K = cross(X_);
  Sites sites{Vector::Zero(N), Vector::Zero(N)};
  Approximation approximation(K, sites);
  const auto tilted = [&](Index n) {
    return Tilted(labels[n], prior_.mean, approximation.means[n], approximation.variances[n],
                  sites.precision[n], sites.shift[n]);
  };
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    throw_if_stopped();
    Sites next = sites;
    for (Index n = 0; n < N; ++n) {
      const Tilted at = tilted(n);
      next.precision[n] += damping * (at.new_precision - sites.precision[n]);
      next.shift[n] += damping * (at.new_shift - sites.shift[n]);
    }
    const double change = std::max((next.precision - sites.precision).cwiseAbs().maxCoeff(),
                                   (next.shift - sites.shift).cwiseAbs().maxCoeff());
    sites = next;
    approximation = Approximation(K, sites);
    if (change < tolerance) break;
  }
  precision_ = approximation.precision_of_data();
  slope_ = sites.shift - precision_ * (K * sites.shift);

  // [RasmussenWilliams2006, Eqs. 3.73, 3.74], with t and m the precision and the mean without the site.
  log_evidence_ = -0.5 * approximation.B.log_determinant() + 0.5 * sites.shift.dot(approximation.means);
  for (Index n = 0; n < N; ++n) {
    const Tilted at = tilted(n);
    const double s = sites.precision[n];
    const double v = sites.shift[n];
    log_evidence_ += at.log_mass + 0.5 * std::log1p(s / at.precision) - 0.5 * v * v / (s + at.precision) +
                     0.5 * at.mean * at.precision / (s + at.precision) * (s * at.mean - 2.0 * v);
  }
}

// E Φ(m + g) = Φ(mean/√(1 + variance)) for a normal g.
Vector SuccessClassifier::probability(const ConstMatrixRef& X) const {
  throw_if_stopped();
  const Matrix k = cross(X);
  const Vector means = (k.transpose() * slope_).array() + prior_.mean;
  const double prior_variance = prior_.amplitude + prior_.offset_variance;
  const Matrix solutions = precision_ * k;
  Vector result(X.cols());
  for (Index m = 0; m < X.cols(); ++m) {
    const double variance = std::max(0.0, prior_variance - k.col(m).dot(solutions.col(m)));
    result[m] = normal_cdf(means[m] / std::sqrt(1.0 + variance));
  }
  return result;
}

double SuccessClassifier::probability_with_gradient(const ConstVectorRef& x, Vector& gradient) const {
  throw_if_stopped();
  const Vector k = cross(x);
  const Vector solution = precision_ * k;
  const double mean = k.dot(slope_) + prior_.mean;
  const double variance = prior_.amplitude + prior_.offset_variance - k.dot(solution);
  const double scale = 1.0 / std::sqrt(1.0 + std::max(0.0, variance));
  const double z = mean * scale;
  // dz = scale·dmean − ½·mean·scale³·dvariance, with dmean = slopeᵀ·dk and dvariance = −2·solutionᵀ·dk.
  Vector weights = scale * slope_;
  if (variance > 0.0) weights += mean * scale * scale * scale * solution;
  weights *= prior_.amplitude * normal_density(z);
  gradient = Vector::Zero(x.size());
  matern52::cross_contract(X_, x, lengthscales_, weights, gradient);
  return normal_cdf(z);
}

}  // namespace craggy
