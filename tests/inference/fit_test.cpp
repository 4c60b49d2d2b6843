#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/linalg/simd_level.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "posterior/conditioned_gp.hpp"
#include "support/looks.hpp"
#include "support/message_of.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

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
  for (const char* method : {"fast", "nuts"}) {
    const Fit result = fit(make_surrogate("latent", {.sigma_h = {0.1}}), example_data(),
                           {.method = method, .num_chains = 4, .num_warmup = 10, .num_draws = 10}, {1, 0});
    EXPECT_EQ(result.diagnostics.draws, 12);
    EXPECT_EQ(result.posterior.num_draws(), 12);
    EXPECT_EQ(result.diagnostics.chains, 4);
  }
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
  for (const char* name : {"noiseless", "latent", "additive"})
    EXPECT_THROW(fit(make_surrogate(name, {.sigma_h = {0.1}}), example_data(), {}, {1, 0}, nullptr,
                     source.get_token()),
                 Cancelled);
}

// Wherever the stop comes: in the start, the warm-up, the draws, their summary, or when they are conditioned.
TEST(Fit, StopsAtTheNextLook) {
  const auto data = example_data(12);
  for (const char* method : {"fast", "nuts", "paper"})
    for (const char* name : {"noiseless", "homoscedastic", "latent", "additive", "contaminated"}) {
      InferenceOptions options{.method = method, .num_warmup = 20, .num_draws = 16};
      if (options.method != "fast") options.num_chains = 1;
      const auto surrogate =
          make_surrogate(name, {.sigma_h = {0.1}, .amplitude = Amplitude::sampled, .noisy = true});
      const auto work = [&] { fit(surrogate, data, options, {1, 0}); };
      const long looks = testing::looks_of(work);
      EXPECT_GE(looks, 20) << method << " " << name;
      for (long look : {1L, looks / 3, looks / 2, looks - 5, looks})
        EXPECT_TRUE(testing::stops_at_look(look, work))
            << method << " " << name << " " << look << "/" << looks;
    }
}

TEST(Fit, ItsEndHasTheNameThatIsStored) {
  EXPECT_EQ(name_of(StopReason::completed), "completed");
  EXPECT_EQ(name_of(StopReason::converged), "converged");
  EXPECT_EQ(name_of(StopReason::work_spent), "work_spent");
  EXPECT_EQ(name_of(StopReason::time_spent), "time_spent");
}

TEST(Fit, MistakesAreNamed) {
  const auto message = [](const InferenceOptions& options) {
    return testing::message_of([&] { check_inference_options(options); });
  };
  EXPECT_EQ(message({.num_draws = 0}), "num_draws is 0, but it has to be at least 1");
  EXPECT_EQ(message({.num_leapfrog = 3}), "inference is 'fast', but num_leapfrog needs 'paper'");
  EXPECT_EQ(message({.method = "nuts", .target_rhat = 1.1}),
            "inference is 'nuts', but target_rhat needs 'fast'");
  EXPECT_EQ(message({.target_rhat = 1.0}), "target_rhat is 1, but it has to be a finite number above 1");
  EXPECT_NE(message({.time_budget = 0.0}).find("time_budget is 0"), std::string::npos);
  EXPECT_NE(message({.simd = "v5"}).find("'v5'"), std::string::npos);
  EXPECT_NE(message({.thinning = 2}).find("thinning needs 'nuts' or 'paper'"), std::string::npos);
  EXPECT_NE(message({.method = "nutz"}).find("did you mean 'nuts'?"), std::string::npos);
  EXPECT_NE(message({.jitter = 0.0}).find("jitter is 0"), std::string::npos);
}

// A step: the latents have to carry what the inputs do not explain, whoever samples them.
TEST(FitSlow, FastAndPaperAgreeOnDataWithKnownLatents) {
  constexpr Index N = 14;
  Matrix X(1, N);
  X.row(0).setLinSpaced(0.02, 0.98);
  struct Example {
    const char* what;
    std::function<double(double)> detail;
  };
  const std::vector<Example> examples = {
      {"a step", [](double x) { return x > 0.5 ? 1.0 : 0.0; }},
      {"a spike", [](double x) { return std::abs(x - 0.5) < 0.05 ? 2.0 : 0.0; }},
      {"a fine sine", [](double x) { return 0.5 * std::sin(60.0 * x); }},
  };
  Matrix X_new(1, 9);
  X_new.row(0).setLinSpaced(0.05, 0.95);
  for (const Example& example : examples) {
    Vector y(N);
    for (Index n = 0; n < N; ++n) y[n] = X(0, n) + example.detail(X(0, n));
    const auto data = std::make_shared<Dataset>(make_dataset(X, y));
    const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
    const Fit fast = fit(surrogate, data, {.num_draws = 3200, .target_rhat = 1.01}, {3, 0});
    const Fit paper = fit(surrogate, data,
                          {.method = "paper",
                           .num_chains = 4,
                           .num_warmup = 6000,
                           .num_draws = 3200,
                           .thinning = 15,
                           .num_leapfrog = 8},
                          {3, 0});
    EXPECT_LT(fast.diagnostics.rhat_max, 1.02) << example.what;
    const Prediction a = fast.posterior.predict(X_new);
    const Prediction b = paper.posterior.predict(X_new);
    EXPECT_LT(((a.mean - b.mean).array() / b.sd.array()).abs().maxCoeff(), 0.25) << example.what;
    EXPECT_LT((a.sd.array() / b.sd.array()).log().abs().maxCoeff(), 0.25) << example.what;
  }
}

