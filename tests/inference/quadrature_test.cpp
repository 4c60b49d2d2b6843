#include <cmath>

#include <gtest/gtest.h>

#include "inference/quadrature_cases.hpp"
#include "support/effort.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

using namespace testing;

std::vector<Axis> axes_of(const Kind& kind) {
  const bool noise = std::string(kind.name) == "homoscedastic";
  const bool amplitude = kind.amplitude == Amplitude::sampled;
  std::vector<Axis> axes = {noise && amplitude ? Axis{-7, 6, 0.2}
                                               : Axis{-7, 6, noise || amplitude ? 0.05 : 0.01}};
  if (amplitude) axes.push_back(noise ? Axis{-12, 12, 0.4} : Axis{-12, 20, 0.1});
  if (noise) axes.push_back(amplitude ? Axis{-6, 5, 0.2} : Axis{-6, 5, 0.1});
  return axes;
}

TEST(Quadrature, ConvergesToBruteForce) {
  for (const Kind& kind : all_kinds)
    for (Index N : {3, 8}) {
      const FitProblem problem = problem_of(kind, rough_data(N, 11 + static_cast<std::uint64_t>(N)));
      const Exact exact = brute_force(problem, axes_of(kind));
      // An equally weighted set of points in three dimensions cannot be as even as in one or two.
      const double factor = exact.mean.size() > 25 ? 3.0 : 1.0;
      for (const auto& [num_draws, tolerance] : {std::pair{64, 0.06}, {512, 0.02}, {4096, 0.003}}) {
        const auto draws = quadrature_draws(problem, num_draws);
        ASSERT_TRUE(draws);
        EXPECT_LT(largest_error(problem, *draws, exact), factor * tolerance)
            << label(kind) << " " << N << " " << num_draws;
        EXPECT_NEAR(draws->log_evidence, exact.log_evidence, 5e-4) << label(kind) << " " << N;
        EXPECT_LT(draws->density_evaluations, 60) << label(kind) << " " << N;
      }
    }
}

TEST(Quadrature, KnowsTheLogDensityOfItsDraws) {
  for (const Kind& kind : all_kinds)
    for (Index N : {2, 10, 40}) {
      const FitProblem problem = problem_of(kind, rough_data(N, 3));
      const auto draws = quadrature_draws(problem, 50);
      SurrogateDensity density = problem.density();
      for (Index s = 0; s < 50; ++s)
        EXPECT_NEAR(draws->log_density[s], density.value(draws->draws.col(s)), 0.02)
            << label(kind) << " " << N;
    }
}

TEST(Quadrature, AgreesWithNuts) {
  const auto data = rough_data(15, 7);
  for (const Kind& kind : {all_kinds[1], all_kinds[3]}) {
    const FitProblem problem = problem_of(kind, data);
    const Index num_draws = full_effort() ? 40000 : 4000;
    const Fit nuts =
        fit(problem.surrogate, data,
            {.method = "nuts", .num_chains = 4, .num_warmup = 500, .num_draws = num_draws}, {2, 0});
    const auto draws = quadrature_draws(problem, 1000);
    Exact reference{0.0, {}, {}};
    Vector second;
    for (const Vector& u : nuts.posterior.draws()) {
      const Vector q = quantities(problem, u);
      if (second.size() == 0) reference.mean = second = Vector::Zero(q.size());
      reference.mean += q / static_cast<double>(num_draws);
      second += q.cwiseAbs2() / static_cast<double>(num_draws);
    }
    reference.sd = (second - reference.mean.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
    // Five standard errors of a mean over the chains.
    EXPECT_LT(largest_error(problem, *draws, reference), 5.0 / std::sqrt(nuts.diagnostics.ess_min))
        << label(kind);
  }
}

TEST(Quadrature, TheSameBitsForAnyNumberOfThreads) {
  for (const Kind& kind : all_kinds) {
    const FitProblem problem = problem_of(kind, rough_data(12, 5));
    const auto alone = quadrature_draws(problem, 60);
    for (std::size_t threads : {1U, 2U, 3U}) {
      ThreadPool pool(threads);
      const auto shared = quadrature_draws(problem, 60, &pool);
      EXPECT_EQ(alone->draws, shared->draws) << label(kind);
      EXPECT_EQ(alone->log_density, shared->log_density) << label(kind);
      EXPECT_EQ(alone->density_evaluations, shared->density_evaluations) << label(kind);
    }
  }
}

TEST(Quadrature, SuitsOnlyAFewUnknowns) {
  const Shape shape{2, 10};
  for (const std::string& name : surrogate_names()) {
    const bool expected = name == "noiseless" || name == "homoscedastic";
    for (Amplitude amplitude : {Amplitude::unit, Amplitude::sampled}) {
      SurrogateOptions options;
      options.amplitude = amplitude;
      options.sigma_h = {0.1};
      EXPECT_EQ(suits_quadrature(*make_surrogate(name, options), shape), expected) << name;
      options.ard = true;
      EXPECT_FALSE(suits_quadrature(*make_surrogate(name, options), shape)) << name;
      options.sigma_h = {0.1, 0.0};
      EXPECT_FALSE(suits_quadrature(*make_surrogate(name, options), shape)) << name;
    }
  }
  // The latent GP without latents is the noiseless GP, and one lengthscale per input is one for one input.
  EXPECT_TRUE(suits_quadrature(*make_surrogate("latent", {}), shape));
  EXPECT_TRUE(suits_quadrature(*make_surrogate("latent+noise", {}), shape));
  EXPECT_FALSE(suits_quadrature(*make_surrogate("latent+warped", {}), shape));
  SurrogateOptions ard;
  ard.ard = true;
  EXPECT_TRUE(suits_quadrature(*make_surrogate("noiseless", ard), {1, 10}));
  // The share of main effects is one more unknown where there are several inputs.
  const auto with_effects = make_surrogate("noiseless", {.main_effects = true});
  EXPECT_FALSE(suits_quadrature(*with_effects, shape));
  EXPECT_TRUE(suits_quadrature(*with_effects, {1, 10}));

  Surrogate surrogate = *make_surrogate("noiseless", {});
  surrogate.noise = homoscedastic_noise_by_sd(priors::log_normal(0, 1));
  EXPECT_FALSE(suits_quadrature(surrogate, shape));
  surrogate.noise = homoscedastic_noise(priors::exponential(0.5));
  EXPECT_TRUE(suits_quadrature(surrogate, shape));
  surrogate.noise = homoscedastic_noise(priors::uniform(0, 1));  // u is not log s²
  EXPECT_FALSE(suits_quadrature(surrogate, shape));
  surrogate.noise = no_noise();
  surrogate.mean = MeanFunction(priors::normal(0, 1));
  EXPECT_FALSE(suits_quadrature(surrogate, shape));
}

}  // namespace
}  // namespace craggy
