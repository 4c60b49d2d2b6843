#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/posterior/posterior.hpp>

#include "base/random.hpp"
#include "posterior/components_record.hpp"
#include "posterior/conditioned_gp.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/latent_nodes.hpp"
#include "posterior/mixture_quantile.hpp"
#include "support/effort.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

class PosteriorTest : public ::testing::Test {
 protected:
  static constexpr Index Q = 2, N = 10;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, N);
  RandomStream stream_{31};
};

TEST_F(PosteriorTest, ComponentsAreTheDrawsInOrder) {
  const std::vector<ConditionedGp> draws =
      testing::prior_draws(testing::surrogate_with("latent", 0.1), data_, 5, stream_);
  const Posterior posterior(one_by_one(draws), data_->standardisation);
  EXPECT_EQ(posterior.draws(), testing::unknowns_of(draws));
  const Matrix X = testing::uniform_points(Q, 9, stream_);
  const PredictiveComponents components = posterior.components(X);
  ASSERT_EQ(posterior.num_components(), 5);
  ASSERT_EQ(components.mean.rows(), 5);
  ASSERT_EQ(components.mean.cols(), 9);
  for (Index s = 0; s < 5; ++s) {
    const auto [mean, variance] = testing::predict_at(draws[static_cast<std::size_t>(s)], X, Vector::Zero(1));
    EXPECT_EQ(components.mean.row(s), mean.transpose());
    EXPECT_EQ(components.variance.row(s), variance.transpose());
    EXPECT_EQ(components.weights[s], 0.2);
  }
}

