#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "posterior/conditioned_gp.hpp"
#include "support/gradient_check.hpp"
#include "support/message_of.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

double naive_expected_improvement(double mean, double variance, double incumbent) {
  const double sd = std::sqrt(variance);
  const double z = (incumbent - mean) / sd;
  return sd * (std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI) + z * normal_cdf(z));
}

// The mean over components of `closed_form(mean, variance)` at every column, by loops.
Vector naive_average(const Posterior& posterior, const Matrix& X,
                     const std::function<double(double, double)>& closed_form) {
  const PredictiveComponents components = posterior.components(X);
  Vector average = Vector::Zero(X.cols());
  for (Index m = 0; m < X.cols(); ++m)
    for (Index c = 0; c < posterior.num_components(); ++c)
      average[m] += components.weights[c] * closed_form(components.mean(c, m), components.variance(c, m));
  return average;
}

class AcquisitionTest : public ::testing::Test {
 protected:
  static constexpr Index Q = 2;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, 10);
  RandomStream stream_{41};
};

TEST_F(AcquisitionTest, ExpectedImprovementIsTheMeanOverDraws) {
  for (NewLatent new_latent : {NewLatent::collapsed, NewLatent::marginalised}) {
    const Posterior posterior = testing::prior_posterior("latent", data_, 8, new_latent);
    const Matrix X = testing::uniform_points(Q, 400, stream_);
    const double incumbent = data_->y.minCoeff();
    const Vector values = log_expected_improvement(posterior, incumbent)->evaluate(X);
    const Vector expected = naive_average(posterior, X, [&](double mean, double variance) {
      return naive_expected_improvement(mean, variance, incumbent);
    });
    for (Index m = 0; m < X.cols(); ++m) {
      if (expected[m] < 1e-8) continue;  // the naive formula cancels
      EXPECT_NEAR(std::exp(values[m]) / expected[m], 1.0, 1e-6) << m;
    }
    EXPECT_GT((expected.array() > 1e-8).count(), 300);
  }
}

