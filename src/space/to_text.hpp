// Conditions as text.
#pragma once

#include <string>
#include <string_view>

#include <craggy/space/parameter.hpp>

namespace craggy {

std::string_view symbol(Comparison comparison);
std::string to_text(const Condition& condition);

}  // namespace craggy
