#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "acquisition/function_acquisition.hpp"
#include "acquisition/maximiser.hpp"
#include "base/cancellation.hpp"
#include "base/random.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

TEST(DeltaCover, HalvesTheVolumeAroundTheBestPointInEveryRound) {
  for (Index Q : {1, 2, 6}) {
    const auto acquisition = testing::quadratic(Vector::Constant(Q, 0.5));
    RandomStream stream(1);
    const DeltaCoverOptions options{.num_rounds = 30, .samples_per_round = 400};
    maximise_by_delta_cover(acquisition, options, stream);
    ASSERT_EQ(acquisition.batches().size(), 30);
    Vector centre = Vector::Constant(Q, 0.5);
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t round = 0; round < 30; ++round) {
      const Matrix& X = acquisition.batches()[round];
      ASSERT_EQ(X.cols(), 400);
      const double side = std::pow(2.0, -static_cast<double>(round) / static_cast<double>(Q));
      for (Index q = 0; q < Q; ++q) {
        const double low = std::max(0.0, centre[q] - 0.5 * side);
        const double high = std::min(1.0, centre[q] + 0.5 * side);
        EXPECT_GE(X.row(q).minCoeff(), low);
        EXPECT_LE(X.row(q).maxCoeff(), high);
        // 400 uniform samples come near to both ends (within 5 % but for one run in 1e8) and have their
        // middle there.
        EXPECT_LT(X.row(q).minCoeff(), low + 0.05 * (high - low));
        EXPECT_GT(X.row(q).maxCoeff(), high - 0.05 * (high - low));
        EXPECT_NEAR(X.row(q).mean(), 0.5 * (low + high), 5.0 * (high - low) / std::sqrt(12.0 * 400.0));
      }
      for (Index m = 0; m < X.cols(); ++m) {
        const double value = -0.5 * (X.col(m).array() - 0.5).square().sum();
        if (value > best) {
          best = value;
          centre = X.col(m);
        }
      }
    }
  }
}

TEST(DeltaCover, TakesAHundredSamplesPerInputByDefault) {
  const auto acquisition = testing::quadratic(Vector::Constant(3, 0.5));
  RandomStream stream(1);
  maximise_by_delta_cover(acquisition, {}, stream);
  ASSERT_EQ(acquisition.batches().size(), 30);
  for (const Matrix& X : acquisition.batches()) EXPECT_EQ(X.cols(), 300);
}

TEST(DeltaCover, FindsMaximaInsideAtTheBorderAndInACorner) {
  for (Index Q : {1, 2, 6})
    for (double peak : {0.3, 0.0, 1.0, 1.4}) {
      Vector target = Vector::Constant(Q, peak);
      target[0] = 0.61;
      const auto acquisition = testing::quadratic(target);
      RandomStream stream(2);
      const Maximum maximum = maximise_by_delta_cover(acquisition, {}, stream);
      const Vector expected = target.cwiseMax(0.0).cwiseMin(1.0);
      // The last cube has the side 2^(−29/Q).
      EXPECT_LT((maximum.x - expected).cwiseAbs().maxCoeff(), Q == 6 ? 0.05 : 1e-3) << Q << ' ' << peak;
      EXPECT_TRUE((maximum.x.array() >= 0.0).all() && (maximum.x.array() <= 1.0).all());
    }
}

TEST(DeltaCover, FindsTheHigherOfTwoHills) {
  const auto acquisition = testing::two_hills(Vector::Constant(2, 0.85), Vector::Constant(2, 0.3));
  RandomStream stream(3);
  EXPECT_LT((maximise_by_delta_cover(acquisition, {}, stream).x.array() - 0.85).abs().maxCoeff(), 2e-3);
}

TEST(DeltaCover, IsTheSameForTheSameStreamAndAnyNumberOfThreads) {
  const auto data = testing::rippled_bowl(2, 10);
  const Posterior posterior = testing::prior_posterior("latent", data, 6);
  const auto acquisition = log_expected_improvement(posterior, data->y.minCoeff());
  const auto run = [&](std::uint64_t seed, ThreadPool* pool) {
    RandomStream stream(seed);
    return maximise_by_delta_cover(*acquisition, {.num_rounds = 6, .samples_per_round = 50}, stream, pool);
  };
  ThreadPool two(2);
  const Maximum alone = run(7, nullptr);
  EXPECT_EQ(run(7, nullptr).x, alone.x);
  EXPECT_EQ(run(7, &two).x, alone.x);
  EXPECT_EQ(run(7, &two).value, alone.value);
  EXPECT_NE(run(8, nullptr).x, alone.x);
}

TEST(DeltaCover, PassesOverValuesThatAreNotFinite) {
  const testing::FunctionAcquisition holes(2, [](const Vector& x, Vector&) {
    if (x[0] > 0.5) return x[1] > 0.5 ? std::numeric_limits<double>::infinity() : std::nan("");
    return x[0];
  });
  RandomStream stream(4);
  const Maximum maximum = maximise_by_delta_cover(holes, {}, stream);
  EXPECT_NEAR(maximum.value, 0.5, 1e-3);
  EXPECT_EQ(maximum.value, maximum.x[0]);

  const testing::FunctionAcquisition nothing(2, [](const Vector&, Vector&) { return std::nan(""); });
  const Maximum first = maximise_by_delta_cover(nothing, {}, stream);
  EXPECT_EQ(first.value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(first.x, nothing.batches().front().col(0));
}

TEST(DeltaCover, RejectsBadCountsAndStopsWhenTold) {
  const auto acquisition = testing::quadratic(Vector::Constant(1, 0.5));
  RandomStream stream(5);
  EXPECT_THROW(maximise_by_delta_cover(acquisition, {.num_rounds = 0}, stream), InvalidArgument);
  EXPECT_THROW(maximise_by_delta_cover(acquisition, {.samples_per_round = -1}, stream), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  const std::stop_token stop = source.get_token();
  const StopScope scope(stop);
  EXPECT_THROW(maximise_by_delta_cover(acquisition, {}, stream, nullptr), Cancelled);
}

}  // namespace
}  // namespace craggy
