// Argument checks for the public boundary: each throws InvalidArgument with the name, the value and the rule.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy {

/// Throws InvalidArgument("NAME is VALUE, but RULE").
[[noreturn]] void fail_argument(std::string_view name, std::string_view value, std::string_view rule);

double check_finite(std::string_view name, double value);
double check_positive(std::string_view name, double value);      // finite and > 0
double check_non_negative(std::string_view name, double value);  // finite and >= 0
long check_at_least(std::string_view name, long value, long minimum);

/// Throws unless every value is finite; the message names the position, e.g. "y[3]".
void check_all_finite(std::string_view name, std::span<const double> values);

/// Throws unless `actual == expected`; for sizes that have to agree.
void check_size(std::string_view name, std::size_t actual, std::size_t expected);

/// Throws with a list of what is known (and a guess at what was meant) unless `value` is one of `known`.
void check_known(std::string_view name, std::string_view value, std::span<const std::string> known);

/// The entry of `known` that `value` is a slip or the beginning of, or "". Capitals and dashes do not count.
std::string closest_match(std::string_view value, std::span<const std::string> known);

}  // namespace craggy
