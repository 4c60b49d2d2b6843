#include "study/params.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
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

}  // namespace

std::string to_params(const Space& space, std::span<const double> values) {
  space.check(values);
  Json object = Json::object();
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, values)) object[space[i].name] = to_json(space[i], values[i]);
  return object.dump();
}

std::vector<double> parse_params(const Space& space, std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object())
    fail_argument("the parameters", fmt::format("'{}'", text), "they have to be one JSON object");
  std::vector<double> values(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) values[i] = space.codec(i).first();
  for (const auto& [name, value] : object.items()) {
    const std::size_t i = space.index_of(name);
    values[i] = parse_json(space[i], value);
  }
  space.check(values);
  for (std::size_t i = 0; object.size() != space.size() && i < space.size(); ++i)
    if (!object.contains(space[i].name) && space.is_active(i, values))
      fail_argument("the parameters", fmt::format("'{}'", text),
                    fmt::format("they have to have a value of '{}'", space[i].name));
  return values;
}

}  // namespace craggy
