#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/surrogates/registry.hpp>

#include "support/message_of.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

std::vector<std::string> names_of_unknowns(std::string_view name, const SurrogateOptions& options,
                                           Shape shape) {
  return parameter_names(make_surrogate(name, options)->blocks(shape));
}
using Names = std::vector<std::string>;

TEST(Registry, UnknownsOfTheNamedCompositions) {
  const Shape shape{2, 3};
  EXPECT_EQ(names_of_unknowns("noiseless", {}, shape), Names({"lengthscale"}));
  EXPECT_EQ(names_of_unknowns("homoscedastic", {}, shape), Names({"lengthscale", "noise_variance"}));
  EXPECT_EQ(names_of_unknowns("heteroscedastic", {}, shape),
            Names({"lengthscale", "noise_variance[1]", "noise_variance[2]", "noise_variance[3]"}));
  EXPECT_EQ(names_of_unknowns("latent", {.sigma_h = {0.1}}, shape),
            Names({"lengthscale", "latent[1]", "latent[2]", "latent[3]"}));
  EXPECT_EQ(names_of_unknowns("latent+noise", {.sigma_h = {0.1}}, shape).back(), "noise_variance");
  EXPECT_EQ(names_of_unknowns("warped", {}, shape),
            Names({"lengthscale[1]", "lengthscale[2]", "amplitude", "noise_sd", "warp_a[1]", "warp_a[2]",
                   "warp_b[1]", "warp_b[2]", "mean"}));
  EXPECT_EQ(names_of_unknowns("additive", {}, shape), Names({"lengthscale", "short_lengthscale", "share"}));
  EXPECT_EQ(names_of_unknowns("input_noise", {.sigma_h = {0.1}}, shape).size(), 1U + 2U * 3U);
  EXPECT_EQ(names_of_unknowns("latent", {.sigma_h = {0.1}, .latent_dimension = 2}, shape).size(),
            1U + 2U * 3U);
}

TEST(Registry, NoiseGoesOnTopOfWhatHasNone) {
  const Shape shape{2, 3};
  for (const SurrogateEntry& entry : surrogate_entries()) {
    const auto surrogate = make_surrogate(entry.name, {.sigma_h = {0.1}, .noisy = true});
    const Names plain = names_of_unknowns(entry.name, {.sigma_h = {0.1}}, shape);
    const Names names = parameter_names(surrogate->blocks(shape));
    EXPECT_EQ(names.size(), plain.size() + (entry.has_noise ? 0 : 1)) << entry.name;
    EXPECT_EQ(surrogate->name == entry.name, entry.has_noise) << entry.name;
    if (!entry.has_noise) {
      EXPECT_NE(std::find(names.begin(), names.end(), "noise_variance"), names.end()) << entry.name;
    }
  }
  EXPECT_EQ(make_surrogate("latent", {.noisy = true})->name, "latent+noise");
  EXPECT_EQ(make_surrogate("noiseless", {.noisy = true})->name, "homoscedastic");
}

TEST(Registry, ABroadPriorOfTheNoiseLeavesOpenWhetherThereIsAny) {
  const auto log_prior = [](std::string_view name, SurrogateOptions options, double log_variance) {
    const auto surrogate = make_surrogate(name, options);
    return surrogate->noise->blocks({2, 3})[0].prior->log_density(log_variance).value;
  };
  for (const auto& [name, noisy] :
       {std::pair{"homoscedastic", false}, {"latent+noise", false}, {"latent", true}}) {
    const SurrogateOptions paper{.sigma_h = {0.1}, .noisy = noisy};
    const SurrogateOptions broad{.sigma_h = {0.1}, .noisy = noisy, .noise_prior = NoisePrior::broad};
    for (const double u : {-9.0, -4.0, 0.0, 1.5}) {
      EXPECT_NEAR(log_prior(name, paper, u) - log_prior(name, paper, 0.0), -0.5 * u * u, 1e-12);
      const double z = (u - std::log(0.01)) / 2.0;
      EXPECT_NEAR(log_prior(name, broad, u) - log_prior(name, broad, std::log(0.01)), -0.5 * z * z, 1e-12);
    }
  }
}

