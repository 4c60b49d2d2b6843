// Suggestions in spaces of every kind: legal, finite, and never twice the same before there is no other.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/suggest.hpp>

#include "support/any_space.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

using Codes = std::vector<double>;
constexpr double largest = std::numeric_limits<double>::max();

SuggestOptions cheap(const std::string& surrogate) {
  SuggestOptions options;
  options.surrogate = surrogate;
  options.inference.num_chains = 1;
  options.inference.num_warmup = 5;
  options.inference.num_draws = 4;
  return options;
}

const Space twelve_points{{"n", Int{1, 3}},
                          {"opt", Categorical{{"a", "b"}}},
                          {"flag", Bool{}, Condition{"opt", Comparison::equal, {"b"}}},
                          {"q", Step{0, 1, 1}, Condition{"n", Comparison::equal, {"3"}}}};

TEST(MixedSuggest, NeverTwiceTheSameUntilTheSpaceIsExhausted) {
  ASSERT_EQ(twelve_points.num_points(), 12u);
  for (const char* surrogate : {"craggy", "noiseless", "homoscedastic", "random"})
    for (const char* design : {"uniform", "sobol"}) {
      SuggestOptions options = cheap(surrogate);
      options.initial_design = design;
      options.num_initial = 4;
      History history;
      std::set<Codes> seen;
      for (std::uint32_t trial = 0; trial < 12; ++trial) {
        const Suggestion suggestion = suggest(twelve_points, history, options, {3, trial});
        twelve_points.check(suggestion.values);
        EXPECT_FALSE(suggestion.exhausted);
        EXPECT_TRUE(seen.insert(suggestion.values).second) << surrogate << ' ' << trial;
        // Failed and running ones count as well.
        if (trial == 5)
          history.failed.push_back(suggestion.values);
        else if (trial == 7)
          history.pending.push_back(suggestion.values);
        else
          history.observations.push_back({suggestion.values, suggestion.values[0] - suggestion.values[1]});
      }
      const Suggestion beyond = suggest(twelve_points, history, options, {3, 12});
      EXPECT_TRUE(beyond.exhausted);
      EXPECT_EQ(seen.count(beyond.values), 1u);
      EXPECT_NE(beyond.values, history.pending[0]);
    }
}

TEST(MixedSuggest, TheInitialDesignVisitsEveryCategoryEvenly) {
  const Space space{{"c", Categorical{{"a", "b", "c", "d"}}}, {"x", Float{0, 1}}, {"n", Int{1, 8}}};
  SuggestOptions options = cheap("craggy");
  options.initial_design = "sobol";
  options.num_initial = 64;
  std::vector<int> counts(4);
  std::vector<int> whole(9);
  History history;
  for (std::uint32_t trial = 0; trial < 64; ++trial) {
    const Suggestion suggestion = suggest(space, history, options, {11, trial});
    EXPECT_TRUE(suggestion.initial);
    ++counts[static_cast<std::size_t>(suggestion.values[0])];
    ++whole[static_cast<std::size_t>(suggestion.values[2])];
    history.observations.push_back({suggestion.values, 0.0});
  }
  for (const int count : counts) EXPECT_EQ(count, 16);
  for (std::size_t n = 1; n <= 8; ++n) EXPECT_EQ(whole[n], 8);
}

TEST(MixedSuggest, FindsTheBestOfAMixedBowl) {
  // 30 evaluations, of 4 · 16 combinations and a real number: the best category and nearly the best numbers.
  const Space space{{"c", Categorical{{"a", "b", "c", "d"}}},
                    {"n", Int{1, 16}},
                    {"x", Float{-5, 5}, Condition{"c", Comparison::not_equal, {"a"}}}};
  SuggestOptions options;
  options.surrogate = "noiseless";
  History history;
  double best = largest;
  for (std::uint32_t trial = 0; trial < 30; ++trial) {
    const Codes values = suggest(space, history, options, {5, trial}).values;
    const double objective = (values[0] == 2 ? 0.0 : 1.0 + values[0]) + 0.05 * std::pow(values[1] - 11, 2) +
                             0.2 * std::pow(values[2] - 2, 2);
    history.observations.push_back({values, objective});
    best = std::min(best, objective);
  }
  EXPECT_LT(best, 0.01);
}

