// A struct of options as a list of its fields: what each is called, what it may hold and what it is for.
//
// `fields_of(options)` stands beside each struct and is the only place that spells its fields out. What is
// stored, the command line, study.toml, the methods of experiments, the checks and other languages go over
// that list and treat all fields alike.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/enum_names.hpp"

namespace craggy {

/// What a field holds, whatever its type in the struct; nothing where it is left open.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

enum class FieldKind {
  flag,    // bool
  whole,   // std::int64_t
  number,  // double
  name,    // std::string, one of a list
  text,    // std::string with a grammar of its own
};

/// The smallest number that is allowed, or the largest that is not.
struct LowerBound {
  double value;
  bool allowed;
};
constexpr LowerBound at_least(double value) { return {value, true}; }
constexpr LowerBound above(double value) { return {value, false}; }

/// A word that stands for one value of a field: "isotropic" for ard = no.
struct FieldWord {
  std::string_view word;
  FieldValue value;
  std::string_view help;  // a sentence as that of a field
};

/// A field does nothing unless another one, called `of`, is as it has to be. `lacks` says what that would
/// have to be, such as "one with a latent input", or "" if all is well.
struct FieldNeed {
  std::string_view of{};
  std::function<std::string_view()> lacks{};
  bool is_checked = true;  // by check_fields; false: only where it is known what the user has given
};

struct Field {
  std::string_view key;           // of what is stored, and of keyword arguments: the member of the struct
  std::string_view name{};        // on the command line, in study.toml and records; left out: the key
  std::string_view group{};       // heading in the help
  std::string_view help{};        // one sentence, without a full stop
  std::string left_open{};        // what is done if it is left open, for the help
  std::string_view value_name{};  // of its value in the help; left out: N, NUMBER or NAME
  std::optional<LowerBound> bound{};
  std::vector<std::string> names{};    // of FieldKind::name
  std::vector<std::string> words{};    // … on the command line; left out: the same
  std::vector<FieldWord> flags{};      // options of the command line instead of one that takes a value
  std::vector<FieldWord> modifiers{};  // of methods of experiments, instead of MODIFIER=VALUE
  std::string_view modifier{};         // … left out: the name
  std::string_view modifier_help{};    // … left out: the help
  bool has_modifier = true;            // false: methods of experiments may not change it
  FieldNeed needs{};
  std::function<FieldValue()> recorded{};  // by experiments, where that is not the value; nothing: not at all

