#include "study/field_json.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "engine/enum_names.hpp"
#include "engine/latent_scale_text.hpp"
#include "study/json_fields.hpp"

namespace craggy {

template <class Fields>
static void visit_fields(Fields& fields, LatentScale& scale) {
  fields("rule", scale.rule);
  fields("levels", scale.levels);
  fields("absolute", scale.absolute);
}

namespace {

// The only field with a grammar of its own that is stored in parts.
bool is_scale(const Field& field) { return field.kind == FieldKind::text && field.key == "sigma_h"; }

Json scale_to_json(const std::string& text) {
  LatentScale scale;
  from_text(text, scale);
  Json object;
  FieldWriter writer(object);
  visit_fields(writer, scale);
  return object;
}

std::string scale_from_json(const Json& object, const std::string& place) {
  LatentScale scale;
  FieldReader reader(object, place);
  visit_fields(reader, scale);
  reader.finish();
  return to_text(scale);
}

Json json_of(const Field& field, const FieldValue& value) {
  if (is_scale(field)) return scale_to_json(std::get<std::string>(value));
  return std::visit(
      [](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::monostate>)
          return Json();
        else
          return Json(each);
      },
      value);
}

// JSON has no infinities: where there has to be a number, null is one that is not finite.
FieldValue value_of(const Field& field, const Json& json, const std::string& place) {
  const bool is_number = field.kind == FieldKind::number && !field.is_optional;
  if (json.is_null() && is_number) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object() && is_scale(field)) return scale_from_json(json, place);
  fail_argument(place, json.dump(), fmt::format("it has to be {}", what_it_takes(field)));
}

// Names are not looked up, so that a study can be shown even if a newer version has made it. Those of
// enumerations have to be known.
void read(const Field& field, const Json& json, const std::string& place) {
  const std::optional<FieldValue> value = converted(field, value_of(field, json, place));
  if (!value) fail_argument(place, json.dump(), fmt::format("it has to be {}", what_it_takes(field)));
  try {
    field.set(*value);
  } catch (const InvalidArgument&) {
    fail_argument(place, json.dump(), "this version of craggy does not know it");
  }
}

// The keys of one object, in which `inside` stands: those of `fields` and of the parts of the struct.
void read_object(const Fields& fields, const Json& object, std::string_view inside, const std::string& what) {
  if (!object.is_object()) fail_argument(what, object.dump(), "it has to be a JSON object");
  for (const auto& [key, json] : object.items()) {
    const std::string place = fmt::format("'{}' of {}", key, what);
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& each) {
      return each.inside == inside && each.key == key;
    });
    const bool is_part = inside.empty() && std::any_of(fields.begin(), fields.end(),
                                                       [&](const Field& each) { return each.inside == key; });
    if (found != fields.end())
      read(*found, json, place);
    else if (is_part)
      read_object(fields, json, key, place);
    else
      fail_argument(what, object.dump(), fmt::format("this version of craggy does not know '{}'", key));
  }
}

}  // namespace

Json to_json(const Fields& fields) {
  Json object = Json::object();
  for (const Field& each : fields) {
    Json& place = each.inside.empty() ? object : object[std::string(each.inside)];
    const FieldValue value = each.get();
    if (value.index() != 0) place[std::string(each.key)] = json_of(each, value);
  }
  return object;
}

void from_json(const Fields& fields, const Json& object, const std::string& what) {
  read_object(fields, object, "", what);
}

void set_option_from_json(const Fields& fields, std::string_view key, const Json& value) {
  const Field& field = find_field(fields, key);
  set_value(field, key, value_of(field, value, std::string(key)));
}

}  // namespace craggy
