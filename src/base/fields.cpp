#include "base/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"

namespace craggy {
namespace {

template <class Number>
std::optional<Number> read_all(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_within(const Field& field, double value) {
  if (!std::isfinite(value)) return false;
  if (!field.bound) return true;
  return field.bound->allowed ? value >= field.bound->value : value > field.bound->value;
}

[[noreturn]] void fail_value(const Field& field, std::string_view name, std::string_view shown) {
  fail_argument(name, shown, fmt::format("it has to be {}", what_it_takes(field)));
}

void check_value(const Field& field, std::string_view name, const FieldValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (field.bound) check_at_least(name, *whole, static_cast<long>(field.bound->value));
  } else if (const auto* number = std::get_if<double>(&value)) {
    if (!is_within(field, *number)) fail_value(field, name, to_text(value));
  } else if (const auto* text = std::get_if<std::string>(&value); text && field.kind == FieldKind::name) {
    const bool is_word = std::find(field.words.begin(), field.words.end(), *text) != field.words.end();
    if (!is_word) check_known(name, *text, field.names);
  }
}

// A name is as good a guess as a key.
[[noreturn]] void fail_unknown(const Fields& fields, std::string_view key) {
  std::vector<std::string> keys;
  std::vector<std::string> known;
  for (const Field& each : fields) {
    keys.emplace_back(each.key);
    known.emplace_back(each.key);
    known.emplace_back(each.name);
  }
  const std::string guess = closest_match(key, known);
  fail_argument("the option", fmt::format("'{}'", key),
                fmt::format("it has to be one of {}{}", fmt::join(keys, ", "),
                            guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
}

// Whether somebody has set it: where a field is not optional and no flag, its value does not tell.
bool is_given(const Field& field, const FieldValue& value) {
  if (field.is_optional) return value.index() != 0;
  return field.kind == FieldKind::flag && std::get<bool>(value);
}

}  // namespace

void append(Fields& fields, Fields part, std::string_view key_of_part) {
  for (Field& each : part) {
    each.inside = key_of_part;
    const auto last = std::find_if(fields.rbegin(), fields.rend(),
                                   [&](const Field& other) { return other.group == each.group; });
    fields.insert(last == fields.rend() ? fields.end() : last.base(), std::move(each));
  }
}

Fields of_groups(Fields fields, std::span<const std::string_view> groups) {
  std::erase_if(fields, [&](const Field& field) {
    return std::find(groups.begin(), groups.end(), field.group) == groups.end();
  });
  return fields;
}

const Field& find_field(const Fields& fields, std::string_view key) {
  const auto called = [&](auto member) {
    return std::find_if(fields.begin(), fields.end(), [&](const Field& each) { return each.*member == key; });
  };
  auto found = called(&Field::key);
  if (found == fields.end()) found = called(&Field::name);
  if (found != fields.end()) return *found;
  fail_unknown(fields, key);
}

std::string to_text(const FieldValue& value) {
  struct {
    std::string operator()(std::monostate) const { return "left open"; }
    std::string operator()(bool flag) const { return flag ? "yes" : "no"; }
    std::string operator()(std::int64_t whole) const { return fmt::format("{}", whole); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
  } const text_of_each;
  return std::visit(text_of_each, value);
}

std::string quoted(const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("'{}'", *text);
  return to_text(value);
}

std::string_view lacks(const Field& field) {
  return field.needs.lacks ? field.needs.lacks() : std::string_view();
}

std::string what_it_takes(const Field& field) {
  const std::string bound =
      field.bound ? fmt::format("{} {}", field.bound->allowed ? "of at least" : "above", field.bound->value)
                  : "";
  const auto with_bound = [&](std::string_view what) {
    return bound.empty() ? std::string(what) : fmt::format("{} {}", what, bound);
  };
  switch (field.kind) {
    case FieldKind::flag:
      return "yes or no";
    case FieldKind::whole:
      return with_bound("a whole number");
    case FieldKind::number:
      return with_bound("a finite number");
    case FieldKind::name:
      return fmt::format("one of {}", fmt::join(field.names, ", "));
    case FieldKind::text:
      break;
  }
  return "a text";
}

std::string default_of(const Field& field) {
  return field.is_optional ? field.left_open : to_text(field.get());
}

std::vector<FieldDescription> describe(const Fields& fields) {
  std::vector<FieldDescription> all;
  all.reserve(fields.size());
  for (const Field& each : fields)
    all.push_back({.key = std::string(each.key),
                   .name = std::string(each.name),
                   .takes = what_it_takes(each),
                   .default_value = default_of(each),
                   .help = std::string(each.help)});
  return all;
}

std::optional<FieldValue> converted(const Field& field, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value))
    return field.is_optional ? std::optional(value) : std::nullopt;
  switch (field.kind) {
    case FieldKind::flag:
      return std::holds_alternative<bool>(value) ? std::optional(value) : std::nullopt;
    case FieldKind::whole:
      return std::holds_alternative<std::int64_t>(value) ? std::optional(value) : std::nullopt;
    case FieldKind::number:
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
      return std::holds_alternative<double>(value) ? std::optional(value) : std::nullopt;
    case FieldKind::name:
    case FieldKind::text:
      break;
  }
  return std::holds_alternative<std::string>(value) ? std::optional(value) : std::nullopt;
}

FieldValue parse_value(const Field& field, std::string_view name, std::string_view text) {
  const auto refuse = [&] { fail_value(field, name, fmt::format("'{}'", text)); };
  FieldValue value = std::string(text);
  switch (field.kind) {
    case FieldKind::flag:
      if (text != "yes" && text != "no") refuse();
      value = text == "yes";
      break;
    case FieldKind::whole:
      if (const auto whole = read_all<std::int64_t>(text);
          whole && is_within(field, static_cast<double>(*whole)))
        value = *whole;
      else
        refuse();
      break;
    case FieldKind::number:
      if (const auto number = read_all<double>(text); number && is_within(field, *number))
        value = *number;
      else
        refuse();
      break;
    case FieldKind::name:
      check_value(field, name, value);
      break;
    case FieldKind::text:
      break;
  }
  return value;
}

void set_value(const Field& field, std::string_view name, const FieldValue& value) {
  const std::optional<FieldValue> fitting = converted(field, value);
  if (!fitting) fail_value(field, name, quoted(value));
  check_value(field, name, *fitting);
  field.set(*fitting);
}

void set_option(const Fields& fields, std::string_view key, const FieldValue& value) {
  set_value(find_field(fields, key), key, value);
}

void set_option_from_text(const Fields& fields, std::string_view key, std::string_view text) {
  const Field& field = find_field(fields, key);
  field.set(parse_value(field, key, text));
}

void check_fields(const Fields& fields) {
  for (const Field& each : fields) {
    const FieldValue value = each.get();
    check_value(each, each.key, value);
    if (!each.needs.is_checked || !is_given(each, value)) continue;
    if (const std::string_view lacking = lacks(each); !lacking.empty())
      fail_argument(each.needs.of, quoted(find_field(fields, each.needs.of).get()),
                    fmt::format("{} needs {}", each.key, lacking));
  }
}

}  // namespace craggy
