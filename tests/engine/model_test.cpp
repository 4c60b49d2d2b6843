// What the shipped default means, trial by trial.
#include "engine/model.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "acquisition/keep_away.hpp"
#include "base/random.hpp"
#include "engine/belief.hpp"
#include "support/message_of.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

const Space& space = testing::unit_square;

// A bowl, evaluated most often near its lowest point.
History settled_history() {
  RandomStream stream(5);
  History history;
  for (int n = 0; n < 12; ++n) {
    const double scale = n < 6 ? 1.0 : 0.05;
    const std::vector<double> at = {0.3 * (1.0 - scale) + scale * stream.uniform(),
                                    0.6 * (1.0 - scale) + scale * stream.uniform()};
    history.observations.push_back({at, testing::bowl(at)});
  }
  return history;
}

SuggestOptions quick() { return testing::quick("craggy"); }

Model fitted(const SuggestOptions& options, std::uint32_t trial) {
  return fit_model(options, space, encode(space, settled_history()).data, {3, trial}, {}, nullptr);
}

TEST(Model, TheDefaultTakesFourInTurn) {
  const double d = std::sqrt(2.0);
  const std::vector<std::pair<std::string, std::vector<double>>> expected = {
      {"homoscedastic", {}}, {"homoscedastic", {}}, {"latent", {0.01 * d}}, {"latent", {0.0}}};
  ASSERT_EQ(models_in_turn(quick()), expected.size());
  for (std::uint32_t trial = 12; trial < 20; ++trial) {
    const Model model = fitted(quick(), trial);
    EXPECT_EQ(model.name, std::vector<std::string>({"noisy", "trend", "latent", "smooth"})[trial % 4]);
    EXPECT_EQ(model.name, model_entries(quick())[trial % 4].name);
    EXPECT_EQ(model.surrogate, expected[trial % 4].first);
    EXPECT_EQ(model.sigma_h, expected[trial % 4].second);
    EXPECT_EQ(model.search.avoids_seen_points, trial % 4 == 1);
    EXPECT_EQ(model.search.incumbent == Incumbent::best_mean, trial % 4 < 2) << "those with noise";
  }
}

// By its name, too, the paper's model draws its level for the trial, whatever its place among the turns.
TEST(Model, ThePapersModelInTurnDrawsItsLevel) {
  SuggestOptions options = quick();
  options.turns = Turns{{"smooth", "trend", "noisy", "paper"}};
  for (std::uint32_t trial = 12; trial < 20; ++trial) {
    const Model model = fit_model(options, space, encode(space, settled_history()).data, {3, trial}, {},
                                  nullptr, {}, "paper");
    EXPECT_EQ(model.name, "paper");
    EXPECT_EQ(model.sigma_h, levels_for_trial(LatentScale{}, 2, 3, trial));
  }
}

// Of the two with noise the first may take the bowl for what it is.
TEST(Model, TheNoiseOfTheDefaultMayVanishOnce) {
  const auto noise_variance = [](std::uint32_t trial) {
    const Model model = fitted(quick(), trial);
    double sum = 0.0;
    for (const Vector& u : model.posterior.draws()) sum += std::exp(u[u.size() - 1]);
    return sum / static_cast<double>(model.posterior.draws().size());
  };
  EXPECT_LT(noise_variance(12), 0.1 * noise_variance(13));
}

// Beside them stand the amplitude, the noise variance of the first two and the latents of the third.
TEST(Model, TheFirstAndTheLastOfTheDefaultHaveLengthscalesThatAreRelatedAndMainEffects) {
  const auto num_unknowns = [](std::uint32_t trial) {
    return fitted(quick(), trial).posterior.draws()[0].size();
  };
  EXPECT_EQ(num_unknowns(12), 3 + 1 + 2);
  EXPECT_EQ(num_unknowns(13), 1 + 2);
  EXPECT_EQ(num_unknowns(14), 1 + 1 + 12);
  EXPECT_EQ(num_unknowns(15), 3 + 1 + 1);
}

