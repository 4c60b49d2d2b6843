#include "surrogates/surrogate_density.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"

namespace craggy {
namespace {

std::shared_ptr<const Dataset> duplicated_points() {
  Vector y(3);
  y << 1.0, 2.0, 3.0;
  return std::make_shared<Dataset>(make_dataset(Matrix::Constant(2, 3, 0.25), y));
}

TEST(SurrogateDensity, AFailedFactorisationIsMinusInfinityAndCounted) {
  SurrogateDensity density(make_surrogate("noiseless", {}), duplicated_points(), 1e-30);
  Vector gradient(1);
  EXPECT_EQ(density.evaluate(Vector::Zero(1), gradient), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(density.num_failures(), 1);
}

TEST(SurrogateDensity, TheJitterLetsDuplicatesPass) {
  SurrogateDensity density(make_surrogate("noiseless", {}), duplicated_points(), 1e-6);
  Vector gradient(1);
  EXPECT_TRUE(std::isfinite(density.evaluate(Vector::Zero(1), gradient)));
  EXPECT_EQ(density.num_failures(), 0);
}

TEST(SurrogateDensity, TheSignOfTheLatentsDoesNotMatter) {
  RandomStream stream(2);
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  Matrix X(2, 5);
  for (double& x : X.reshaped()) x = stream.uniform();
  const auto data = std::make_shared<Dataset>(make_dataset(X, Vector::LinSpaced(5, 0, 1)));
  SurrogateDensity density(surrogate, data, 1e-6);
  Vector u = surrogate->sample_prior(stream, {2, 5});
  const double value = density.value(u);
  u.tail(5) *= -1.0;
  EXPECT_EQ(density.value(u), value);
}

}  // namespace
}  // namespace craggy
