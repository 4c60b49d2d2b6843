#include "posterior/neighbour_group.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <craggy/posterior/posterior.hpp>

#include "base/random.hpp"
#include "posterior/components_record.hpp"
#include "posterior/fantasies.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

constexpr Index N = 30;

double matern(const Vector& a, const Vector& b, const Vector& lengthscales) {
  const double r = (a - b).cwiseQuotient(lengthscales).norm();
  return (1.0 + std::sqrt(5.0) * r + 5.0 / 3.0 * r * r) * std::exp(-std::sqrt(5.0) * r);
}

class NeighbourGroupTest : public ::testing::Test {
 protected:
  NeighbourGroupTest() {
    RandomStream stream(12);
    inputs_ = std::make_shared<const Matrix>(testing::uniform_points(2, N, stream));
    y_ = Vector(N);
    own_noise_ = Vector(N);
    for (Index n = 0; n < N; ++n) {
      y_[n] = std::sin(5.0 * (*inputs_)(0, n)) + (*inputs_)(1, n);
      own_noise_[n] = 0.01 * stream.uniform();
    }
    X_ = testing::uniform_points(2, 7, stream);
  }

  Posterior posterior(Index num_neighbours) const {
    return {{std::make_shared<const NeighbourGroup>(inputs_, y_, own_noise_, draws_, num_neighbours)}, {}};
  }

  struct Moments {
    double mean, variance;
  };
  // With an explicit inverse, from the observations that are given.
  Moments naive(const NeighbourDraw& draw, const std::vector<Index>& from, const Vector& x) const {
    const auto m = std::ssize(from);
    Matrix C(m, m);
    Vector k(m);
    Vector y(m);
    for (Index i = 0; i < m; ++i) {
      const Index a = from[static_cast<std::size_t>(i)];
      for (Index j = 0; j < m; ++j)
        C(i, j) = draw.amplitude *
                  matern(inputs_->col(a), inputs_->col(from[static_cast<std::size_t>(j)]), draw.lengthscales);
      C(i, i) += draw.noise_variance + own_noise_[a];
      k[i] = draw.amplitude * matern(inputs_->col(a), x, draw.lengthscales);
      y[i] = y_[a];
    }
    const Matrix inverse = C.inverse();
    return {k.dot(inverse * y), draw.amplitude - k.dot(inverse * k)};
  }

  std::vector<Index> all_but(Index without) const {
    std::vector<Index> all;
    for (Index n = 0; n < N; ++n)
      if (n != without) all.push_back(n);
    return all;
  }

  std::shared_ptr<const Matrix> inputs_;
  Vector y_, own_noise_;
  Matrix X_;
  std::vector<NeighbourDraw> draws_ = {{Vector{{0.3, 0.8}}, 1.5, 0.02}, {Vector{{0.5, 0.4}}, 0.7, 0.001}};
};

TEST_F(NeighbourGroupTest, WithAllForNeighboursIsTheExactGp) {
  const PredictiveComponents at = posterior(N).components(X_);
  for (Index m = 0; m < X_.cols(); ++m)
    for (Index s = 0; s < 2; ++s) {
      const Moments expected = naive(draws_[static_cast<std::size_t>(s)], all_but(-1), X_.col(m));
      EXPECT_NEAR(at.mean(s, m), expected.mean, 1e-9);
      EXPECT_NEAR(at.variance(s, m), expected.variance, 1e-9);
    }
}

TEST_F(NeighbourGroupTest, PredictsFromTheNearestInUnitsOfTheLengthscales) {
  const PredictiveComponents at = posterior(5).components(X_);
  for (Index m = 0; m < X_.cols(); ++m) {
    std::vector<std::pair<double, Index>> by_distance;
    const Vector usual = (draws_[0].lengthscales.array() * draws_[1].lengthscales.array()).sqrt();
    for (Index n = 0; n < N; ++n)
      by_distance.emplace_back((inputs_->col(n) - X_.col(m)).cwiseQuotient(usual).norm(), n);
    std::sort(by_distance.begin(), by_distance.end());
    std::vector<Index> nearest;
    for (std::size_t i = 0; i < 5; ++i) nearest.push_back(by_distance[i].second);
    for (Index s = 0; s < 2; ++s) {
      const Moments expected = naive(draws_[static_cast<std::size_t>(s)], nearest, X_.col(m));
      EXPECT_NEAR(at.mean(s, m), expected.mean, 1e-9);
      EXPECT_NEAR(at.variance(s, m), expected.variance, 1e-9);
    }
  }
}

TEST_F(NeighbourGroupTest, HasGradients) {
  for (const Index num_neighbours : {N, Index{8}}) {
    const Posterior its = posterior(num_neighbours);
    const Vector x = X_.col(2);
    for (const bool of_variance : {false, true}) {
      ComponentsRecord record(its);
      record.predict(x);
      const Matrix ones = Matrix::Ones(2, 1);
      const Matrix zeros = Matrix::Zero(2, 1);
      const Matrix gradient = record.pull_back(of_variance ? zeros : ones, of_variance ? ones : zeros);
      testing::expect_gradient(
          [&](const Vector& there) {
            const PredictiveComponents at = its.components(there);
            return of_variance ? at.variance.sum() : at.mean.sum();
          },
          x, gradient, 1e-6, 1e-4);
    }
  }
}

TEST_F(NeighbourGroupTest, LeavesOneOut) {
  const NeighbourGroup group(inputs_, y_, own_noise_, draws_, N);
  Matrix mean(2, N);
  Matrix variance(2, N);
  group.leave_one_out(Vector(), mean, variance);
  const ObservationTerms terms = group.observation_terms();
  for (Index n = 0; n < N; n += 7)
    for (Index s = 0; s < 2; ++s) {
      const Moments expected = naive(draws_[static_cast<std::size_t>(s)], all_but(n), inputs_->col(n));
      EXPECT_NEAR(mean(s, n), expected.mean, 1e-9);
      EXPECT_NEAR(variance(s, n), expected.variance, 1e-9);
      EXPECT_NEAR(y_[n] - terms.alpha(s, n) / terms.precision(s, n), expected.mean, 1e-9);
      EXPECT_NEAR(1.0 / terms.precision(s, n), expected.variance + terms.noise_variance(s, n), 1e-9);
    }
}

TEST_F(NeighbourGroupTest, RemembersWhatItMadeUp) {
  RandomStream stream(5);
  const Fantasies fantasies = fantasise(posterior(10), X_, stream);
  const PredictiveComponents at = fantasies.posterior.components(X_);
  EXPECT_NEAR((at.mean - fantasies.values).cwiseAbs().maxCoeff(), 0.0, 0.02);
  EXPECT_LT(at.variance.maxCoeff(), 1e-5);
}

TEST_F(NeighbourGroupTest, PointsAtOnePlaceAreNoTrouble) {
  inputs_ = std::make_shared<const Matrix>(Matrix::Constant(2, N, 0.5));
  own_noise_.setZero();
  for (NeighbourDraw& draw : draws_) draw.noise_variance = 1e-300;
  const PredictiveComponents at = posterior(10).components(X_);
  EXPECT_TRUE(at.mean.allFinite());
  EXPECT_GT(at.variance.minCoeff(), 0.0);
}

}  // namespace
}  // namespace craggy
