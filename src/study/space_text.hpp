// A space as the text that is stored with a study: a JSON array with one text per parameter.
#pragma once

#include <string>
#include <string_view>

#include <craggy/space/space.hpp>

namespace craggy {

std::string to_text(const Space& space);

/// Throws InvalidArgument for other texts.
Space parse_space(std::string_view text);

/// What has to be changed to get from one to the other, in words: "x=float(0,1) there, x=float(0,2) here".
std::string difference(const Space& there, const Space& here);

}  // namespace craggy
