#include "study/named_values.hpp"

#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "space/to_text.hpp"
#include "study/params.hpp"

namespace craggy {
namespace {

template <typename T>
constexpr std::string_view type_name = std::is_same_v<T, double>         ? "double"
                                       : std::is_same_v<T, std::int64_t> ? "std::int64_t"
                                       : std::is_same_v<T, int>          ? "int"
                                       : std::is_same_v<T, bool>         ? "bool"
                                                                         : "std::string";

// The type in C++ of a parameter's values.
std::string_view type_of(const Domain& domain) {
  if (std::holds_alternative<Categorical>(domain)) return type_name<std::string>;
  if (std::holds_alternative<Bool>(domain)) return type_name<bool>;
  if (std::holds_alternative<Int>(domain)) return type_name<std::int64_t>;
  return type_name<double>;
}

template <typename T>
void check_type(const Parameter& parameter) {
  const std::string_view right = type_of(parameter.domain);
  if (right == type_name<T> || (std::is_same_v<T, int> && right == type_name<std::int64_t>)) return;
  fail_argument(fmt::format("the type asked for parameter '{}'", parameter.name), type_name<T>,
                fmt::format("it is of the kind {}, which takes get<{}>", kind_of(parameter.domain), right));
}

void check_active(const Space& space, std::span<const double> values, std::size_t i) {
  const std::optional<Condition>& condition = space[i].condition;
  if (!condition || space.is_active(i, values)) return;
  fail_argument(
      fmt::format("parameter '{}'", space[i].name), fmt::format("inactive at {}", to_params(space, values)),
      fmt::format("it has a value only if {}; is_active(\"{}\") tells", to_text(*condition), space[i].name));
}

void check_fits_int(const Parameter& parameter, double code) {
  if (code >= std::numeric_limits<int>::min() && code <= std::numeric_limits<int>::max()) return;
  fail_argument(fmt::format("parameter '{}'", parameter.name), value_text(parameter, code),
                "that is too large for an int: use get<std::int64_t>");
}

}  // namespace

template <ParameterValue T>
T value_named(const Space& space, std::span<const double> values, std::string_view name) {
  const std::size_t i = space.index_of(name);
  check_type<T>(space[i]);
  check_active(space, values, i);
  if constexpr (std::is_same_v<T, std::string>) {
    return std::get<Categorical>(space[i].domain).choices[static_cast<std::size_t>(values[i])];
  } else if constexpr (std::is_same_v<T, bool>) {
    return values[i] != 0.0;
  } else {
    if constexpr (std::is_same_v<T, int>) check_fits_int(space[i], values[i]);
    return static_cast<T>(values[i]);
  }
}

template double value_named<double>(const Space&, std::span<const double>, std::string_view);
template std::int64_t value_named<std::int64_t>(const Space&, std::span<const double>, std::string_view);
template int value_named<int>(const Space&, std::span<const double>, std::string_view);
template bool value_named<bool>(const Space&, std::span<const double>, std::string_view);
template std::string value_named<std::string>(const Space&, std::span<const double>, std::string_view);

bool is_active_named(const Space& space, std::span<const double> values, std::string_view name) {
  return space.is_active(space.index_of(name), values);
}

double code_named(const Space& space, std::span<const double> values, std::string_view name) {
  return values[space.index_of(name)];
}

std::string text_named(const Space& space, std::span<const double> values, std::string_view name) {
  const std::size_t i = space.index_of(name);
  return value_text(space[i], values[i]);
}

}  // namespace craggy
