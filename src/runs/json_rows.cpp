#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/base/error.hpp>

#include "base/text.hpp"
#include "runs/text_table.hpp"

namespace craggy::runs {
namespace {

using Json = nlohmann::ordered_json;

struct Element {
  std::size_t line;
  std::string_view text;
};

// The pieces of a list, or of a sequence, of objects: so that each is known with its line, and what is wrong
// in one leaves the others alone.
std::vector<Element> elements_of(std::string_view text, bool is_list) {
  std::vector<Element> elements;
  const std::size_t outside = is_list ? 1 : 0;
  std::size_t depth = 0;
  std::size_t line = 1;
  std::size_t begin = 0;
  std::size_t begin_line = 1;
  bool in_string = false;
  const auto end_element = [&](std::size_t end) {
    const std::string_view piece = trimmed(text.substr(begin, end - begin));
    if (!piece.empty()) elements.push_back({begin_line, piece});
    begin = end;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    const bool opens = c == '{' || c == '[';
    if (opens && depth++ == outside) {
      begin = i;
      begin_line = line;
    }
    if ((c == '}' || c == ']') && depth > 0 && --depth == outside) end_element(i + 1);
  }
  if (depth > outside || in_string) end_element(text.size());
  return elements;
}

std::string cell_of(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The cells of one object, by column.
std::vector<std::pair<std::string, std::string>> cells_of(const Json& object) {
  static const std::vector<std::string> used = {"value",   "noise",   "variance", "state",
                                                "message", "created", "ended"};
  std::vector<std::pair<std::string, std::string>> cells;
  const auto params = object.find("params");
  const bool is_ours = params != object.end() && params->is_object();
  for (const auto& [key, value] : object.items()) {
    if (key == "constraints" && value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        cells.emplace_back(fmt::format("constraint_{}", i + 1), cell_of(value[i]));
    } else if (!is_ours || std::find(used.begin(), used.end(), key) != used.end()) {
      cells.emplace_back(key, cell_of(value));
    }
  }
  if (is_ours)
    for (const auto& [key, value] : params->items()) cells.emplace_back("param_" + key, cell_of(value));
  return cells;
}

}  // namespace

TextTable read_json_rows(std::string_view text, std::string name) {
  text = trimmed(text);
  const bool is_list = text.starts_with('[');
  if (is_list && Json::parse(text, nullptr, false).is_discarded()) {
    std::string why;
    try {
      why = Json::parse(text).dump();
    } catch (const Json::exception& error) {
      why = error.what();
    }
    throw InvalidArgument(fmt::format("{}: this is not JSON: {}", name, why));
  }
  TextTable table{.name = std::move(name)};
  std::map<std::string, std::size_t> position;
  for (const Element& element : elements_of(text, is_list)) {
    TextRow row{.line = element.line};
    const Json object = Json::parse(element.text, nullptr, false);
    if (!object.is_object()) {
      row.problem = "this is not a JSON object";
    } else {
      for (auto& [column, cell] : cells_of(object)) {
        const auto [at, is_new] = position.try_emplace(column, table.columns.size());
        if (is_new) table.columns.push_back(column);
        if (row.cells.size() <= at->second) row.cells.resize(at->second + 1);
        row.cells[at->second] = std::move(cell);
      }
    }
    table.rows.push_back(std::move(row));
  }
  for (TextRow& row : table.rows) row.cells.resize(table.columns.size());
  if (table.columns.empty() && table.rows.empty())
    throw InvalidArgument(fmt::format("{}: there is no JSON object in it", table.name));
  return table;
}

}  // namespace craggy::runs
