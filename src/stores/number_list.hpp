// Several numbers in one text, as a JSON array.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::stores {

/// "[0.5,-2]"; read back the numbers are the same bits.
std::string to_list(std::span<const double> numbers);

/// Throws StoreError for other texts.
std::vector<double> parse_list(std::string_view text);

}  // namespace craggy::stores
