// Colours that stay apart for colour-blind readers and in print.
#pragma once

#include <cstdint>
#include <string>

namespace craggy::charts {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};

/// "#0072b2".
std::string hex(Colour colour);

/// The palette of [OkabeIto2008], made to be told apart with any kind of colour vision, and greys.
namespace palette {
inline constexpr Colour black{0, 0, 0};
inline constexpr Colour orange{230, 159, 0};
inline constexpr Colour sky_blue{86, 180, 233};
inline constexpr Colour green{0, 158, 115};
inline constexpr Colour blue{0, 114, 178};
inline constexpr Colour vermilion{213, 94, 0};
inline constexpr Colour purple{204, 121, 167};
inline constexpr Colour red{200, 16, 46};
inline constexpr Colour dark_grey{68, 68, 68};
inline constexpr Colour grey{136, 136, 136};
inline constexpr Colour light_grey{226, 226, 226};
inline constexpr Colour white{255, 255, 255};
}  // namespace palette

/// A scale for heights, t in [0, 1] from dark to light: cubehelix [Green2011], whose lightness rises
/// steadily, so that it can be read without colour, too. Values outside are cut.
Colour height_colour(double t);

/// How light a colour looks, from 0 (black) to 1 (white).
double lightness(Colour colour);

}  // namespace craggy::charts
