// Suggestions from histories that are too long for one exact model of all of them.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/engine/recommend.hpp>
#include <craggy/space/grammar.hpp>

#include "base/random.hpp"
#include "engine/active_set.hpp"
#include "engine/global_model.hpp"
#include "engine/grown_warm_state.hpp"
#include "engine/history_model.hpp"
#include "posterior/draw_group.hpp"
#include "support/property.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

using testing::unit_square;

SuggestOptions options_for(const char* surrogate = "craggy") {
  SuggestOptions options = testing::quick(surrogate);
  options.max_exact = 12;
  return options;
}

History bowl_history(int N) {
  RandomStream stream(3);
  History history;
  for (int n = 0; n < N; ++n) {
    const std::vector<double> at = {stream.uniform(), stream.uniform()};
    history.observations.push_back({at, testing::bowl(at)});
  }
  return history;
}

// A region that has shrunk to nothing: the next one is sought.
History seeking_history() {
  History history = bowl_history(13);
  for (int n = 0; n < 57; ++n) {
    const double away = 1e-4 * (1 + n % 7);
    history.observations.push_back({{0.3 + away, 0.6 - away * (n % 3)}, 5.0 + n % 5});
  }
  history.observations[3] = {{0.3, 0.6}, 0.0};
  return history;
}

bool is_new(const History& history, const std::vector<double>& values) {
  const auto same = [&](const Observation& each) { return each.values == values; };
  return std::none_of(history.observations.begin(), history.observations.end(), same) &&
         std::find(history.pending.begin(), history.pending.end(), values) == history.pending.end() &&
         std::find(history.failed.begin(), history.failed.end(), values) == history.failed.end();
}

TEST(ManyObservations, UpToTheLimitNothingChanges) {
  const History history = bowl_history(12);
  SuggestOptions exact = options_for();
  exact.max_exact.reset();
  for (std::uint32_t trial = 12; trial < 16; ++trial) {
    const Suggestion limited = suggest(unit_square, history, options_for(), {1, trial});
    EXPECT_EQ(limited.values, suggest(unit_square, history, exact, {1, trial}).values);
    EXPECT_FALSE(limited.active);
  }
}

TEST(ManyObservations, EachSurrogateSuggestsInTheBox) {
  const History history = bowl_history(40);
  for (const char* surrogate : {"craggy", "noiseless", "homoscedastic", "latent", "student_t", "warped"}) {
    SCOPED_TRACE(surrogate);
    const SuggestOptions options = options_for(surrogate);
    const Suggestion suggestion = suggest(unit_square, history, options, {1, 40});
    ASSERT_TRUE(suggestion.active);
    EXPECT_EQ(suggestion.active->observations, 12);
    EXPECT_EQ(suggestion.active->of, 40);
    EXPECT_FALSE(suggestion.active->everywhere);
    EXPECT_TRUE(is_new(history, suggestion.values));
    const ActiveSet active = choose_active_set(unit_square, history, options, {}).value();
    EXPECT_EQ(active.box.side, suggestion.active->side);
    EXPECT_TRUE(active.box.contains(Eigen::Map<const Vector>(suggestion.values.data(), 2)));
  }
}

TEST(ManyObservations, TheSameBitsForAnyNumberOfThreadsAndAnyCopyOfTheWarmState) {
  for (const bool seeking : {false, true}) {
    History history = seeking ? seeking_history() : bowl_history(40);
    history.pending = {{0.31, 0.61}, {0.9, 0.9}};
    ThreadPool three(3);
    const Suggestion first = suggest(unit_square, history, options_for(), {5, 45});
    EXPECT_EQ(first.active->everywhere, seeking);
    const Suggestion threaded =
        suggest(unit_square, history, options_for(), {.seed = 5, .trial = 45, .pool = &three});
    EXPECT_EQ(first.values, threaded.values);
    EXPECT_EQ(first.warm, threaded.warm);
    const EngineWarmState stored = parse_engine_warm_state(to_bytes(first.warm));
    const SuggestRequest next{.seed = 5, .trial = 46, .warm = &first.warm};
    const SuggestRequest resumed{.seed = 5, .trial = 46, .pool = &three, .warm = &stored};
    const Suggestion after = suggest(unit_square, history, options_for(), next);
    EXPECT_EQ(after.values, suggest(unit_square, history, options_for(), resumed).values);
    EXPECT_EQ(after.active, first.active);
  }
}

