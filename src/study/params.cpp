#include "study/params.hpp"

#include <charconv>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"

namespace craggy {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Parameter& parameter, double code) {
  if (std::holds_alternative<Categorical>(parameter.domain)) return value_text(parameter, code);
  if (std::holds_alternative<Bool>(parameter.domain)) return code != 0.0;
  if (std::holds_alternative<Int>(parameter.domain)) return static_cast<std::int64_t>(code);
  return code;
}

double parse_json(const Parameter& parameter, const Json& value) {
  const auto fail_unless = [&](bool fits, std::string_view rule) {
    if (!fits) fail_argument(fmt::format("'{}'", parameter.name), value.dump(), rule);
  };
  if (std::holds_alternative<Categorical>(parameter.domain)) {
    fail_unless(value.is_string(), "it has to be a text");
    return parse_value(parameter, value.get<std::string>());
  }
  if (std::holds_alternative<Bool>(parameter.domain)) {
    fail_unless(value.is_boolean(), "it has to be true or false");
    return value.get<bool>() ? 1.0 : 0.0;
  }
  fail_unless(value.is_number(), "it has to be a number");
  if (std::holds_alternative<Step>(parameter.domain)) return parse_value(parameter, value.dump());
  return value.get<double>();
}

// Most parameters are numbers, written in their order without a space between. To read them as JSON takes ten
// times as long, which thousands of trials make felt. False for any other text, which may be right all the
// same.
bool read_plain_numbers(const Space& space, std::string_view text, std::vector<double>& values) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&](std::string_view expected) {
    const bool is_there = std::string_view(at, end).starts_with(expected);
    if (is_there) at += expected.size();
    return is_there;
  };
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Domain& domain = space[i].domain;
    if (!std::holds_alternative<Float>(domain) && !std::holds_alternative<Int>(domain)) return false;
    if (space.activity().rule(i) || !skip(i == 0 ? "{\"" : ",\"") || !skip(space[i].name) || !skip("\":"))
      return false;
    if (at == end || (*at != '-' && (*at < '0' || *at > '9'))) return false;
    const auto [after, error] = std::from_chars(at, end, values[i]);
    if (error != std::errc{}) return false;
    at = after;
  }
  return skip("}") && at == end;
}

}  // namespace

std::string to_params(const Space& space, std::span<const double> values) {
  space.check(values);
  Json object = Json::object();
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, values)) object[space[i].name] = to_json(space[i], values[i]);
  return object.dump();
}

std::vector<double> parse_params(const Space& space, std::string_view text) {
  std::vector<double> plain(space.size());
  if (read_plain_numbers(space, text, plain)) {
    space.check(plain);
    return plain;
  }
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object())
    fail_argument("the parameters", fmt::format("'{}'", text), "they have to be one JSON object");
  std::vector<double> values(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) values[i] = space.codec(i).first();
  std::size_t next = 0;  // they mostly come in their order
  for (const auto& [name, value] : object.items()) {
    const std::size_t i = next < space.size() && space[next].name == name ? next : space.index_of(name);
    values[i] = parse_json(space[i], value);
    next = i + 1;
  }
  space.check(values);
  for (std::size_t i = 0; object.size() != space.size() && i < space.size(); ++i)
    if (!object.contains(space[i].name) && space.is_active(i, values))
      fail_argument("the parameters", fmt::format("'{}'", text),
                    fmt::format("they have to have a value of '{}'", space[i].name));
  return values;
}

}  // namespace craggy
