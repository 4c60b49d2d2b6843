#include "experiments/method.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "engine/option_fields.hpp"
#include "experiments/peer.hpp"
#include "experiments/protocol.hpp"

namespace craggy::experiments {
namespace {

constexpr std::string_view peer_prefix = "peer/";
constexpr std::string_view random_name = "random";

struct Modifier {
  std::string name;        // up to and with the =
  std::string value_name;  // empty without a value
  std::string key;         // of the option that it sets
  std::string summary;
  std::optional<FieldValue> value;  // of one without =
};

std::string summary_of(const Field& field) {
  if (field.names.empty()) return std::string(field.modifier_help);
  return fmt::format("{}: {}", field.modifier_help, fmt::join(field.names, ", "));
}

std::string value_name(const Field& field) {
  if (!field.value_name.empty()) return std::string(field.value_name);
  return field.kind == FieldKind::name ? "NAME" : "N";
}

// Of the engine's options, in their order, in which the names of methods have them too.
std::vector<Modifier> make_modifiers() {
  std::vector<Modifier> all;
  SuggestOptions any;
  for (const Field& each : fields_of(any)) {
    if (!each.has_modifier) continue;
    const std::string key(each.key);
    for (const FieldWord& word : each.modifiers)
      all.push_back({std::string(word.word), "", key, std::string(word.help), word.value});
    if (each.modifiers.empty())
      all.push_back(
          {fmt::format("{}=", each.modifier), value_name(each), key, summary_of(each), std::nullopt});
  }
  return all;
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
    if (modifier.value ? text == modifier.name : text.starts_with(modifier.name))
      return {rank, std::string(text), text.substr(modifier.name.size())};
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
  std::set<std::string> keys;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':', 1), rest.size());
    given.push_back(recognise(rest.substr(1, end - 1)));
    const std::string& key = modifiers()[given.back().rank].key;
    if (!keys.insert(key).second)
      fail_argument("method", fmt::format("'{}'", whole), fmt::format("it sets {} twice", key));
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

// In a text with a grammar, + stands for a comma and @ for a colon.
FieldValue value_of(const Modifier& modifier, const Field& field, std::string_view text) {
  if (modifier.value) return *modifier.value;
  std::string plain(text);
  if (field.kind == FieldKind::text) {
    std::replace(plain.begin(), plain.end(), '+', ',');
    std::replace(plain.begin(), plain.end(), '@', ':');
  }
  return parse_value(field, field.modifier, plain);
}

// A modifier that would do nothing is refused, such as a weight without a bound.
void check_needs(const std::vector<GivenModifier>& all_given, const Fields& fields, std::string_view whole) {
  for (const GivenModifier& given : all_given) {
    const Modifier& modifier = modifiers()[given.rank];
    const std::string_view lacking = lacks(find_field(fields, modifier.key));
    if (!lacking.empty())
      fail_argument("method", fmt::format("'{}'", whole), fmt::format("{} needs {}", modifier.name, lacking));
  }
}

Method engine_method(std::string_view surrogate, std::string_view modifier_texts, std::string_view whole) {
  Method method{.name = std::string(surrogate), .suggest = protocol_options(surrogate), .options = {}};
  method.options = option_texts(method.suggest);
  const std::vector<GivenModifier> all_given = recognise_all(modifier_texts, whole);
  const Fields fields = fields_of(method.suggest);
  for (const GivenModifier& given : all_given) {
    const Modifier& modifier = modifiers()[given.rank];
    const Field& field = find_field(fields, modifier.key);
    field.set(value_of(modifier, field, given.value));
    OptionTexts changed = option_texts(method.suggest);
    if (changed == method.options) continue;
    std::string written = given.text;
    std::replace(written.begin(), written.end(), ',', '+');
    method.name += ":" + written;
    method.options = std::move(changed);
  }
  constexpr std::size_t any_number_of_inputs = 1;
  check_options(method.suggest, any_number_of_inputs);
  check_needs(all_given, fields, whole);
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
    help.push_back({modifier.name + modifier.value_name, modifier.summary});
  return help;
}

}  // namespace craggy::experiments
