#include "json_output.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace craggy::cli {
namespace {

bool contains_object(const Json& value) {
  return value.is_object() || (value.is_array() && std::any_of(value.begin(), value.end(), contains_object));
}

void write(std::ostream& out, const Json& value, const std::string& indent) {
  if (!contains_object(value) || value.empty()) {
    out << value.dump();
    return;
  }
  const std::string deeper = indent + "  ";
  out << (value.is_object() ? '{' : '[');
  const char* separator = "\n";
  for (auto item = value.begin(); item != value.end(); ++item) {
    out << separator << deeper;
    if (value.is_object()) out << Json(item.key()).dump() << ": ";
    write(out, *item, deeper);
    separator = ",\n";
  }
  out << '\n' << indent << (value.is_object() ? '}' : ']');
}

}  // namespace

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_numbers(std::span<const double> values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(json_number(value));
  return array;
}

Json json_numbers(const Vector& values) {
  return json_numbers(std::span(values.data(), static_cast<std::size_t>(values.size())));
}

void write_json(std::ostream& out, const Json& document) {
  write(out, document, "");
  out << '\n';
}

}  // namespace craggy::cli
