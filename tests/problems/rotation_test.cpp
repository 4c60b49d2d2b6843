#include "problems/rotation.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace craggy::problems {
namespace {

TEST(Rotation, HasOrthonormalRows) {
  RandomStream stream(3);
  for (std::size_t dim = 1; dim <= 12; ++dim) {
    const Rotation rotation = Rotation::random(dim, stream);
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t k = 0; k < dim; ++k) {
        const auto a = rotation.row(i);
        const auto b = rotation.row(k);
        EXPECT_NEAR(std::inner_product(a.begin(), a.end(), b.begin(), 0.0), i == k ? 1.0 : 0.0, 1e-12);
      }
  }
}

TEST(Rotation, KeepsTheMiddleOfTheCube) {
  RandomStream stream(4);
  const std::vector<double> middle(5, 0.5);
  EXPECT_EQ(Rotation::random(5, stream)(middle), middle);
}

TEST(Rotation, IdentityChangesNothing) {
  const std::vector<double> u = {0.1, 0.7, 0.25};
  const std::vector<double> turned = Rotation::identity(3)(u);
  for (std::size_t j = 0; j < u.size(); ++j) EXPECT_DOUBLE_EQ(turned[j], u[j]);
}

}  // namespace
}  // namespace craggy::problems
