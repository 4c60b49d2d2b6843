#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>
#include <craggy/surrogates/surrogate_density.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

std::shared_ptr<const Dataset> example_data(Index N = 8) {
  RandomStream stream(19);
  Matrix X(2, N);
  Vector y(N);
  for (double& x : X.reshaped()) x = stream.uniform();
  for (Index n = 0; n < N; ++n) y[n] = std::sin(4 * X(0, n)) + X(1, n) + (n % 3 == 0 ? 0.3 : 0.0);
  return std::make_shared<Dataset>(make_dataset(X, y));
}

Matrix some_points() {
  Matrix X(2, 3);
  X << 0.1, 0.5, 0.9, 0.2, 0.6, 0.3;
  return X;
}

// The noiseless GP has one unknown, so its posterior predictive is a one-dimensional integral.
struct Exact {
  Vector mean = Vector::Zero(3);
  Vector variance = Vector::Zero(3);
};
Exact by_quadrature(const std::shared_ptr<const Surrogate>& surrogate,
                    const std::shared_ptr<const Dataset>& data) {
  SurrogateDensity density(surrogate, data, 1e-6);
  Exact exact;
  double total = 0.0;
  Vector second = Vector::Zero(3);
  Vector mean(3);
  Vector variance(3);
  double largest = -INFINITY;
  for (int pass = 0; pass < 2; ++pass)
    for (double log_l = -6.0; log_l <= 5.0; log_l += 1e-3) {
      const double value = density.value(Vector::Constant(1, log_l));
      if (pass == 0) {
        largest = std::max(largest, value);
        continue;
      }
      const double weight = std::exp(value - largest);
      if (weight < 1e-12) continue;
      ConditionedGp::make(surrogate, data, 1e-6, Vector::Constant(1, log_l))
          ->predict(some_points(), Vector(), mean, variance);
      total += weight;
      exact.mean += weight * mean;
      second += weight * (variance + mean.cwiseAbs2());
    }
  exact.mean /= total;
  exact.variance = second / total - exact.mean.cwiseAbs2();
  return exact;
}

TEST(Fit, EveryMethodFindsTheExactPosteriorOfTheNoiselessGp) {
  const auto data = example_data();
  const auto surrogate = make_surrogate("noiseless", {});
  const Exact exact = by_quadrature(surrogate, data);
  for (const std::string& method : inference_names()) {
    const Fit result = fit(surrogate, data, {.method = method, .num_chains = 4, .num_draws = 4000}, {1, 0});
    EXPECT_LT(result.diagnostics.rhat_max, 1.02) << method;
    const Matrix X = some_points();
    Vector mean = Vector::Zero(3);
    Vector variance = Vector::Zero(3);
    const PredictiveComponents components = result.posterior.components(X);
    mean = components.mean.transpose() * components.weights;
    variance = (components.variance + components.mean.cwiseAbs2()).transpose() * components.weights -
               mean.cwiseAbs2();
    for (Index m = 0; m < 3; ++m) {
      EXPECT_NEAR(mean[m], exact.mean[m], 0.06 * std::sqrt(exact.variance[m])) << method << m;
      EXPECT_NEAR(variance[m] / exact.variance[m], 1.0, 0.12) << method << m;
    }
  }
}

TEST(Fit, TheSameBitsForAnyNumberOfThreads) {
  const auto data = example_data();
  for (const char* name : {"latent", "contaminated"}) {
    const auto surrogate = make_surrogate(name, {.sigma_h = {0.1}});
    ThreadPool one(1);
    ThreadPool two(2);
    const InferenceOptions options{.num_chains = 3, .num_warmup = 30, .num_draws = 30};
    const Fit a = fit(surrogate, data, options, {5, 7}, &one);
    const Fit b = fit(surrogate, data, options, {5, 7}, &two);
    const Fit c = fit(surrogate, data, options, {5, 8}, &two);
    const Matrix X = some_points();
    EXPECT_EQ(a.posterior.predict(X).mean, b.posterior.predict(X, &two).mean);
    EXPECT_NE(a.posterior.predict(X).mean, c.posterior.predict(X).mean);
  }
}

TEST(Fit, DrawsAreAMultipleOfTheChains) {
  const Fit result = fit(make_surrogate("noiseless", {}), example_data(),
                         {.num_chains = 4, .num_warmup = 10, .num_draws = 10}, {1, 0});
  EXPECT_EQ(result.diagnostics.draws, 12);
  EXPECT_EQ(result.posterior.num_draws(), 12);
  EXPECT_EQ(result.diagnostics.chains, 4);
}

TEST(Fit, RaisesTheJitterOnlyIfItMust) {
  Matrix X = Matrix::Constant(2, 5, 0.5);  // five times the same point
  const auto data = std::make_shared<Dataset>(make_dataset(X, Vector::LinSpaced(5, 0, 1)));
  const InferenceOptions options{.num_warmup = 10, .num_draws = 8};
  InferenceOptions tiny = options;
  tiny.jitter = 1e-30;
  const Fit raised = fit(make_surrogate("noiseless", {}), data, tiny, {1, 0});
  EXPECT_GT(raised.diagnostics.jitter_raises, 0);
  EXPECT_GT(raised.diagnostics.jitter, 1e-18);
  EXPECT_EQ(fit(make_surrogate("noiseless", {}), data, options, {1, 0}).diagnostics.jitter_raises, 0);
}

TEST(Fit, CanBeStopped) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(fit(make_surrogate("noiseless", {}), example_data(), {}, {1, 0}, nullptr, source.get_token()),
               Cancelled);
}

TEST(Fit, MistakesAreNamed) {
  const auto message = [](const InferenceOptions& options) {
    return testing::message_of([&] { check_inference_options(options); });
  };
  EXPECT_EQ(message({.num_draws = 0}), "draws is 0, but it has to be at least 1");
  EXPECT_EQ(message({.num_leapfrog = 3}),
            "inference is 'nuts', but a number of leapfrog steps needs 'paper'");
  EXPECT_NE(message({.method = "nutz"}).find("did you mean 'nuts'?"), std::string::npos);
  EXPECT_NE(message({.jitter = 0.0}).find("jitter is 0"), std::string::npos);
}

}  // namespace
}  // namespace craggy
