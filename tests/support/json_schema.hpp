// Checks JSON against a JSON Schema: as much of the language as docs/schema.json uses. What it does not know
// is an error, so that no rule is passed over.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace craggy::testing {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json root) : root_(std::move(root)) {}

  /// Where and why `value` breaks the definition of that name; empty if it does not.
  std::vector<std::string> problems(const nlohmann::json& value, const std::string& definition) const {
    std::vector<std::string> found;
    check(value, root_.at("$defs").at(definition), definition, found);
    return found;
  }

  /// Keys that stand in `value`, at the top, but not in the definition.
  std::vector<std::string> unknown_keys(const nlohmann::json& value, const std::string& definition) const {
    std::vector<std::string> unknown;
    for (const auto& [key, each] : value.items())
      if (!root_.at("$defs").at(definition).at("properties").contains(key)) unknown.push_back(key);
    return unknown;
  }

 private:
  using Json = nlohmann::json;

  static bool is_of(const Json& value, const std::string& type) {
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    return type == "object" && value.is_object();
  }

  void check(const Json& value, const Json& schema, const std::string& at,
             std::vector<std::string>& found) const {
    for (const auto& [rule, what] : schema.items()) {
      const auto fail = [&](const std::string& why) { found.push_back(at + ": " + why); };
      if (rule == "description") continue;
      if (rule == "$ref") {
        check(value, root_.at(Json::json_pointer(what.get<std::string>().substr(1))), at, found);
      } else if (rule == "allOf") {
        for (const Json& each : what) check(value, each, at, found);
      } else if (rule == "type") {
        const Json types = what.is_array() ? what : Json::array({what});
        if (std::none_of(types.begin(), types.end(), [&](const Json& type) { return is_of(value, type); }))
          fail(value.dump() + " is not of type " + what.dump());
      } else if (rule == "const") {
        if (value != what) fail(value.dump() + " is not " + what.dump());
      } else if (rule == "enum") {
        if (std::find(what.begin(), what.end(), value) == what.end())
          fail(value.dump() + " is not in " + what.dump());
      } else if (rule == "minimum") {
        if (value.is_number() && value < what) fail(value.dump() + " is below " + what.dump());
      } else if (rule == "items") {
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
          check(value[i], what, at + "[" + std::to_string(i) + "]", found);
      } else if (rule == "required") {
        for (const Json& key : what)
          if (value.is_object() && !value.contains(key.get<std::string>())) fail(key.dump() + " is missing");
      } else if (rule == "properties") {
        for (const auto& [key, each] : what.items())
          if (value.is_object() && value.contains(key)) check(value[key], each, at + "." + key, found);
      } else if (rule == "additionalProperties") {
        for (const auto& [key, each] : value.items())
          if (!schema.contains("properties") || !schema["properties"].contains(key))
            check(each, what, at + "." + key, found);
      } else {
        fail("the rule " + rule + " is not known");
      }
    }
  }

  Json root_;
};

}  // namespace craggy::testing
