#include "posterior/success_classifier.hpp"

#include <cmath>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

Matrix covariance(const Matrix& A, const Matrix& B, const SuccessPrior& prior) {
  Matrix k(A.cols(), B.cols());
  for (Index i = 0; i < A.cols(); ++i)
    for (Index j = 0; j < B.cols(); ++j) {
      const double r = (A.col(i) - B.col(j)).norm() / prior.lengthscale;
      k(i, j) = prior.offset_variance + prior.amplitude * (1.0 + std::sqrt(5.0) * r + 5.0 / 3.0 * r * r) *
                                            std::exp(-std::sqrt(5.0) * r);
    }
  return k;
}

class SuccessClassifierTest : public ::testing::Test {
 protected:
  RandomStream stream_{81};
  Matrix X_ = testing::uniform_points(2, 12, stream_);
  Vector labels_ = Vector::Ones(12);
  void SetUp() override {
    for (Index n = 0; n < 12; n += 3) labels_[n] = -1.0;
  }
};

// One evaluation: its likelihood times a normal has the moments of a normal exactly.
TEST_F(SuccessClassifierTest, OfOneEvaluationIsExact) {
  const SuccessPrior prior{.lengthscale = 0.3};
  const double K = prior.amplitude + prior.offset_variance;
  for (const double label : {1.0, -1.0}) {
    const SuccessClassifier classifier(Vector::Constant(2, 0.5), Vector::Constant(1, label), prior);
    EXPECT_NEAR(classifier.log_evidence(), std::log(normal_cdf(label * prior.mean / std::sqrt(1.0 + K))),
                1e-4);
    // By a sum over the prior of the latent.
    const Vector x = (Vector(2) << 0.6, 0.3).finished();
    const double k = covariance(Vector::Constant(2, 0.5), x, prior)(0, 0);
    double total = 0.0;
    double mean = 0.0;
    double square = 0.0;
    for (double g = -40.0; g <= 40.0; g += 0.01) {
      const double weight = std::exp(-0.5 * g * g / K) * normal_cdf(label * (prior.mean + g));
      total += weight;
      mean += weight * g;
      square += weight * g * g;
    }
    mean /= total;
    const double variance = square / total - mean * mean;
    const double mean_there = prior.mean + k / K * mean;
    const double variance_there = K - k * k / K + k * k / (K * K) * variance;
    EXPECT_NEAR(classifier.probability(x)[0], normal_cdf(mean_there / std::sqrt(1.0 + variance_there)), 1e-4);
  }
}

// Two evaluations: the exact posterior by a sum over the prior of their two latents, given which the third
// is normal.
TEST_F(SuccessClassifierTest, IsNearTheExactPosterior) {
  const SuccessPrior prior{.lengthscale = 0.3};
  const Matrix X = (Matrix(2, 2) << 0.2, 0.6, 0.5, 0.5).finished();
  const Vector x = (Vector(2) << 0.3, 0.4).finished();
  const Matrix K = covariance(X, X, prior);
  const Vector k = covariance(X, x, prior);
  const Matrix inverse = K.inverse();
  const Vector b = inverse * k;
  const double variance = prior.amplitude + prior.offset_variance - k.dot(b);
  for (const auto& [first, second] : {std::pair{1.0, 1.0}, std::pair{-1.0, 1.0}, std::pair{-1.0, -1.0}}) {
    constexpr double step = 0.2;
    double total = 0.0;
    double successes = 0.0;
    for (double g1 = -30.0; g1 <= 30.0; g1 += step)
      for (double g2 = -30.0; g2 <= 30.0; g2 += step) {
        const double quadratic =
            g1 * g1 * inverse(0, 0) + 2.0 * g1 * g2 * inverse(0, 1) + g2 * g2 * inverse(1, 1);
        const double weight = std::exp(-0.5 * quadratic) * normal_cdf(first * (prior.mean + g1)) *
                              normal_cdf(second * (prior.mean + g2));
        total += weight;
        successes += weight * normal_cdf((prior.mean + b[0] * g1 + b[1] * g2) / std::sqrt(1.0 + variance));
      }
    const SuccessClassifier classifier(X, (Vector(2) << first, second).finished(), prior);
    EXPECT_NEAR(classifier.probability(x)[0], successes / total, 0.01) << first << ' ' << second;
    EXPECT_NEAR(classifier.log_evidence(),
                std::log(total * step * step / (2.0 * M_PI * std::sqrt(K.determinant()))), 0.01)
        << first << ' ' << second;
  }
}

TEST_F(SuccessClassifierTest, HasGradients) {
  const SuccessClassifier classifier(X_, labels_, {.lengthscale = 0.25});
  for (int i = 0; i < 5; ++i) {
    const Vector x = testing::uniform_points(2, 1, stream_).array() * 0.8 + 0.1;
    Vector gradient;
    EXPECT_NEAR(classifier.probability_with_gradient(x, gradient), classifier.probability(x)[0], 1e-12);
    testing::expect_gradient([&](const Vector& at) { return classifier.probability(at)[0]; }, x, gradient);
  }
}

TEST_F(SuccessClassifierTest, WithoutDataNearbyIsThePrior) {
  const SuccessPrior prior{.lengthscale = 0.01, .offset_variance = 0.0, .mean = 1.2816 * std::sqrt(17.0)};
  const SuccessClassifier classifier(X_, labels_, prior);
  EXPECT_NEAR(classifier.probability(Vector::Constant(2, 5.0))[0], 0.9, 1e-4);
  const SuccessPrior own{.lengthscale = 0.1};
  EXPECT_NEAR(normal_cdf(own.mean / std::sqrt(1.0 + own.amplitude + own.offset_variance)), 0.9, 1e-3);
}

TEST_F(SuccessClassifierTest, ContradictionsAtOnePlaceAreFinite) {
  const Matrix X = Matrix::Constant(2, 40, 0.5);
  Vector labels = Vector::Ones(40);
  labels.tail(20).setConstant(-1.0);
  const SuccessClassifier classifier(X, labels, {.lengthscale = 0.2});
  EXPECT_NEAR(classifier.probability(X.col(0))[0], 0.5, 0.08);
  EXPECT_TRUE(std::isfinite(classifier.log_evidence()));
}

}  // namespace
}  // namespace craggy
