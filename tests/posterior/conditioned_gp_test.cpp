#include "posterior/conditioned_gp.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include <Eigen/LU>
#include <boost/math/special_functions/beta.hpp>
#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

constexpr double sigma_h = 0.1;
constexpr double jitter = 1e-4;

// The unknowns at u by name, on their natural scales.
std::map<std::string, double> natural_values(const Surrogate& surrogate, const Shape& shape,
                                             const Vector& u) {
  std::map<std::string, double> values;
  const ParameterBlocks blocks = surrogate.blocks(shape);
  const std::vector<std::string> names = parameter_names(blocks);
  Index position = 0;
  for (const ParameterBlock& block : blocks)
    for (Index i = 0; i < block.count; ++i, ++position)
      values[names[static_cast<std::size_t>(position)]] = block.prior->constrain(u[position]).value;
  return values;
}

double matern(const Vector& difference, const Vector& lengthscales) {
  double squares = 0.0;
  for (Index p = 0; p < difference.size(); ++p) squares += std::pow(difference[p] / lengthscales[p], 2);
  const double r = std::sqrt(squares);
  return (1.0 + std::sqrt(5.0) * r + 5.0 / 3.0 * squares) * std::exp(-std::sqrt(5.0) * r);
}

// A composition written out by hand: everything that the textbook formulas of a GP need.
struct Reference {
  Matrix Z, Z_new;                                               // what the kernel sees
  std::function<double(const Vector&, const Vector&)> observed;  // covariance of two observations
  std::function<double(const Vector&, const Vector&)>
      predicted;  // of an observation and the function predicted
  double prior_variance = 1.0;
  Vector noise;
  double mean = 0.0;
};

// mean + kᵀ·C⁻¹·(y − mean) and k** − kᵀ·C⁻¹·k with an explicit inverse.
testing::PredictedMoments naive_prediction(const Reference& reference, const Vector& y) {
  const Index N = y.size();
  const Index M = reference.Z_new.cols();
  Matrix C(N, N);
  for (Index i = 0; i < N; ++i)
    for (Index j = 0; j < N; ++j)
      C(i, j) =
          reference.observed(reference.Z.col(i), reference.Z.col(j)) + (i == j ? reference.noise[i] : 0.0);
  const Matrix inverse = C.inverse();
  testing::PredictedMoments result{Vector(M), Vector(M)};
  for (Index m = 0; m < M; ++m) {
    Vector k(N);
    for (Index n = 0; n < N; ++n) k[n] = reference.predicted(reference.Z.col(n), reference.Z_new.col(m));
    result.mean[m] = reference.mean + k.dot(inverse * (y.array() - reference.mean).matrix());
    result.variance[m] = reference.prior_variance - k.dot(inverse * k);
  }
  return result;
}

class ConditionedGpTest : public ::testing::Test {
 protected:
  using Values = std::map<std::string, double>;

  static constexpr Index Q = 2, N = 9, M = 7;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, N);
  RandomStream stream_{21};
  Matrix X_new_ = testing::uniform_points(Q, M, stream_);

  // Compares ten draws from the prior with what `describe` makes of their unknowns.
  void expect_agreement(const std::shared_ptr<const Surrogate>& surrogate, const Vector& z,
                        const std::function<Reference(const Values&, const Vector& u)>& describe) {
    for (const ConditionedGp& gp : testing::prior_draws(surrogate, data_, 10, stream_, jitter)) {
      const auto [mean, variance] = testing::predict_at(gp, X_new_, z);
      const Reference reference = describe(natural_values(*surrogate, {Q, N}, gp.unknowns()), gp.unknowns());
      const auto expected = naive_prediction(reference, data_->y);
      for (Index m = 0; m < M; ++m) {
        EXPECT_NEAR(mean[m], expected.mean[m], 1e-8) << surrogate->name << ' ' << m;
        EXPECT_NEAR(variance[m], expected.variance[m], 1e-9 * reference.prior_variance)
            << surrogate->name << ' ' << m;
      }
    }
  }

  // One Matérn kernel on the inputs as they are, without noise.
  Reference plain(double lengthscale) const {
    const auto kernel = [lengthscale](const Vector& a, const Vector& b) {
      return matern(a - b, Vector::Constant(a.size(), lengthscale));
    };
    return {data_->X, X_new_, kernel, kernel, 1.0, Vector::Constant(N, jitter), 0.0};
  }

  static double latent(const Values& values, Index index) {
    return values.at("latent[" + std::to_string(index + 1) + "]");
  }
};

