#include "charts/colour.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace craggy::charts {
namespace {

TEST(Hex, IsWhatSvgReads) {
  EXPECT_EQ(hex({0, 114, 178}), "#0072b2");
  EXPECT_EQ(hex(palette::white), "#ffffff");
}

TEST(HeightColour, GetsLighterAllTheWay) {
  double before = -1.0;
  for (int i = 0; i <= 50; ++i) {
    const double now = lightness(height_colour(i / 50.0));
    EXPECT_GT(now, before) << i;
    before = now;
  }
  EXPECT_LT(lightness(height_colour(0.0)), 0.25);
  EXPECT_GT(lightness(height_colour(1.0)), 0.85);
}

TEST(HeightColour, CutsWhatIsOutside) {
  EXPECT_EQ(height_colour(-1.0), height_colour(0.0));
  EXPECT_EQ(height_colour(2.0), height_colour(1.0));
}

}  // namespace
}  // namespace craggy::charts
