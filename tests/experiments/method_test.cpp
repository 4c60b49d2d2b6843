#include "experiments/method.hpp"

#include <gtest/gtest.h>

#include "experiments/protocol.hpp"
#include "support/message_of.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;

TEST(Method, ThePapersMethodsFollowItsProtocol) {
  for (const std::string& name : paper_methods()) {
    const SuggestOptions options = parse_method(name).suggest;
    EXPECT_EQ(options.surrogate, name);
    EXPECT_EQ(options.acquisition, "ei") << name;
    EXPECT_EQ(options.inference.method, "fast") << name;
    EXPECT_EQ(options.initial_design, "uniform") << name;
    EXPECT_EQ(options.num_initial, 2) << name;
    EXPECT_EQ(options.amplitude, name == "warped" ? Amplitude::sampled : Amplitude::unit) << name;
    EXPECT_EQ(options.sigma_h.has_value(), name == "latent") << name;
  }
  const LatentScale scale = parse_method("latent").suggest.sigma_h.value();
  EXPECT_EQ(scale.rule, LatentScaleRule::drawn);
  EXPECT_EQ(scale.levels, (std::vector<double>{0.1, 0.01, 0.0}));
  EXPECT_FALSE(scale.absolute);
}

TEST(Method, TheShippedDefaultDecidesForItself) {
  const SuggestOptions options = parse_method("craggy").suggest;
  EXPECT_EQ(options.surrogate, "craggy");
  EXPECT_FALSE(options.amplitude.has_value());
  EXPECT_FALSE(options.sigma_h.has_value());
}

TEST(Method, ModifiersSetOptions) {
  const SuggestOptions options =
      parse_method("latent:sampled:ard:sigma_h=rotated@0.1d+0:lcb:weight=1.5:inference=paper:leapfrog=5")
          .suggest;
  EXPECT_EQ(options.amplitude, Amplitude::sampled);
  EXPECT_EQ(options.ard, true);
  EXPECT_EQ(options.sigma_h->rule, LatentScaleRule::rotated);
  EXPECT_EQ(options.sigma_h->levels, (std::vector<double>{0.1, 0.0}));
  EXPECT_EQ(options.acquisition, "lcb");
  EXPECT_EQ(options.confidence_weight, 1.5);
  EXPECT_EQ(options.inference.method, "paper");
  EXPECT_EQ(options.inference.num_leapfrog, 5);
}

TEST(Method, MainEffectsAreAChoice) {
  EXPECT_FALSE(parse_method("craggy").suggest.main_effects.has_value());
  EXPECT_EQ(parse_method("noiseless:main_effects").suggest.main_effects, true);
  EXPECT_EQ(parse_method("craggy:joint").suggest.main_effects, false);
  EXPECT_EQ(parse_method("craggy:joint").options.at("main_effects"), "no");
  EXPECT_EQ(parse_method("latent:joint").name, "latent");
  EXPECT_EQ(parse_method("craggy:main_effects").name, "craggy");
  EXPECT_THROW(parse_method("additive:main_effects"), InvalidArgument);
}

TEST(Method, NoisyImprovesOnTheLowestMean) {
  const Method method = parse_method("latent:noisy");
  EXPECT_TRUE(method.suggest.noisy);
  EXPECT_EQ(method.options.at("noisy"), "yes");
  EXPECT_EQ(method.options.at("incumbent"), "best_mean");
  EXPECT_EQ(parse_method("noiseless:noisy:lcb").suggest.acquisition, "lcb");
  EXPECT_NE(message_of([] { parse_method("latent:lcb:best_mean"); }).find("expected improvement"),
            std::string::npos);
}

TEST(Method, HasOneNameHoweverItIsWritten) {
  EXPECT_EQ(parse_method("latent:lcb:sampled").name, "latent:sampled:lcb");
  EXPECT_EQ(parse_method("latent:unit").name, "latent");
  EXPECT_EQ(parse_method("latent:inference=fast").name, "latent");
  EXPECT_EQ(parse_method("latent:sigma_h=hierarchical").name, "latent");
  EXPECT_EQ(parse_method("latent:sigma_h=0.1d,0").name, "latent:sigma_h=0.1d+0");
  EXPECT_EQ(parse_method("craggy:unit").name, "craggy:unit");
  EXPECT_EQ(parse_method("latent+noise").name, "latent+noise");
}

TEST(Method, EveryNameReadsBackAsItself) {
  for (const char* text : {"noiseless:sampled:lcb", "latent:sigma_h=averaged@0.1d+0.02d", "warped:isotropic",
                           "craggy:maximiser=delta_cover", "heteroscedastic:draws=40:chains=8"}) {
    const Method method = parse_method(text);
    EXPECT_EQ(parse_method(method.name).name, method.name);
    EXPECT_EQ(parse_method(method.name).options, method.options);
  }
}