  // What `field` finds out.
  std::string_view inside{};  // key of the struct that it is a part of: "inference"
  FieldKind kind = FieldKind::flag;
  bool is_optional = false;
  std::function<FieldValue()> get{};
  std::function<void(const FieldValue&)> set{};  // takes what fits `kind`, or nothing if it is optional
};
using Fields = std::vector<Field>;

namespace field_values {

/// A type with a grammar of its own has `to_text(value)` and `from_text(text, value)` beside it.
template <class Value>
FieldValue pack(const Value& value) {
  if constexpr (NamedEnum<Value>)
    return std::string(text_of(value));
  else if constexpr (std::same_as<Value, bool> || std::same_as<Value, double> ||
                     std::same_as<Value, std::string>)
    return value;
  else if constexpr (std::integral<Value>)
    return std::int64_t{value};
  else
    return to_text(value);
}

template <class Value>
void unpack(const FieldValue& from, Value& value, std::string_view key) {
  if constexpr (NamedEnum<Value>)
    value = parse_named<Value>(key, std::get<std::string>(from));
  else if constexpr (std::same_as<Value, bool> || std::same_as<Value, double> ||
                     std::same_as<Value, std::string>)
    value = std::get<Value>(from);
  else if constexpr (std::integral<Value>)
    value = std::get<std::int64_t>(from);
  else
    from_text(std::get<std::string>(from), value);
}

template <class Value>
constexpr FieldKind kind_of() {
  if constexpr (std::same_as<Value, bool>) return FieldKind::flag;
  if constexpr (std::same_as<Value, double>) return FieldKind::number;
  if constexpr (std::integral<Value>) return FieldKind::whole;
  if constexpr (NamedEnum<Value> || std::same_as<Value, std::string>) return FieldKind::name;
  return FieldKind::text;
}

template <class Value>
void complete(Field& about) {
  about.kind = kind_of<Value>();
  if (about.name.empty()) about.name = about.key;
  if (about.modifier.empty()) about.modifier = about.name;
  if constexpr (NamedEnum<Value>) {
    about.names = all_names<Value>();
    about.words = all_words<Value>();
  }
  if (about.words.empty()) about.words = about.names;
  if (about.modifier_help.empty()) about.modifier_help = about.help;
  if (about.kind != FieldKind::flag) return;
  if (about.flags.empty()) about.flags = {{about.name, true, about.help}};
  if (about.modifiers.empty()) about.modifiers = {{about.modifier, true, about.modifier_help}};
}

}  // namespace field_values

/// `target` as a field; it has to outlive the field.
template <class Value>
Field field(Value& target, Field about) {
  field_values::complete<Value>(about);
  about.get = [&target] { return field_values::pack(target); };
  about.set = [&target, key = about.key](const FieldValue& value) {
    field_values::unpack(value, target, key);
  };
  return about;
}

template <class Value>
Field field(std::optional<Value>& target, Field about) {
  field_values::complete<Value>(about);
  about.is_optional = true;
  about.get = [&target]() -> FieldValue { return target ? field_values::pack(*target) : FieldValue(); };
  about.set = [&target, key = about.key](const FieldValue& value) {
    target.reset();
    if (value.index() != 0) field_values::unpack(value, target.emplace(), key);
  };
  return about;
}

/// The fields of a part of a struct, as fields of the whole. Those of one group stand together, in the order
/// in which the groups begin.
void append(Fields& fields, Fields part, std::string_view key_of_part);

/// Those of some groups only.
Fields of_groups(Fields fields, std::span<const std::string_view> groups);

/// By its key or its name. Throws InvalidArgument with a guess and all keys.
const Field& find_field(const Fields& fields, std::string_view key);

/// "yes", "64", "0.1", "latent"; "left open" for nothing.
std::string to_text(const FieldValue& value);

/// As in messages: texts in quotes.
std::string quoted(const FieldValue& value);

/// What would have to be different for the field to do anything; "" if it does.
std::string_view lacks(const Field& field);

/// What a field takes, in words: "a whole number of at least 1", "one of fast, nuts, paper".
std::string what_it_takes(const Field& field);

/// What the help says of its default: the value, or what is done if it is left open.
std::string default_of(const Field& field);

/// One field as texts, for those who write the help or the signature of another front end.
struct FieldDescription {
  std::string key;
  std::string name;
  std::string takes;
  std::string default_value;
  std::string help;
};
std::vector<FieldDescription> describe(const Fields& fields);

/// The value as one of the kind that the field holds: a whole number does for any number. Nothing if it is of
/// another kind.
std::optional<FieldValue> converted(const Field& field, const FieldValue& value);

/// The value that `text` stands for. Throws InvalidArgument, with `name`, for a text that stands for none or
/// a value out of range.
FieldValue parse_value(const Field& field, std::string_view name, std::string_view text);

/// Sets a field. Throws InvalidArgument, with `name`, for a value of another kind or out of range.
void set_value(const Field& field, std::string_view name, const FieldValue& value);

/// Sets the option with this key, or name: a keyword argument. Throws InvalidArgument with a guess if there
/// is none.
void set_option(const Fields& fields, std::string_view key, const FieldValue& value);
void set_option_from_text(const Fields& fields, std::string_view key, std::string_view text);

/// Throws InvalidArgument for a value that is out of range, and for an option that would do nothing.
void check_fields(const Fields& fields);

}  // namespace craggy