TEST(Model, MainEffectsGoWithLengthscalesPerInputUnlessTheyAreNotWanted) {
  const auto num_unknowns = [](const SuggestOptions& options, std::uint32_t trial) {
    return fitted(options, trial).posterior.draws()[0].size();
  };
  SuggestOptions options = quick();
  options.main_effects = false;
  EXPECT_EQ(num_unknowns(options, 12), 3 + 2);
  EXPECT_EQ(num_unknowns(options, 15), 3 + 1);
  options = quick();
  options.ard = true;
  EXPECT_EQ(num_unknowns(options, 13),
            3 + 1 + 2);  // as in the turn before, but another prior of the noise
  options.ard = false;
  EXPECT_EQ(num_unknowns(options, 12), 1 + 2);
}

TEST(Model, WithoutAModelNothingCanBeSaidOfIt) {
  const auto message = [](const auto& set) {
    SuggestOptions options;
    options.surrogate = "random";
    EXPECT_EQ(testing::message_of([&] { check_options(options, 2); }), "(no error)");
    set(options);
    return testing::message_of([&] { check_options(options, 2); });
  };
  const std::string rest = " needs one that models the objective";
  const std::string begin = "surrogate is 'random', but ";
  EXPECT_EQ(message([](SuggestOptions& o) { o.noisy = true; }), begin + "noisy" + rest);
  EXPECT_EQ(message([](SuggestOptions& o) { o.amplitude = Amplitude::unit; }), begin + "amplitude" + rest);
  EXPECT_EQ(message([](SuggestOptions& o) { o.ard = false; }), begin + "ard" + rest);
  EXPECT_EQ(message([](SuggestOptions& o) { o.main_effects = true; }), begin + "main_effects" + rest);
}

TEST(Model, ARuleForSigmaHMakesTheDefaultTheLatentGp) {
  SuggestOptions options = quick();
  options.sigma_h = LatentScale{.levels = {0.1}};
  EXPECT_EQ(models_in_turn(options), 1U);
  EXPECT_EQ(fitted(options, 12).name, "latent");
  for (std::uint32_t trial = 12; trial < 16; ++trial) {
    const Model model = fitted(options, trial);
    EXPECT_EQ(model.surrogate, "latent");
    EXPECT_FALSE(model.search.avoids_seen_points);
  }
}

TEST(Model, EachThatTakesTurnsHasANameOfItsOwn) {
  const auto names = [](const SuggestOptions& options) {
    std::vector<std::string> result;
    for (const ModelEntry& entry : model_entries(options)) {
      EXPECT_EQ(entry.summary.back(), '.');
      result.push_back(entry.name);
    }
    return result;
  };
  EXPECT_EQ(names(quick()), (std::vector<std::string>{"noisy", "trend", "latent", "smooth"}));
  SuggestOptions options = quick();
  options.sigma_h = LatentScale{.rule = LatentScaleRule::averaged};
  EXPECT_EQ(names(options), std::vector<std::string>{"latent"});
  options.sigma_h = LatentScale{.levels = {0.3, 0.0}, .absolute = true};
  EXPECT_EQ(names(options), (std::vector<std::string>{"latent@0.3", "latent@0"}));
  options = testing::quick("student_t");
  EXPECT_EQ(names(options), std::vector<std::string>{"student_t"});
  options.surrogate = "random";
  EXPECT_TRUE(names(options).empty());
  for (const ModelEntry& entry : model_entries(testing::quick("latent"))) {
    const auto data = encode(space, settled_history()).data;
    const Model model =
        fit_model(testing::quick("latent"), space, data, {3, 12}, {}, nullptr, {}, entry.name);
    const std::vector<double> level = {std::stod(entry.name.substr(7)) * std::sqrt(2.0)};
    EXPECT_EQ(model.sigma_h, level);
  }
}

TEST(Model, SurrogatesByNameTakeTheirLevelsInTurn) {
  SuggestOptions options = quick();
  options.surrogate = "latent";
  EXPECT_EQ(models_in_turn(options), 3U);
  options.surrogate = "noiseless";
  EXPECT_EQ(models_in_turn(options), 1U);
}