TEST(Method, OptionsAreRecordedAsTexts) {
  const OptionTexts texts = parse_method("latent:sigma_h=rotated@0.1d+0:lcb").options;
  EXPECT_EQ(texts.at("surrogate"), "latent");
  EXPECT_EQ(texts.at("amplitude"), "unit");
  EXPECT_EQ(texts.at("sigma_h"), "rotated:0.1d,0");
  EXPECT_EQ(texts.at("acquisition"), "lcb");
  EXPECT_EQ(texts.at("confidence_weight"), "2");
  EXPECT_FALSE(parse_method("craggy").options.contains("amplitude"));
}

TEST(Method, DifferencesOfOptionsAreNamed) {
  const OptionTexts latent = parse_method("latent").options;
  EXPECT_EQ(difference(latent, latent), "");
  EXPECT_EQ(difference(latent, parse_method("latent:sampled").options),
            "amplitude: unit there, sampled here");
  EXPECT_EQ(difference(parse_method("craggy").options, parse_method("craggy:ard").options),
            "ard: its own default there, yes here");
}

TEST(Method, RandomAndPeersAreNotTheEngines) {
  EXPECT_EQ(parse_method("random").kind, MethodKind::random);
  EXPECT_EQ(parse_method("peer/botorch").kind, MethodKind::peer);
  EXPECT_EQ(parse_method("peer/botorch").name, "peer/botorch");
  const std::string message = message_of([] { parse_method("peer/botroch"); });
  EXPECT_NE(message.find("the peer is 'peer/botroch'"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean 'peer/botorch'?"), std::string::npos) << message;
  EXPECT_EQ(message_of([] { parse_method("random:lcb"); }),
            "method is 'random:lcb', but random takes no modifiers");
}

TEST(Method, MistakesSayWhatThereIs) {
  const std::string surrogate = message_of([] { parse_method("latnet"); });
  EXPECT_NE(surrogate.find("surrogate is 'latnet'"), std::string::npos) << surrogate;
  EXPECT_NE(surrogate.find("did you mean 'latent'?"), std::string::npos) << surrogate;
  const std::string modifier = message_of([] { parse_method("latent:smapled"); });
  EXPECT_NE(modifier.find("the modifier is 'smapled', but it has to be one of sampled, unit"),
            std::string::npos)
      << modifier;
  EXPECT_NE(modifier.find("did you mean 'sampled'?"), std::string::npos) << modifier;
  EXPECT_NE(message_of([] { parse_method("latent:"); }).find("the modifier is ''"), std::string::npos);
  EXPECT_EQ(message_of([] { parse_method("latent:sampled:unit"); }),
            "method is 'latent:sampled:unit', but it sets amplitude twice");
  EXPECT_EQ(message_of([] { parse_method("latent:weight=3"); }),
            "method is 'latent:weight=3', but weight= needs lcb or ucb");
  EXPECT_EQ(message_of([] { parse_method("latent:draws=x"); }),
            "draws is 'x', but it has to be a whole number of at least 1");
}

TEST(Method, EveryOptionThatAStudyMayChooseHasAModifier) {
  const SuggestOptions options =
      parse_method("latent:inference=nuts:tree_depth=5:jitter=1e-5:dimension=2:maximiser=delta_cover")
          .suggest;
  EXPECT_EQ(options.inference.max_tree_depth, 5);
  EXPECT_EQ(options.inference.jitter, 1e-5);
  EXPECT_EQ(options.latent_dimension, 2);
  EXPECT_EQ(options.maximiser, "delta_cover");
  EXPECT_EQ(parse_method("latent:target_rhat=1.05:iterations=40").options.at("iterations"), "40");
}

TEST(Method, TheProtocolAndTheMachineAreNotItsChoice) {
  for (const char* text : {"latent:initial=5", "latent:initial_design=sobol", "latent:simd=v3",
                           "latent:time_budget=1", "latent:surrogate=craggy"})
    EXPECT_NE(message_of([&] { parse_method(text); }).find("the modifier is '"), std::string::npos) << text;
}

TEST(Method, AModifierThatWouldDoNothingIsRefused) {
  EXPECT_EQ(message_of([] { parse_method("noiseless:dimension=2"); }),
            "method is 'noiseless:dimension=2', but dimension= needs one with a latent input next to x");
  EXPECT_EQ(message_of([] { parse_method("noiseless:marginalised"); }),
            "method is 'noiseless:marginalised', but marginalised needs one with a latent input");
}

// The engine's own checks.
TEST(Method, OptionsThatDoNotGoTogetherAreRefused) {
  EXPECT_NE(message_of([] { parse_method("noiseless:sigma_h=0.1d"); }).find("latent input"),
            std::string::npos);
  EXPECT_NE(message_of([] { parse_method("latent:leapfrog=4"); }).find("needs 'paper'"), std::string::npos);
  EXPECT_NE(message_of([] { parse_method("latent:inference=slow"); }).find("inference is 'slow'"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy::experiments
