// What is stored of a study as text: space, options, suggestions, sets of trials.
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "number_set.hpp"
#include "options_text.hpp"
#include "space_text.hpp"
#include "suggestion_text.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

using testing::message_of;

TEST(SpaceText, ComesBack) {
  const Space space{{"lr", Float{1e-5, 0.1, true}},
                    {"x", Float{-1.0 / 3.0, 5e-324}},
                    {"n", Int{1, 64, true}},
                    {"opt", Categorical{{"adam", "a b\"c"}}},
                    {"momentum", Float{0, 1}, Condition{"opt", Comparison::equal, {"adam"}}},
                    {"flag", Bool{}}};
  const Space again = parse_space(to_text(space));
  EXPECT_EQ(to_text(again), to_text(space));
  EXPECT_EQ(again, space);
  EXPECT_EQ(difference(space, again), "");
}

TEST(SpaceText, RefusesOtherTexts) {
  for (const std::string text :
       {"", "{}", "[]", "[1]", R"-(["x"])-", R"-(["x=float(1)"])-", R"-(["x=float(0,1"])-", "[["})
    EXPECT_THROW(parse_space(text), InvalidArgument) << text;
}

TEST(OptionsText, ComesBack) {
  StoredOptions options;
  options.suggest.surrogate = "latent";
  options.suggest.noisy = true;
  options.suggest.amplitude = Amplitude::sampled;
  options.suggest.ard = false;
  options.suggest.main_effects = true;
  options.suggest.sigma_h = LatentScale{LatentScaleRule::averaged, {0.1, 0.0}, true};
  options.suggest.inference.method = "nuts";
  options.suggest.inference.num_draws = 17;
  options.suggest.inference.jitter = 1e-7;
  options.suggest.inference.new_latent = NewLatent::marginalised;
  options.suggest.incumbent = Incumbent::best_mean;
  options.suggest.confidence_weight = 1.0 / 3.0;
  options.on_lost = OnLost::fail;
  const StoredOptions again = parse_options(to_text(options));
  EXPECT_EQ(to_text(again), to_text(options));
  EXPECT_EQ(difference(options, again), "");
  EXPECT_EQ(again.suggest.sigma_h->rule, LatentScaleRule::averaged);
  EXPECT_EQ(again.suggest.inference.num_draws, 17);
  EXPECT_FALSE(again.suggest.inference.num_chains);
  EXPECT_EQ(again.suggest.confidence_weight, 1.0 / 3.0);
  EXPECT_EQ(to_text(parse_options("{}")), to_text(StoredOptions{})) << "what is missing has its default";
}

TEST(OptionsText, WhatANewerVersionHasWrittenIsRefused) {
  EXPECT_NE(message_of([] {
              parse_options(R"({"surrogate":"latent","colour":"red"})");
            }).find("this version of craggy does not know 'colour'"),
            std::string::npos);
  EXPECT_NE(message_of([] { parse_options(R"({"inference":{"speed":3}})"); }).find("'speed'"),
            std::string::npos);
  EXPECT_NE(message_of([] { parse_options(R"({"on_lost":"shrug"})"); }).find("\"shrug\""), std::string::npos);
  EXPECT_NE(message_of([] { parse_options(R"({"num_initial":"two"})"); }).find("'num_initial'"),
            std::string::npos);
  EXPECT_THROW(parse_options("nothing"), InvalidArgument);
}

TEST(SuggestionText, ComesBack) {
  StoredSuggestion stored;
  stored.suggestion.surrogate = "latent";
  stored.suggestion.sigma_h = {0.1, 0.0};
  stored.suggestion.acquisition = -3.25;
  stored.suggestion.fit_seconds = 0.5;
  stored.suggestion.diagnostics =
      FitDiagnostics{.rhat_max = 1.01, .ebfmi_min = NAN, .stop_reason = StopReason::converged};
  stored.seen = {"0-2,4", "3", "5"};
  stored.warm_from = 4;
  stored.simd = "v3";
  const StoredSuggestion again = parse_suggestion(to_text(stored));
  EXPECT_EQ(to_text(again), to_text(stored));
  EXPECT_EQ(again.seen, stored.seen);
  EXPECT_EQ(again.warm_from, 4u);
  EXPECT_EQ(again.suggestion.diagnostics->rhat_max, 1.01);
  EXPECT_TRUE(std::isnan(again.suggestion.diagnostics->ebfmi_min));
  EXPECT_EQ(again.suggestion.diagnostics->stop_reason, StopReason::converged);
  StoredSuggestion initial;
  initial.suggestion.initial = true;
  EXPECT_TRUE(parse_suggestion(to_text(initial)).suggestion.initial);
  EXPECT_FALSE(parse_suggestion(to_text(initial)).suggestion.diagnostics);
  EXPECT_TRUE(parse_suggestion(R"({"initial":true,"mood":"good"})").suggestion.initial)
      << "what is new is passed over";
  EXPECT_THROW(parse_suggestion("[]"), InvalidArgument);
}

TEST(SuggestionText, TheReasonComesBack) {
  StoredSuggestion stored;
  stored.suggestion.surrogate = "homoscedastic";
  stored.suggestion.reason = Reason{"trend", 1.0 / 3.0, 0.25, -INFINITY, 0.75, std::nullopt, 0.125};
  stored.made_room_for = SeenTrials{"0-3", "", "4"};
  const std::string text = to_text(stored);
  EXPECT_NE(text.find(R"("acquisition":null,"success":0.75,"improvement":0.125})"), std::string::npos)
      << text;
  const StoredSuggestion again = parse_suggestion(text);
  ASSERT_TRUE(again.suggestion.reason);
  EXPECT_EQ(again.suggestion.reason->model, "trend");
  EXPECT_EQ(again.suggestion.reason->mean, 1.0 / 3.0);
  EXPECT_EQ(again.suggestion.reason->sd, 0.25);
  EXPECT_TRUE(std::isnan(again.suggestion.reason->acquisition));
  EXPECT_EQ(again.suggestion.reason->success, 0.75);
  EXPECT_FALSE(again.suggestion.reason->feasible);
  EXPECT_EQ(again.suggestion.reason->improvement, 0.125);
  EXPECT_EQ(again.made_room_for, stored.made_room_for);
  const StoredSuggestion old =
      parse_suggestion(R"({"initial":false,"surrogate":"latent","acquisition":-1.5})");
  EXPECT_FALSE(old.suggestion.reason) << "older versions did not write one";
  EXPECT_FALSE(old.made_room_for);
}

TEST(SuggestionText, WhatWasLookedAtComesBack) {
  StoredSuggestion stored;
  stored.suggestion.surrogate = "latent";
  EXPECT_FALSE(parse_suggestion(to_text(stored)).suggestion.active);
  stored.suggestion.active =
      ActiveData{.observations = 160, .of = 5000, .side = 0.0125, .restarts = 7, .everywhere = true};
  EXPECT_EQ(parse_suggestion(to_text(stored)).suggestion.active, stored.suggestion.active);
}

TEST(NumberSet, IsShort) {
  EXPECT_EQ(to_ranges({}), "");
  EXPECT_EQ(to_ranges(std::vector<TrialNumber>{0, 1, 2, 4, 6, 7}), "0-2,4,6-7");
  testing::expect_property([] {
    const auto some = *rc::gen::arbitrary<std::set<TrialNumber>>();
    const std::vector<TrialNumber> numbers(some.begin(), some.end());
    RC_ASSERT(parse_ranges(to_ranges(numbers)) == numbers);
  });
}

TEST(NumberSet, RefusesOtherTexts) {
  for (const std::string text :
       {"a", "1,", ",1", "1-", "-1", "2-1", "1,1", "3,2", "1;2", "0-4294967295", "99999999999"})
    EXPECT_THROW(parse_ranges(text), InvalidArgument) << text;
}

}  // namespace
}  // namespace craggy
