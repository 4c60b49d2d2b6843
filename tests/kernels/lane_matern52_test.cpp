// The Matérn kernels on lanes against those on one set of points.
#include "kernels/lane_matern52.hpp"

#include <gtest/gtest.h>

#include <craggy/linalg/simd_level.hpp>

#include "base/random.hpp"
#include "kernels/matern52.hpp"
#include "linalg/lane_array.hpp"
#include "linalg/lane_kernels.hpp"

namespace craggy {
namespace {

constexpr Index N = 9;
constexpr Index Q = 2;

class LaneMaternTest : public ::testing::TestWithParam<std::tuple<SimdLevel, Index>> {
 protected:
  LaneMaternTest() {
    RandomStream stream(11);
    for (double& x : X_.reshaped()) x = stream.uniform();
    for (Index i = 0; i < own_.size(); ++i) own_.data()[i] = 0.3 * stream.normal();
    for (int w = 0; w < width_; ++w) {
      const double l = lengthscale(w);
      scale_.at(0, w) = 1.0 / (l * l);
      amplitude_.at(0, w) = 1.0 + 0.5 * w;
    }
    for (Index i = 0; i < N; ++i)
      for (Index j = 0; j <= i; ++j) shared_[packed_index(i, j)] = (X_.col(i) - X_.col(j)).squaredNorm();
  }

  static double lengthscale(int w) { return 0.3 + 0.2 * w; }
  LanePoints points() const { return {N, D_, shared_.data(), own_.data(), scale_.data(), amplitude_.data()}; }
  LaneArray random_array(Index entries, std::uint64_t seed) const {
    RandomStream stream(seed);
    LaneArray result(entries, width_);
    for (Index i = 0; i < result.size(); ++i) result.data()[i] = stream.normal();
    return result;
  }
  // Inputs and own coordinates of one lane as the columns of one matrix.
  Matrix all_coordinates(int w) const {
    Matrix Z(Q + D_, N);
    Z.topRows(Q) = X_;
    for (Index n = 0; n < N; ++n)
      for (Index d = 0; d < D_; ++d) Z(Q + d, n) = own_.at(n * D_ + d, w);
    return Z;
  }
  Vector lengthscales(int w) const { return Vector::Constant(Q + D_, lengthscale(w)); }

