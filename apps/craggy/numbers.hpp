// Text to numbers and back, the same in every locale.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::cli {

/// The number that `text` (blanks around it aside) consists of, which may be infinite or NaN; nothing if it
/// is no number or outside the range of a double.
std::optional<double> to_double(std::string_view text);

/// The finite number in `text`. Throws InvalidArgument with `name`.
double parse_double(std::string_view name, std::string_view text);

/// The whole number in `text`. Throws InvalidArgument with `name` unless it is at least `minimum`.
std::int64_t parse_whole(std::string_view name, std::string_view text, std::int64_t minimum);
std::uint64_t parse_unsigned(std::string_view name, std::string_view text);

/// The finite numbers of a list such as "1,-2.5,3e4".
std::vector<double> parse_list(std::string_view name, std::string_view text);

/// Numbers with units, such as 90s, 1.5h, 1h30m, 250ms; m is minutes, d days, and a plain number seconds.
/// Throws InvalidArgument with `name` unless it is above 0 and at most ten years.
std::chrono::milliseconds parse_duration(std::string_view name, std::string_view text);

/// Six significant digits, for people.
std::string short_number(double value);

/// The shortest text that reads back as the same double (at most 17 significant digits).
std::string exact_number(double value);

/// "0.8 s", "42 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);

}  // namespace craggy::cli