TEST(ManyObservations, TheNextRegionIsSoughtWithAllOfThem) {
  const History history = seeking_history();
  const Suggestion suggestion = suggest(unit_square, history, options_for(), {1, 60});
  ASSERT_TRUE(suggestion.active);
  EXPECT_TRUE(suggestion.active->everywhere);
  EXPECT_EQ(suggestion.active->restarts, 1);
  EXPECT_EQ(suggestion.active->side, 1.0);
  EXPECT_EQ(suggestion.reason->model, "global");
  EXPECT_GT(std::max(std::abs(suggestion.values[0] - 0.3), std::abs(suggestion.values[1] - 0.6)), 0.05)
      << "not where the last one ended";
}

TEST(ManyObservations, EveryFifthTrialLooksBeyondItsRegion) {
  const History history = bowl_history(40);
  for (std::uint32_t trial = 40; trial < 50; ++trial) {
    const Suggestion suggestion = suggest(unit_square, history, options_for("noiseless"), {1, trial});
    EXPECT_EQ(suggestion.active->everywhere, trial % 5 == 4) << trial;
    EXPECT_EQ(suggestion.reason->model == "global", trial % 5 == 4) << trial;
  }
}

TEST(ManyObservations, TheGlobalModelPredictsAllObservations) {
  const History history = bowl_history(60);
  const SuggestOptions options = options_for();
  const ActiveSet active = choose_active_set(unit_square, history, options, {}).value();
  EncodedHistory some = encode(unit_square, active.part_of(history));
  const Model model = fit_global_model(options, unit_square, history, some, {1, 60}, {}, nullptr);
  EXPECT_EQ(model.posterior.groups().front()->inputs().cols(), 60);
  const Prediction at = model.posterior.predict(
      encode(unit_square, std::vector<std::vector<double>>{history.observations[7].values, {0.3, 0.6}}));
  EXPECT_NEAR(at.mean[0], history.observations[7].objective, 0.05);
  EXPECT_NEAR(at.mean[1], 0.0, 0.05);
  EXPECT_TRUE(model.warm.find("global homoscedastic lengthscales=related", {}) != nullptr);
}

TEST(ManyObservations, AGrownFitHasSeenThemAll) {
  const EncodedHistory encoded = encode(unit_square, bowl_history(50));
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.01}});
  const auto surrogate_of = [&](const std::vector<Index>&) { return surrogate; };
  const InferenceOptions options = options_for().inference;
  const auto warm = grown_warm_state(surrogate_of, *encoded.data, options, {1, 2}, nullptr);
  ASSERT_TRUE(warm);
  EXPECT_EQ(warm->inputs.cols(), 25);
  EXPECT_TRUE(fit(surrogate, encoded.data, options, {1, 2}, nullptr, {}, &*warm).diagnostics.warm);
  const EncodedHistory few = encode(unit_square, bowl_history(24));
  EXPECT_FALSE(grown_warm_state(surrogate_of, *few.data, options, {1, 2}, nullptr));
  const auto plain = make_surrogate("noiseless", {});
  EXPECT_FALSE(grown_warm_state([&](const std::vector<Index>&) { return plain; }, *encoded.data, options,
                                {1, 2}, nullptr))
      << "quadrature leaves none";
}

TEST(ManyObservations, HundredsOfPendingTrialsAllGetAPlaceOfTheirOwn) {
  History history = bowl_history(40);
  const SuggestOptions options = options_for("homoscedastic");
  for (std::uint32_t trial = 40; trial < 90; ++trial) {
    const Suggestion suggestion = suggest(unit_square, history, options, {1, trial});
    ASSERT_TRUE(is_new(history, suggestion.values)) << trial;
    history.pending.push_back(suggestion.values);
  }
}

TEST(ManyObservations, TheRecommendedOneHasTheLowestMean) {
  History history = bowl_history(60);
  RandomStream stream(9);
  for (Observation& each : history.observations) each.objective += 0.02 * stream.normal();
  history.observations[50] = {{0.9, 0.1}, -1.0};  // luck, far from the bottom
  SuggestOptions options = options_for();
  options.noisy = true;
  const std::vector<Recommendation> all = ranked(unit_square, history, options, 1);
  EXPECT_EQ(all.size(), 60U);
  EXPECT_LT(testing::bowl(history.observations[all.front().position].values), 0.05);
}

