#include "option_groups.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "engine/option_fields.hpp"
#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

struct Parsed {
  SuggestOptions suggest;
  std::uint64_t seed = 0;
  std::uint64_t threads = 0;
};

Parsed parse(const std::vector<std::string>& arguments) {
  Parsed parsed;
  SuggestOptions& suggest = parsed.suggest;
  std::ostringstream out;
  std::ostringstream err;
  OptionParser parser("try", "Tries things.");
  add_options(parser, fields_of(suggest));
  add_seed_and_threads(parser, parsed.seed, parsed.threads);
  EXPECT_TRUE(parser.parse(arguments, Context{out, err, {}, {}}));
  return parsed;
}

TEST(OptionGroups, NothingGivenLeavesTheDefaultsOfTheLibrary) {
  const SuggestOptions given = parse({}).suggest;
  const SuggestOptions defaults;
  EXPECT_EQ(given.surrogate, defaults.surrogate);
  EXPECT_FALSE(given.sigma_h || given.amplitude || given.ard || given.maximiser);
  EXPECT_EQ(given.num_initial, defaults.num_initial);
  EXPECT_EQ(given.acquisition, defaults.acquisition);
  EXPECT_EQ(given.incumbent, defaults.incumbent);
  EXPECT_EQ(given.inference.method, defaults.inference.method);
  EXPECT_FALSE(given.inference.num_draws || given.inference.num_chains || given.inference.num_warmup);
  EXPECT_EQ(given.inference.jitter, defaults.inference.jitter);
  EXPECT_EQ(given.inference.new_latent, NewLatent::collapsed);
}

TEST(OptionGroups, SurrogateOptionsArrive) {
  const SuggestOptions given =
      parse({"--surrogate", "latent+noise", "--sigma-h", "rotated:0.2d,0", "--amplitude", "unit", "--ard",
             "--latent-dimension", "3", "--marginalise-h"})
          .suggest;
  EXPECT_EQ(given.surrogate, "latent+noise");
  const LatentScale scale = given.sigma_h.value_or(LatentScale{});
  EXPECT_EQ(scale.rule, LatentScaleRule::rotated);
  EXPECT_EQ(scale.levels, (std::vector<double>{0.2, 0.0}));
  EXPECT_EQ(given.amplitude, Amplitude::unit);
  EXPECT_EQ(given.ard, true);
  EXPECT_EQ(given.latent_dimension, 3);
  EXPECT_EQ(given.inference.new_latent, NewLatent::marginalised);
  EXPECT_EQ(parse({"--amplitude", "sampled"}).suggest.amplitude, Amplitude::sampled);
  EXPECT_EQ(parse({"--isotropic"}).suggest.ard, false);
  EXPECT_EQ(parse({"--main-effects"}).suggest.main_effects, true);
  EXPECT_EQ(parse({"--no-main-effects"}).suggest.main_effects, false);
}

TEST(OptionGroups, SearchOptionsArrive) {
  const SuggestOptions given = parse({"--acquisition", "lcb", "--confidence-weight", "1.5", "--maximiser",
                                      "delta_cover", "--initial", "7", "--initial-design", "sobol"})
                                   .suggest;
  EXPECT_EQ(given.acquisition, "lcb");
  EXPECT_EQ(given.confidence_weight, 1.5);
  EXPECT_EQ(given.maximiser, "delta_cover");
  EXPECT_EQ(given.num_initial, 7);
  EXPECT_EQ(given.initial_design, "sobol");
  EXPECT_EQ(parse({"--incumbent", "mean"}).suggest.incumbent, Incumbent::best_mean);
  EXPECT_EQ(parse({"--incumbent", "value"}).suggest.incumbent, Incumbent::best_value);
}

