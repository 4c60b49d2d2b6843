// Whether the probabilities of success are sensible: failures count where they are, and as many as there are.
#include "posterior/success_model.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "kernels/matern52.hpp"
#include "linalg/cholesky.hpp"
#include "support/effort.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

class SuccessModelTest : public ::testing::Test {
 protected:
  RandomStream stream_{91};

  // Uniform points of the unit square with the first coordinate in [low, high].
  Matrix strip(Index count, double low, double high) {
    Matrix X = testing::uniform_points(2, count, stream_);
    X.row(0) = X.row(0).array() * (high - low) + low;
    return X;
  }
  static SuccessModel model(const Matrix& succeeded, const Matrix& failed) {
    return {succeeded, failed, std::sqrt(static_cast<double>(succeeded.rows()))};
  }
  // The share of points at which success is less probable than `probability`.
  static double share_below(const SuccessModel& model, const Matrix& X, double probability) {
    return static_cast<double>((model.probability(X).array() < probability).count()) /
           static_cast<double>(X.cols());
  }
};

TEST_F(SuccessModelTest, OneFailureCountsWhereItIs) {
  const Matrix everywhere = strip(500, 0.0, 1.0);
  for (const Index num_succeeded : {1, 5, 20}) {
    const Matrix failed = Vector::Constant(2, 0.5);
    const SuccessModel one = model(strip(num_succeeded, 0.0, 1.0), failed);
    EXPECT_LT(one.probability(failed)[0], one.probability(everywhere).maxCoeff() - 0.25) << num_succeeded;
    EXPECT_LT(share_below(one, everywhere, 0.6), 0.15) << num_succeeded;
    EXPECT_LT(share_below(one, everywhere, 0.75), 0.45) << num_succeeded;
  }
}

TEST_F(SuccessModelTest, AHundredFailuresInARegionCloseIt) {
  const SuccessModel many = model(strip(20, 0.5, 1.0), strip(100, 0.0, 0.5));
  EXPECT_GT(share_below(many, strip(300, 0.0, 0.4), 0.1), 0.9);
  EXPECT_LT(share_below(many, strip(300, 0.6, 1.0), 0.75), 0.1);
}

TEST_F(SuccessModelTest, EveryMoreFailureLowersTheProbabilityThere) {
  const Matrix succeeded = strip(10, 0.0, 1.0);
  double last = 1.0;
  for (const Index count : {1, 2, 4, 16}) {
    const double probability =
        model(succeeded, Matrix::Constant(2, count, 0.5)).probability(Vector::Constant(2, 0.5))[0];
    EXPECT_LT(probability, last);
    last = probability;
  }
  EXPECT_LT(last, 0.15);
}

TEST_F(SuccessModelTest, WithoutSuccessesIsFarFromCertain) {
  const SuccessModel none(Matrix(2, 0), Matrix(strip(6, 0.0, 0.3)), std::sqrt(2.0));
  EXPECT_LT(none.probability(Vector::Constant(2, 0.15))[0], 0.35);
  EXPECT_GT(none.probability(Vector::Constant(2, 0.95))[0],
            2.0 * none.probability(Vector::Constant(2, 0.15))[0]);
}

// Of the points to which the model gives a probability around p, a share of about p succeeds, for functions
// from its own prior.
TEST_F(SuccessModelTest, IsCalibrated) {
  const int num_functions = testing::full_effort() ? 3000 : 400;
  constexpr Index num_known = 40;
  constexpr Index num_new = 10;
  std::array<double, 5> predicted{};
  std::array<double, 5> succeeded{};
  std::array<double, 5> count{};
  const std::array lengthscales = {0.05, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.8};
  for (int i = 0; i < num_functions; ++i) {
    const SuccessPrior prior{.lengthscale = std::sqrt(2.0) * lengthscales[static_cast<std::size_t>(i) % 13]};
    const Matrix X = strip(num_known + num_new, 0.0, 1.0);
    Matrix K(X.cols(), X.cols());
    matern52::matrix(X, Vector::Constant(2, prior.lengthscale), K);
    K = (prior.amplitude * K.array() + prior.offset_variance).matrix();
    K.diagonal().array() += 1e-8;
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(K));
    const Vector normals = Vector::NullaryExpr(X.cols(), [&] { return stream_.normal(); });
    const Vector latent = (cholesky.lower() * normals).array() + prior.mean;
    std::vector<Index> good;
    std::vector<Index> bad;
    for (Index n = 0; n < num_known; ++n)
      (stream_.uniform() < normal_cdf(latent[n]) ? good : bad).push_back(n);
    if (bad.empty()) continue;
    const SuccessModel learned = model(X(Eigen::all, good), X(Eigen::all, bad));
    const Vector probability = learned.probability(X.rightCols(num_new));
    for (Index m = 0; m < num_new; ++m) {
      const auto bin = static_cast<std::size_t>(std::min(4.0, 5.0 * probability[m]));
      predicted[bin] += probability[m];
      succeeded[bin] += normal_cdf(latent[num_known + m]);
      count[bin] += 1.0;
    }
  }
  for (std::size_t bin = 0; bin < 5; ++bin) {
    ASSERT_GT(count[bin], 10.0);
    EXPECT_NEAR(predicted[bin] / count[bin], succeeded[bin] / count[bin], testing::full_effort() ? 0.03 : 0.1)
        << bin;
  }
}

TEST_F(SuccessModelTest, HasGradientsAndTheSameBitsForAnyNumberOfThreads) {
  const Matrix succeeded = strip(9, 0.0, 1.0);
  const Matrix failed = strip(6, 0.0, 0.4);
  const SuccessModel learned = model(succeeded, failed);
  const Vector x = (Vector(2) << 0.42, 0.57).finished();
  Vector gradient;
  EXPECT_NEAR(learned.probability_with_gradient(x, gradient), learned.probability(x)[0], 1e-12);
  testing::expect_gradient([&](const Vector& at) { return learned.probability(at)[0]; }, x, gradient);
  ThreadPool pool(3);
  const Matrix X = strip(300, 0.0, 1.0);
  EXPECT_EQ(SuccessModel(succeeded, failed, std::sqrt(2.0), &pool).probability(X, &pool),
            learned.probability(X));
}

TEST_F(SuccessModelTest, NeedsAnEvaluation) {
  EXPECT_THROW(SuccessModel(Matrix(2, 0), Matrix(2, 0), 1.0), InvalidArgument);
}

}  // namespace
}  // namespace craggy
