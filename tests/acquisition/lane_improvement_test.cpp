// The improvement on vectors against the one of single components, for every instruction set of this machine.
#include "acquisition/lane_improvement.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/linalg/simd_level.hpp>
#include <craggy/linalg/types.hpp>

#include "acquisition/log_improvement.hpp"
#include "base/random.hpp"

namespace craggy {
namespace {

struct Mixture {
  Vector means, variances, weights;
};

struct Result {
  double value;
  Vector d_mean, d_variance;
};

Result naive(const Mixture& mixture, double incumbent) {
  const Index C = mixture.means.size();
  Vector logs(C);
  for (Index c = 0; c < C; ++c) {
    const double sd = std::sqrt(mixture.variances[c]);
    logs[c] = std::log(mixture.weights[c] * sd) +
              log_standard_improvement((incumbent - mixture.means[c]) / sd).value;
  }
  const double largest = logs.maxCoeff();
  Result result{largest + std::log((logs.array() - largest).exp().sum()), Vector(C), Vector(C)};
  for (Index c = 0; c < C; ++c) {
    const double sd = std::sqrt(mixture.variances[c]);
    const double z = (incumbent - mixture.means[c]) / sd;
    const LogImprovement h = log_standard_improvement(z);
    const double share = std::exp(logs[c] - result.value);
    result.d_mean[c] = -share * h.slope / sd;
    // dEI/dsd = φ(z).
    const double density_over_h = std::exp(-0.5 * z * z - 0.9189385332046727418 - h.value);
    result.d_variance[c] = share * 0.5 * density_over_h / mixture.variances[c];
  }
  return result;
}

class LaneImprovementTest : public ::testing::TestWithParam<SimdLevel> {
 protected:
  Result on_lanes(const Mixture& mixture, double incumbent) const {
    const Index C = mixture.means.size();
    // One number behind the end that nobody may touch.
    Result result{0.0, Vector::Constant(C + 1, 7.0), Vector::Constant(C + 1, 7.0)};
    result.value =
        improvement_.log_mean(C, mixture.means.data(), mixture.variances.data(), mixture.weights.data(),
                              incumbent, result.d_mean.data(), result.d_variance.data());
    EXPECT_EQ(result.d_mean[C] + result.d_variance[C], 14.0);
    const double alone = improvement_.log_mean(C, mixture.means.data(), mixture.variances.data(),
                                               mixture.weights.data(), incumbent, nullptr, nullptr);
    EXPECT_TRUE(alone == result.value || !std::isfinite(alone));
    return {result.value, result.d_mean.head(C), result.d_variance.head(C)};
  }

  const LaneImprovement& improvement_ = lane_improvement(GetParam());
};

// One component: log h(z), at every z from far below to far above.
TEST_P(LaneImprovementTest, OneComponentIsTheStandardImprovement) {
  for (double z = -60.0; z < 12.0; z += 0.013) {
    const Mixture one{Vector::Constant(1, -z), Vector::Ones(1), Vector::Ones(1)};
    const LogImprovement expected = log_standard_improvement(z);
    const Result ours = on_lanes(one, 0.0);
    EXPECT_NEAR(ours.value, expected.value, 1e-14 * std::max(1.0, std::abs(expected.value))) << z;
    EXPECT_NEAR(-ours.d_mean[0] / expected.slope, 1.0, 1e-12) << z;
  }
}

TEST_P(LaneImprovementTest, ManyComponentsOfAnyKind) {
  RandomStream stream(3);
  for (Index C : {1, 2, 3, 7, 8, 9, 16, 100})
    for (double incumbent : {-1.0, 0.0, -30.0, 4.0, -1e5}) {
      Mixture mixture{Vector(C), Vector(C), Vector(C)};
      for (Index c = 0; c < C; ++c) {
        mixture.means[c] = stream.normal();
        mixture.variances[c] = std::exp(3.0 * stream.normal());
        mixture.weights[c] = stream.uniform() / static_cast<double>(C);
      }
      const Result expected = naive(mixture, incumbent);
      const Result ours = on_lanes(mixture, incumbent);
      EXPECT_NEAR(ours.value, expected.value, 1e-12 * std::max(1.0, std::abs(expected.value)));
      // e^value carries the absolute error of a value of up to 1e10.
      const double tolerance = 1e-12 + 1e-15 * std::abs(expected.value);
      for (Index c = 0; c < C; ++c) {
        EXPECT_NEAR(ours.d_mean[c], expected.d_mean[c], tolerance * expected.d_mean.cwiseAbs().maxCoeff());
        EXPECT_NEAR(ours.d_variance[c], expected.d_variance[c],
                    10.0 * tolerance * expected.d_variance.cwiseAbs().maxCoeff());
      }
    }
}

TEST_P(LaneImprovementTest, StaysFiniteFarAwayAndSaysWhereItCannotBe) {
  Mixture mixture{Vector::LinSpaced(11, 0.0, 1.0), Vector::Ones(11), Vector::Constant(11, 1.0 / 11)};
  for (double distance : {1e3, 1e6, 1e100}) {
    const Result far = on_lanes(mixture, -distance);
    EXPECT_NEAR(far.value / (-0.5 * distance * distance), 1.0, 1e-3);
    EXPECT_TRUE(far.d_mean.allFinite() && far.d_variance.allFinite());
  }
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    mixture.means[10] = bad;
    EXPECT_FALSE(std::isfinite(on_lanes(mixture, 0.0).value));
  }
}

INSTANTIATE_TEST_SUITE_P(AllLevels, LaneImprovementTest, ::testing::ValuesIn(available_simd_levels()),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace craggy