  SimdLevel level_ = std::get<0>(GetParam());
  Index D_ = std::get<1>(GetParam());
  const LaneMatern52& matern_ = lane_matern52(level_);
  int width_ = lane_kernels(level_).width;
  Matrix X_ = Matrix(Q, N);
  Vector shared_ = Vector::Zero(packed_size(N));
  LaneArray own_{N * D_, width_}, scale_{1, width_}, amplitude_{1, width_};
};

TEST_P(LaneMaternTest, MatrixAndContraction) {
  const LaneArray variances = random_array(N, 1);
  const LaneArray P = random_array(packed_size(N), 2);
  const LaneArray alpha = random_array(N, 3);
  LaneArray K(packed_size(N), width_);
  LaneArray slopes(packed_size(N), width_);
  LaneArray d_own = random_array(N * D_, 4);
  LaneArray d_log_l(1, width_);
  matern_.matrix(points(), variances.data(), K.data(), slopes.data());
  matern_.contract(points(), P.data(), alpha.data(), slopes.data(), d_own.data(), d_log_l.data());
  for (int w = 0; w < width_; ++w) {
    const Matrix Z = all_coordinates(w);
    Matrix expected(N, N);
    matern52::matrix(Z, lengthscales(w), expected);
    expected *= amplitude_.at(0, w);
    Matrix G(N, N);
    for (Index i = 0; i < N; ++i)
      for (Index j = 0; j <= i; ++j) {
        G(i, j) = 0.5 * (alpha.at(i, w) * alpha.at(j, w) - P.at(packed_index(i, j), w));
        EXPECT_NEAR(K.at(packed_index(i, j), w), expected(i, j) + (i == j ? variances.at(i, w) : 0.0), 1e-14);
      }
    Vector d_log_lengthscales = Vector::Zero(Q + D_);
    Matrix d_Z = Matrix::Zero(D_, N);
    matern52::contract(Z, lengthscales(w), G, d_log_lengthscales, d_Z);
    EXPECT_NEAR(d_log_l.at(0, w), amplitude_.at(0, w) * d_log_lengthscales.sum(), 1e-12);
    for (Index n = 0; n < N; ++n)
      for (Index d = 0; d < D_; ++d)
        EXPECT_NEAR(d_own.at(n * D_ + d, w), amplitude_.at(0, w) * d_Z(d, n), 1e-12);
  }
}

TEST_P(LaneMaternTest, CrossCovariances) {
  constexpr Index m = 3;
  const LaneArray others = random_array(m * D_, 5);
  RandomStream stream(6);
  Matrix X_new(Q, m);
  for (double& x : X_new.reshaped()) x = stream.uniform();
  Vector shared(N * m);
  for (Index n = 0; n < N; ++n)
    for (Index c = 0; c < m; ++c) shared[n * m + c] = (X_.col(n) - X_new.col(c)).squaredNorm();
  for (bool at_zero : {false, true}) {
    LaneArray k(N * m, width_);
    LaneArray slopes(N * m, width_);
    const double* own = at_zero ? nullptr : others.data();
    matern_.cross(points(), m, shared.data(), own, k.data());
    LaneArray k_with_slopes(N * m, width_);
    matern_.cross_and_slopes(points(), m, shared.data(), own, k_with_slopes.data(), slopes.data());
    for (int w = 0; w < width_; ++w) {
      Matrix Z_new = Matrix::Zero(Q + D_, m);
      Z_new.topRows(Q) = X_new;
      for (Index c = 0; c < m; ++c)
        for (Index d = 0; d < D_ && !at_zero; ++d) Z_new(Q + d, c) = others.at(c * D_ + d, w);
      Matrix expected(N, m);
      matern52::cross(all_coordinates(w), Z_new, lengthscales(w), expected);
      for (Index n = 0; n < N; ++n)
        for (Index c = 0; c < m; ++c) {
          const double squared = (all_coordinates(w).col(n) - Z_new.col(c)).squaredNorm() * scale_.at(0, w);
          const double slope = matern52::value_and_slope(squared).slope * scale_.at(0, w);
          EXPECT_NEAR(k.at(n * m + c, w), amplitude_.at(0, w) * expected(n, c), 1e-14);
          EXPECT_NEAR(k_with_slopes.at(n * m + c, w), amplitude_.at(0, w) * expected(n, c), 1e-14);
          EXPECT_NEAR(slopes.at(n * m + c, w), amplitude_.at(0, w) * slope, 1e-12);
        }
    }
  }
}

TEST_P(LaneMaternTest, ContractionOfPredictionsSumsOverTheLanes) {
  constexpr Index m = 5;
  const LaneArray slopes = random_array(N * m, 11);
  const LaneArray alpha = random_array(N, 12);
  const LaneArray solution = random_array(N * m, 13);
  const LaneArray d_mean = random_array(m, 14);
  const LaneArray d_variance = random_array(m, 15);
  std::vector<double> out(static_cast<std::size_t>(N * m));
  matern_.contract_cross(N, m, slopes.data(), alpha.data(), solution.data(), d_mean.data(), d_variance.data(),
                         out.data());
  for (Index n = 0; n < N; ++n)
    for (Index c = 0; c < m; ++c) {
      const Index e = n * m + c;
      double expected = 0.0;
      for (int w = 0; w < width_; ++w)
        expected += slopes.at(e, w) *
                    (alpha.at(n, w) * d_mean.at(c, w) - 2.0 * solution.at(e, w) * d_variance.at(c, w));
      EXPECT_NEAR(out[static_cast<std::size_t>(e)], expected, 1e-13);
    }
}

TEST_P(LaneMaternTest, CrossCovariancesOfAMovedSite) {
  constexpr Index m = 2;
  const LaneArray others = random_array(m * D_, 8);
  for (Index site : {Index{0}, Index{4}, N - 1}) {
    LaneArray k(N * m, width_);
    matern_.cross_site(points(), site, m, others.data(), k.data());
    for (int w = 0; w < width_; ++w)
      for (Index n = 0; n < N; ++n)
        for (Index c = 0; c < m; ++c) {
          Vector moved = all_coordinates(w).col(site);
          for (Index d = 0; d < D_; ++d) moved[Q + d] = others.at(c * D_ + d, w);
          const double squared = (all_coordinates(w).col(n) - moved).squaredNorm() * scale_.at(0, w);
          EXPECT_NEAR(k.at(n * m + c, w), n == site ? 0.0 : amplitude_.at(0, w) * matern52::value(squared),
                      1e-14);
        }
  }
}

INSTANTIATE_TEST_SUITE_P(AllLevels, LaneMaternTest,
                         ::testing::Combine(::testing::ValuesIn(available_simd_levels()),
                                            ::testing::Values<Index>(1, 3)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + "_D" +
                                  std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace craggy
