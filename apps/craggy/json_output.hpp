// How JSON is printed.
#pragma once

#include <ostream>

#include "runs/json.hpp"

namespace craggy::cli {

using runs::Json;
using runs::json_number;
using runs::json_numbers;

/// Indented by two blanks per level; an array without objects in it stays on one line.
void write_json(std::ostream& out, const Json& document);

}  // namespace craggy::cli
