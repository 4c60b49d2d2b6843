// The manual page craggy(1), made of what the commands say of themselves.
#pragma once

#include <string>
#include <string_view>

namespace craggy::cli {

std::string manual_page();

/// Text such that troff prints just that: no line is a request, and nothing but ASCII.
std::string troff(std::string_view text);

}  // namespace craggy::cli