TEST(Fit, AWarmStateIsTakenUpAndLeftBehind) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  const InferenceOptions options{.num_chains = 4};
  const auto smaller = example_data(8);
  const auto larger = example_data(9);
  const Fit cold = fit(surrogate, smaller, options, {1, 0});
  EXPECT_FALSE(cold.diagnostics.warm);
  ASSERT_TRUE(cold.warm.has_value());
  const Fit warm = fit(surrogate, larger, options, {1, 1}, nullptr, {}, &*cold.warm);
  EXPECT_TRUE(warm.diagnostics.warm);
  EXPECT_LT(warm.diagnostics.density_evaluations, cold.diagnostics.density_evaluations);
  // Stored and read again, it is the same fit bit by bit.
  const WarmState restored = parse_warm_state(to_bytes(*cold.warm));
  const Fit again = fit(surrogate, larger, options, {1, 1}, nullptr, {}, &restored);
  EXPECT_EQ(warm.posterior.predict(some_points()).mean, again.posterior.predict(some_points()).mean);
  EXPECT_EQ(*warm.warm, *again.warm);
  // One that does not fit is left aside.
  const auto other = make_surrogate("heteroscedastic", {});
  EXPECT_FALSE(fit(other, larger, options, {1, 1}, nullptr, {}, &*cold.warm).diagnostics.warm);
}

// A state at which the density fails is left for a cold start, not for a larger jitter.
TEST(Fit, AWarmStateThatFailsIsLeftForAColdStart) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  const InferenceOptions options{.num_chains = 4, .num_warmup = 10, .num_draws = 8};
  WarmState broken = fit(surrogate, example_data(), options, {1, 0}).warm.value();
  broken.states.row(0).setConstant(1e6);  // log l: the prior density is 0
  const Fit result = fit(surrogate, example_data(), options, {1, 1}, nullptr, {}, &broken);
  EXPECT_FALSE(result.diagnostics.warm);
  EXPECT_EQ(result.diagnostics.jitter_raises, 0);
}

// New observations can make the state of a chain impossible. Hamiltonian trajectories do not come back from
// there in time, and gradients of that size would spoil the metric of all chains.
TEST(Fit, ChainsThatAreLeftBehindGoOnFromWhereOthersAre) {
  for (const SurrogateOptions& model :
       {SurrogateOptions{.amplitude = Amplitude::sampled, .ard = true, .related_lengthscales = true},
        SurrogateOptions{.sigma_h = {0.02}, .amplitude = Amplitude::sampled}}) {
    const auto surrogate = make_surrogate("latent", model);
    const auto data = example_data(12);
    const InferenceOptions options{.num_chains = 6};
    const WarmState good = fit(surrogate, data, options, {1, 0}).warm.value();
    WarmState broken = good;
    broken.states.col(1)[0] = 4.0;  // a lengthscale of e⁴, as if there were no detail
    broken.states.col(4)[0] = 1e6;  // no density at all
    const Fit result = fit(surrogate, data, options, {1, 1}, nullptr, {}, &broken);
    EXPECT_TRUE(result.diagnostics.warm);
    SurrogateDensity density(surrogate, data, 1e-6);
    ASSERT_LT(density.value(broken.states.col(1)), density.value(good.states.col(0)) - 1000.0);
    for (Index c = 0; c < options.num_chains; ++c)
      EXPECT_GT(density.value(result.warm->states.col(c)), density.value(good.states.col(0)) - 50.0)
          << "chain " << c;
    EXPECT_LT(result.warm->fisher.trace(), 10.0 * good.fisher.trace());
  }
}

// With a target, as for a report, methods that the fast inference hands over to run as long as for one.
TEST(Fit, ATargetAsksForTheLengthOfAReport) {
  const auto draws = [](const char* name, const InferenceOptions& options) {
    return fit(make_surrogate(name, {}), example_data(4), options, {1, 0}).diagnostics.draws;
  };
  EXPECT_EQ(draws("noiseless", {}), 32);
  EXPECT_EQ(draws("homoscedastic", {}), 64);
  EXPECT_EQ(draws("noiseless", {.target_rhat = 1.05}), 512);
  EXPECT_EQ(draws("additive", {}), NutsLength().num_draws);
  EXPECT_EQ(draws("additive", {.target_rhat = 1.05}), nuts_report_length.num_draws);
  EXPECT_EQ(draws("additive", {.num_draws = 8, .target_rhat = 1.05}), 8);
}

TEST(Fit, SaysWhyItEnded) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  const auto reason = [&](InferenceOptions options) {
    options.num_chains = 4;
    options.num_warmup = 20;
    options.num_draws = 40;
    return fit(surrogate, example_data(), options, {1, 0}).diagnostics.stop_reason;
  };
  EXPECT_EQ(reason({}), StopReason::completed);
  EXPECT_EQ(reason({.target_rhat = 10.0}), StopReason::converged);
  EXPECT_EQ(reason({.target_rhat = 1.0 + 1e-9, .max_iterations = 20}), StopReason::work_spent);
  EXPECT_EQ(reason({.target_rhat = 1.0 + 1e-9, .max_iterations = 100000, .time_budget = 1e-3}),
            StopReason::time_spent);
  EXPECT_EQ(reason({.max_iterations = 1000000, .time_budget = 1e-3}), StopReason::time_spent);
}

TEST(Fit, EverySimdLevelSamplesTheSamePosterior) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.2}});
  std::vector<Prediction> predictions;
  for (SimdLevel level : available_simd_levels()) {
    const InferenceOptions options{
        .num_draws = 1600, .target_rhat = 1.01, .simd = std::string(name_of(level))};
    predictions.push_back(fit(surrogate, example_data(), options, {1, 0}).posterior.predict(some_points()));
  }
  for (const Prediction& each : predictions)
    EXPECT_LT(((each.mean - predictions.front().mean).array() / each.sd.array()).abs().maxCoeff(), 0.12);
}

}  // namespace
}  // namespace craggy
