#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>
#include <craggy/engine/suggest.hpp>

#include "base/random.hpp"
#include "support/looks.hpp"
#include "support/message_of.hpp"
#include "support/scoped_variable.hpp"

namespace craggy {
namespace {

const Space space{{"x", Float{-5.0, 5.0}}, {"y", Float{0.0, 10.0}}};

// A bowl with steps on it.
History example_history(int N = 8) {
  RandomStream stream(29);
  History history;
  for (int n = 0; n < N; ++n) {
    const double x = stream.uniform(-5.0, 5.0);
    const double y = stream.uniform(0.0, 10.0);
    history.observations.push_back({{x, y}, std::pow(x - 1, 2) + std::pow(y - 4, 2) + 3 * std::floor(x)});
  }
  return history;
}

SuggestOptions quick() {
  SuggestOptions options;
  options.inference.num_chains = 2;
  options.inference.num_warmup = 20;
  options.inference.num_draws = 8;
  return options;
}

Suggestion next(const SuggestOptions& options, std::uint32_t trial = 8, ThreadPool* pool = nullptr) {
  return suggest(space, example_history(), options, {.seed = 3, .trial = trial, .pool = pool});
}

void expect_inside(const Suggestion& suggestion) {
  ASSERT_EQ(suggestion.values.size(), space.size());
  EXPECT_NO_THROW(space.check(suggestion.values));
}

TEST(Suggest, TheSameBitsForAnyNumberOfThreads) {
  ThreadPool one(1);
  ThreadPool two(2);
  for (const char* surrogate : {"craggy", "contaminated"}) {
    for (const char* maximiser : {"multistart", "delta_cover"}) {
      SuggestOptions options = quick();
      options.surrogate = surrogate;
      options.maximiser = maximiser;
      const Suggestion a = next(options, 8, &one);
      EXPECT_EQ(a.values, next(options, 8, &two).values);
      EXPECT_EQ(a.values, next(options, 8).values);
      EXPECT_NE(a.values, next(options, 9).values);
    }
  }
}

// The same run in two ways: the level as the process has it, and as the options have it.
TEST(Suggest, TheSimdLevelOfTheOptionsIsThatOfAllThatIsComputed) {
  History history = example_history(12);
  for (Observation& observation : history.observations)
    observation.constraints = {observation.values[0] - observation.values[1]};
  history.failed = {{-4.0, 9.0}, {4.5, 1.0}};
  history.pending = {{0.5, 5.0}};
  struct Case {
    std::string surrogate, method;
  };
  for (const Case& each : {Case{"craggy", "fast"}, Case{"contaminated", "fast"}, Case{"noiseless", "nuts"}})
    for (const SimdLevel level : available_simd_levels())
      for (std::uint32_t trial = 12; trial < (each.surrogate == "craggy" ? 16 : 13); ++trial) {
        SuggestOptions options = quick();
        options.surrogate = each.surrogate;
        options.inference.method = each.method;
        const Suggestion by_process = [&] {
          const testing::ScopedVariable forced("CRAGGY_SIMD", std::string(name_of(level)));
          return suggest(space, history, options, {3, trial});
        }();
        options.inference.simd = std::string(name_of(level));
        const Suggestion by_options = suggest(space, history, options, {3, trial});
        EXPECT_EQ(by_options.values, by_process.values) << each.surrogate << trial << name_of(level);
        EXPECT_EQ(by_options.acquisition, by_process.acquisition);
        EXPECT_EQ(by_options.warm, by_process.warm);
      }
}

// What else it takes in turn: model_test.cpp.
TEST(Suggest, OneTurnOfTheShippedDefaultIsTheLatentGpByName) {
  History history = example_history();  // of values that are not compressed (compressed_objectives.hpp)
  for (Observation& observation : history.observations)
    observation.objective = std::tanh(observation.objective / 20.0);
  for (const std::uint32_t trial : {10U, 14U}) {
    SuggestOptions spelt_out = quick();
    spelt_out.surrogate = "latent";
    spelt_out.amplitude = Amplitude::sampled;
    spelt_out.sigma_h = parse_latent_scale("0.01d");
    const Suggestion suggestion = suggest(space, history, quick(), {3, trial});
    EXPECT_EQ(suggestion.surrogate, "latent");
    EXPECT_EQ(suggestion.values, suggest(space, history, spelt_out, {3, trial}).values);
  }
}

TEST(Suggest, AScaleOfDetailAsksTheShippedDefaultForTheLatentGp) {
  SuggestOptions options = quick();
  options.sigma_h = parse_latent_scale("0.05");
  for (std::uint32_t trial = 8; trial < 12; ++trial) {
    const Suggestion suggestion = next(options, trial);
    EXPECT_EQ(suggestion.surrogate, "latent");
    EXPECT_EQ(suggestion.sigma_h, std::vector<double>{0.05});
  }
}

TEST(Suggest, EverySurrogateAndAcquisitionGivesAPointInside) {
  for (const std::string& surrogate : engine_surrogate_names()) {
    SuggestOptions options = quick();
    options.surrogate = surrogate;
    const Suggestion suggestion = next(options);
    expect_inside(suggestion);
    EXPECT_FALSE(suggestion.initial);
    EXPECT_EQ(suggestion.diagnostics.has_value(), surrogate != "random");
  }
  for (const std::string& acquisition : acquisition_names()) {
    SuggestOptions options = quick();
    options.surrogate = "noiseless";
    options.acquisition = acquisition;
    expect_inside(next(options));
  }
}

TEST(Suggest, InitialPointsDoNotDependOnTheSurrogateOrTheHistory) {
  SuggestOptions options = quick();
  options.surrogate = "noiseless";
  const Suggestion first = suggest(space, {}, options, {3, 0});
  EXPECT_TRUE(first.initial);
  EXPECT_FALSE(first.diagnostics.has_value());
  options.surrogate = "latent";
  const History history = example_history();
  EXPECT_EQ(suggest(space, history, options, {3, 0}).values, first.values);
  EXPECT_NE(suggest(space, {}, options, {3, 1}).values, first.values);
  EXPECT_NE(suggest(space, {}, options, {4, 0}).values, first.values);
  // Without anything to learn from, a later trial is a point of the design too.
  EXPECT_TRUE(suggest(space, {}, options, {3, 17}).initial);
}

TEST(Suggest, UsesTheLevelsThatItsRuleNames) {
  SuggestOptions options = quick();
  options.surrogate = "latent";
  const double d = std::sqrt(2.0);
  const auto levels = [&](const char* rule, std::uint32_t trial) {
    options.sigma_h = parse_latent_scale(rule);
    return next(options, trial).sigma_h;
  };
  EXPECT_EQ(levels("0.25", 8), std::vector<double>({0.25}));
  EXPECT_EQ(levels("rotated:0.1d,0", 8), std::vector<double>({0.1 * d}));
  EXPECT_EQ(levels("rotated:0.1d,0", 9), std::vector<double>({0.0}));
  EXPECT_EQ(levels("averaged", 8).size(), 3U);
  EXPECT_EQ(levels("inferred", 8).size(), 3U);
  EXPECT_EQ(levels("hierarchical", 8).size(), 1U);
}

TEST(Suggest, AveragingJoinsTheDrawsOfAllLevels) {
  SuggestOptions options = quick();
  options.surrogate = "latent";
  options.sigma_h = parse_latent_scale("averaged");
  EXPECT_EQ(next(options).diagnostics->draws, 24);
}

TEST(Suggest, AvoidsPointsThatAreTaken) {
  SuggestOptions options = quick();
  options.surrogate = "noiseless";
  const Suggestion first = next(options);
  for (const auto list : {&History::failed, &History::pending}) {
    History history = example_history();
    history.*list = {first.values};
    const Suggestion second = suggest(space, history, options, {3, 8});
    EXPECT_NE(second.values, first.values);
    expect_inside(second);
  }
}

TEST(Suggest, AnInitialPointThatIsTakenIsNotSuggestedAgain) {
  const Suggestion first = suggest(space, {}, quick(), {3, 0});
  for (const History& history : {History{{}, {first.values}, {}}, History{{}, {}, {first.values}}}) {
    const Suggestion second = suggest(space, history, quick(), {3, 0});
    EXPECT_TRUE(second.initial);
    EXPECT_NE(second.values, first.values);
  }
}

TEST(Suggest, OvertakenValuesMoveOnlyIfTheyAreTaken) {
  const std::vector<double> values = suggest(space, {}, quick(), {3, 0}).values;
  EXPECT_EQ(unless_taken(space, {}, values, 3, 0), values);
  const std::vector<double> moved = unless_taken(space, {{}, {}, {values}}, values, 3, 0);
  EXPECT_NE(moved, values);
  for (std::size_t q = 0; q < values.size(); ++q)
    EXPECT_NEAR(space.encode(moved)[q], space.encode(values)[q], 1e-3);
  const Space bits{{"a", Bool{}}, {"b", Bool{}}};
  EXPECT_EQ(unless_taken(bits, {{}, {{0, 0}, {0, 1}}, {{1, 0}}}, {1, 0}, 3, 0), (std::vector<double>{1, 1}));
}

TEST(Suggest, FindsTheBottomOfABowl) {
  SuggestOptions options = quick();
  options.surrogate = "noiseless";
  History history;
  for (std::uint32_t trial = 0; trial < 20; ++trial) {
    const std::vector<double> values = suggest(space, history, options, {5, trial}).values;
    history.observations.push_back({values, std::pow(values[0] - 1, 2) + std::pow(values[1] - 4, 2)});
  }
  double best = std::numeric_limits<double>::infinity();
  for (const Observation& observation : history.observations) best = std::min(best, observation.objective);
  EXPECT_LT(best, 0.05);
}

TEST(Suggest, TheIncumbentOfNoisyValuesIsTheLowestMean) {
  SuggestOptions options = quick();
  options.surrogate = "homoscedastic";
  const Suggestion by_value = next(options);
  options.incumbent = Incumbent::best_mean;
  expect_inside(next(options));
  EXPECT_NE(next(options).acquisition, by_value.acquisition);
}

TEST(Suggest, NoisyAddsNoiseToWhatHasNone) {
  SuggestOptions options = quick();
  options.noisy = true;
  const auto fitted = [&](const char* surrogate) {
    options.surrogate = surrogate;
    return next(options, 10).surrogate;
  };
  EXPECT_EQ(fitted("noiseless"), "homoscedastic");
  EXPECT_EQ(fitted("latent"), "latent+noise");
  EXPECT_EQ(fitted("craggy"), "latent+noise");
  EXPECT_EQ(fitted("latent+warped"), "latent+warped+noise");
  EXPECT_EQ(fitted("student_t"), "student_t");
}

TEST(Suggest, NoisyImprovesOnTheLowestMeanUnlessAskedOtherwise) {
  SuggestOptions options = quick();
  options.surrogate = "homoscedastic";
  const double by_value = next(options).acquisition;
  options.noisy = true;
  EXPECT_NE(next(options).acquisition, by_value);
  options.incumbent = Incumbent::best_value;
  EXPECT_EQ(next(options).acquisition, by_value);
}

TEST(Suggest, RandomPointsAreUniformAndNew) {
  SuggestOptions options = quick();
  options.surrogate = "random";
  options.initial_design = "sobol";
  History history;
  Eigen::Array<int, 2, 4> counts = Eigen::Array<int, 2, 4>::Zero();
  for (std::uint32_t trial = 0; trial < 400; ++trial) {
    const Suggestion suggestion = suggest(space, history, options, {3, trial});
    EXPECT_EQ(suggestion.initial, trial < 2);
    expect_inside(suggestion);
    const std::vector<double> unit = space.encode(suggestion.values);
    for (std::size_t q = 0; q < 2; ++q) ++counts(static_cast<Index>(q), static_cast<Index>(4.0 * unit[q]));
    history.observations.push_back({suggestion.values, 0.0});
  }
  EXPECT_GT(counts.minCoeff(), 65);  // of an expected 100 each; the standard deviation is 8.7
}

TEST(Suggest, CanBeStopped) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(
      suggest(space, example_history(), quick(), {.seed = 3, .trial = 8, .stop = source.get_token()}),
      Cancelled);
}

// In the fit, in what is made of pending points, failures and constraints, and in the search for the best
// point.
TEST(Suggest, StopsAtTheNextLook) {
  History history = example_history();
  history.pending = {{0.21, 0.4}, {0.8, 0.77}};
  history.failed = {{0.5, 0.9}};
  for (std::uint32_t trial : {8U, 9U, 10U, 11U}) {
    SuggestOptions options = quick();
    options.surrogate = "craggy";
    options.sigma_h.reset();
    const auto work = [&] { suggest(space, history, options, {.seed = 3, .trial = trial}); };
    const long looks = testing::looks_of(work);
    EXPECT_GE(looks, 50);
    for (long part = 1; part <= 20; ++part)
      EXPECT_TRUE(testing::stops_at_look(looks * part / 20, work))
          << trial << " " << part << "/20 of " << looks;
  }
}

TEST(Suggest, MistakesAreNamed) {
  const auto message = [](const SuggestOptions& options) {
    return testing::message_of([&] { next(options); });
  };
  SuggestOptions options = quick();
  options.surrogate = "latnet";
  EXPECT_NE(message(options).find("did you mean 'latent'?"), std::string::npos);
  options = quick();
  options.surrogate = "noiseless";
  options.sigma_h = parse_latent_scale("0.1d");
  EXPECT_EQ(message(options), "surrogate is 'noiseless', but sigma_h needs one with a latent input");
  options = quick();
  options.surrogate = "random";
  options.noisy = true;
  EXPECT_EQ(message(options), "surrogate is 'random', but noisy needs one that models the objective");
  options = quick();
  options.acquisition = "pi";
  EXPECT_NE(message(options).find("acquisition is 'pi'"), std::string::npos);
  options = quick();
  options.num_initial = 0;
  EXPECT_EQ(message(options), "num_initial is 0, but it has to be at least 1");

  History history = example_history();
  history.observations[2].objective = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(testing::message_of([&] {
              suggest(space, history, quick(), {3, 8});
            }),
            "the objective of observation 3 is nan, but it has to be a finite number");
  history = example_history();
  history.observations[1].values[0] = 7.0;
  EXPECT_NE(testing::message_of([&] {
              suggest(space, history, quick(), {3, 8});
            }).find("is 7, but"),
            std::string::npos);
  history.observations[1].values = {1.0};
  EXPECT_THROW(suggest(space, history, quick(), {3, 8}), InvalidArgument);
}

}  // namespace
}  // namespace craggy
