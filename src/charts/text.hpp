// Text and numbers as they stand in an SVG file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace craggy::charts {

/// With &, <, > and quotes escaped, and without control characters, which XML does not have.
std::string escaped(std::string_view text);

/// At most `decimals` places, no trailing zeros, no "-0", the same in every locale.
std::string short_fixed(double value, int decimals = 2);

/// A piece of a label: "σ_{h} = 1" is "σ", a lowered "h", and " = 1".
struct TextPiece {
  std::string text;
  bool lowered = false;
};
std::vector<TextPiece> pieces_of(std::string_view label);

/// The label without markup: "σ_{h}" is "σ_h".
std::string plain_text(std::string_view label);

/// An upper estimate of the width of a label, in the unit of the font size: fonts differ, and labels must not
/// touch.
double text_width(std::string_view label, double font_size);

/// Lines that are no wider than `width`, broken at blanks.
std::vector<std::string> wrapped_to(std::string_view label, double font_size, double width);

}  // namespace craggy::charts
