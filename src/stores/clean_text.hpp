// Text from outside (the messages of objectives, the names of workers) made such that every database takes
// it.
#pragma once

#include <string>
#include <string_view>

namespace craggy::stores {

bool is_utf8(std::string_view text);

/// The text with every byte that is not part of a UTF-8 character, and every zero byte, replaced by U+FFFD.
std::string clean_text(std::string_view text);

}  // namespace craggy::stores
