// Parameters and values as text: lr=log(1e-5,1e-1), momentum=float(0,1) if opt == sgd. See docs/spaces.md.
#pragma once

#include <string>
#include <string_view>

#include <craggy/space/parameter.hpp>

namespace craggy {

/// NAME=KIND(…), and `if PARENT …` for a conditional parameter. Throws InvalidArgument that names the piece
/// that is wrong, its position and what would be right. Whether the parent exists is known to a Space only.
/// Takes time in proportion to the length of the text, whatever the text is.
Parameter parse_parameter(std::string_view text);

/// The text from which parse_parameter makes the same parameter again, number by number.
std::string to_text(const Parameter& parameter);

/// A value in the form that people and programs read: "0.001", "16", "adam", "true". The code has to be
/// legal.
std::string value_text(const Parameter& parameter, double code);

/// And back. A step may be off by rounding; anything else that is not a value of the parameter throws
/// InvalidArgument.
double parse_value(const Parameter& parameter, std::string_view text);

}  // namespace craggy
