#include "runs/import_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"

namespace craggy::runs {
namespace {

// What craggy, or Optuna, writes of a trial that is of no use to another study.
constexpr std::array<std::string_view, 13> passed_over = {
    "trial", "attempt",  "attempts", "started",  "seconds",        "worker",           "host",
    "model", "feasible", "number",   "duration", "datetime_start", "datetime_complete"};

std::vector<std::string> quoted(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) all.push_back(fmt::format("'{}'", name));
  return all;
}

std::string mapping(const ColumnWording& wording, std::string_view column, std::string_view name) {
  return fmt::format(fmt::runtime(wording.name), column, name);
}

class ColumnFinder {
 public:
  ColumnFinder(const TextTable& table, const Space& space, const ColumnWording& wording)
      : table_(table), space_(space), wording_(wording) {
    columns_.parameters.resize(space.size());
  }

  void add(std::size_t position, const std::string& name) {
    if (Column* column = find(name)) {
      if (*column)
        throw InvalidArgument(fmt::format("{}: the columns '{}' and '{}' both are '{}'", table_.name,
                                          table_.columns[**column], table_.columns[position], name));
      *column = position;
    } else if (std::find(passed_over.begin(), passed_over.end(), name) == passed_over.end()) {
      unknown_.push_back(table_.columns[position]);
    }
  }

  bool knows(const std::string& name) { return find(name) != nullptr; }

  bool has_values() const { return columns_.value.has_value(); }
  const std::vector<std::string>& unknown() const { return unknown_; }

  Columns finish() {
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
      if (!constraints_.contains(i + 1))
        throw InvalidArgument(fmt::format("{}: there are columns of constraints, but none is constraint_{}",
                                          table_.name, i + 1));
      columns_.constraints.push_back(*constraints_.at(i + 1));
    }
    for (std::size_t i = 0; i < space_.size(); ++i) {
      const std::string& name = space_[i].name;
      // What is not always active may be active in no row.
      if (columns_.parameters[i] || space_[i].condition) continue;
      throw InvalidArgument(fmt::format(
          "{}: there is no column for the parameter '{}'; if it has another name there, say so with {}",
          table_.name, name,
          mapping(wording_, "COLUMN", (find(name) == &columns_.parameters[i] ? "" : "param_") + name)));
    }
    return columns_;
  }

 private:
  // Fixed names come first; a parameter that has one of them is meant by param_NAME.
  Column* find(const std::string& name) {
    const std::map<std::string_view, Column*> fixed = {
        {"value", &columns_.value}, {"noise", &columns_.noise},     {"variance", &columns_.variance},
        {"state", &columns_.state}, {"message", &columns_.message}, {"created", &columns_.created},
        {"ended", &columns_.ended}};
    if (const auto found = fixed.find(name); found != fixed.end()) return found->second;
    for (const std::string_view prefix : {"param_", "params_", ""})
      for (std::size_t i = 0; i < space_.size(); ++i)
        if (name.starts_with(prefix) && name.substr(prefix.size()) == space_[i].name)
          return &columns_.parameters[i];
    constexpr std::string_view prefix = "constraint_";
    std::size_t number = 0;
    const char* end = name.data() + name.size();
    if (name.starts_with(prefix) && name.size() < 20) {
      const auto [at, error] = std::from_chars(name.data() + prefix.size(), end, number);
      if (error == std::errc() && at == end && number > 0) return &constraints_[number];
    }
    return nullptr;
  }

  const TextTable& table_;
  const Space& space_;
  const ColumnWording& wording_;
  Columns columns_;
  std::map<std::size_t, Column> constraints_;
  std::vector<std::string> unknown_;
};

void check_named_columns(const TextTable& table, const ColumnOptions& options) {
  const auto check = [&](const std::string& name) {
    if (std::find(table.columns.begin(), table.columns.end(), name) != table.columns.end()) return;
    const std::string guess = closest_match(name, table.columns);
    throw InvalidArgument(fmt::format("{}: there is no column '{}': there are {}{}", table.name, name,
                                      fmt::join(table.columns, ", "),
                                      guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
  };
  for (const auto& [column, name] : options.names) check(column);
  for (const std::string& column : options.ignored)
    if (column != "*") check(column);
}

}  // namespace

Columns columns_of(const TextTable& table, const Space& space, const ColumnOptions& options) {
  check_named_columns(table, options);
  const ColumnWording& wording = options.wording;
  ColumnFinder finder(table, space, wording);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    if (options.ignored.contains(column)) continue;
    const auto mapped = options.names.find(column);
    if (mapped != options.names.end() && !ColumnFinder(table, space, wording).knows(mapped->second))
      throw InvalidArgument(fmt::format(
          "there is {}, but a column has to be a parameter or value, noise, variance, constraint_1, constraint_2, ..., "
          "state, message, created or ended",
          mapping(wording, column, mapped->second)));
    finder.add(i, mapped == options.names.end() ? column : mapped->second);
  }
  if (!finder.unknown().empty() && !options.ignored.contains("*")) {
    std::vector<std::string> names;
    for (const Parameter& parameter : space.parameters()) names.push_back(parameter.name);
    const std::vector<std::string>& unknown = finder.unknown();
    const bool is_one = unknown.size() == 1;
    const std::string value_hint =
        finder.has_values()
            ? ""
            : fmt::format("{} has the values with {}, or ", is_one ? "that it" : "which",
                          fmt::format(fmt::runtime(wording.value), is_one ? unknown.front() : "COLUMN"));
    throw InvalidArgument(fmt::format(
        "{}: nothing is known of the column{} {}; say {}what {} is with {}, where NAME is {}, value, noise, "
        "variance, constraint_1, state or message, or pass over {} with {}",
        table.name, is_one ? "" : "s", fmt::join(quoted(unknown), ", "), value_hint, is_one ? "it" : "each",
        mapping(wording, unknown.front(), "NAME"), fmt::join(names, ", "), is_one ? "it" : "them",
        is_one ? fmt::format(fmt::runtime(wording.ignore), unknown.front()) : wording.ignore_all));
  }
  return finder.finish();
}

}  // namespace craggy::runs
