// Noise that came with the observations, alone and on top of what is learned.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "support/example_data.hpp"
#include "support/gradient_check.hpp"
#include "support/message_of.hpp"
#include "surrogates/lane_density.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

constexpr double jitter = 1e-5;
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr Index N = 7;

const Vector some = (Vector(N) << 0.5, none, 0.0, 2.0, none, 0.1, none).finished();
const Vector all = (Vector(N) << 0.5, 0.3, 0.0, 2.0, 1.0, 0.1, 0.7).finished();

Vector diagonal(const Surrogate& surrogate, const Vector& u) {
  Vector result(N);
  diagonal_variances(surrogate, surrogate.layout({2, N}), u, jitter, result);
  return result;
}

double unknown(const Surrogate& surrogate, const char* name, Vector& u) {
  RandomStream stream(4);
  u = surrogate.sample_prior(stream, {2, N});
  const std::vector<std::string> names = parameter_names(surrogate.blocks({2, N}));
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return std::exp(u[static_cast<Index>(i)]);
  return none;
}

TEST(ReportedNoise, IsTheVarianceWhereTheSurrogateHasNone) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}, .reported_variances = some});
  EXPECT_EQ(surrogate->name, "latent");
  EXPECT_TRUE(surrogate->noise->differs_between_observations());
  const Vector variances = diagonal(*surrogate, Vector::Zero(1 + N));
  for (Index n = 0; n < N; ++n)
    EXPECT_NEAR(variances[n], (std::isnan(some[n]) ? 0.0 : some[n]) + jitter, 1e-15);
}

TEST(ReportedNoise, TakesThePlaceOfNoiseThatIsLearnedForNoisyObjectives) {
  const auto surrogate = make_surrogate("noiseless", {.noisy = true, .reported_variances = some});
  EXPECT_EQ(surrogate->name, "homoscedastic");
  Vector u;
  const double learned = unknown(*surrogate, "noise_variance", u);
  const Vector variances = diagonal(*surrogate, u);
  for (Index n = 0; n < N; ++n)
    EXPECT_NEAR(variances[n], (std::isnan(some[n]) ? learned : some[n]) + jitter, 1e-12);
  // Nothing is left to learn if all observations report theirs.
  const auto known = make_surrogate("noiseless", {.noisy = true, .reported_variances = all});
  EXPECT_EQ(parameter_names(known->blocks({2, N})), std::vector<std::string>{"lengthscale"});
}

TEST(ReportedNoise, IsAddedToNoiseOfTheSurrogatesOwn) {
  for (const char* name : {"homoscedastic", "heteroscedastic", "student_t", "warped"}) {
    const auto surrogate = make_surrogate(name, {.reported_variances = some});
    RandomStream stream(4);
    const Vector u = surrogate->sample_prior(stream, {2, N});
    const Vector own = diagonal(*make_surrogate(name, {}), u);
    const Vector variances = diagonal(*surrogate, u);
    for (Index n = 0; n < N; ++n)
      EXPECT_NEAR(variances[n], own[n] + (std::isnan(some[n]) ? 0.0 : some[n]), 2.0 * jitter) << name;
  }
}

TEST(ReportedNoise, HasGradientsInOneChainAndOnLanes) {
  const auto data = testing::example_data(N);
  for (const Vector& reported : {some, all})
    for (const char* name : {"noiseless", "latent", "heteroscedastic", "laplace", "warped"})
      for (const bool noisy : {false, true}) {
        SCOPED_TRACE(::testing::Message() << name << ' ' << noisy);
        const auto surrogate =
            make_surrogate(name, {.sigma_h = {0.1}, .noisy = noisy, .reported_variances = reported});
        SurrogateDensity density(surrogate, data, jitter);
        RandomStream stream(8);
        const Vector u = surrogate->sample_prior(stream, {data->num_inputs(), N});
        Vector gradient(density.size());
        const double value = density.evaluate(u, gradient);
        Vector unused(density.size());
        testing::expect_gradient([&](const Vector& at) { return density.evaluate(at, unused); }, u, gradient,
                                 1e-5, 1e-3);
        for (const SimdLevel level : available_simd_levels()) {
          LaneDensity lanes(surrogate, data, jitter, level);
          LaneArray states(lanes.size(), lanes.width());
          for (int w = 0; w < lanes.width(); ++w) states.set_lane(w, u);
          LaneArray gradients(lanes.size(), lanes.width());
          LaneArray values(1, lanes.width());
          lanes.evaluate(states, gradients, values.data());
          EXPECT_NEAR(values.at(0, 0), value, 1e-8 * std::abs(value));
          EXPECT_LT((gradients.lane(0) - gradient).norm(), 1e-7 * (1.0 + gradient.norm()));
        }
      }
}

TEST(ReportedNoise, DoesNotGoWithLabels) {
  EXPECT_EQ(testing::message_of([] { make_surrogate("contaminated", {.reported_variances = some}); }),
            "surrogate is 'contaminated', but it cannot be combined with noise that observations report");
  EXPECT_NE(testing::message_of([] {
              make_surrogate("noiseless", {.reported_variances = Vector::Constant(1, -1.0)});
            }).find("is -1"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy
