// Options that several commands share, bound to the library's own option types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <craggy/engine/suggest.hpp>

#include "option_parser.hpp"

namespace craggy::cli {

/// What a command runs where nothing is said, for its help.
struct InferenceDefaults {
  std::string fast_draws = "160, 256 from a warm start";
  std::string fast_warmup = "40 to 300, 2 to 4 from a warm start";
  std::string fast_target = "none";
  NutsLength nuts{};
};

/// The fields of SuggestOptions, or of whatever else, that the options of a surrogate fill in.
struct SurrogateFields {
  std::string& surrogate;
  std::optional<LatentScale>& sigma_h;
  std::optional<Amplitude>& amplitude;
  std::optional<bool>& ard;
  std::optional<bool>& main_effects;
  Index& latent_dimension;
};

/// --surrogate, --amplitude, --ard, --isotropic, --main-effects, --no-main-effects, --sigma-h,
/// --latent-dimension, --marginalise-h.
void add_surrogate_options(OptionParser& parser, const SurrogateFields& fields, NewLatent& new_latent,
                           const std::vector<std::string>& names, const std::string& sigma_h_help);

/// Throws InvalidArgument where an option about the latent input was given for a surrogate without one, main
/// effects for one that cannot have any, or two options contradict each other.
void check_latent_options(const OptionParser& parser, const std::string& surrogate);

/// --inference and everything that says how long it runs. `defaults` is for the help.
void add_inference_options(OptionParser& parser, InferenceOptions& options,
                           const InferenceDefaults& defaults = {});

/// --acquisition, --confidence-weight, --incumbent, --maximiser, --initial, --initial-design.
void add_search_options(OptionParser& parser, SuggestOptions& options);

/// Throws InvalidArgument where --confidence-weight or --incumbent were given to an acquisition without any.
void check_search_options(const OptionParser& parser, const SuggestOptions& options);

/// --seed, --threads.
void add_seed_and_threads(OptionParser& parser, std::uint64_t& seed, std::uint64_t& threads);

}  // namespace craggy::cli
