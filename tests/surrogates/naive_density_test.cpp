// The log density of every named composition against a straightforward computation from the model's
// definition.
#include <cmath>
#include <functional>
#include <numbers>

#include <Eigen/LU>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/inverse_gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

constexpr double jitter = 1e-4;
constexpr Index num_inputs = 2;
constexpr Index num_observations = 6;

std::shared_ptr<const Dataset> example_data() {
  RandomStream stream(3);
  Matrix X(num_inputs, num_observations);
  Vector y(num_observations);
  for (double& x : X.reshaped()) x = stream.uniform();
  for (double& value : y) value = stream.normal();
  return std::make_shared<Dataset>(make_dataset(X, y));
}

double matern(const Vector& a, const Vector& b, const Vector& l) {
  double squared = 0.0;
  for (Index p = 0; p < a.size(); ++p) squared += std::pow((a[p] - b[p]) / l[p], 2);
  const double r = std::sqrt(5.0 * squared);
  return (1.0 + r + r * r / 3.0) * std::exp(-r);
}

double log_gaussian(const Vector& y, double mean, const Matrix& C) {
  const Vector residual = y.array() - mean;
  return -0.5 * residual.dot(C.inverse() * residual) - 0.5 * std::log(C.determinant()) -
         0.5 * static_cast<double>(y.size()) * std::log(2.0 * std::numbers::pi);
}

double log_normal01(double u) { return std::log(boost::math::pdf(boost::math::normal(0, 1), u)); }
double log_normal(double u, double mean, double sd) {
  return std::log(boost::math::pdf(boost::math::normal(mean, sd), u));
}
// log density of log v for v with the given density: the Jacobian is v.
double log_density_of_log(double v, double density) { return std::log(density * v); }

// The covariance of the observations with columns Z, lengthscale l, plus the diagonal.
Matrix covariance(const Matrix& Z, const Vector& l, const Vector& diagonal) {
  Matrix C(Z.cols(), Z.cols());
  for (Index i = 0; i < Z.cols(); ++i)
    for (Index j = 0; j < Z.cols(); ++j)
      C(i, j) = matern(Z.col(i), Z.col(j), l) + (i == j ? diagonal[i] : 0.0);
  return C;
}

class NaiveDensity : public ::testing::Test {
 protected:
  // Draws u from the prior, so that every unknown is somewhere sensible.
  void expect_agreement(std::string_view name, const SurrogateOptions& options,
                        const std::function<double(const Vector& u)>& naive) {
    const auto surrogate = make_surrogate(name, options);
    SurrogateDensity density(surrogate, data_, jitter);
    RandomStream stream(17);
    for (int i = 0; i < 5; ++i) {
      const Vector u = surrogate->sample_prior(stream, {num_inputs, num_observations});
      const double expected = naive(u);
      EXPECT_NEAR(density.value(u), expected, 1e-8 * std::abs(expected)) << name;
    }
  }

  static Vector constant(double value) { return Vector::Constant(num_observations, value); }
  static Vector isotropic(double l, Index P = num_inputs) { return Vector::Constant(P, l); }

  std::shared_ptr<const Dataset> data_ = example_data();
  const Matrix& X_ = data_->X;
  const Vector& y_ = data_->y;
};

TEST_F(NaiveDensity, Noiseless) {
  expect_agreement("noiseless", {}, [&](const Vector& u) {
    return log_gaussian(y_, 0, covariance(X_, isotropic(std::exp(u[0])), constant(jitter))) +
           log_normal01(u[0]);
  });
}

TEST_F(NaiveDensity, NoiselessWithAmplitudeAndArd) {
  expect_agreement("noiseless", {.amplitude = Amplitude::sampled, .ard = true}, [&](const Vector& u) {
    const Vector l = u.head(2).array().exp();
    Matrix C = std::exp(u[2]) * covariance(X_, l, constant(0));
    C.diagonal().array() += jitter;
    return log_gaussian(y_, 0, C) + log_normal01(u[0]) + log_normal01(u[1]) + log_normal(u[2], 0, 2);
  });
}

