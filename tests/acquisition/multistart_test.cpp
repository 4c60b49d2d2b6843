#include <algorithm>
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

Maximum maximise(const Acquisition& acquisition, const Matrix& anchors = Matrix(0, 0),
                 const MultistartOptions& options = {}, std::uint64_t seed = 1, ThreadPool* pool = nullptr) {
  RandomStream stream(seed);
  return maximise_by_multistart(acquisition, anchors, options, stream, pool);
}

TEST(Multistart, FindsMaximaInsideAtTheBorderAndInACorner) {
  for (Index Q : {1, 2, 6})
    for (double peak : {0.3, 0.0, 1.0, 1.4}) {
      Vector target = Vector::Constant(Q, peak);
      target[0] = 0.61;
      for (const Vector& at : {target, Vector(Vector::Constant(Q, peak))}) {
        const Maximum maximum = maximise(testing::quadratic(at));
        EXPECT_LT((maximum.x - at.cwiseMax(0.0).cwiseMin(1.0)).cwiseAbs().maxCoeff(), 1e-5)
            << Q << ' ' << peak;
        EXPECT_TRUE((maximum.x.array() >= 0.0).all() && (maximum.x.array() <= 1.0).all());
      }
    }
}

TEST(Multistart, FindsTheHigherOfTwoHills) {
  for (Index Q : {1, 2}) {
    const auto acquisition = testing::two_hills(Vector::Constant(Q, 0.85), Vector::Constant(Q, 0.3));
    EXPECT_NEAR(maximise(acquisition).x[0], 0.85, 1e-2) << Q;
  }
  // In six dimensions the hill is a millionth of the cube: an anchor near to it shows the way.
  const auto narrow = testing::two_hills(Vector::Constant(6, 0.85), Vector::Constant(6, 0.3));
  EXPECT_NEAR(maximise(narrow, Vector::Constant(6, 0.8)).x[0], 0.85, 1e-3);
}

TEST(Multistart, SamplesTheCubeEvenlyAndAroundTheAnchorsAtSeveralScales) {
  const auto acquisition = testing::quadratic(Vector::Constant(2, 0.5));
  const Matrix anchors = (Matrix(2, 2) << 0.2, 1.0, 0.3, 0.0).finished();
  maximise(acquisition, anchors, {.num_samples = 400});
  ASSERT_EQ(acquisition.batches().size(), 1);
  const Matrix& X = acquisition.batches().front();
  ASSERT_EQ(X.cols(), 400);
  EXPECT_TRUE((X.array() >= 0.0).all() && (X.array() <= 1.0).all());
  // The first half: one in each of 200 intervals, in every coordinate.
  for (Index q = 0; q < 2; ++q) {
    std::vector<double> coordinate(X.row(q).begin(), X.row(q).begin() + 200);
    std::sort(coordinate.begin(), coordinate.end());
    for (std::size_t i = 0; i < 200; ++i)
      EXPECT_EQ(std::floor(200.0 * coordinate[i]), static_cast<double>(i));
  }
  // The second half: near the anchors, a quarter of them very near.
  std::array<int, 2> within_reach = {};
  int very_near = 0;
  for (Index m = 200; m < 400; ++m) {
    const Vector distances = (anchors.colwise() - X.col(m)).colwise().norm();
    ++within_reach[distances[0] < distances[1] ? 0 : 1];
    very_near += distances.minCoeff() < 0.015;
  }
  EXPECT_NEAR(within_reach[0], 100, 10);
  EXPECT_GT(very_near, 40);
  EXPECT_LT(very_near, 100);
}

TEST(Multistart, TakesMoreSamplesWithMoreInputs) {
  for (Index Q : {1, 6}) {
    const auto acquisition = testing::quadratic(Vector::Constant(Q, 0.5));
    maximise(acquisition);
    EXPECT_EQ(acquisition.batches().front().cols(), 192 + 32 * Q);
  }
}

TEST(Multistart, IsNeverWorseThanItsBestSample) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    // Jagged, with a gradient that is wrong.
    const testing::FunctionAcquisition jagged(2, [](const Vector& x, Vector& gradient) {
      gradient = -1e5 * x;
      return std::sin(300.0 * x[0]) * std::cos(500.0 * x[1]);
    });
    const Maximum maximum = maximise(jagged, Matrix(0, 0), {}, seed);
    double best = -std::numeric_limits<double>::infinity();
    Vector unused(2);
    for (const auto& x : jagged.batches().front().colwise())
      best = std::max(best, jagged.evaluate_with_gradient(x, unused));
    EXPECT_GE(maximum.value, best);
  }
}

