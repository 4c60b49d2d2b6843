// Draws that are conditioned on values they made up, against the textbook formulas with explicit inverses.
#include "posterior/fantasies.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "posterior/components_record.hpp"
#include "posterior/conditioned_gp.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

constexpr double jitter = 1e-4;
constexpr Index Q = 2, N = 9, P = 4, M = 6;

Matrix embedded_new(const Surrogate& surrogate, const Layout& layout, const Vector& u, const Matrix& X) {
  Matrix W(X.rows(), X.cols());
  Matrix Z(surrogate.latent->num_coordinates(Q), X.cols());
  surrogate.warp->apply(slice_of(u, layout.warp), X, W);
  surrogate.latent->embed_new(slice_of(u, layout.level_label), W,
                              Vector::Zero(surrogate.latent->latent_dimension(Q)), Z);
  return Z;
}

struct NaiveFantasy {
  Vector values;
  testing::PredictedMoments moments;  // at X_new, given the observations and the values
};

// One joint Gaussian of the observations, the values at `pending` and those at `X_new`.
NaiveFantasy naive_fantasy(const Surrogate& surrogate, const Dataset& data, const Vector& u,
                           const Matrix& pending, const Vector& normals, const Matrix& X_new) {
  const Layout layout = surrogate.layout({Q, data.size()});
  const auto u_covariance = slice_of(u, layout.covariance);
  const double prior_variance = surrogate.covariance->predicted_variance(u_covariance);
  const double mean = surrogate.mean.value(slice_of(u, layout.mean));
  const Matrix Z = embedded_inputs(surrogate, layout, u, data.X);
  const Matrix Z_pending = embedded_new(surrogate, layout, u, pending);
  const Matrix Z_new = embedded_new(surrogate, layout, u, X_new);
  const auto cross = [&](const Matrix& A, const Matrix& B) {
    Matrix k(A.cols(), B.cols());
    surrogate.covariance->cross(u_covariance, Q, A, B, k);
    return k;
  };
  const Index num_observed = data.size();
  const Index num_pending = pending.cols();
  Matrix C(num_observed + num_pending, num_observed + num_pending);
  Matrix observed(num_observed, num_observed);
  surrogate.covariance->matrix(u_covariance, Q, Z, observed);
  Vector diagonal(num_observed);
  diagonal_variances(surrogate, layout, u, jitter, diagonal);
  observed.diagonal() += diagonal;
  const Matrix k_pending = cross(Z, Z_pending);
  Matrix among_pending = cross(Z_pending, Z_pending);
  among_pending.diagonal().array() += relative_fantasy_variance * prior_variance;
  C << observed, k_pending, k_pending.transpose(), among_pending;

  const Vector residual = data.y.array() - mean;
  const Matrix observed_inverse = observed.inverse();
  const Matrix rest = among_pending - k_pending.transpose() * observed_inverse * k_pending;
  NaiveFantasy result;
  result.values = k_pending.transpose() * observed_inverse * residual +
                  Matrix(Eigen::LLT<Matrix>(rest).matrixL()) * normals;
  result.values.array() += mean;
  Vector all(num_observed + num_pending);
  all << residual, (result.values.array() - mean).matrix();
  const Matrix inverse = C.inverse();
  Matrix k(C.rows(), X_new.cols());
  k << cross(Z, Z_new), cross(Z_pending, Z_new);
  result.moments.mean = (k.transpose() * inverse * all).array() + mean;
  result.moments.variance = prior_variance - (k.array() * (inverse * k).array()).colwise().sum().transpose();
  return result;
}

std::shared_ptr<const Surrogate> variant_of(const std::string& name, int variant) {
  SurrogateOptions options{.sigma_h = {0.15}};
  if (variant == 1) options = {.sigma_h = {0.15}, .latent_dimension = 2, .amplitude = Amplitude::sampled};
  if (variant == 2) options = {.sigma_h = {0.15, 0.0}, .ard = true};
  if (variant == 3) options = {.sigma_h = {0.15}, .main_effects = name != "additive"};
  return make_surrogate(name, options);
}

class EveryFantasy : public ::testing::TestWithParam<std::tuple<std::string, int>> {
 protected:
  std::shared_ptr<const Surrogate> surrogate_ = variant_of(std::get<0>(GetParam()), std::get<1>(GetParam()));
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, N);
  RandomStream stream_{71};
  Matrix pending_ = testing::uniform_points(Q, P, stream_);
  Matrix X_new_ = testing::uniform_points(Q, M, stream_);
};

