// A method of an experiment by its name: SURROGATE[:MODIFIER]…, such as "latent:sampled:lcb".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craggy/engine/suggest.hpp>

#include "experiments/record.hpp"

namespace craggy::experiments {

enum class MethodKind {
  engine,  // craggy's own engine, with options
  random,  // uniform points: what every method has to beat
  peer,    // another optimiser, "peer/NAME"
};

struct Method {
  std::string name;  // modifiers in the order of modifier_help(), without those that change nothing
  MethodKind kind = MethodKind::engine;
  SuggestOptions suggest{};  // of MethodKind::engine and MethodKind::random
  OptionTexts options;       // what is recorded
};

/// The paper's methods (noiseless, homoscedastic, heteroscedastic, warped, latent) have unit amplitude
/// (`warped` Spearmint's defaults), hierarchical σ_h, expected improvement and the fast inference; `craggy`
/// is the shipped default; all begin with the protocol's uniform points. Any other surrogate of the engine
/// goes as well. In sigma_h= the levels of a set may be joined by + and a rule to its set by @, since commas
/// separate methods and colons modifiers: sigma_h=rotated@0.1d+0. Throws InvalidArgument with a list of what
/// there is.
Method parse_method(std::string_view text);

/// The methods of the paper's table, in its order.
const std::vector<std::string>& paper_methods();

struct ModifierHelp {
  std::string name;  // as written: "sampled", "sigma_h=RULE"
  std::string summary;
};
std::vector<ModifierHelp> modifier_help();

/// The options as names and texts; those that are left open are not in it.
OptionTexts option_texts(const SuggestOptions& options);

/// "sigma_h: rotated:0.1d,0 there, its own default here"; empty where they are the same.
std::string difference(const OptionTexts& there, const OptionTexts& here);

}  // namespace craggy::experiments