TEST_F(ConditionedGpTest, Noiseless) {
  expect_agreement(testing::surrogate_with("noiseless", sigma_h), Vector(0),
                   [&](const Values& v, const Vector&) { return plain(v.at("lengthscale")); });
}

TEST_F(ConditionedGpTest, HomoscedasticNoiseReplacesTheJitter) {
  expect_agreement(testing::surrogate_with("homoscedastic", sigma_h), Vector(0),
                   [&](const Values& v, const Vector&) {
                     Reference reference = plain(v.at("lengthscale"));
                     reference.noise.setConstant(v.at("noise_variance"));
                     return reference;
                   });
}

TEST_F(ConditionedGpTest, LatentInputsInOneAndTwoDimensions) {
  for (Index D : {1, 2})
    for (double z_new : {0.0, 0.7}) {
      const Vector z = Vector::Constant(D, z_new);
      expect_agreement(testing::surrogate_with("latent", sigma_h, D), z, [&](const Values& v, const Vector&) {
        Reference reference = plain(v.at("lengthscale"));
        reference.Z.conservativeResize(Q + D, N);
        reference.Z_new.conservativeResize(Q + D, M);
        for (Index n = 0; n < N; ++n)
          for (Index d = 0; d < D; ++d) reference.Z(Q + d, n) = sigma_h * latent(v, n * D + d);
        reference.Z_new.bottomRows(D).setConstant(sigma_h * z_new);
        return reference;
      });
    }
}

TEST_F(ConditionedGpTest, InputNoiseIsAddedToTheInputs) {
  const Vector z = (Vector(Q) << 0.4, -1.1).finished();
  expect_agreement(testing::surrogate_with("input_noise", sigma_h), z, [&](const Values& v, const Vector&) {
    Reference reference = plain(v.at("lengthscale"));
    for (Index n = 0; n < N; ++n)
      for (Index q = 0; q < Q; ++q) reference.Z(q, n) += sigma_h * latent(v, n * Q + q);
    reference.Z_new.colwise() += sigma_h * z;
    return reference;
  });
}

TEST_F(ConditionedGpTest, WarpedWithAmplitudeNoiseMeanAndArd) {
  expect_agreement(
      testing::surrogate_with("warped", sigma_h), Vector(0), [&](const Values& v, const Vector&) {
        const auto of = [&](const std::string& name, Index q) {
          return v.at(name + "[" + std::to_string(q + 1) + "]");
        };
        const Vector lengthscales = (Vector(Q) << of("lengthscale", 0), of("lengthscale", 1)).finished();
        const double amplitude = v.at("amplitude");
        const auto kernel = [=](const Vector& a, const Vector& b) {
          return amplitude * matern(a - b, lengthscales);
        };
        Reference reference = {data_->X, X_new_, kernel, kernel, amplitude, Vector(N), v.at("mean")};
        for (Matrix* points : {&reference.Z, &reference.Z_new})
          for (Index q = 0; q < Q; ++q)
            for (double& x : points->row(q)) x = boost::math::ibeta(of("warp_a", q), of("warp_b", q), x);
        reference.noise.setConstant(std::pow(v.at("noise_sd"), 2) + jitter);
        return reference;
      });
}

TEST_F(ConditionedGpTest, AdditivePredictsTheLongRangePartAlone) {
  expect_agreement(
      testing::surrogate_with("additive", sigma_h), Vector(0), [&](const Values& v, const Vector&) {
        Reference reference = plain(v.at("lengthscale"));
        const double share = v.at("share");
        const auto long_range = reference.predicted;
        const auto short_range = plain(v.at("short_lengthscale")).predicted;
        reference.observed = [=](const Vector& a, const Vector& b) {
          return share * long_range(a, b) + (1.0 - share) * short_range(a, b);
        };
        reference.predicted = [=](const Vector& a, const Vector& b) { return share * long_range(a, b); };
        reference.prior_variance = share;
        return reference;
      });
}