TEST(OptionGroups, InferenceOptionsArrive) {
  const Parsed parsed = parse(
      {"--inference", "paper", "--draws",      "11", "--chains", "2",    "--warmup", "0", "--thinning", "5",
       "--leapfrog",  "4",     "--tree-depth", "6",  "--jitter", "1e-5", "--seed",   "9", "--threads",  "3"});
  const InferenceOptions& given = parsed.suggest.inference;
  EXPECT_EQ(given.method, "paper");
  EXPECT_EQ(given.num_draws, 11);
  EXPECT_EQ(given.num_chains, 2);
  EXPECT_EQ(given.num_warmup, 0);
  EXPECT_EQ(given.thinning, 5);
  EXPECT_EQ(given.num_leapfrog, 4);
  EXPECT_EQ(given.max_tree_depth, 6);
  EXPECT_EQ(given.jitter, 1e-5);
  EXPECT_EQ(parsed.seed, 9U);
  EXPECT_EQ(parsed.threads, 3U);
}

TEST(OptionGroups, NumbersMayHaveBlanksAndAPlus) {
  EXPECT_EQ(parse({"--draws", " +12 "}).suggest.inference.num_draws, 12);
  EXPECT_EQ(parse({"--jitter", "+1e-5"}).suggest.inference.jitter, 1e-5);
}

std::string mistake(const std::vector<std::string>& arguments) {
  SuggestOptions suggest;
  std::ostringstream out;
  std::ostringstream err;
  OptionParser parser("try", "Tries things.");
  const Fields fields = fields_of(suggest);
  add_options(parser, fields);
  return craggy::testing::message_of([&] {
    parser.parse(arguments, Context{out, err, {}, {}});
    check_options_given(parser, fields);
  });
}

TEST(OptionGroups, MistakesNameTheOption) {
  EXPECT_EQ(mistake({"--draws", "0"}), "--draws is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(mistake({"--target-rhat", "1"}),
            "--target-rhat is '1', but it has to be a finite number above 1");
  EXPECT_EQ(mistake({"--incumbent", "best_mean"}),
            "--incumbent is 'best_mean', but it has to be one of value, mean");
  EXPECT_EQ(mistake({"--simd", "v5"}).find("--simd is 'v5', but it has to be one of baseline, v3, v4"), 0U);
}

TEST(OptionGroups, WhatWouldDoNothingIsRefused) {
  EXPECT_EQ(mistake({"--ard", "--noisy", "--acquisition", "lcb", "--confidence-weight", "2"}), "(no error)");
  EXPECT_EQ(mistake({"--confidence-weight", "2"}),
            "--acquisition is 'ei', but --confidence-weight needs lcb or ucb")
      << "though it is the default";
  EXPECT_EQ(mistake({"--acquisition", "ucb", "--incumbent", "mean"}),
            "--acquisition is 'ucb', but --incumbent needs ei, expected improvement");
  EXPECT_EQ(mistake({"--leapfrog", "4"}), "--inference is 'fast', but --leapfrog needs 'paper'");
  EXPECT_EQ(mistake({"--surrogate", "random", "--noisy"}),
            "--surrogate is 'random', but --noisy needs one that models the objective");
}

TEST(OptionGroups, ACommandMayWordAnOptionInItsOwnWay) {
  SuggestOptions suggest;
  suggest.surrogate = "latent";
  OptionParser parser("try", "Tries things.");
  add_options(parser, fields_of(suggest),
              {{"surrogate", {.names = {"latent", "noiseless"}}},
               {"num_draws", {.help = "Draws", .left_open = "many"}}});
  for (const OptionDescription& option : parser.description().options) {
    if (option.names.back() == "--surrogate") {
      EXPECT_EQ(option.help, "Model of the objective: latent, noiseless [default:\u00A0latent]");
      EXPECT_EQ(option.choices, (std::vector<std::string>{"latent", "noiseless"}));
      EXPECT_EQ(option.group, "Surrogate");
    }
    if (option.names.back() == "--draws") {
      EXPECT_EQ(option.help, "Draws [default:\u00A0many]");
      EXPECT_EQ(option.placeholder, "N");
      EXPECT_EQ(option.group, "Inference");
    }
  }
  std::ostringstream out;
  EXPECT_THROW(parser.parse(std::vector<std::string>{"--surrogate", "craggy"}, Context{out, out, {}, {}}),
               InvalidArgument);
}

}  // namespace
}  // namespace craggy::cli