TEST(Model, ElsewhereIsATenthOfTheSpacingAwayFromWhatWasSeenAndWhatIsPending) {
  History history = settled_history();
  history.pending = {{0.9, 0.1}};
  const EncodedHistory encoded = encode(space, history);
  const Model model = fitted(quick(), 13);
  const Belief anywhere(quick(), model.posterior, {}, encoded, {3, 13});
  const Belief elsewhere(quick(), model.posterior, {.avoids_seen_points = true}, encoded, {3, 13});
  Matrix seen(2, 13);
  seen << encoded.data->X, encoded.pending;
  const auto away = log_keep_away(seen, 0.1 / std::sqrt(13.0));
  const Matrix X = (Matrix(2, 3) << 0.31, 0.9, 0.7, 0.61, 0.12, 0.7).finished();
  const Vector expected = anywhere.acquisition().evaluate(X) + away->evaluate(X);
  EXPECT_LT((elsewhere.acquisition().evaluate(X) - expected).norm(), 1e-12);
}

TEST(Model, WhereNothingIsNoisyTheSecondTurnGoesElsewhere) {
  History history = settled_history();
  for (Observation& seen : history.observations)  // of values that are not compressed
    seen.objective = 1.0 + 0.1 * std::tanh(seen.objective);
  history.observations.front().objective = 0.0;
  const auto acquisition = [&](const char* surrogate, bool noisy) {
    SuggestOptions options = quick();
    options.surrogate = surrogate;
    options.amplitude = Amplitude::sampled;
    options.noisy = noisy;
    options.incumbent = Incumbent::best_mean;
    return suggest(space, history, options, {3, 13}).acquisition;
  };
  EXPECT_LT(acquisition("craggy", false), acquisition("homoscedastic", false));
  EXPECT_EQ(acquisition("craggy", true), acquisition("homoscedastic", true));
}

// The lowest of the first so many values of an objective on the unit cube of that many inputs.
double best_of_default(std::size_t num_inputs, std::uint32_t num_trials,
                       const std::function<double(const std::vector<double>&)>& objective,
                       const SuggestOptions& options = {}) {
  std::vector<Parameter> parameters;
  for (std::size_t q = 0; q < num_inputs; ++q)
    parameters.push_back({"x" + std::to_string(q), Float{0.0, 1.0}});
  const Space cube(parameters);
  History history;
  EngineWarmState warm;
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t trial = 0; trial < num_trials; ++trial) {
    const Suggestion next = suggest(cube, history, options, {.seed = 0, .trial = trial, .warm = &warm});
    warm = next.warm;
    history.observations.push_back({next.values, objective(next.values)});
    best = std::min(best, history.observations.back().objective);
  }
  return best;
}

// Without a lengthscale per input they would hide the two that matter.
TEST(ModelSlow, TheDefaultFindsBraninAmongSixIdleInputs) {
  const auto branin = [](const std::vector<double>& at) {
    const double pi = std::acos(-1.0);
    const double x = 15.0 * at[0] - 5.0;
    const double y = 15.0 * at[1];
    return std::pow(y - 5.1 / (4.0 * pi * pi) * x * x + 5.0 / pi * x - 6.0, 2) +
           10.0 * (1.0 - 1.0 / (8.0 * pi)) * std::cos(x) + 10.0;
  };
  EXPECT_LT(best_of_default(8, 50, branin) - 0.397887, 0.5);  // 1.6 without
}

// Two wells per input, of which one is a little deeper, so 64 minima: too many to look at one by one.
TEST(ModelSlow, TheDefaultAddsUpWhatSixInputsDo) {
  const auto styblinski_tang = [](const std::vector<double>& at) {
    double sum = 0.0;
    for (const double share : at) {
      const double x = 10.0 * share - 5.0;
      sum += 0.5 * (std::pow(x, 4) - 16.0 * x * x + 5.0 * x);
    }
    return sum;
  };
  constexpr double lowest = -39.166166 * 6.0;
  EXPECT_LT(best_of_default(6, 50, styblinski_tang) - lowest, 35.0);  // at most two inputs in the wrong well
  EXPECT_GT(best_of_default(6, 50, styblinski_tang, {.main_effects = false}) - lowest, 40.0);
}

}  // namespace
}  // namespace craggy
