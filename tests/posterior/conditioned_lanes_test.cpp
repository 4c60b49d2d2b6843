// Draws on lanes against the same draws one by one, for every composition that lanes support and every
// instruction set of this machine.
#include "posterior/conditioned_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "posterior/conditioned_gp.hpp"
#include "posterior/draw_group.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/lane_density.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

constexpr double jitter = 1e-4;

std::shared_ptr<const Surrogate> variant_of(const std::string& name, int variant) {
  SurrogateOptions options{.sigma_h = {0.15}};
  if (variant > 0) options.amplitude = Amplitude::sampled;
  if (variant > 0) options.latent_dimension = 2;
  if (variant > 1) options.ard = true;
  if (variant > 2) options.related_lengthscales = true;
  if (variant > 3) options.main_effects = name != "additive";
  if (variant > 3) options.group_of_input = {0, 1, 1};
  if (variant > 4) options.ard = false;
  if (variant > 5) options.group_of_input.clear();  // main effects of single inputs
  return make_surrogate(name, options);
}

struct Moments {
  Matrix mean, variance;
};
Moments predict(const DrawGroup& group, const ConstMatrixRef& X, const Vector& z) {
  Moments result{Matrix(group.num_draws(), X.cols()), Matrix(group.num_draws(), X.cols())};
  const PredictionPoints points(group.inputs(), X);
  group.predict(points, 0, points.num_tiles(), z, result.mean, result.variance);
  return result;
}

void expect_agreement(const DrawGroup& lanes, const std::vector<ConditionedGp>& draws, const Matrix& X,
                      const Vector& z, double tolerance = 1e-9) {
  ASSERT_EQ(lanes.num_draws(), std::ssize(draws));
  const auto [mean, variance] = predict(lanes, X, z);
  for (Index s = 0; s < lanes.num_draws(); ++s) {
    const ConditionedGp& draw = draws[static_cast<std::size_t>(s)];
    EXPECT_EQ(lanes.unknowns(s), draw.unknowns());
    const auto expected = testing::predict_at(draw, X, z);
    const double scale = 1.0 + expected.variance.maxCoeff();
    EXPECT_LT((mean.row(s).transpose() - expected.mean).cwiseAbs().maxCoeff(), tolerance * scale) << s;
    EXPECT_LT((variance.row(s).transpose() - expected.variance).cwiseAbs().maxCoeff(), tolerance * scale)
        << s;
  }
}

