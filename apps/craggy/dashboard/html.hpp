// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace craggy::cli {

/// As text or as the value of an attribute in quotes: nothing of it is a tag.
std::string html_text(std::string_view text);

}  // namespace craggy::cli