TEST_F(NaiveDensity, RelatedLengthscales) {
  const SurrogateOptions options{.sigma_h = {0.2}, .ard = true, .related_lengthscales = true};
  expect_agreement("latent", options, [&](const Vector& u) {
    Matrix Z(3, num_observations);
    for (Index n = 0; n < num_observations; ++n) Z.col(n) << X_(0, n), X_(1, n), 0.2 * u[3 + n];
    const auto relative = [](double z) { return std::exp((z + std::pow(z, 3) / 4) / 4); };
    const Vector l = std::exp(u[0]) * Vector{{relative(u[1]), relative(u[2]), 1.0}};
    double total = log_gaussian(y_, 0, covariance(Z, l, constant(jitter)));
    for (double ui : u) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, MainEffects) {
  expect_agreement("latent", {.sigma_h = {0.2}, .main_effects = true}, [&](const Vector& u) {
    Matrix Z(3, num_observations);
    for (Index n = 0; n < num_observations; ++n) Z.col(n) << X_(0, n), X_(1, n), 0.2 * u[2 + n];
    const double share = 1.0 / (1.0 + std::exp(-u[1]));
    const Vector l_effect = isotropic(std::exp(u[0]) / std::sqrt(2.0), 1);
    const Matrix effects =
        covariance(X_.row(0), l_effect, constant(0)) + covariance(X_.row(1), l_effect, constant(0));
    const Matrix C = (1 - share) * covariance(Z, isotropic(std::exp(u[0]), 3), constant(0)) +
                     share / 2 * effects + jitter * Matrix::Identity(num_observations, num_observations);
    double total = log_gaussian(y_, 0, C) + std::log(share * (1 - share)) - log_normal01(u[1]);
    for (double ui : u) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, InputsOfOneGroupShareALengthscale) {
  expect_agreement("latent", {.sigma_h = {0.2}, .ard = true, .group_of_input = {0, 0}}, [&](const Vector& u) {
    Matrix Z(3, num_observations);
    for (Index n = 0; n < num_observations; ++n) Z.col(n) << X_(0, n), X_(1, n), 0.2 * u[1 + n];
    double total = log_gaussian(y_, 0, covariance(Z, Vector::Constant(3, std::exp(u[0])), constant(jitter)));
    for (double ui : u) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, HomoscedasticReplacesTheJitter) {
  expect_agreement("homoscedastic", {}, [&](const Vector& u) {
    return log_gaussian(y_, 0, covariance(X_, isotropic(std::exp(u[0])), constant(std::exp(u[1])))) +
           log_normal01(u[0]) + log_normal01(u[1]);
  });
}

TEST_F(NaiveDensity, Heteroscedastic) {
  expect_agreement("heteroscedastic", {}, [&](const Vector& u) {
    double total = log_gaussian(
        y_, 0, covariance(X_, isotropic(std::exp(u[0])), u.tail(num_observations).array().exp()));
    for (double ui : u) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, LatentInTwoDimensionsWithArd) {
  const double sigma_h = 0.2;
  expect_agreement("latent", {.sigma_h = {sigma_h}, .latent_dimension = 2, .ard = true},
                   [&](const Vector& u) {
                     Matrix Z(4, num_observations);
                     for (Index n = 0; n < num_observations; ++n)
                       Z.col(n) << X_(0, n), X_(1, n), sigma_h * u[2 + 2 * n], sigma_h * u[3 + 2 * n];
                     Vector l(4);
                     const double shared = std::sqrt(std::exp(u[0]) * std::exp(u[1]));
                     l << std::exp(u[0]), std::exp(u[1]), shared, shared;
                     double total = log_gaussian(y_, 0, covariance(Z, l, constant(jitter)));
                     for (double ui : u) total += log_normal01(ui);
                     return total;
                   });
}

TEST_F(NaiveDensity, LatentWithInferredLevel) {
  const std::vector<double> levels = {0.2, 0.05, 0.0};
  expect_agreement("latent", {.sigma_h = levels}, [&](const Vector& u) {
    const double sigma_h = levels.at(static_cast<std::size_t>(u[num_observations + 1]));
    Matrix Z(3, num_observations);
    Z << X_, sigma_h * u.segment(1, num_observations).transpose();
    double total =
        log_gaussian(y_, 0, covariance(Z, isotropic(std::exp(u[0]), 3), constant(jitter))) - std::log(3.0);
    for (double ui : u.head(num_observations + 1)) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, InputNoise) {
  expect_agreement("input_noise", {.sigma_h = {0.1}}, [&](const Vector& u) {
    Matrix Z = X_;
    for (Index n = 0; n < num_observations; ++n)
      for (Index q = 0; q < num_inputs; ++q) Z(q, n) += 0.1 * u[1 + n * num_inputs + q];
    double total = log_gaussian(y_, 0, covariance(Z, isotropic(std::exp(u[0])), constant(jitter)));
    for (double ui : u) total += log_normal01(ui);
    return total;
  });
}

TEST_F(NaiveDensity, StudentT) {
  expect_agreement("student_t", {}, [&](const Vector& u) {
    const Vector w = u.tail(num_observations).array().exp();
    Vector diagonal = std::exp(u[1]) * w.array() + jitter;
    double total = log_gaussian(y_, 0, covariance(X_, isotropic(std::exp(u[0])), diagonal)) +
                   log_normal01(u[0]) + log_normal01(u[1]);
    for (double wn : w)
      total += log_density_of_log(wn, boost::math::pdf(boost::math::inverse_gamma(2.0, 2.0), wn));
    return total;
  });
}

TEST_F(NaiveDensity, Laplace) {
  expect_agreement("laplace", {}, [&](const Vector& u) {
    const Vector w = u.tail(num_observations).array().exp();
    Vector diagonal = std::exp(u[1]) * w.array() + jitter;
    double total = log_gaussian(y_, 0, covariance(X_, isotropic(std::exp(u[0])), diagonal)) +
                   log_normal01(u[0]) + log_normal01(u[1]);
    for (double wn : w) total += log_density_of_log(wn, boost::math::pdf(boost::math::exponential(0.5), wn));
    return total;
  });
}

TEST_F(NaiveDensity, Contaminated) {
  expect_agreement("contaminated", {}, [&](const Vector& u) {
    const double w = 1.0 / (1.0 + std::exp(-u[3]));
    Vector diagonal(num_observations);
    double total = log_normal01(u[0]) + log_normal(u[1], std::log(0.01), 1) + log_normal01(u[2]) +
                   std::log(boost::math::pdf(boost::math::beta_distribution(1.0, 9.0), w) * w * (1 - w));
    for (Index n = 0; n < num_observations; ++n) {
      const bool outlier = u[4 + n] == 1.0;
      diagonal[n] = std::exp(outlier ? u[2] : u[1]) + jitter;
      total += std::log(outlier ? w : 1 - w);
    }
    return total + log_gaussian(y_, 0, covariance(X_, isotropic(std::exp(u[0])), diagonal));
  });
}

TEST_F(NaiveDensity, Additive) {
  expect_agreement("additive", {}, [&](const Vector& u) {
    const double share = 1.0 / (1.0 + std::exp(-u[2]));
    const Matrix C = share * covariance(X_, isotropic(std::exp(u[0])), constant(jitter)) +
                     (1 - share) * covariance(X_, isotropic(std::exp(u[1])), constant(jitter));
    return log_gaussian(y_, 0, C) + log_normal01(u[0]) + log_normal(u[1], std::log(0.05), 0.5) +
           std::log(share * (1 - share));
  });
}

TEST_F(NaiveDensity, WarpedWithSpearmintsDefaults) {
  expect_agreement("warped", {}, [&](const Vector& u) {
    const auto logistic = [](double v) { return 1.0 / (1.0 + std::exp(-v)); };
    double total = log_normal(u[2], 0, 2);
    Vector l(2);
    for (Index q = 0; q < 2; ++q) {
      l[q] = 10.0 * logistic(u[q]);
      total += std::log(logistic(u[q]) * (1 - logistic(u[q])));
    }
    const double s = std::exp(u[3]);
    const double c = 0.1 * std::sqrt(3.0);
    total += log_density_of_log(s, std::log(1.0 + std::pow(c / s, 2)) / (std::numbers::pi * c));
    // log a = log 0.1 + (log 10 − log 0.1)·logistic(u): a truncated normal in log a, transformed.
    const double width = std::log(100.0);
    const boost::math::normal untruncated(0, 1.5);
    const double mass =
        boost::math::cdf(untruncated, std::log(10.0)) - boost::math::cdf(untruncated, std::log(0.1));
    Vector shape(4);
    for (Index i = 0; i < 4; ++i) {
      const double t = logistic(u[4 + i]);
      const double log_shape = std::log(0.1) + width * t;
      shape[i] = std::exp(log_shape);
      total += std::log(boost::math::pdf(untruncated, log_shape) / mass * width * t * (1 - t));
    }
    Matrix W(2, num_observations);
    for (Index q = 0; q < 2; ++q)
      for (Index n = 0; n < num_observations; ++n)
        W(q, n) = boost::math::cdf(boost::math::beta_distribution(shape[q], shape[2 + q]), X_(q, n));
    Matrix C = std::exp(u[2]) * covariance(W, l, constant(0));
    C.diagonal().array() += s * s + jitter;
    return total + log_normal01(u[8]) + log_gaussian(y_, u[8], C);
  });
}

}  // namespace
}  // namespace craggy
