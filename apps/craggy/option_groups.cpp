#include "option_groups.hpp"

#include <fmt/format.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "engine/initial_design.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy::cli {

void add_surrogate_options(OptionParser& parser, const SurrogateFields& fields, NewLatent& new_latent,
                           const std::vector<std::string>& names, const std::string& sigma_h_help) {
  parser.group("Surrogate");
  parser.choice("--surrogate", fields.surrogate, names, "Model of the objective");
  parser.value(
      "--sigma-h", "SCALE",
      [&to = fields.sigma_h](const std::string& text) { to = parse_latent_scale(text); }, sigma_h_help);
  parser.whole("--latent-dimension", fields.latent_dimension, 1,
               "Size of the latent input of an observation");
  parser.flag(
      "--marginalise-h", [&new_latent] { new_latent = NewLatent::marginalised; },
      "Integrate the latent input of a new point out, instead of setting it to 0");
  const auto set_amplitude = [&to = fields.amplitude](const std::string& text) {
    check_known("--amplitude", text, std::vector<std::string>{"unit", "sampled"});
    to = text == "unit" ? Amplitude::unit : Amplitude::sampled;
  };
  parser.value("--amplitude", "NAME", set_amplitude,
               "Signal variance: unit (as in the paper) or sampled [default: the surrogate's own]");
  parser.choices({"unit", "sampled"});
  const auto set_ard = [&to = fields.ard](bool ard) { to = ard; };
  parser.flag(
      "--ard", [set_ard] { set_ard(true); }, "A lengthscale per input [default: the surrogate's own]");
  parser.flag(
      "--isotropic", [set_ard] { set_ard(false); },
      "One lengthscale for all inputs [default: the surrogate's own]");
  const auto set_main_effects = [&to = fields.main_effects](bool effects) { to = effects; };
  parser.flag(
      "--main-effects", [set_main_effects] { set_main_effects(true); },
      "Functions of one input each, which add up, next to one of all inputs [default: the surrogate's own]");
  parser.flag(
      "--no-main-effects", [set_main_effects] { set_main_effects(false); },
      "One function of all inputs [default: the surrogate's own]");
}

void check_latent_options(const OptionParser& parser, const std::string& surrogate) {
  if (parser.given("--ard") && parser.given("--isotropic"))
    fail_argument("--ard", "given with --isotropic", "only one of them can hold");
  if (parser.given("--main-effects") && parser.given("--no-main-effects"))
    fail_argument("--main-effects", "given with --no-main-effects", "only one of them can hold");
  for (const char* option : {"--sigma-h", "--latent-dimension", "--marginalise-h"}) {
    if (parser.given(option) && !takes_sigma_h(surrogate))
      fail_argument("--surrogate", fmt::format("'{}'", surrogate),
                    fmt::format("{} needs one with a latent input", option));
  }
  if (surrogate == "additive" && parser.given("--main-effects"))
    fail_argument("--surrogate", "'additive'", "--main-effects needs one with a single kernel");
  if (surrogate == "input_noise" && parser.given("--latent-dimension"))
    fail_argument("--surrogate", "'input_noise'", "its latent input always has the dimension of x");
}

void add_inference_options(OptionParser& parser, InferenceOptions& options,
                           const InferenceDefaults& defaults) {
  parser.group("Inference");
  parser.choice("--inference", options.method, inference_names(), "How the posterior is sampled");
  parser.whole(
      "--draws", options.num_draws, 1,
      fmt::format("Draws to keep, all chains together [default: {} for fast, {} for nuts, 100 for paper]",
                  defaults.fast_draws, defaults.nuts.num_draws));
  parser.whole("--chains", options.num_chains, 1, "Chains [default: 16 for fast, 4 for nuts, 1 for paper]");
  parser.whole(
      "--warmup", options.num_warmup, 0,
      fmt::format(
          "Steps per chain before the first draw [default: {} for fast, {} for nuts, 30000 for paper, "
          "1000 where paper samples by slice]",
          defaults.fast_warmup, defaults.nuts.num_warmup));
  parser.whole("--thinning", options.thinning, 1,
               "Steps from one draw to the next [default: 1 for nuts, 50 for paper, 10 by slice]");
  parser.number(
      "--target-rhat", options.target_rhat,
      fmt::format("fast goes on until the chains agree this well [default: {}]", defaults.fast_target));
  parser.whole(
      "--iterations", options.max_iterations, 1,
      "Most iterations of fast after its warm-up, per chain [default: by the number of observations]");
  parser.number("--time-budget", options.time_budget,
                "Seconds after which fast stops; the result then depends on the machine [default: none]");
  parser.value(
      "--simd", "NAME",
      [&to = options.simd](const std::string& text) { to = name_of(parse_simd_level(text)); },
      "Instruction set of fast, for the same bits on another machine: baseline, v3, v4 [default: the best "
      "here]");
  parser.choices({"baseline", "v3", "v4"});
  parser.whole("--tree-depth", options.max_tree_depth, 1,
               "Largest depth of the trees of nuts [default:\u00A08]");
  parser.whole("--leapfrog", options.num_leapfrog, 1, "Leapfrog steps of the HMC of paper [default:\u00A03]");
  parser.number("--jitter", options.jitter, "Variance added to the diagonal of a covariance matrix");
}

void add_search_options(OptionParser& parser, SuggestOptions& options) {
  parser.group("Search");
  parser.flag("--noisy", options.noisy,
              "The objective is noisy: learn a noise variance on top of the surrogate");
  parser.choice("--acquisition", options.acquisition, acquisition_names(), "What an evaluation is worth");
  parser.number("--confidence-weight", options.confidence_weight, "Standard deviations in lcb and ucb");
  const auto set_incumbent = [&to = options.incumbent](const std::string& text) {
    check_known("--incumbent", text, std::vector<std::string>{"value", "mean"});
    to = text == "value" ? Incumbent::best_value : Incumbent::best_mean;
  };
  parser.value(
      "--incumbent", "NAME", set_incumbent,
      "What ei improves on: the best value, or the lowest posterior mean at the points seen, for noisy "
      "objectives: value, mean [default:\u00A0value, mean with --noisy]");
  parser.choices({"value", "mean"});
  parser.choice(
      "--maximiser", options.maximiser, maximiser_names(),
      "How the acquisition is maximised: multistart, delta_cover [default: multistart; with --inference "
      "paper delta_cover]");
  parser.whole("--initial", options.num_initial, 1, "Points before the first fit");
  parser.choice("--initial-design", options.initial_design, initial_design_names(), "Where these points are");
}

void check_search_options(const OptionParser& parser, const SuggestOptions& options) {
  const bool improves = options.acquisition == "ei";
  if (parser.given("--confidence-weight") && improves)
    fail_argument("--acquisition", "'ei'", "--confidence-weight needs lcb or ucb");
  if (parser.given("--incumbent") && !improves)
    fail_argument("--acquisition", fmt::format("'{}'", options.acquisition), "--incumbent needs ei");
}

void add_seed_and_threads(OptionParser& parser, std::uint64_t& seed, std::uint64_t& threads) {
  parser.whole("--seed", seed, "Seed of all random numbers; the same seed gives the same result");
  parser.whole("--threads", threads,
               "Threads; 0 means as many as the machine has. The result does not depend on it");
}

}  // namespace craggy::cli
