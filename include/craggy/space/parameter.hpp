// What a parameter is: a name, the values it may take, and when it is active.
//
// Inside craggy a value is one number, its code: a float, a step or an int its value, a category its index, a
// bool 0 or 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace craggy {

/// A real number in [low, high]; with `log` the search sees its logarithm.
struct Float {
  double low;
  double high;
  bool log = false;
  bool operator==(const Float&) const = default;
};

/// low, low + step, low + 2·step, … up to high.
struct Step {
  double low;
  double high;
  double step;
  bool operator==(const Step&) const = default;
};

/// A whole number from low to high; with `log` the search sees its logarithm.
struct Int {
  std::int64_t low;
  std::int64_t high;
  bool log = false;
  bool operator==(const Int&) const = default;
};

/// One of several names that have no order.
struct Categorical {
  std::vector<std::string> choices;
  bool operator==(const Categorical&) const = default;
};

struct Bool {
  bool operator==(const Bool&) const = default;
};

using Domain = std::variant<Float, Step, Int, Categorical, Bool>;

enum class Comparison { equal, not_equal, less, less_equal, greater, greater_equal, in };

/// When a parameter is active: its parent's value compared with one value, or with several for `in`. Values
/// are texts as in the grammar (grammar.hpp). A parameter whose parent is inactive is inactive, too.
struct Condition {
  std::string parent;
  Comparison comparison = Comparison::equal;
  std::vector<std::string> values;
  bool operator==(const Condition&) const = default;
};

struct Parameter {
  std::string name;
  Domain domain;
  std::optional<Condition> condition = std::nullopt;
  bool operator==(const Parameter&) const = default;
};

/// A double holds every whole number up to here.
constexpr std::int64_t largest_int = std::int64_t{1} << 53;
/// Beyond it, neighbours on the log scale would share a number in [0, 1].
constexpr std::int64_t largest_log_int = std::int64_t{1} << 45;
constexpr std::size_t max_choices = 1000;
constexpr std::size_t max_name_length = 255;

/// Letters, digits and _ - . , the first of them no digit and no -. Throws InvalidArgument for anything else,
/// in which `what` is `name`.
void check_name(std::string_view what, std::string_view name);

/// Throws InvalidArgument for a domain that cannot be. The rules are those of docs/spaces.md.
void check_domain(const Parameter& parameter);

/// "float", "log", "int", "logint", "step", "categorical" or "bool".
std::string kind_of(const Domain& domain);

}  // namespace craggy