TEST(Multistart, HoldsOutOnFlatAndSteepAcquisitions) {
  const testing::FunctionAcquisition flat(2, [](const Vector&, Vector& gradient) {
    gradient.setZero();
    return -7.0;
  });
  EXPECT_EQ(maximise(flat).value, -7.0);
  for (double scale : {1e-200, 1e200}) {
    const Maximum maximum = maximise(testing::quadratic(Vector::Constant(2, 0.4), 0.0, scale));
    EXPECT_LT((maximum.x.array() - 0.4).abs().maxCoeff(), 0.05);
  }
}

TEST(Multistart, PassesOverValuesThatAreNotFinite) {
  const testing::FunctionAcquisition holes(2, [](const Vector& x, Vector& gradient) {
    gradient << 1.0, 0.0;
    if (x[0] > 0.5) return x[1] > 0.5 ? std::numeric_limits<double>::infinity() : std::nan("");
    return x[0];
  });
  const Maximum maximum = maximise(holes);
  EXPECT_NEAR(maximum.value, 0.5, 1e-2);
  EXPECT_LE(maximum.x[0], 0.5);

  const testing::FunctionAcquisition nothing(2, [](const Vector&, Vector& gradient) {
    gradient.setZero();
    return std::nan("");
  });
  const Maximum first = maximise(nothing, Vector::Constant(2, 0.5));
  EXPECT_EQ(first.value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(first.x, nothing.batches().front().col(0));
}

TEST(Multistart, BeatsItsSamplesOnARealPosterior) {
  const auto data = testing::rippled_bowl(2, 12);
  for (const char* name : {"noiseless", "latent", "latent+warped", "contaminated"}) {
    const Posterior posterior = testing::prior_posterior(name, data, 5);
    for (const std::string& acquisition_name : acquisition_names()) {
      const auto acquisition = make_acquisition(acquisition_name, posterior, data->y.minCoeff());
      const Maximum polished = maximise(*acquisition, data->X.leftCols(3));
      const Maximum sampled = maximise(*acquisition, data->X.leftCols(3), {.num_starts = 0});
      EXPECT_GE(polished.value, sampled.value) << name << ' ' << acquisition_name;
      EXPECT_TRUE((polished.x.array() >= 0.0).all() && (polished.x.array() <= 1.0).all());
      // What it says is what the acquisition says.
      EXPECT_NEAR(polished.value, acquisition->evaluate(polished.x)[0],
                  1e-6 * std::max(1.0, std::abs(polished.value)));
    }
  }
}

TEST(Multistart, IsTheSameForTheSameStreamAndAnyNumberOfThreads) {
  const auto data = testing::rippled_bowl(2, 10);
  const Posterior posterior = testing::prior_posterior("latent", data, 6);
  const auto acquisition = log_expected_improvement(posterior, data->y.minCoeff());
  const Matrix anchors = data->X.leftCols(3);
  const Maximum alone = maximise(*acquisition, anchors);
  for (std::size_t threads : {1U, 2U, 3U}) {
    ThreadPool pool(threads);
    const Maximum together = maximise(*acquisition, anchors, {}, 1, &pool);
    EXPECT_EQ(together.x, alone.x);
    EXPECT_EQ(together.value, alone.value);
  }
}

TEST(Multistart, RejectsBadArgumentsAndStopsWhenTold) {
  const auto acquisition = testing::quadratic(Vector::Constant(2, 0.5));
  EXPECT_THROW(maximise(acquisition, Matrix(0, 0), {.num_samples = -1}), InvalidArgument);
  EXPECT_THROW(maximise(acquisition, Matrix(0, 0), {.num_starts = -1}), InvalidArgument);
  EXPECT_THROW(maximise(acquisition, Matrix(0, 0), {.max_iterations = -1}), InvalidArgument);
  EXPECT_THROW(maximise(acquisition, Matrix::Zero(3, 1)), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  const std::stop_token stop = source.get_token();
  const StopScope scope(stop);
  RandomStream stream(1);
  EXPECT_THROW(maximise_by_multistart(acquisition, Matrix(0, 0), {}, stream, nullptr), Cancelled);
}

}  // namespace
}  // namespace craggy