TEST(ManyObservations, AStudyModelLooksAtTheSame) {
  const History history = bowl_history(40);
  const HistoryModel model(unit_square, history, options_for(), {1, 40});
  ASSERT_TRUE(model.active());
  EXPECT_EQ(model.active()->observations, 12);
  EXPECT_EQ(model.observations().size(), 12U);
  EXPECT_EQ(model.leave_one_out(std::vector{0.5}).moments.mean.size(), 12);
  EXPECT_EQ(model.latent_distances().cols(), 12);
  EXPECT_FALSE(HistoryModel(unit_square, bowl_history(12), options_for(), {1, 40}).active());
}

// A search that goes on from its own suggestions finds the bottom, resumed or not.
TEST(ManyObservationsSlow, ASearchFindsTheBottomAndResumes) {
  History history = bowl_history(20);
  EngineWarmState warm;
  double best = 1.0;
  for (std::uint32_t trial = 20; trial < 60; ++trial) {
    const Suggestion suggestion =
        suggest(unit_square, history, options_for(), {.seed = 2, .trial = trial, .warm = &warm});
    warm = suggestion.warm;
    const double value = testing::bowl(suggestion.values);
    best = std::min(best, value);
    history.observations.push_back({suggestion.values, value});
  }
  EXPECT_LT(best, 1e-5);
}

// Constraints, failures, noise, pending points, names and conditions, and values of any size.
TEST(ManyObservationsSlow, AnyLegalHistoryGivesANewPoint) {
  const Space mixed{{"x", Float{0, 1}},
                    {"n", Int{0, 40}},
                    {"opt", Categorical{{"a", "b", "c"}}},
                    parse_parameter("m=float(1e-3,1) if opt == a")};
  testing::expect_property(
      [&] {
        const Space& space = *rc::gen::arbitrary<bool>() ? mixed : unit_square;
        RandomStream stream(*rc::gen::arbitrary<std::uint64_t>());
        const int N = *rc::gen::inRange(13, 80);
        const std::size_t num_constraints = *rc::gen::inRange<std::size_t>(0, 3);
        const bool with_noise = *rc::gen::arbitrary<bool>();
        const int kind = *rc::gen::inRange(0, 4);
        const double spread = *rc::gen::elementOf(std::vector<double>{1.0, 0.1, 0.0});
        std::vector<double> centre(space.size());
        for (double& share : centre) share = stream.uniform();
        const auto point = [&] {
          std::vector<double> shares = centre;
          for (double& share : shares)
            if (stream.below(4) == 0 || spread == 1.0) share = spread > 0.0 ? stream.uniform() : share;
          return space.pick(shares);
        };
        History history;
        for (int n = 0; n < N; ++n) {
          Observation each{point(), stream.normal()};
          if (kind == 1) each.objective = 3.0;
          if (kind == 2) each.objective = std::exp(700.0 * stream.normal() / 3.0);
          if (kind == 3) each.objective = n % 2 == 0 ? 1e308 : -1e308;
          each.objective = std::clamp(each.objective, -1e308, 1e308);
          for (std::size_t k = 0; k < num_constraints; ++k) each.constraints.push_back(stream.normal());
          if (with_noise && n % 2 == 0) each.noise_stddev = stream.uniform();
          history.observations.push_back(std::move(each));
        }
        for (int i = *rc::gen::inRange(0, 40); i > 0; --i) history.pending.push_back(point());
        for (int i = *rc::gen::inRange(0, 10); i > 0; --i) history.failed.push_back(point());
        SuggestOptions options = options_for(
            *rc::gen::elementOf(std::vector<const char*>{"craggy", "craggy", "noiseless", "latent"}));
        options.inference.num_warmup = 4;
        options.inference.max_iterations = 4;
        options.inference.num_draws = 8;
        const auto trial = static_cast<std::uint32_t>(N + *rc::gen::inRange(0, 4));
        const Suggestion suggestion = suggest(space, history, options, {7, trial});
        RC_ASSERT(suggestion.active.has_value());
        space.check(suggestion.values);
        RC_ASSERT(is_new(history, suggestion.values));
        RC_ASSERT(std::isfinite(suggestion.reason->mean));
        RC_ASSERT(std::isfinite(suggestion.reason->sd));
      },
      60);
}

}  // namespace
}  // namespace craggy