TEST_F(AcquisitionTest, ImprovesOnTheIncumbentOfEachComponent) {
  const Posterior posterior = testing::prior_posterior("latent", data_, 7);
  Vector incumbents(7);
  for (double& incumbent : incumbents) incumbent = stream_.uniform(-1.5, 0.5);
  const auto acquisition = log_expected_improvement(posterior, incumbents);
  const Matrix X = testing::uniform_points(Q, 300, stream_);
  const Vector values = acquisition->evaluate(X);
  const PredictiveComponents components = posterior.components(X);
  for (Index m = 0; m < X.cols(); ++m) {
    double expected = 0.0;
    for (Index c = 0; c < 7; ++c)
      expected += components.weights[c] *
                  naive_expected_improvement(components.mean(c, m), components.variance(c, m), incumbents[c]);
    if (expected > 1e-8) {
      EXPECT_NEAR(std::exp(values[m]) / expected, 1.0, 1e-6) << m;
    }
  }
  const Vector x = Vector::Constant(Q, 0.45);
  Vector gradient;
  acquisition->evaluate_with_gradient(x, gradient);
  testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient, 1e-5,
                           3e-3);
  const Vector same = log_expected_improvement(posterior, Vector::Constant(7, -1.0))->evaluate(X);
  EXPECT_LT((same - log_expected_improvement(posterior, -1.0)->evaluate(X)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_THROW(log_expected_improvement(posterior, Vector::Zero(6)), InvalidArgument);
  EXPECT_THROW(log_expected_improvement(posterior, Vector::Constant(7, NAN)), InvalidArgument);
}

TEST_F(AcquisitionTest, ConfidenceBoundsAreTheMeanOverDraws) {
  const Posterior posterior = testing::prior_posterior("latent+noise", data_, 8);
  const Matrix X = testing::uniform_points(Q, 300, stream_);
  const Vector lower = naive_average(
      posterior, X, [](double mean, double variance) { return mean - 2.0 * std::sqrt(variance); });
  const Vector upper = naive_average(
      posterior, X, [](double mean, double variance) { return mean + 0.5 * std::sqrt(variance); });
  EXPECT_LT((lower_confidence_bound(posterior)->evaluate(X) + lower).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((upper_confidence_bound(posterior, 0.5)->evaluate(X) + upper).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(AcquisitionTest, GradientsForEverySurrogate) {
  for (const std::string& surrogate : surrogate_names()) {
    const Posterior posterior = testing::prior_posterior(surrogate, data_, 4);
    for (const std::string& name : acquisition_names()) {
      SCOPED_TRACE(::testing::Message() << surrogate << ", " << name);
      const auto acquisition = make_acquisition(name, posterior, data_->y.minCoeff());
      const Vector x = (Vector(Q) << stream_.uniform(0.2, 0.8), stream_.uniform(0.2, 0.8)).finished();
      Vector gradient;
      const double value = acquisition->evaluate_with_gradient(x, gradient);
      EXPECT_NEAR(value, acquisition->evaluate(x)[0], 1e-7 * std::max(1.0, std::abs(value)));
      testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient,
                               1e-5, 3e-3);
    }
  }
}

TEST_F(AcquisitionTest, GradientsTogetherAreThoseOneByOneForAnyNumberOfThreads) {
  for (const char* surrogate : {"latent", "additive"}) {
    const Posterior posterior = testing::prior_posterior(surrogate, data_, 21);
    for (const std::string& name : acquisition_names()) {
      const auto acquisition = make_acquisition(name, posterior, data_->y.minCoeff());
      const Matrix X = testing::uniform_points(Q, 15, stream_);
      Matrix gradients;
      const Vector values = acquisition->evaluate_with_gradients(X, gradients);
      for (Index m = 0; m < X.cols(); ++m) {
        Vector gradient;
        const double value = acquisition->evaluate_with_gradient(X.col(m), gradient);
        EXPECT_NEAR(values[m], value, 1e-10 * std::max(1.0, std::abs(value)));
        EXPECT_LT((gradients.col(m) - gradient).norm(), 1e-9 * (1.0 + gradient.norm()));
      }
      for (std::size_t threads : {2U, 3U}) {
        ThreadPool pool(threads);
        Matrix gradients_in_parallel;
        EXPECT_EQ(acquisition->evaluate_with_gradients(X, gradients_in_parallel, &pool), values);
        EXPECT_EQ(gradients_in_parallel, gradients);
      }
    }
  }
}

TEST_F(AcquisitionTest, GradientsWithTheNewLatentMarginalised) {
  for (Index D : {1, 2, 5}) {
    const Posterior posterior = testing::prior_posterior("latent", data_, 3, NewLatent::marginalised, 0.2, D);
    for (const std::string& name : acquisition_names()) {
      const auto acquisition = make_acquisition(name, posterior, -1.0);
      const Vector x = Vector::Constant(Q, 0.6);
      Vector gradient;
      acquisition->evaluate_with_gradient(x, gradient);
      testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient,
                               1e-6, 3e-3);
    }
  }
}

// One draw, and incumbents 0 … 40 standard deviations and much further below the mean.
TEST_F(AcquisitionTest, LogExpectedImprovementIsRightFarBelowTheIncumbent) {
  const Posterior posterior = testing::prior_posterior("noiseless", data_, 1);
  const Vector x = Vector::Constant(Q, 0.55);
  const PredictiveComponents at_x = posterior.components(x);
  const double mean = at_x.mean(0, 0);
  const double sd = std::sqrt(at_x.variance(0, 0));
  double last = std::numeric_limits<double>::infinity();
  for (double distance : {0.0, 1.0, 3.0, 5.0, 10.0, 20.0, 30.0, 40.0, 100.0, 1e4, 1e6}) {
    const auto acquisition = log_expected_improvement(posterior, mean - distance * sd);
    const double value = acquisition->evaluate(x)[0];
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_LT(value, last);
    last = value;
    if (distance >= 10.0) {
      // log h(z) ≈ −z²/2 − ½·log 2π − 2·log|z| + log(1 − 3/z² + 15/z⁴).
      const double r = 1.0 / (distance * distance);
      EXPECT_NEAR(
          value,
          std::log(sd) - 0.5 / r - 0.91893853320467 + std::log(r) + std::log1p(-3.0 * r + 15.0 * r * r),
          1e-4 + 1e-9 / r);
    }
    Vector gradient;
    acquisition->evaluate_with_gradient(x, gradient);
    EXPECT_TRUE(gradient.allFinite());
    EXPECT_GT(gradient.norm(), 0.0);
    if (distance > 100.0) continue;
    testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient,
                             1e-6, 1e-3);
  }
}

TEST_F(AcquisitionTest, OneDrawThatHopesOutweighsManyThatDoNot) {
  const auto surrogate = testing::surrogate_with("noiseless", 0.0);
  std::vector<ConditionedGp> draws;
  for (double log_lengthscale : {-1.0, 1.5, 1.5, 1.5})
    draws.push_back(*ConditionedGp::make(surrogate, data_, 1e-6, Vector::Constant(1, log_lengthscale)));
  const Posterior all(one_by_one(draws), data_->standardisation);
  const Posterior first(one_by_one({draws.front()}), data_->standardisation);
  const Vector x = Vector::Constant(Q, 0.55);
  const double incumbent = -8.0;
  EXPECT_NEAR(log_expected_improvement(all, incumbent)->evaluate(x)[0],
              log_expected_improvement(first, incumbent)->evaluate(x)[0] - std::log(4.0), 1e-9);
}

TEST_F(AcquisitionTest, AnyNumberOfThreadsGivesTheSameBits) {
  const Posterior posterior = testing::prior_posterior("latent", data_, 9);
  const Matrix X = testing::uniform_points(Q, 600, stream_);
  for (const std::string& name : acquisition_names()) {
    const auto acquisition = make_acquisition(name, posterior, -1.0);
    const Vector alone = acquisition->evaluate(X);
    for (std::size_t threads : {1U, 2U, 3U}) {
      ThreadPool pool(threads);
      EXPECT_EQ(acquisition->evaluate(X, &pool), alone) << name;
    }
  }
}

TEST_F(AcquisitionTest, RejectsWhatIsNotAnAcquisition) {
  const Posterior posterior = testing::prior_posterior("noiseless", data_, 1);
  EXPECT_NE(testing::message_of([&] { make_acquisition("lbc", posterior, 0.0); }).find("lcb"),
            std::string::npos);
  EXPECT_THROW(make_acquisition("ei", posterior, INFINITY), InvalidArgument);
  EXPECT_THROW(make_acquisition("lcb", posterior, 0.0, -1.0), InvalidArgument);
  EXPECT_THROW(make_acquisition("ucb", posterior, 0.0, NAN), InvalidArgument);
  Vector gradient;
  const auto acquisition = make_acquisition("ei", posterior, 0.0);
  EXPECT_THROW(acquisition->evaluate(Matrix::Zero(3, 2)), InvalidArgument);
  EXPECT_THROW(acquisition->evaluate_with_gradient(Vector::Zero(1), gradient), InvalidArgument);
}

}  // namespace
}  // namespace craggy
