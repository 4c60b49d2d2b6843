// Packing with gzip, as zlib does it.
#pragma once

#include <string>
#include <string_view>

namespace craggy::cli {

std::string packed(std::string_view text);

/// Throws Error for bytes that are not a whole gzip file.
std::string unpacked(std::string_view bytes);

}  // namespace craggy::cli
