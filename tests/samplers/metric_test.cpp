#include "samplers/metric.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

TEST(RunningVariance, AgreesWithTwoPasses) {
  RandomStream stream(1);
  RunningVariance running;
  for (int restart = 0; restart < 2; ++restart) {
    running.restart(3);
    Matrix draws(3, 20);
    for (Index i = 0; i < 20; ++i) {
      // A mean that is large against the spread: the textbook formula E[x²] − E[x]² would lose all digits.
      draws.col(i) = Vector::Constant(3, 1e8) + testing::normal_vector(stream, 3);
      running.add(draws.col(i));
    }
    const Vector mean = draws.rowwise().mean();
    const Vector variance = (draws.colwise() - mean).cwiseAbs2().rowwise().sum() / 19.0;
    EXPECT_EQ(running.count(), 20);
    EXPECT_LT((running.mean() - mean).norm(), 1e-6);
    EXPECT_LT((running.variance() - variance).norm(), 1e-6);
  }
}

TEST(RegularisedInverseMetric, IsShrunkAsInStan) {
  RunningVariance running;
  running.restart(2);
  EXPECT_EQ(regularised_inverse_metric(running), Vector::Ones(2));
  Vector q(2);
  q << 1.0, 7.0;
  running.add(q);
  EXPECT_EQ(regularised_inverse_metric(running), Vector::Ones(2));
  q << 5.0, 7.0;
  running.add(q);  // variances 8 and 0 of two draws
  const Vector result = regularised_inverse_metric(running);
  EXPECT_DOUBLE_EQ(result[0], 2.0 / 7.0 * 8.0 + 1e-3 * 5.0 / 7.0);
  EXPECT_DOUBLE_EQ(result[1], 1e-3 * 5.0 / 7.0);
}

}  // namespace
}  // namespace craggy