TEST(MixedSuggest, ScalesOfDetailAreInUnitsOfTheParameters) {
  const Space space{{"c", Categorical{{"a", "b", "c", "d"}}}, {"x", Float{0, 1}}};
  SuggestOptions options = cheap("latent");
  options.sigma_h = parse_latent_scale("0.1d");
  History history;
  for (const double c : {0.0, 1.0, 2.0}) history.observations.push_back({{c, 0.3}, c});
  EXPECT_EQ(suggest(space, history, options, {1, 3}).sigma_h, std::vector<double>{0.1 * std::sqrt(2.0)});
}

TEST(MixedSuggest, TheSameBitsForAnyNumberOfThreads) {
  const Space space{{"c", Categorical{{"a", "b"}}}, {"x", Float{0, 1}}, {"n", Int{1, 100}}};
  History history;
  for (const double c : {0.0, 1.0, 0.0, 1.0, 1.0})
    history.observations.push_back(
        {{c, 0.1 + 0.15 * static_cast<double>(history.observations.size()), 7}, c});
  ThreadPool two(2);
  for (const char* maximiser : {"multistart", "delta_cover"}) {
    SuggestOptions options = cheap("latent");
    options.maximiser = maximiser;
    EXPECT_EQ(suggest(space, history, options, {1, 5}).values,
              suggest(space, history, options, {.seed = 1, .trial = 5, .pool = &two}).values);
  }
}

double any_objective(int kind) {
  const double u = 2.0 * testing::any_share() - 1.0;
  switch (kind) {
    case 0:
      return 3.25;
    case 1:
      return 1e300 * u;
    case 2:
      return 1e-300 * u;
    case 3:
      return *rc::gen::elementOf(std::vector<double>{-largest, largest, 5e-324, 0.0, u});
    default:
      return u;
  }
}

TEST(MixedSuggest, AnyLegalHistoryInAnySpaceGivesALegalNewPoint) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(4, *rc::gen::inRange(0, 3) > 0, *rc::gen::element(3, 8, 40));
        const auto size = *rc::gen::inRange(1, 9);
        const int kind = *rc::gen::inRange(0, 6);
        History history;
        std::vector<Codes> occupied;
        for (int n = 0; n < size; ++n) {
          occupied.push_back(space.pick(testing::any_shares(space.size())));
          history.observations.push_back({occupied.back(), any_objective(kind)});
        }
        for (auto* points : {&history.failed, &history.pending})
          if (*rc::gen::inRange(0, 3) == 0) {
            occupied.push_back(space.pick(testing::any_shares(space.size())));
            points->push_back(occupied.back());
          }
        SuggestOptions options = cheap(*rc::gen::elementOf(engine_surrogate_names()));
        options.inference.num_warmup = *rc::gen::inRange<Index>(0, 6);
        options.acquisition = *rc::gen::elementOf(acquisition_names());
        if (*rc::gen::inRange(0, 4) == 0) options.maximiser = "delta_cover";
        RC_LOG() << testing::described(space) << options.surrogate << ' ' << options.acquisition << ' '
                 << kind;
        const Suggestion suggestion = suggest(space, history, options, {1, 20});
        space.check(suggestion.values);
        RC_ASSERT(!std::isnan(suggestion.acquisition));
        const std::size_t num_different = std::set<Codes>(occupied.begin(), occupied.end()).size();
        RC_ASSERT(suggestion.exhausted == (space.num_points() == num_different));
        const bool is_new = std::find(occupied.begin(), occupied.end(), suggestion.values) == occupied.end();
        RC_ASSERT(is_new != suggestion.exhausted);
      },
      500);
}

}  // namespace
}  // namespace craggy
