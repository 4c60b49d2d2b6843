// Structures to JSON objects and back, such that each field is named once for both ways.
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.hpp"
#include "base/enum_names.hpp"

namespace craggy {

using Json = nlohmann::ordered_json;

class FieldWriter {
 public:
  explicit FieldWriter(Json& object) : object_(object) { object_ = Json::object(); }

  template <class Value>
  void operator()(const char* name, const Value& value) {
    if constexpr (std::is_enum_v<Value>)
      object_[name] = text_of(value);
    else if constexpr (requires { visit_fields(*this, std::declval<Value&>()); }) {
      Value copy =
          value;  // fields are visited for both ways, so they are asked for as if they were to change
      FieldWriter nested(object_[name]);
      visit_fields(nested, copy);
    } else
      object_[name] = value;
  }

  template <class Value>
  void operator()(const char* name, const std::optional<Value>& value) {
    if (value) (*this)(name, *value);
  }

 private:
  Json& object_;
};

enum class Unknown { refuse, pass_over };

/// What is missing stays as it was. `finish` throws InvalidArgument for what nobody has asked for, if that is
/// refused.
class FieldReader {
 public:
  FieldReader(const Json& object, std::string what, Unknown unknown = Unknown::refuse)
      : object_(object), what_(std::move(what)), unknown_(unknown) {
    if (!object.is_object()) fail_argument(what_, object.dump(), "it has to be a JSON object");
  }

  template <class Value>
  void operator()(const char* name, Value& value) {
    known_.insert(name);
    if (const auto found = object_.find(name); found != object_.end()) read(*found, name, value);
  }

  template <class Value>
  void operator()(const char* name, std::optional<Value>& value) {
    known_.insert(name);
    if (const auto found = object_.find(name); found != object_.end()) read(*found, name, value.emplace());
  }

  void finish() const {
    if (unknown_ == Unknown::pass_over) return;
    for (const auto& [name, value] : object_.items())
      if (!known_.contains(name))
        fail_argument(what_, object_.dump(), fmt::format("this version of craggy does not know '{}'", name));
  }

 private:
  template <class Value>
  void read(const Json& from, const char* name, Value& value) {
    const std::string place = fmt::format("'{}' of {}", name, what_);
    if constexpr (std::is_enum_v<Value>) {
      const auto named =
          from.is_string() ? find_named<Value>(from.get_ref<const std::string&>()) : std::optional<Value>();
      if (!named) fail_argument(place, from.dump(), "this version of craggy does not know it");
      value = *named;
    } else if constexpr (requires { visit_fields(*this, value); }) {
      FieldReader nested(from, place, unknown_);
      visit_fields(nested, value);
      nested.finish();
    } else if constexpr (std::is_same_v<Value, double>) {
      value = from.is_null() ? std::numeric_limits<double>::quiet_NaN() : checked<double>(from, place);
    } else {
      value = checked<Value>(from, place);
    }
  }

  template <class Value>
  static Value checked(const Json& from, const std::string& place) {
    try {
      return from.get<Value>();
    } catch (const Json::exception&) {
      fail_argument(place, from.dump(), "it is of another kind than it has to be");
    }
  }

  const Json& object_;
  std::string what_;
  Unknown unknown_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace craggy