TEST_P(EveryFantasy, IsWhatTheTextbookSays) {
  // As a fit groups them, on lanes where these go, and one by one.
  const std::vector<ConditionedGp> draws = testing::prior_draws(surrogate_, data_, 5, stream_, jitter);
  const Posterior grouped(
      condition_draws(surrogate_, data_, jitter, testing::unknowns_of(draws), default_simd_level()),
      data_->standardisation);
  const Posterior separate(one_by_one(draws), data_->standardisation);
  for (const Posterior* posterior : {&grouped, &separate}) {
    RandomStream stream(5, {.purpose = Purpose::fantasy});
    RandomStream same_stream = stream;
    const Fantasies fantasies = fantasise(*posterior, pending_, stream);
    ASSERT_EQ(fantasies.values.rows(), 5);
    const PredictiveComponents components = fantasies.posterior.components(X_new_);
    for (Index s = 0; s < 5; ++s) {
      const Vector normals = Vector::NullaryExpr(P, [&] { return same_stream.normal(); });
      const NaiveFantasy expected = naive_fantasy(
          *surrogate_, *data_, draws[static_cast<std::size_t>(s)].unknowns(), pending_, normals, X_new_);
      const double scale = 1.0 + expected.moments.variance.maxCoeff();
      EXPECT_LT((fantasies.values.row(s).transpose() - expected.values).cwiseAbs().maxCoeff(), 1e-6 * scale);
      EXPECT_LT((components.mean.row(s).transpose() - expected.moments.mean).cwiseAbs().maxCoeff(),
                1e-6 * scale);
      EXPECT_LT((components.variance.row(s).transpose() - expected.moments.variance).cwiseAbs().maxCoeff(),
                1e-7 * scale);
    }
  }
}

TEST_P(EveryFantasy, HasTheDerivativesOfItsMoments) {
  const Posterior posterior(
      condition_draws(surrogate_, data_, jitter,
                      testing::unknowns_of(testing::prior_draws(surrogate_, data_, 3, stream_, jitter)),
                      default_simd_level()),
      data_->standardisation);
  const Fantasies fantasies = fantasise(posterior, pending_, stream_);
  Matrix weights_of_mean(3, 1);
  Matrix weights_of_variance(3, 1);
  weights_of_mean << 0.3, -0.8, 0.5;
  weights_of_variance << -0.4, 0.6, 0.2;
  const Vector x = (Vector(Q) << 0.37, 0.61).finished();
  ComponentsRecord record(fantasies.posterior);
  record.predict(x);
  const Vector gradient = record.pull_back(weights_of_mean, weights_of_variance);
  testing::expect_gradient(
      [&](const Vector& at) {
        const PredictiveComponents moments = fantasies.posterior.components(at);
        return weights_of_mean.col(0).dot(moments.mean.col(0)) +
               weights_of_variance.col(0).dot(moments.variance.col(0));
      },
      x, gradient, 1e-5, 3e-3);
}

INSTANTIATE_TEST_SUITE_P(AllNames, EveryFantasy,
                         ::testing::Combine(::testing::ValuesIn(surrogate_names()),
                                            ::testing::Values(0, 1, 2, 3)),
                         [](const auto& test) {
                           std::string name =
                               std::get<0>(test.param) + "_" + std::to_string(std::get<1>(test.param));
                           std::replace(name.begin(), name.end(), '+', '_');
                           return name;
                         });

class FantasiesTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, N);
  RandomStream stream_{72};
  Matrix pending_ = testing::uniform_points(Q, P, stream_);
  Matrix X_new_ = testing::uniform_points(Q, M, stream_);
};

TEST_F(FantasiesTest, KeepTheDrawsTheirComponentsAndTheirScale) {
  for (NewLatent new_latent : {NewLatent::collapsed, NewLatent::marginalised}) {
    const Posterior posterior = testing::prior_posterior("latent", data_, 5, new_latent);
    const Fantasies fantasies = fantasise(posterior, pending_, stream_);
    EXPECT_EQ(fantasies.posterior.draws(), posterior.draws());
    EXPECT_EQ(fantasies.posterior.weights(), posterior.weights());
    EXPECT_EQ(fantasies.posterior.standardisation().scale, posterior.standardisation().scale);
    const std::vector<Index>& draws = fantasies.posterior.draw_of_component();
    ASSERT_EQ(std::ssize(draws), posterior.num_components());
    const Index num_nodes = posterior.num_components() / 5;
    for (Index c = 0; c < posterior.num_components(); ++c)
      EXPECT_EQ(draws[static_cast<std::size_t>(c)], c / num_nodes);
  }
}

