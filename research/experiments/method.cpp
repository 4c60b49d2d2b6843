#include "experiments/method.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "experiments/peer.hpp"
#include "experiments/protocol.hpp"

namespace craggy::experiments {
namespace {

constexpr std::string_view peer_prefix = "peer/";
constexpr std::string_view random_name = "random";

struct Modifier {
  std::string name;         // up to and with the =
  std::string placeholder;  // for the value; empty without one
  std::string setting;      // of which a method has at most one modifier
  std::string summary;
  std::function<void(SuggestOptions&, std::string_view)> apply;
};

template <typename Number>
Number parse_number(std::string_view name, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    fail_argument(name, fmt::format("'{}'", text), "it has to be a number");
  return value;
}

LatentScale parse_scale(std::string_view text) {
  std::string plain(text);
  std::replace(plain.begin(), plain.end(), '+', ',');
  std::replace(plain.begin(), plain.end(), '@', ':');
  return parse_latent_scale(plain);
}

Modifier number_modifier(const std::string& name, const std::string& summary,
                         std::optional<Index> InferenceOptions::*member) {
  return {name + "=", "N", name, summary, [=](SuggestOptions& options, std::string_view value) {
            options.inference.*member = parse_number<Index>(name, value);
          }};
}

std::vector<Modifier> make_modifiers() {
  using Options = SuggestOptions;
  using Text = std::string_view;
  return {
      {"sampled", "", "amplitude", "the amplitude is sampled",
       [](Options& o, Text) { o.amplitude = Amplitude::sampled; }},
      {"unit", "", "amplitude", "the amplitude is 1, as in the paper",
       [](Options& o, Text) { o.amplitude = Amplitude::unit; }},
      {"ard", "", "ard", "a lengthscale per input", [](Options& o, Text) { o.ard = true; }},
      {"isotropic", "", "ard", "one lengthscale", [](Options& o, Text) { o.ard = false; }},
      {"main_effects", "", "main_effects", "main effects of the inputs next to the joint kernel",
       [](Options& o, Text) { o.main_effects = true; }},
      {"joint", "", "main_effects", "no main effects", [](Options& o, Text) { o.main_effects = false; }},
      {"noisy", "", "noisy", "one noise variance on top of the surrogate",
       [](Options& o, Text) { o.noisy = true; }},
      {"sigma_h=", "RULE", "sigma_h", "how sigma_h is chosen: rotated, 0.1d, 0.1d+0, averaged@0.1d+0",
       [](Options& o, Text value) { o.sigma_h = parse_scale(value); }},
      {"dimension=", "N", "dimension", "the dimension of the latent input",
       [](Options& o, Text value) { o.latent_dimension = parse_number<Index>("dimension", value); }},
      {"marginalised", "", "new_latent", "h* of a new point is marginalised, not 0",
       [](Options& o, Text) { o.inference.new_latent = NewLatent::marginalised; }},
      {"lcb", "", "acquisition", "lower confidence bound instead of expected improvement",
       [](Options& o, Text) { o.acquisition = "lcb"; }},
      {"ucb", "", "acquisition", "upper confidence bound, the cautious one",
       [](Options& o, Text) { o.acquisition = "ucb"; }},
      {"weight=", "W", "weight", "weight of the standard deviation in lcb and ucb",
       [](Options& o, Text value) { o.confidence_weight = parse_number<double>("weight", value); }},
      {"best_mean", "", "incumbent", "improvement over the lowest posterior mean at the points seen",
       [](Options& o, Text) { o.incumbent = Incumbent::best_mean; }},
      {"maximiser=", "NAME", "maximiser", "of the acquisition: multistart or delta_cover",
       [](Options& o, Text value) { o.maximiser = std::string(value); }},
      {"inference=", "NAME", "inference", "fast, nuts or paper",
       [](Options& o, Text value) { o.inference.method = std::string(value); }},
      number_modifier("chains", "chains", &InferenceOptions::num_chains),
      number_modifier("warmup", "iterations of warm-up", &InferenceOptions::num_warmup),
      number_modifier("draws", "draws of all chains together", &InferenceOptions::num_draws),
      number_modifier("thinning", "iterations per draw, of nuts and paper", &InferenceOptions::thinning),
      number_modifier("leapfrog", "leapfrog steps of the paper's HMC", &InferenceOptions::num_leapfrog),
  };
}

const std::vector<Modifier>& modifiers() {
  static const std::vector<Modifier> all = make_modifiers();
  return all;
}

struct GivenModifier {
  std::size_t rank;  // among all modifiers
  std::string text;
  std::string_view value;
};

GivenModifier recognise(std::string_view text) {
  for (std::size_t rank = 0; rank < modifiers().size(); ++rank) {
    const Modifier& modifier = modifiers()[rank];
    const bool takes_value = !modifier.placeholder.empty();
    if (takes_value ? text.starts_with(modifier.name) : text == modifier.name)
      return {rank, std::string(text), takes_value ? text.substr(modifier.name.size()) : std::string_view{}};
  }
  std::vector<std::string> known;
  for (const ModifierHelp& help : modifier_help()) known.push_back(help.name);
  const std::string guess = closest_match(text, known);
  fail_argument("the modifier", fmt::format("'{}'", text),
                fmt::format("it has to be one of {}{}", fmt::join(known, ", "),
                            guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
}

std::vector<GivenModifier> recognise_all(std::string_view rest, std::string_view whole) {
  std::vector<GivenModifier> given;
  std::set<std::string> settings;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':', 1), rest.size());
    given.push_back(recognise(rest.substr(1, end - 1)));
    const std::string& setting = modifiers()[given.back().rank].setting;
    if (!settings.insert(setting).second)
      fail_argument("method", fmt::format("'{}'", whole), fmt::format("it sets {} twice", setting));
    rest.remove_prefix(end);
  }
  std::sort(given.begin(), given.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return given;
}

// What a surrogate is without modifiers. The shipped default decides for itself.
SuggestOptions protocol_options(std::string_view surrogate) {
  SuggestOptions options;
  options.surrogate = std::string(surrogate);
  options.num_initial = static_cast<Index>(num_initial_points);
  if (surrogate == "craggy") return options;
  const bool spearmint = surrogate == "warped";
  options.amplitude = spearmint ? Amplitude::sampled : Amplitude::unit;
  options.ard = spearmint;
  if (surrogate_entry(surrogate).uses_sigma_h) options.sigma_h = LatentScale{};
  return options;
}

// A weight without a bound or an incumbent without an improvement would do nothing.
void check_acquisition(const SuggestOptions& options, std::string_view whole) {
  const bool improvement = options.acquisition == "ei";
  if (improvement && options.confidence_weight != SuggestOptions().confidence_weight)
    fail_argument("method", fmt::format("'{}'", whole), "weight= needs lcb or ucb");
  if (!improvement && options.incumbent)
    fail_argument("method", fmt::format("'{}'", whole), "best_mean is for expected improvement");
}

Method engine_method(std::string_view surrogate, std::string_view modifier_texts, std::string_view whole) {
  Method method{.name = std::string(surrogate), .suggest = protocol_options(surrogate), .options = {}};
  method.options = option_texts(method.suggest);
  for (const GivenModifier& given : recognise_all(modifier_texts, whole)) {
    modifiers()[given.rank].apply(method.suggest, given.value);
    OptionTexts changed = option_texts(method.suggest);
    if (changed == method.options) continue;
    std::string written = given.text;
    std::replace(written.begin(), written.end(), ',', '+');
    method.name += ":" + written;
    method.options = std::move(changed);
  }
  constexpr std::size_t any_number_of_inputs = 1;
  check_options(method.suggest, any_number_of_inputs);
  check_acquisition(method.suggest, whole);
  return method;
}

}  // namespace

Method parse_method(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const bool is_peer = name.starts_with(peer_prefix) && name.size() > peer_prefix.size();
  if (!is_peer && name != random_name) {
    check_known("surrogate", name, engine_surrogate_names());
    return engine_method(name, text.substr(colon), text);
  }
  if (is_peer) check_known("the peer", name, peer_names());
  if (colon != text.size())
    fail_argument("method", fmt::format("'{}'", text), fmt::format("{} takes no modifiers", name));
  return {.name = std::string(name),
          .kind = is_peer ? MethodKind::peer : MethodKind::random,
          .suggest = {.surrogate = std::string(random_name)},
          .options = {{"initial_design", "uniform"}, {"initial", fmt::format("{}", num_initial_points)}}};
}

const std::vector<std::string>& paper_methods() {
  static const std::vector<std::string> names = {"noiseless", "warped", "homoscedastic", "heteroscedastic",
                                                 "latent"};
  return names;
}

std::vector<ModifierHelp> modifier_help() {
  std::vector<ModifierHelp> help;
  for (const Modifier& modifier : modifiers())
    help.push_back({modifier.name + modifier.placeholder, modifier.summary});
  return help;
}

}  // namespace craggy::experiments
