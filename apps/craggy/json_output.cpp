#include "json_output.hpp"

#include <algorithm>
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

void write_json(std::ostream& out, const Json& document) {
  write(out, document, "");
  out << '\n';
}

}  // namespace craggy::cli
