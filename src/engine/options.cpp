// The table of SuggestOptions, and the checks that follow from it.
#include <algorithm>
#include <cmath>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/options.hpp>

#include "engine/enum_names.hpp"
#include "engine/initial_design.hpp"
#include "engine/latent_scale_text.hpp"
#include "engine/model.hpp"
#include "engine/option_fields.hpp"
#include "engine/turns.hpp"
#include "surrogates/enum_names.hpp"

namespace craggy {
namespace {

constexpr std::string_view own_default = "the surrogate's own";

constexpr Index shipped_max_exact = 160;

FieldNeed needs_model(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            return options.surrogate == random_points ? "one that models the objective" : "";
          }};
}

FieldNeed needs_latents(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            return takes_sigma_h(options.surrogate) ? "" : "one with a latent input";
          }};
}

// `input_noise` has latents of the dimension of x.
FieldNeed needs_latents_of_any_size(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            const bool has_them = takes_sigma_h(options.surrogate) && options.surrogate != "input_noise";
            return has_them ? "" : "one with a latent input next to x";
          }};
}

// Spearmint's lengthscales are uniform.
FieldNeed needs_log_normal_lengthscales(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            if (options.surrogate == "warped") return "one whose lengthscales have a log-normal prior";
            return needs_model(options).lacks();
          }};
}

FieldNeed needs_single_kernel(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            if (options.main_effects.value_or(false) && options.surrogate == "additive")
              return "one with a single kernel";
            return needs_model(options).lacks();
          }};
}

// With a σ_h of its own, the default is the latent GP at that level.
FieldNeed needs_turns(const SuggestOptions& options) {
  return {.of = "surrogate", .lacks = [&options]() -> std::string_view {
            const bool takes_turns = options.surrogate == shipped_default && !options.sigma_h;
            return takes_turns ? "" : "craggy, without a sigma_h of its own";
          }};
}

FieldNeed needs_bound(const SuggestOptions& options) {
  return {.of = "acquisition", .lacks = [&options]() -> std::string_view {
            return options.acquisition == "ei" ? "lcb or ucb" : "";
          }};
}

// Not checked by the engine: studies made by a program may have an incumbent that does nothing.
FieldNeed needs_improvement(const SuggestOptions& options) {
  return {.of = "acquisition",
          .lacks = [&options]() -> std::string_view {
            return options.acquisition == "ei" ? "" : "ei, expected improvement";
          },
          .is_checked = false};
}

// Unless it is what the surrogate does by itself: only the shipped default has any of its own.
FieldValue recorded_unless_own(const SuggestOptions& options, const std::optional<bool>& asked) {
  const bool has_its_own = options.surrogate == shipped_default;
  if (asked.value_or(has_its_own) == has_its_own) return {};
  return !has_its_own;
}

Fields surrogate_fields(SuggestOptions& options) {
  return {
      field(options.surrogate, {.key = "surrogate",
                                .group = surrogate_group,
                                .help = "Model of the objective",
                                .names = engine_surrogate_names(),
                                .has_modifier = false}),
      field(options.amplitude, {.key = "amplitude",
                                .group = surrogate_group,
                                .help = "Signal variance (unit as in the paper)",
                                .left_open = std::string(own_default),
                                .modifiers = {{"sampled", "sampled", "The amplitude is sampled"},
                                              {"unit", "unit", "The amplitude is 1, as in the paper"}},
                                .needs = needs_model(options)}),
      field(options.ard, {.key = "ard",
                          .group = surrogate_group,
                          .help = "A lengthscale per input, not one for all inputs",
                          .left_open = std::string(own_default),
                          .flags = {{"ard", true, "A lengthscale per input"},
                                    {"isotropic", false, "One lengthscale for all inputs"}},
                          .modifiers = {{"ard", true, "A lengthscale per input"},
                                        {"isotropic", false, "One lengthscale for all inputs"}},
                          .needs = needs_model(options)}),
      field(options.main_effects,
            {.key = "main_effects",
             .group = surrogate_group,
             .help = "Functions of one input each, which add up, next to one of all inputs",
             .left_open = std::string(own_default),
             .flags = {{"main_effects", true,
                        "Functions of one input each, which add up, next to one of all inputs"},
                       {"no_main_effects", false, "One function of all inputs"}},
             .modifiers = {{"main_effects", true, "Main effects of the inputs next to the joint kernel"},
                           {"joint", false, "No main effects"}},
             .needs = needs_single_kernel(options),
             .recorded = [&options] { return recorded_unless_own(options, options.main_effects); }}),
      field(
          options.scaled_lengthscales,
          {.key = "scaled_lengthscales",
           .group = surrogate_group,
           .help = "Lengthscales are expected to grow with the root of the number of parameters, from ten "
                   "on",
           .left_open = std::string(own_default),
           .flags = {{"scaled_lengthscales", true,
                      "Lengthscales are expected to grow with the root of the number of parameters, from "
                      "ten on"},
                     {"unscaled_lengthscales", false,
                      "The same lengthscales are expected whatever the number of parameters"}},
           .modifiers = {{"scaled", true, "A prior of lengthscales that grows with the number of parameters"},
                         {"unscaled", false, "The paper's prior of lengthscales"}},
           .needs = needs_log_normal_lengthscales(options),
           .recorded = [&options] { return recorded_unless_own(options, options.scaled_lengthscales); }}),
      field(options.noisy, {.key = "noisy",
                            .group = surrogate_group,
                            .help = "The objective is noisy: learn a noise variance on top of the surrogate",
                            .needs = needs_model(options)}),
      field(options.sigma_h,
            {.key = "sigma_h",
             .group = surrogate_group,
             .help = "Scale of the detail to be ignored, in the unit cube or, with d, in its diagonals: one "
                     "number (0.1d), a set drawn from (0.1d,0.02d,0), a rule (hierarchical, rotated, "
                     "averaged, inferred), or a rule with a set (rotated:0.1d,0)",
             .left_open = "hierarchical, which draws from 0.1d,0.01d,0; craggy takes 0.01d, 0 and two noisy "
                          "models in turn",
             .value_name = "SCALE",
             .modifier_help = "How sigma_h is chosen: rotated, 0.1d, 0.1d+0, averaged@0.1d+0",
             .needs = needs_latents(options)}),
      field(options.turns, {.key = "turns",
                            .group = surrogate_group,
                            .help = "Models that craggy takes in turn, such as noisy,trend,latent,smooth",
                            .left_open = to_text(shipped_turns()),
                            .value_name = "MODELS",
                            .modifier_help = "The models that take turns: noisy+trend+paper+smooth",
                            .needs = needs_turns(options)}),
      field(options.latent_dimension, {.key = "latent_dimension",
                                       .group = surrogate_group,
                                       .help = "Size of the latent input of an observation",
                                       .bound = at_least(1),
                                       .modifier = "dimension",
                                       .needs = needs_latents_of_any_size(options)}),
  };
}

