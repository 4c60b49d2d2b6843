#include "study/field_json.hpp"

#include <gtest/gtest.h>

#include "study/option_fields.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

// What craggy wrote before there was a table, of options that all differ from their defaults.
constexpr const char* as_stored_then =
    R"({"surrogate":"latent","noisy":true,"amplitude":"sampled","ard":false,"main_effects":true,)"
    R"("latent_dimension":2,"sigma_h":{"rule":"drawn","levels":[0.2,0.0],"absolute":true},)"
    R"("inference":{"method":"nuts","num_chains":3,"num_warmup":0,"num_draws":17,"thinning":2,)"
    R"("max_tree_depth":6,"jitter":1e-07,"new_latent":"marginalised"},)"
    R"("acquisition":"lcb","confidence_weight":0.3333333333333333,"maximiser":"delta_cover",)"
    R"("incumbent":"best_mean","initial_design":"sobol","num_initial":5,"on_lost":"fail"})";

TEST(FieldJson, WhatOlderVersionsHaveStoredIsRead) {
  const StoredOptions stored = parse_options(as_stored_then);
  const SuggestOptions& suggest = stored.suggest;
  EXPECT_EQ(suggest.surrogate, "latent");
  EXPECT_TRUE(suggest.noisy);
  EXPECT_EQ(suggest.amplitude, Amplitude::sampled);
  EXPECT_EQ(suggest.ard, false);
  EXPECT_EQ(suggest.latent_dimension, 2);
  EXPECT_EQ(suggest.sigma_h->rule, LatentScaleRule::drawn);
  EXPECT_EQ(suggest.sigma_h->levels, (std::vector<double>{0.2, 0.0}));
  EXPECT_TRUE(suggest.sigma_h->absolute);
  EXPECT_EQ(suggest.inference.method, "nuts");
  EXPECT_EQ(suggest.inference.num_warmup, 0);
  EXPECT_EQ(suggest.inference.num_draws, 17);
  EXPECT_EQ(suggest.inference.max_tree_depth, 6);
  EXPECT_FALSE(suggest.inference.num_leapfrog);
  EXPECT_EQ(suggest.inference.jitter, 1e-7);
  EXPECT_EQ(suggest.inference.new_latent, NewLatent::marginalised);
  EXPECT_EQ(suggest.confidence_weight, 1.0 / 3.0);
  EXPECT_EQ(suggest.maximiser, "delta_cover");
  EXPECT_EQ(suggest.incumbent, Incumbent::best_mean);
  EXPECT_EQ(suggest.initial_design, "sobol");
  EXPECT_EQ(suggest.num_initial, 5);
  EXPECT_EQ(stored.on_lost, OnLost::fail);
}

TEST(FieldJson, TheSameIsStillWritten) {
  using Unordered = nlohmann::json;
  EXPECT_EQ(Unordered::parse(to_text(parse_options(as_stored_then))), Unordered::parse(as_stored_then));
  EXPECT_EQ(Unordered::parse(to_text(StoredOptions{})),
            Unordered::parse(
                R"({"surrogate":"craggy","noisy":false,"latent_dimension":1,"inference":{"method":"fast",)"
                R"("jitter":1e-06,"new_latent":"collapsed"},"acquisition":"ei","confidence_weight":2.0,)"
                R"("initial_design":"uniform","num_initial":2,"on_lost":"retry"})"));
}

TEST(FieldJson, TurnsAreOneText) {
  StoredOptions options;
  options.suggest.turns = Turns{{"noisy", "paper"}};
  const Json json = Json::parse(to_text(options));
  EXPECT_EQ(json["turns"], "noisy,paper");
  EXPECT_EQ(parse_options(to_text(options)).suggest.turns, options.suggest.turns);
}

TEST(FieldJson, AStudyWithNamesOfANewerVersionCanBeLookedAt) {
  EXPECT_EQ(parse_options(R"({"surrogate":"from_the_future"})").suggest.surrogate, "from_the_future");
  EXPECT_NE(
      message_of([] {
        parse_options(R"({"amplitude":"loud"})");
      }).find("'amplitude' of the options of the study is \"loud\", but this version of craggy does not"),
      std::string::npos);
}

TEST(FieldJson, ADifferenceNamesTheFieldAndItsPart) {
  StoredOptions other;
  other.suggest.sigma_h = LatentScale{LatentScaleRule::rotated, {0.1, 0.0}};
  other.suggest.inference.num_draws = 7;
  other.on_lost = OnLost::fail;
  EXPECT_EQ(difference(other, StoredOptions{}),
            "sigma_h: rotated:0.1d,0 there, left open here; inference.num_draws: 7 there, left open here; "
            "on_lost: fail there, retry here");
}

// As keyword arguments of another language would.
TEST(FieldJson, OptionsAreSetByKeyOrName) {
  StoredOptions options;
  const Fields fields = fields_of(options);
  set_option_from_json(fields, "num_draws", 40);
  set_option_from_json(fields, "chains", 8);
  set_option_from_json(fields, "inference", "nuts");
  set_option_from_json(fields, "ard", true);
  set_option_from_json(fields, "jitter", 1);
  set_option_from_json(fields, "sigma_h", "rotated:0.1d,0");
  set_option_from_json(fields, "incumbent", "mean");
  set_option_from_json(fields, "on_lost", "fail");
  EXPECT_EQ(options.suggest.inference.num_draws, 40);
  EXPECT_EQ(options.suggest.inference.num_chains, 8);
  EXPECT_EQ(options.suggest.inference.method, "nuts");
  EXPECT_EQ(options.suggest.ard, true);
  EXPECT_EQ(options.suggest.inference.jitter, 1.0);
  EXPECT_EQ(options.suggest.sigma_h->rule, LatentScaleRule::rotated);
  EXPECT_EQ(options.suggest.incumbent, Incumbent::best_mean);
  EXPECT_EQ(options.on_lost, OnLost::fail);
  set_option_from_json(fields, "num_draws", nullptr);
  EXPECT_FALSE(options.suggest.inference.num_draws);
  set_option_from_json(fields, "sigma_h", {{"rule", "averaged"}, {"levels", {0.1}}});
  EXPECT_EQ(options.suggest.sigma_h->rule, LatentScaleRule::averaged);
}

TEST(FieldJson, MistakesAreNamed) {
  StoredOptions options;
  const Fields fields = fields_of(options);
  const auto message = [&](const char* key, const Json& value) {
    return message_of([&] { set_option_from_json(fields, key, value); });
  };
  EXPECT_NE(message("num_drows", 4).find("the option is 'num_drows', but it has to be one of surrogate, "),
            std::string::npos);
  EXPECT_NE(message("num_drows", 4).find("did you mean 'num_draws'?"), std::string::npos);
  EXPECT_EQ(message("num_draws", 0), "num_draws is 0, but it has to be at least 1");
  EXPECT_EQ(message("num_draws", "four"),
            "num_draws is 'four', but it has to be a whole number of at least 1");
  EXPECT_EQ(message("jitter", nullptr), "jitter is nan, but it has to be a finite number above 0");
  EXPECT_EQ(message("surrogate", "latnet").find("surrogate is 'latnet', but it has to be one of craggy, "),
            0U);
  EXPECT_EQ(message("amplitude", Json::array()), "amplitude is [], but it has to be one of unit, sampled");
  EXPECT_EQ(message("sigma_h", "wide").find("sigma_h is 'wide', but"), 0U);
}

}  // namespace
}  // namespace craggy