TEST_F(ConditionedGpTest, ContaminatedNoiseFollowsTheLabels) {
  double num_outliers = 0.0;
  expect_agreement(
      testing::surrogate_with("contaminated", sigma_h), Vector(0), [&](const Values& v, const Vector& u) {
        Reference reference = plain(v.at("lengthscale"));
        const Vector labels = u.tail(N);
        num_outliers += labels.sum();
        for (Index n = 0; n < N; ++n)
          reference.noise[n] = jitter + v.at(labels[n] == 1.0 ? "outlier_variance" : "core_variance");
        return reference;
      });
  EXPECT_GT(num_outliers, 0.0);
}

TEST_F(ConditionedGpTest, GradientsOfEverySurrogateCollapsedAndNot) {
  for (const std::string& name : surrogate_names()) {
    SCOPED_TRACE(name);
    for (const ConditionedGp& gp :
         testing::prior_draws(testing::surrogate_with(name, sigma_h), data_, 3, stream_))
      for (double z_new : {0.0, -0.8}) {
        const Vector z = Vector::Constant(gp.latent_dimension(), z_new);
        const Vector x = (Vector(Q) << stream_.uniform(0.2, 0.8), stream_.uniform(0.2, 0.8)).finished();
        const auto moment = [&](bool wants_mean) {
          return [&gp, &z, wants_mean](const Vector& at) {
            const auto [mean, variance] = testing::predict_at(gp, at, z);
            return wants_mean ? mean[0] : variance[0];
          };
        };
        const PointPrediction prediction = gp.predict_with_gradient(x, z);
        EXPECT_NEAR(prediction.mean, moment(true)(x), 1e-9);
        EXPECT_NEAR(prediction.variance, moment(false)(x), 1e-9);
        testing::expect_gradient(moment(true), x, prediction.d_mean);
        testing::expect_gradient(moment(false), x, prediction.d_variance);
      }
  }
}

TEST_F(ConditionedGpTest, PassesThroughTheObservationsWhereTheirLatentsAreKnown) {
  for (const char* name : {"noiseless", "latent", "input_noise"}) {
    const auto surrogate = testing::surrogate_with(name, sigma_h);
    for (const ConditionedGp& gp : testing::prior_draws(surrogate, data_, 5, stream_, 1e-10)) {
      const Index D = gp.latent_dimension();
      const Layout layout = surrogate->layout({Q, N});
      for (Index n = 0; n < N; ++n) {
        const auto [mean, variance] =
            testing::predict_at(gp, data_->X.col(n), gp.unknowns().segment(layout.latent.begin + n * D, D));
        EXPECT_NEAR(mean[0], data_->y[n], 1e-3) << name;
        EXPECT_LT(variance[0], 1e-8) << name;
        EXPECT_GT(variance[0], 0.0) << name;
      }
    }
  }
}

TEST_F(ConditionedGpTest, ManyPointsAtOnceAreTheSameAsOneByOne) {
  const auto gp = testing::prior_draws(testing::surrogate_with("latent", sigma_h), data_, 1, stream_).front();
  const Matrix X = testing::uniform_points(Q, 300, stream_);
  const auto [mean, variance] = testing::predict_at(gp, X, Vector::Zero(1));
  for (Index m = 0; m < 300; ++m) {
    const auto [one_mean, one_variance] = testing::predict_at(gp, X.col(m), Vector::Zero(1));
    EXPECT_NEAR(mean[m], one_mean[0], 1e-10);
    EXPECT_NEAR(variance[m], one_variance[0], 1e-10);
  }
}

TEST_F(ConditionedGpTest, FarFromTheDataIsThePrior) {
  const auto surrogate = testing::surrogate_with("noiseless", sigma_h);
  const auto gp = ConditionedGp::make(surrogate, data_, jitter, Vector::Constant(1, std::log(1e-4)));
  if (!gp.has_value()) FAIL() << "not factorised";
  const auto [mean, variance] = testing::predict_at(*gp, X_new_, Vector(0));
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(variance.minCoeff(), 1.0, 1e-12);
}

TEST_F(ConditionedGpTest, IsNothingWhereTheCovarianceCannotBeFactorised) {
  Matrix X = data_->X;
  X.col(1) = X.col(0);
  const auto twice = std::make_shared<const Dataset>(make_dataset(X, data_->y));
  const auto surrogate = testing::surrogate_with("noiseless", sigma_h);
  EXPECT_FALSE(ConditionedGp::make(surrogate, twice, 0.0, Vector::Zero(1)).has_value());
  EXPECT_TRUE(ConditionedGp::make(surrogate, twice, 1e-6, Vector::Zero(1)).has_value());
}

}  // namespace
}  // namespace craggy