TEST_F(PosteriorTest, MarginalisedComponentsAreTheNodesOfEachDraw) {
  const auto surrogate = testing::surrogate_with("latent", 0.1, 2);
  const std::vector<ConditionedGp> draws = testing::prior_draws(surrogate, data_, 3, stream_, 1e-4);
  const Posterior posterior(one_by_one(draws), data_->standardisation, NewLatent::marginalised);
  const Posterior on_lanes(
      condition_draws(surrogate, data_, 1e-4, testing::unknowns_of(draws), default_simd_level()),
      data_->standardisation, NewLatent::marginalised);
  const LatentNodes rule = latent_quadrature(2);
  const Index num_nodes = rule.weights.size();
  const Matrix X = testing::uniform_points(Q, 4, stream_);
  const PredictiveComponents components = posterior.components(X);
  const PredictiveComponents components_on_lanes = on_lanes.components(X);
  ASSERT_EQ(posterior.num_components(), 3 * num_nodes);
  EXPECT_EQ(on_lanes.weights(), posterior.weights());
  EXPECT_NEAR(posterior.weights().sum(), 1.0, 1e-13);
  for (Index s = 0; s < 3; ++s)
    for (Index i = 0; i < num_nodes; ++i) {
      const Index c = s * num_nodes + i;
      const auto [mean, variance] =
          testing::predict_at(draws[static_cast<std::size_t>(s)], X, rule.nodes.col(i));
      EXPECT_EQ(components.mean.row(c), mean.transpose());
      EXPECT_EQ(components.variance.row(c), variance.transpose());
      EXPECT_EQ(components.weights[c], rule.weights[i] / 3.0);
      EXPECT_LT((components_on_lanes.mean.row(c) - mean.transpose()).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT((components_on_lanes.variance.row(c) - variance.transpose()).cwiseAbs().maxCoeff(), 1e-9);
    }
}

TEST_F(PosteriorTest, DrawsOfSeveralLatentScalesMix) {
  std::vector<ConditionedGp> draws =
      testing::prior_draws(testing::surrogate_with("noiseless", 0.0), data_, 2, stream_);
  for (const ConditionedGp& draw :
       testing::prior_draws(testing::surrogate_with("latent", 0.1), data_, 2, stream_))
    draws.push_back(draw);
  const Posterior collapsed(one_by_one(draws), data_->standardisation);
  EXPECT_EQ(collapsed.num_components(), 4);
  const Posterior marginalised(one_by_one(draws), data_->standardisation, NewLatent::marginalised);
  const Index num_nodes = latent_quadrature(1).weights.size();
  EXPECT_EQ(marginalised.num_components(), 2 + 2 * num_nodes);
  EXPECT_EQ(marginalised.weights()[0], 0.25);
  EXPECT_NEAR(marginalised.weights().tail(num_nodes).sum(), 0.25, 1e-14);
  EXPECT_EQ(marginalised.components(data_->X).mean.rows(), 2 + 2 * num_nodes);
}

// Derivatives of Σ a·mean + b·variance over all components and points, for arbitrary a and b.
TEST_F(PosteriorTest, DerivativesComeBackToThePoints) {
  for (NewLatent new_latent : {NewLatent::collapsed, NewLatent::marginalised}) {
    for (const char* name : {"latent", "latent+warped", "additive"}) {
      SCOPED_TRACE(name);
      const Posterior posterior = testing::prior_posterior(name, data_, 11, new_latent, 0.2);
      const Index M = PredictionPoints::tile_columns + 2;
      Matrix X = testing::uniform_points(Q, M, stream_);
      X = X.array() * 0.6 + 0.2;
      ComponentsRecord record(posterior);
      record.predict(X.leftCols(2));  // memory that has been in use before
      const PredictiveComponents components = posterior.components(X);
      const PredictiveComponents& recorded = record.predict(X);
      EXPECT_LT((recorded.mean - components.mean).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_LT((recorded.variance - components.variance).cwiseAbs().maxCoeff(), 1e-8);
      Matrix a(components.mean.rows(), M);
      Matrix b(components.mean.rows(), M);
      for (Matrix* weights : {&a, &b})
        for (double& weight : weights->reshaped())
          weight = stream_.normal() / static_cast<double>(components.mean.rows());
      const Matrix gradients = record.pull_back(a, b);
      for (Index m : {Index{0}, Index{1}, M - 3, M - 1})
        testing::expect_gradient(
            [&](const Vector& x) {
              const PredictiveComponents at = posterior.components(x);
              return a.col(m).dot(at.mean.col(0)) + b.col(m).dot(at.variance.col(0));
            },
            X.col(m), gradients.col(m), 1e-5, 3e-3);
      ThreadPool pool(3);
      record.predict(X, &pool);
      EXPECT_EQ(record.pull_back(a, b, &pool), gradients);
    }
  }
}

TEST_F(PosteriorTest, MomentsAreThoseOfTheMixtureOnTheRawScale) {
  for (NewLatent new_latent : {NewLatent::collapsed, NewLatent::marginalised}) {
    const Posterior posterior = testing::prior_posterior("latent", data_, 7, new_latent);
    const Matrix X = testing::uniform_points(Q, 11, stream_);
    const PredictiveComponents components = posterior.components(X);
    const Prediction prediction = posterior.predict(X);
    const auto [shift, scale] = data_->standardisation;
    for (Index m = 0; m < 11; ++m) {
      double mean = 0.0;
      double within = 0.0;
      double second = 0.0;
      for (Index c = 0; c < posterior.num_components(); ++c) {
        const double component_mean = shift + scale * components.mean(c, m);
        const double component_variance = scale * scale * components.variance(c, m);
        mean += components.weights[c] * component_mean;
        within += components.weights[c] * component_variance;
        second += components.weights[c] * (component_variance + component_mean * component_mean);
      }
      const double variance = second - mean * mean;
      EXPECT_NEAR(prediction.mean[m], mean, 1e-11);
      EXPECT_NEAR(prediction.within[m], within, 1e-11);
      EXPECT_NEAR(prediction.variance[m], variance, 1e-10);
      EXPECT_NEAR(prediction.between[m], variance - within, 1e-10);
      EXPECT_NEAR(prediction.sd[m], std::sqrt(variance), 1e-10);
    }
  }
}

TEST_F(PosteriorTest, QuantilesAreThoseOfTheMixtureOnTheRawScale) {
  const Posterior posterior = testing::prior_posterior("homoscedastic", data_, 6);
  const Matrix X = testing::uniform_points(Q, 300, stream_);
  const std::vector<double> probabilities = {0.025, 0.5, 0.975};
  const Matrix quantiles = posterior.quantiles(X, probabilities);
  ASSERT_EQ(quantiles.rows(), 3);
  ASSERT_EQ(quantiles.cols(), 300);
  const PredictiveComponents components = posterior.components(X);
  const auto [shift, scale] = data_->standardisation;
  for (Index m : {0, 1, 255, 256, 299})
    for (Index p = 0; p < 3; ++p)
      EXPECT_NEAR(
          quantiles(p, m),
          shift + scale * mixture_quantile(components.mean.col(m), components.variance.col(m),
                                           components.weights, probabilities[static_cast<std::size_t>(p)]),
          1e-9);
}

TEST_F(PosteriorTest, OneDrawHasTheQuantilesOfItsNormal) {
  const Posterior posterior = testing::prior_posterior("noiseless", data_, 1);
  const Matrix X = testing::uniform_points(Q, 5, stream_);
  const Prediction prediction = posterior.predict(X);
  const Matrix quantiles = posterior.quantiles(X, std::vector<double>{0.025, 0.5, 0.975});
  constexpr double z_975 = 1.959963984540054;
  for (Index m = 0; m < 5; ++m) {
    EXPECT_NEAR(quantiles(0, m), prediction.mean[m] - z_975 * prediction.sd[m], 1e-9);
    EXPECT_NEAR(quantiles(1, m), prediction.mean[m], 1e-9);
    EXPECT_NEAR(quantiles(2, m), prediction.mean[m] + z_975 * prediction.sd[m], 1e-9);
    EXPECT_EQ(prediction.between[m], 0.0);
  }
}

// Simulates p(h*): the moments of the marginalised predictive within four standard errors of the simulation.
TEST_F(PosteriorTest, MarginalisingEqualsMonteCarloOverTheNewLatent) {
  const int num_samples = testing::full_effort() ? 400000 : 20000;
  for (const char* name : {"latent", "input_noise"}) {
    const std::vector<ConditionedGp> draws =
        testing::prior_draws(testing::surrogate_with(name, 0.2), data_, 3, stream_);
    const Posterior posterior(one_by_one(draws), data_->standardisation, NewLatent::marginalised);
    const Vector x = Vector::Constant(Q, 0.35);
    std::vector<double> means;
    std::vector<double> squares;
    for (int i = 0; i < num_samples; ++i) {
      const ConditionedGp& draw = draws[stream_.below(3)];
      Vector z(draw.latent_dimension());
      for (double& coordinate : z) coordinate = stream_.normal();
      const auto [mean, variance] = testing::predict_at(draw, x, z);
      means.push_back(mean[0]);
      squares.push_back(variance[0] + mean[0] * mean[0]);
    }
    const auto estimate = [&](const std::vector<double>& values) {
      const Eigen::Map<const Vector> v(values.data(), num_samples);
      return std::pair(v.mean(), std::sqrt((v.array() - v.mean()).square().mean() / num_samples));
    };
    const PredictiveComponents components = posterior.components(x);
    const double mean = components.weights.dot(components.mean.col(0));
    const double second = components.weights.dot(
        (components.variance.col(0).array() + components.mean.col(0).array().square()).matrix());
    const auto [simulated_mean, mean_error] = estimate(means);
    const auto [simulated_second, second_error] = estimate(squares);
    EXPECT_NEAR(mean, simulated_mean, 4.0 * mean_error) << name;
    EXPECT_NEAR(second, simulated_second, 4.0 * second_error) << name;
    // That this can fail: collapsing h* gives something else.
    const PredictiveComponents at_mode = Posterior(one_by_one(draws), data_->standardisation).components(x);
    EXPECT_GT(std::abs(at_mode.weights.dot(at_mode.mean.col(0)) - simulated_mean), 10.0 * mean_error) << name;
  }
}

TEST_F(PosteriorTest, BlocksCoverEveryColumnOnce) {
  const Posterior posterior = testing::prior_posterior("latent", data_, 40, NewLatent::marginalised);
  const Matrix X = testing::uniform_points(Q, 700, stream_);
  const PredictiveComponents all = posterior.components(X);
  Index expected_first = 0;
  posterior.for_each_block(X, nullptr, [&](Index first, const PredictiveComponents& block) {
    EXPECT_EQ(first, expected_first);
    expected_first += block.mean.cols();
    EXPECT_LE(block.mean.size(), Index{1} << 18);
    EXPECT_LT((block.mean - all.mean.middleCols(first, block.mean.cols())).cwiseAbs().maxCoeff(), 1e-9);
  });
  EXPECT_EQ(expected_first, 700);
}

TEST_F(PosteriorTest, AnyNumberOfThreadsGivesTheSameBits) {
  const Posterior posterior = testing::prior_posterior("latent+warped", data_, 13);
  const Matrix X = testing::uniform_points(Q, 400, stream_);
  const std::vector<double> probabilities = {0.1, 0.9};
  const PredictiveComponents components = posterior.components(X);
  const Prediction prediction = posterior.predict(X);
  const Matrix quantiles = posterior.quantiles(X, probabilities);
  for (std::size_t threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads);
    EXPECT_EQ(posterior.components(X, &pool).mean, components.mean);
    EXPECT_EQ(posterior.components(X, &pool).variance, components.variance);
    EXPECT_EQ(posterior.predict(X, &pool).mean, prediction.mean);
    EXPECT_EQ(posterior.predict(X, &pool).variance, prediction.variance);
    EXPECT_EQ(posterior.quantiles(X, probabilities, &pool), quantiles);
  }
}

TEST_F(PosteriorTest, StaysFiniteOnExtremeScales) {
  const Matrix X = testing::uniform_points(Q, 20, stream_);
  const std::vector<ConditionedGp> draws =
      testing::prior_draws(testing::surrogate_with("noiseless", 0.0), data_, 4, stream_);
  const Prediction unit = Posterior(one_by_one(draws), {0.0, 1.0}).predict(X);
  for (double scale : {1e300, 1.5e308, 1e-300}) {
    const Posterior posterior(one_by_one(draws), {0.0, scale});
    const Prediction prediction = posterior.predict(X);
    const Matrix quantiles = posterior.quantiles(X, std::vector<double>{0.025, 0.975});
    EXPECT_TRUE(prediction.mean.allFinite() && prediction.sd.allFinite() && prediction.variance.allFinite());
    EXPECT_TRUE(prediction.within.allFinite() && prediction.between.allFinite() && quantiles.allFinite());
    for (Index m = 0; m < 20; ++m) {
      if (scale > 1e305) continue;  // close to the end of the doubles, clamping is all that is promised
      EXPECT_NEAR(prediction.mean[m] / scale, unit.mean[m], 1e-12);
      EXPECT_NEAR(prediction.sd[m] / scale, unit.sd[m], 1e-12);
    }
  }
  EXPECT_EQ(Posterior(one_by_one(draws), {0.0, 1e300}).predict(X).variance.maxCoeff(),
            std::numeric_limits<double>::max());
}

TEST_F(PosteriorTest, RejectsNoDrawsAndPointsOfTheWrongDimension) {
  EXPECT_THROW(Posterior(std::vector<DrawGroupPtr>{}, {}), InvalidArgument);
  const Posterior posterior = testing::prior_posterior("noiseless", data_, 2);
  EXPECT_THROW(posterior.predict(Matrix::Zero(3, 1)), InvalidArgument);
}

}  // namespace
}  // namespace craggy