Fields search_fields(SuggestOptions& options) {
  return {
      field(options.acquisition,
            {.key = "acquisition",
             .group = search_group,
             .help = "What an evaluation is worth",
             .names = acquisition_names(),
             .modifiers = {{"lcb", "lcb", "Lower confidence bound instead of expected improvement"},
                           {"ucb", "ucb", "Upper confidence bound, the cautious one"}}}),
      field(options.confidence_weight, {.key = "confidence_weight",
                                        .group = search_group,
                                        .help = "Standard deviations in lcb and ucb",
                                        .bound = at_least(0),
                                        .modifier = "weight",
                                        .needs = needs_bound(options),
                                        .recorded =
                                            [&options] {
                                              return options.acquisition == "ei" ? FieldValue()
                                                                                 : options.confidence_weight;
                                            }}),
      field(options.incumbent,
            {.key = "incumbent",
             .group = search_group,
             .help = "What ei improves on: the best value, or the lowest posterior mean at the points seen, "
                     "for noisy objectives",
             .left_open = "value, mean with --noisy",
             .modifiers = {{"best_mean", "best_mean",
                            "Improvement over the lowest posterior mean at the points seen"}},
             .needs = needs_improvement(options),
             .recorded = [&options] { return FieldValue(std::string(text_of(incumbent_of(options)))); }}),
      field(options.maximiser, {.key = "maximiser",
                                .group = search_group,
                                .help = "How the acquisition is maximised",
                                .left_open = "multistart; with --inference paper delta_cover",
                                .names = maximiser_names()}),
      field(options.max_exact,
            {.key = "max_exact",
             .group = search_group,
             .help = "Observations up to which all of them are used; of more, those around the region "
                     "that is searched, the best, and a spread of the rest",
             .left_open = std::to_string(shipped_max_exact),
             .bound = at_least(10),
             .needs = needs_model(options)}),
      field(options.num_initial, {.key = "num_initial",
                                  .name = "initial",
                                  .group = search_group,
                                  .help = "Points before the first fit",
                                  .bound = at_least(1),
                                  .has_modifier = false}),
      field(options.initial_design, {.key = "initial_design",
                                     .group = search_group,
                                     .help = "Where these points are",
                                     .names = initial_design_names(),
                                     .has_modifier = false}),
  };
}

}  // namespace

Fields fields_of(SuggestOptions& options) {
  Fields fields = surrogate_fields(options);
  append(fields, search_fields(options), "");
  append(fields, fields_of(options.inference), "inference");
  for (Field& each : fields)
    if (each.key == "new_latent") each.needs = needs_latents(options);
  return fields;
}

Incumbent incumbent_of(const SuggestOptions& options, bool reports_noise) {
  return options.incumbent.value_or(options.noisy || reports_noise ? Incumbent::best_mean
                                                                   : Incumbent::best_value);
}

Index max_exact_of(const SuggestOptions& options) { return options.max_exact.value_or(shipped_max_exact); }

double lengthscale_location(const SuggestOptions& options, std::size_t num_parameters) {
  constexpr double first_scaled = 10.0;
  const bool is_scaled = options.scaled_lengthscales.value_or(options.surrogate == shipped_default);
  return is_scaled ? 0.5 * std::log(std::max(1.0, static_cast<double>(num_parameters) / first_scaled)) : 0.0;
}

const std::vector<std::string>& maximiser_names() {
  static const std::vector<std::string> names = {"multistart", "delta_cover"};
  return names;
}

void check_options(const SuggestOptions& options, std::size_t num_parameters) {
  SuggestOptions copy = options;
  check_fields(fields_of(copy));
  check_inference_options(options.inference);
  if (options.sigma_h) absolute_levels(*options.sigma_h, num_parameters);
  if (options.turns) check_turns(*options.turns);
}

}  // namespace craggy
