// JSON for scripts: numbers are plain, those that are not finite are null.
#pragma once

#include <ostream>
#include <span>

#include <nlohmann/json.hpp>

#include <craggy/linalg/types.hpp>

namespace craggy::cli {

/// Fields in the order in which they were written.
using Json = nlohmann::ordered_json;

Json json_number(double value);
Json json_numbers(std::span<const double> values);
Json json_numbers(const Vector& values);

/// Indented by two blanks per level; an array without objects in it stays on one line.
void write_json(std::ostream& out, const Json& document);

}  // namespace craggy::cli
