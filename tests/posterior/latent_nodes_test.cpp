#include "posterior/latent_nodes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

// E[z^power] for z ~ N(0, 1): 1·3·5·…·(power − 1), or 0 if odd.
double normal_moment(int power) {
  if (power % 2 == 1) return 0.0;
  double moment = 1.0;
  for (int k = power - 1; k > 1; k -= 2) moment *= k;
  return moment;
}

TEST(LatentNodes, GaussHermiteIsExactUpToItsDegreeAndNotBeyond) {
  for (Index order : {1, 2, 3, 5, 12, 32}) {
    const LatentNodes rule = gauss_hermite(order);
    ASSERT_EQ(rule.nodes.rows(), 1);
    ASSERT_EQ(rule.nodes.cols(), order);
    const auto integral = [&](int power) {
      return rule.nodes.row(0).array().pow(power).matrix().dot(rule.weights);
    };
    const int degree = static_cast<int>(2 * order - 1);
    for (int power = 0; power <= std::min(degree, 20); ++power) {
      const double scale = normal_moment(power + power % 2);  // of the terms that an odd power cancels
      EXPECT_NEAR(integral(power) / scale, normal_moment(power) / scale, 1e-12)
          << "order " << order << ", power " << power;
    }
    if (degree >= 20) continue;
    EXPECT_GT(std::abs(integral(degree + 1) / normal_moment(degree + 1) - 1.0), 1e-3);
  }
}

TEST(LatentNodes, GaussHermiteHasTheNodesOfTheBooks) {
  const LatentNodes three = gauss_hermite(3);
  EXPECT_NEAR(three.nodes(0, 0), -std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(three.nodes(0, 1), 0.0, 1e-14);
  EXPECT_NEAR(three.nodes(0, 2), std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(three.weights[0], 1.0 / 6.0, 1e-14);
  EXPECT_NEAR(three.weights[1], 2.0 / 3.0, 1e-14);
}

TEST(LatentNodes, GaussHermiteIntegratesACosine) {
  const LatentNodes rule = gauss_hermite(32);
  EXPECT_NEAR((3.0 * rule.nodes.row(0).array()).cos().matrix().dot(rule.weights), std::exp(-4.5), 1e-12);
}

TEST(LatentNodes, QuadratureHasTheMomentsOfAStandardNormalInEveryDimension) {
  for (Index D = 0; D <= 9; ++D) {
    const LatentNodes rule = latent_quadrature(D);
    ASSERT_EQ(rule.nodes.rows(), D);
    ASSERT_EQ(rule.nodes.cols(), rule.weights.size());
    EXPECT_LE(rule.weights.size(), 256);
    EXPECT_GT(rule.weights.minCoeff(), 0.0);
    EXPECT_NEAR(rule.weights.sum(), 1.0, 1e-13);
    const Vector mean = rule.nodes * rule.weights;
    const Matrix second = rule.nodes * rule.weights.asDiagonal() * rule.nodes.transpose();
    EXPECT_LT(mean.size() > 0 ? mean.cwiseAbs().maxCoeff() : 0.0, 1e-13);
    EXPECT_LT(D > 0 ? (second - Matrix::Identity(D, D)).cwiseAbs().maxCoeff() : 0.0, 1e-12);
    if (D < 2) continue;
    // Mixed third and, for the tensor rules, fourth moments.
    const auto mixed = [&](int a, int b) {
      return (rule.nodes.row(0).array().pow(a) * rule.nodes.row(1).array().pow(b)).matrix().dot(rule.weights);
    };
    EXPECT_NEAR(mixed(2, 1), 0.0, 1e-12);
    EXPECT_NEAR(mixed(3, 0), 0.0, 1e-12);
    if (D > 4) continue;
    EXPECT_NEAR(mixed(2, 2), 1.0, 1e-12);
    EXPECT_NEAR(mixed(4, 2), 3.0, 1e-11);
  }
}

TEST(LatentNodes, ManyDimensionsHaveEqualWeights) {
  const LatentNodes rule = latent_quadrature(7);
  ASSERT_EQ(rule.weights.size(), 15);
  for (double weight : rule.weights) EXPECT_NEAR(weight, 1.0 / 15.0, 1e-15);
}

TEST(LatentNodes, TheModeIsOneNodeAtZero) {
  for (Index D : {0, 1, 3}) {
    const LatentNodes rule = latent_mode(D);
    EXPECT_EQ(rule.nodes, Matrix::Zero(D, 1));
    EXPECT_EQ(rule.weights, Vector::Ones(1));
  }
}

TEST(LatentNodes, RejectsAnOrderBelowOne) {
  EXPECT_THROW(gauss_hermite(0), InvalidArgument);
  EXPECT_THROW(latent_quadrature(-1), InvalidArgument);
}

}  // namespace
}  // namespace craggy
