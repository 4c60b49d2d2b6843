// Bytes as text that JSON can hold (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace craggy::runs {

std::string to_base64(std::string_view bytes);

/// Nothing for a text that to_base64 cannot have written.
std::optional<std::string> parse_base64(std::string_view text);

}  // namespace craggy::runs