TEST(Registry, OptionsOfAll) {
  const Shape shape{3, 2};
  for (const std::string& name : surrogate_names()) {
    const auto has = [&](const SurrogateOptions& options, const char* unknown) {
      const Names names = names_of_unknowns(name, options, shape);
      return std::find(names.begin(), names.end(), unknown) != names.end();
    };
    EXPECT_TRUE(has({.amplitude = Amplitude::sampled}, "amplitude")) << name;
    EXPECT_FALSE(has({.amplitude = Amplitude::unit}, "amplitude")) << name;
    EXPECT_TRUE(has({.ard = true}, "lengthscale[3]")) << name;
    EXPECT_TRUE(has({.ard = false}, "lengthscale")) << name;
  }
}

TEST(Registry, InputsMayShareALengthscale) {
  EXPECT_EQ(names_of_unknowns("noiseless", {.ard = true, .group_of_input = {0, 1, 1, 1}}, {4, 2}),
            Names({"lengthscale[1]", "lengthscale[2]"}));
  EXPECT_EQ(names_of_unknowns("noiseless", {.ard = false, .group_of_input = {0, 1, 1, 1}}, {4, 2}),
            Names({"lengthscale"}));
  SurrogateOptions related{.ard = true, .related_lengthscales = true, .group_of_input = {0, 1, 1, 1}};
  EXPECT_EQ(names_of_unknowns("noiseless", related, {4, 2}),
            Names({"lengthscale", "lengthscale_departure[1]", "lengthscale_departure[2]"}));
  related.group_of_input = {0, 0, 0, 0};
  EXPECT_EQ(names_of_unknowns("noiseless", related, {4, 2}), Names({"lengthscale"}));
  const auto message = [](std::vector<Index> groups) {
    return testing::message_of([&] {
      make_surrogate("noiseless", {.ard = true, .group_of_input = groups})->blocks({3, 2});
    });
  };
  EXPECT_EQ(message({0, 2, 2}), "the group of an input is 2, but after 0 it has to be the same or the next");
  EXPECT_EQ(message({0, 1, 0}), "the group of an input is 0, but after 1 it has to be the same or the next");
  EXPECT_EQ(message({0, 1}), "the size of the groups of inputs is 2, but it has to be 3");
}

TEST(Registry, OneInputHasNoMainEffectsNextToTheJointOne) {
  const SurrogateOptions options{.amplitude = Amplitude::sampled, .main_effects = true};
  EXPECT_EQ(names_of_unknowns("noiseless", options, {2, 5}),
            Names({"lengthscale", "main_effects", "amplitude"}));
  EXPECT_EQ(names_of_unknowns("noiseless", options, {1, 5}), Names({"lengthscale", "amplitude"}));
  SurrogateOptions one_group = options;
  one_group.group_of_input = {0, 0, 0};
  EXPECT_EQ(names_of_unknowns("noiseless", one_group, {3, 5}), Names({"lengthscale", "amplitude"}));
}

TEST(Registry, ASumOfKernelsHasNoMainEffects) {
  EXPECT_EQ(testing::message_of([] { make_surrogate("additive", {.main_effects = true}); }),
            "surrogate is 'additive', but it cannot be combined with main effects");
}

TEST(Registry, ZeroSigmaHIsTheNoiselessGp) {
  EXPECT_EQ(names_of_unknowns("latent", {.sigma_h = {0.0}}, {2, 5}), Names({"lengthscale"}));
  EXPECT_EQ(names_of_unknowns("input_noise", {}, {2, 5}), Names({"lengthscale"}));
}

TEST(Registry, SeveralLevelsOfSigmaHAreALabel) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1, 0.01, 0.0}});
  const Layout layout = surrogate->layout({2, 5});
  EXPECT_EQ(layout.num_parameters(), 6);
  EXPECT_EQ(layout.num_labels(), 1);
}

TEST(Registry, MistakesAreNamed) {
  EXPECT_NE(testing::message_of([] { make_surrogate("latnet", {}); }).find("did you mean 'latent'?"),
            std::string::npos);
  EXPECT_EQ(testing::message_of([] { make_surrogate("latent", {.sigma_h = {-1.0}}); }),
            "sigma_h is -1, but it has to be finite and at least 0");
  EXPECT_THROW(make_surrogate("latent", {.sigma_h = {0.1}, .latent_dimension = 0}), InvalidArgument);
}

}  // namespace
}  // namespace craggy
