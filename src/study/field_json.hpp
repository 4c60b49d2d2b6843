// Fields of options as JSON: how they are stored, and how front ends set them by keyword.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/fields.hpp"

namespace craggy {

using Json = nlohmann::ordered_json;

/// One object with the keys of the fields, those of a part of the struct in an object of their own. What is
/// left open is not in it.
Json to_json(const Fields& fields);

/// Fields that are missing stay as they were. Throws InvalidArgument, with `what`, for values of another kind
/// and for keys that no field has; ranges are not checked.
void from_json(const Fields& fields, const Json& object, const std::string& what);

/// Sets the option with this key, or name, as set_option does; null leaves it open. A latent scale is a text
/// or the object that is stored of it.
void set_option_from_json(const Fields& fields, std::string_view key, const Json& value);

}  // namespace craggy
