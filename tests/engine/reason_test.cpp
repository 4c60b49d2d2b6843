// Why a point was suggested, as the suggestion tells it.
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include <craggy/engine/suggest.hpp>

#include "acquisition/feasibility.hpp"
#include "base/random.hpp"
#include "engine/belief.hpp"
#include "engine/model.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

const Space& space = testing::unit_square;
constexpr std::uint64_t seed = 3;

History example_history(const Space& where = space, int N = 12) {
  RandomStream stream(5);
  History history;
  for (int n = 0; n < N; ++n) {
    std::vector<double> shares(where.size());
    for (double& share : shares) share = stream.uniform();
    history.observations.push_back({where.pick(shares), testing::bowl(shares)});
  }
  return history;
}

TEST(Reason, ThereIsNoneWithoutAModel) {
  EXPECT_FALSE(suggest(space, {}, testing::quick(), {seed, 0}).reason);
  EXPECT_FALSE(suggest(space, example_history(), testing::quick("random"), {seed, 12}).reason);
}

TEST(Reason, IsWhatTheModelSaysOfTheSuggestedPoint) {
  const Space mixed{{"x", Float{0.0, 1.0}},
                    {"n", Int{1, 40}},
                    {"opt", Categorical{{"sgd", "adam", "lbfgs"}}},
                    {"rate", Float{1e-4, 1.0, true}}};
  for (const Space* where : {&space, &mixed})
    for (const char* surrogate : {"noiseless", "homoscedastic", "latent"}) {
      const SuggestOptions options = testing::quick(surrogate);
      const History history = example_history(*where);
      const Suggestion suggestion = suggest(*where, history, options, {seed, 12});
      ASSERT_TRUE(suggestion.reason);
      const EncodedHistory encoded = encode(*where, history);
      const Model model = fit_model(options, *where, encoded.data, {seed, 12}, {}, nullptr);
      const Belief belief(options, model.posterior, {}, encoded, {seed, 12});
      const Matrix x = encode(*where, {suggestion.values});
      const Prediction prediction = model.posterior.predict(x);
      EXPECT_EQ(suggestion.reason->model, surrogate);
      EXPECT_NEAR(suggestion.reason->mean, prediction.mean[0], 1e-12);
      EXPECT_NEAR(suggestion.reason->sd, prediction.sd[0], 1e-12);
      EXPECT_GT(suggestion.reason->sd, 0.0);
      EXPECT_EQ(suggestion.reason->acquisition, belief.acquisition().evaluate(x)[0]);
      EXPECT_NEAR(suggestion.reason->acquisition, suggestion.acquisition, 1e-6);
      EXPECT_FALSE(suggestion.reason->success);
      EXPECT_FALSE(suggestion.reason->feasible);
    }
}

TEST(Reason, TheShippedDefaultNamesTheModelWhoseTurnItWas) {
  const std::vector<std::string> names = {"noisy", "trend", "latent", "smooth"};
  for (std::uint32_t trial = 12; trial < 16; ++trial)
    EXPECT_EQ(suggest(space, example_history(), testing::quick("craggy"), {seed, trial}).reason->model,
              names[trial % 4]);
}

// A power of two leaves the standardised values as they are, bit by bit.
TEST(Reason, IsInTheUnitsOfTheObjectiveAlsoWhereValuesHaveBlownUp) {
  constexpr double factor = 1048576.0;
  History history = example_history();
  for (std::size_t n = 0; n < 3; ++n)
    history.observations[4 * n].objective = 1e6 * static_cast<double>(n + 1);
  History larger = history;
  for (Observation& observation : larger.observations) observation.objective *= factor;
  for (std::uint32_t trial = 12; trial < 16; ++trial) {
    const Suggestion a = suggest(space, history, testing::quick("craggy"), {seed, trial});
    const Suggestion b = suggest(space, larger, testing::quick("craggy"), {seed, trial});
    EXPECT_EQ(a.values, b.values);
    EXPECT_NEAR(b.reason->mean, factor * a.reason->mean, 1e-6 * factor * a.reason->sd);
    EXPECT_NEAR(b.reason->sd, factor * a.reason->sd, 1e-6 * factor * a.reason->sd);
    EXPECT_TRUE(std::isfinite(a.reason->mean));
    EXPECT_GT(a.reason->sd, 0.0);
    EXPECT_NEAR(*b.reason->improvement, factor * *a.reason->improvement, 1e-6 * factor * a.reason->sd);
  }
}

