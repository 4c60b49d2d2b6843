// Files that a command writes as a whole.
#pragma once

#include <string>
#include <string_view>

namespace craggy::cli {

/// The file has either what it had before or all of `content`, whatever happens in between. Throws Error if
/// it cannot be written.
void write_whole_file(const std::string& path, std::string_view content);

}  // namespace craggy::cli