TEST_F(FantasiesTest, AreKnownToTheirDrawWhereTheyAre) {
  const Posterior posterior = testing::prior_posterior("homoscedastic", data_, 6);
  const Fantasies fantasies = fantasise(posterior, pending_, stream_);
  const PredictiveComponents at_pending = fantasies.posterior.components(pending_);
  EXPECT_LT((at_pending.mean - fantasies.values).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_LT(at_pending.variance.maxCoeff(), 2.0 * relative_fantasy_variance);
}

// Averaged over what the pending evaluations may show, nothing has been learned: the means of the draws keep
// their mean, and what the variances lose the means gain.
TEST_F(FantasiesTest, OnAverageTellNothingNew) {
  constexpr Index count = 4000;
  const auto surrogate = testing::surrogate_with("latent", 0.1);
  const Vector u = testing::prior_draws(surrogate, data_, 1, stream_, jitter).front().unknowns();
  const std::vector<Vector> copies(count, u);
  const Posterior posterior(condition_draws(surrogate, data_, jitter, copies, default_simd_level()),
                            data_->standardisation);
  const PredictiveComponents before = posterior.components(X_new_);
  const PredictiveComponents after = fantasise(posterior, pending_, stream_).posterior.components(X_new_);
  for (Index m = 0; m < M; ++m) {
    const double variance = before.variance(0, m);
    const double mean = after.mean.col(m).mean();
    const double between = (after.mean.col(m).array() - mean).square().mean();
    const double standard_error = std::sqrt(between / count);
    EXPECT_NEAR(mean, before.mean(0, m), 4.0 * standard_error + 1e-9);
    EXPECT_NEAR(after.variance(0, m) + between, variance, 4.0 * std::sqrt(2.0 / count) * variance);
  }
}

TEST_F(FantasiesTest, AtOnePlaceOrAtAnObservationAreFinite) {
  Matrix pending(Q, 20);
  for (Index p = 0; p < 20; ++p)
    pending.col(p) = p % 2 == 0 ? Vector(Vector::Constant(Q, 0.3)) : Vector(data_->X.col(p % N));
  for (const char* name : {"noiseless", "latent", "homoscedastic", "additive"}) {
    const Posterior posterior = testing::prior_posterior(name, data_, 9);
    const Fantasies fantasies = fantasise(posterior, pending, stream_);
    EXPECT_TRUE(fantasies.values.allFinite()) << name;
    const PredictiveComponents components = fantasies.posterior.components(X_new_);
    EXPECT_TRUE(components.mean.allFinite()) << name;
    EXPECT_GT(components.variance.minCoeff(), 0.0) << name;
    // Twenty values at one place are one value.
    EXPECT_LT((fantasies.values.col(0) - fantasies.values.col(18)).cwiseAbs().maxCoeff(), 0.02) << name;
  }
}

TEST_F(FantasiesTest, TheSameBitsForAnyNumberOfThreads) {
  const Posterior posterior = testing::prior_posterior("latent", data_, 21);
  const auto fantasy = [&](ThreadPool* pool) {
    RandomStream stream(9);
    return fantasise(posterior, pending_, stream, pool);
  };
  const Fantasies alone = fantasy(nullptr);
  ThreadPool pool(3);
  EXPECT_EQ(fantasy(&pool).values, alone.values);
  EXPECT_EQ(fantasy(&pool).posterior.components(X_new_).mean, alone.posterior.components(X_new_).mean);
}

TEST_F(FantasiesTest, NeedPointsOfTheSpace) {
  const Posterior posterior = testing::prior_posterior("noiseless", data_, 1);
  EXPECT_THROW(fantasise(posterior, Matrix(Q, 0), stream_), InvalidArgument);
  EXPECT_THROW(fantasise(posterior, Matrix::Zero(Q + 1, 2), stream_), InvalidArgument);
}

}  // namespace
}  // namespace craggy
