// The names of an enumeration's values, written down once: databases, the command line and all texts use
// them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/check.hpp"

namespace craggy {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;    // as it is stored
  std::string_view word{};  // what people write on the command line, if that is another; read everywhere
};

/// An enumeration with names: `names_of(Enum)`, found by argument-dependent lookup, gives an array of
/// Named<Enum>.
template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value) { names_of(value); };

template <NamedEnum Enum>
std::string_view text_of(Enum value) {
  for (const Named<Enum>& each : names_of(value))
    if (each.value == value) return each.name;
  return {};
}

/// As people write it.
template <NamedEnum Enum>
std::string_view word_of(Enum value) {
  for (const Named<Enum>& each : names_of(value))
    if (each.value == value && !each.word.empty()) return each.word;
  return text_of(value);
}

template <NamedEnum Enum>
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Named<Enum>& each : names_of(Enum{})) names.emplace_back(each.name);
  return names;
}

template <NamedEnum Enum>
std::vector<std::string> all_words() {
  std::vector<std::string> words;
  for (const Named<Enum>& each : names_of(Enum{})) words.emplace_back(word_of(each.value));
  return words;
}

/// The value of this name, or of this word.
template <NamedEnum Enum>
std::optional<Enum> find_named(std::string_view text) {
  for (const Named<Enum>& each : names_of(Enum{}))
    if (text == each.name || (!text.empty() && text == each.word)) return each.value;
  return std::nullopt;
}

/// Throws InvalidArgument, with `what` and a list of the names, for any other text.
template <NamedEnum Enum>
Enum parse_named(std::string_view what, std::string_view text) {
  if (const std::optional<Enum> value = find_named<Enum>(text)) return *value;
  check_known(what, text, all_names<Enum>());  // throws
  return Enum{};
}

}  // namespace craggy
