// How pieces of text that may be long, or not meant to be read, are shown in error messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace craggy {

/// Control characters, quotes and backslashes as in the grammar's quoted names.
std::string escaped(std::string_view text);

/// In quotes, without control characters, and cut where it is long.
std::string shown(std::string_view text);

/// The first few of them, and how many there are if there are more.
std::string listed(std::span<const std::string> names);

/// "; did you mean 'x'?" if one of the known names is near, else "".
std::string guess(std::string_view name, std::span<const std::string> known);

}  // namespace craggy
