// Why a point was suggested, as the suggestion tells it.
#include <cmath>
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
      const Belief belief(options, model.posterior, false, encoded, {seed, 12});
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
  }
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
  const Belief belief(options, model.posterior, false, encoded, {seed, 14});
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
}

}  // namespace
}  // namespace craggy