// The derivative of one moment of one draw at one point, by asking for nothing else.
Vector derivative(const DrawGroup& group, const Matrix& X, const Vector& z, Index draw, Index point,
                  bool of_mean) {
  const PredictionPoints points(group.inputs(), X);
  Moments moments{Matrix(group.num_draws(), X.cols()), Matrix(group.num_draws(), X.cols())};
  const auto record = group.make_record();
  record->predict(points, z, moments.mean, moments.variance);
  const auto alone = predict(group, X, z);
  EXPECT_LT((moments.mean - alone.mean).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((moments.variance - alone.variance).cwiseAbs().maxCoeff(), 1e-8);
  Matrix d_mean = Matrix::Zero(group.num_draws(), X.cols());
  Matrix d_variance = d_mean;
  (of_mean ? d_mean : d_variance)(draw, point) = 1.0;
  Matrix d_X = Matrix::Zero(X.rows(), X.cols());
  record->pull_back(d_mean, d_variance, d_X);
  for (Index m = 0; m < X.cols(); ++m) EXPECT_TRUE(m == point || d_X.col(m).isZero(0.0));
  return d_X.col(point);
}

class EveryConditionedLanes : public ::testing::TestWithParam<std::tuple<SimdLevel, std::string, int>> {
 protected:
  static constexpr Index Q = 3;
  SimdLevel level_ = std::get<0>(GetParam());
  int width_ = lane_kernels(level_).width;
  std::shared_ptr<const Surrogate> surrogate_ = variant_of(std::get<1>(GetParam()), std::get<2>(GetParam()));
  RandomStream stream_{51};

  bool supported() const {
    const bool result = LaneDensity::supports(*surrogate_, {Q, 5});
    const std::string& name = std::get<1>(GetParam());
    EXPECT_EQ(result, name != "additive" && name != "contaminated");
    return result;
  }
  // The draws alone, and together on lanes.
  std::pair<std::vector<ConditionedGp>, std::unique_ptr<ConditionedLanes>> conditioned(Index N, int count) {
    const auto data = testing::rippled_bowl(Q, N);
    auto draws = testing::prior_draws(surrogate_, data, static_cast<std::size_t>(count), stream_, jitter);
    auto lanes = ConditionedLanes::make(surrogate_, data, jitter, testing::unknowns_of(draws), level_);
    return {std::move(draws), std::move(lanes)};
  }
};

TEST_P(EveryConditionedLanes, PredictsWhatEachDrawPredicts) {
  if (!supported()) return;
  for (Index N : {1, 2, 14}) {
    for (int count : {1, width_ - 1, width_}) {  // also with lanes to spare
      const auto [draws, lanes] = conditioned(N, count);
      ASSERT_TRUE(lanes);
      const Index D = lanes->latent_dimension();
      for (Index M : {1, 3, 29})
        for (double z : {0.0, -0.9})
          expect_agreement(*lanes, draws, testing::uniform_points(Q, M, stream_), Vector::Constant(D, z));
    }
  }
}

TEST_P(EveryConditionedLanes, HasTheDerivativesOfEachDraw) {
  if (!supported()) return;
  const auto [draws, lanes] = conditioned(11, std::max(1, width_ - 1));
  ASSERT_TRUE(lanes);
  Matrix X = testing::uniform_points(Q, PredictionPoints::tile_columns + 3, stream_);
  X = X.array() * 0.6 + 0.2;
  for (double z_new : {0.0, 0.7}) {
    const Vector z = Vector::Constant(lanes->latent_dimension(), z_new);
    for (Index s : {Index{0}, lanes->num_draws() - 1})
      for (Index m : {Index{1}, X.cols() - 1})
        for (bool of_mean : {true, false}) {
          const Vector gradient = derivative(*lanes, X, z, s, m, of_mean);
          testing::expect_gradient(
              [&](const Vector& x) {
                const auto [mean, variance] = predict(*lanes, x, z);
                return (of_mean ? mean : variance)(s, 0);
              },
              X.col(m), gradient, 1e-6);
          const PointPrediction expected =
              draws[static_cast<std::size_t>(s)].predict_with_gradient(X.col(m), z);
          const Vector& of_one = of_mean ? expected.d_mean : expected.d_variance;
          EXPECT_LT((gradient - of_one).norm(), 1e-8 * (1.0 + of_one.norm()));
        }
  }
}

std::string case_name(const ::testing::TestParamInfo<std::tuple<SimdLevel, std::string, int>>& test) {
  std::string name = std::get<1>(test.param) + "_" + std::to_string(std::get<2>(test.param)) + "_" +
                     std::string(name_of(std::get<0>(test.param)));
  std::replace(name.begin(), name.end(), '+', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(AllNames, EveryConditionedLanes,
                         ::testing::Combine(::testing::ValuesIn(available_simd_levels()),
                                            ::testing::ValuesIn(surrogate_names()),
                                            ::testing::Values(0, 1, 2, 3, 4, 5)),
                         case_name);

class ConditionedLanesTest : public ::testing::TestWithParam<SimdLevel> {
 protected:
  RandomStream stream_{52};
};

// The covariance is as near to singular as the jitter lets it be.
TEST_P(ConditionedLanesTest, DuplicatedObservationsAndPredictionsAtThem) {
  auto data = *testing::rippled_bowl(2, 12);
  for (Index n = 6; n < 12; ++n) data.X.col(n) = data.X.col(n - 6);
  const auto twice = std::make_shared<const Dataset>(data);
  const auto surrogate = testing::surrogate_with("latent", 0.1);
  const auto draws = testing::prior_draws(surrogate, twice, 2, stream_, 1e-6);
  const auto lanes = ConditionedLanes::make(surrogate, twice, 1e-6, testing::unknowns_of(draws), GetParam());
  ASSERT_TRUE(lanes);
  expect_agreement(*lanes, draws, twice->X, Vector::Zero(1), 1e-6);
}

TEST_P(ConditionedLanesTest, ManyObservationsInSeveralPanels) {
  const auto data = testing::rippled_bowl(2, 203);
  const auto surrogate = testing::surrogate_with("latent+noise", 0.1);
  const auto draws = testing::prior_draws(surrogate, data, 2, stream_, jitter);
  const auto lanes = ConditionedLanes::make(surrogate, data, jitter, testing::unknowns_of(draws), GetParam());
  ASSERT_TRUE(lanes);
  expect_agreement(*lanes, draws, testing::uniform_points(2, 17, stream_), Vector::Zero(1));
}

// At an observation without noise the variance is rounding: it stays positive, and its derivative is 0.
TEST_P(ConditionedLanesTest, FlooredVariancesArePositiveAndHaveNoSlope) {
  const auto data = testing::rippled_bowl(2, 8);
  const auto surrogate = testing::surrogate_with("noiseless", 0.0);
  const std::vector<Vector> draws = {Vector::Constant(1, 0.0), Vector::Constant(1, -0.5)};
  const auto lanes = ConditionedLanes::make(surrogate, data, 1e-15, draws, GetParam());
  ASSERT_TRUE(lanes);
  const auto [mean, variance] = predict(*lanes, data->X, Vector());
  EXPECT_GE(variance.minCoeff(), relative_variance_floor);
  for (Index n = 0; n < 8; ++n)
    for (Index s = 0; s < 2; ++s) {
      EXPECT_NEAR(mean(s, n), data->y[n], 1e-6);
      const Vector slope = derivative(*lanes, data->X, Vector(), s, n, false);
      EXPECT_TRUE(variance(s, n) > relative_variance_floor || slope.isZero(0.0));
    }
  EXPECT_EQ(variance.minCoeff(), relative_variance_floor);
}

TEST_P(ConditionedLanesTest, IsNothingWhereACovarianceCannotBeFactorised) {
  auto data = *testing::rippled_bowl(2, 5);
  data.X.col(1) = data.X.col(0);
  const auto twice = std::make_shared<const Dataset>(data);
  const auto surrogate = testing::surrogate_with("noiseless", 0.0);
  const std::vector<Vector> draws = {Vector::Zero(1)};
  EXPECT_FALSE(ConditionedLanes::make(surrogate, twice, 0.0, draws, GetParam()));
  EXPECT_TRUE(ConditionedLanes::make(surrogate, twice, 1e-6, draws, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(AllLevels, ConditionedLanesTest, ::testing::ValuesIn(available_simd_levels()),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace craggy