// By the naive mean over draws of sd·(z·Φ(z) + φ(z)), in units of the objective.
TEST(Reason, TellsTheImprovementThatIsExpected) {
  const History history = example_history();
  for (const char* surrogate : {"noiseless", "latent"}) {
    const SuggestOptions options = testing::quick(surrogate);
    const Suggestion suggestion = suggest(space, history, options, {seed, 12});
    const EncodedHistory encoded = encode(space, history);
    const Model model = fit_model(options, space, encoded.data, {seed, 12}, {}, nullptr, {});
    const PredictiveComponents at = model.posterior.components(encode(space, {suggestion.values}));
    double expected = 0.0;
    for (Index c = 0; c < at.weights.size(); ++c) {
      const double sd = std::sqrt(at.variance(c, 0));
      const double z = (encoded.data->y.minCoeff() - at.mean(c, 0)) / sd;
      const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
      expected += at.weights[c] * sd * (z * 0.5 * std::erfc(-z / std::numbers::sqrt2) + density);
    }
    expected *= encoded.data->standardisation.scale;
    ASSERT_TRUE(suggestion.reason->improvement);
    EXPECT_NEAR(*suggestion.reason->improvement, expected, 1e-9 * std::abs(expected) + 1e-12);
  }
}

TEST(Reason, TheImprovementIsThatOfWhatIsToldAndMayBeImpossible) {
  History history = example_history();
  const Suggestion free = suggest(space, history, testing::quick(), {seed, 12});
  history.pending = {free.values};
  EXPECT_GT(*suggest(space, history, testing::quick(), {seed, 12}).reason->improvement, 0.0);
  for (Observation& observation : history.observations) observation.constraints = {0.5};
  EXPECT_FALSE(suggest(space, history, testing::quick(), {seed, 12}).reason->improvement)
      << "nothing feasible is there to be improved on";
}

TEST(Reason, TellsHowProbableSuccessAndFeasibilityAre) {
  History history = example_history();
  for (Observation& observation : history.observations)
    observation.constraints = {observation.values[0] - 0.7, observation.values[1] - 0.8};
  history.failed = {{0.9, 0.9}, {0.95, 0.8}};
  const SuggestOptions options = testing::quick();
  const Suggestion suggestion = suggest(space, history, options, {seed, 14});
  ASSERT_TRUE(suggestion.reason);
  const EncodedHistory encoded = encode(space, history);
  const Model model = fit_model(options, space, encoded.data, {seed, 14}, {}, nullptr);
  const Belief belief(options, model.posterior, {}, encoded, {seed, 14});
  const Matrix x = encode(space, {suggestion.values});
  double feasible = 1.0;
  for (const Posterior& constraint : belief.constraints())
    feasible *= std::exp(log_feasibility(constraint)->evaluate(x)[0]);
  EXPECT_EQ(belief.constraints().size(), 2U);
  EXPECT_NEAR(suggestion.reason->feasible.value(), feasible, 1e-12);
  EXPECT_NEAR(suggestion.reason->success.value(), belief.success()->probability(x)[0], 1e-12);
  for (const double probability : {*suggestion.reason->feasible, *suggestion.reason->success}) {
    EXPECT_GT(probability, 0.0);
    EXPECT_LE(probability, 1.0);
  }
  const double best = encoded.data->y(encoded.feasible).minCoeff();
  const double log_share = log_expected_improvement(model.posterior, best)->evaluate(x)[0];
  EXPECT_NEAR(*suggestion.reason->improvement,
              std::exp(log_share) * encoded.data->standardisation.scale * *suggestion.reason->feasible *
                  *suggestion.reason->success,
              1e-12);
}

}  // namespace
}  // namespace craggy
