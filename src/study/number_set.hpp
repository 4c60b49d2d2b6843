// Sets of trial numbers as short text: which trials a suggestion has seen.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/stores/records.hpp>

namespace craggy {

/// Increasing numbers as "0-17,19".
std::string to_ranges(std::span<const TrialNumber> numbers);

/// Throws InvalidArgument for other texts.
std::vector<TrialNumber> parse_ranges(std::string_view text);

}  // namespace craggy
