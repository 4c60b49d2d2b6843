#include "charts/svg.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "charts/xml_check.hpp"

namespace craggy::charts {
namespace {

using testing::XmlReader;

TEST(SvgWriter, IsWellFormedWhateverIsWritten) {
  const std::string nasty = "</text><script>\"'&amp;\x02 σ_{h}";
  SvgWriter svg;
  svg.open("svg", {{"width", 10.0}, {"id", nasty}});
  svg.element("title", {}, nasty);
  svg.label({{"x", 1.25}}, nasty);
  svg.empty("rect", {{"fill", nasty}});
  svg.close();
  const auto elements = XmlReader::read(svg.finish());
  const std::string readable = "</text><script>\"'&amp; σ_{h}";
  EXPECT_EQ(elements.at(0).attributes.at("id"), readable);
  EXPECT_EQ(elements.at(0).attributes.at("width"), "10");
  EXPECT_EQ(elements.at(1).text, readable);
  EXPECT_EQ(elements.at(2).text, "</text><script>\"'&amp; σ");  // the rest is lowered
  EXPECT_EQ(elements.at(3).name, "tspan");
  EXPECT_EQ(elements.at(3).text, "h");
}

TEST(SvgWriter, ShiftsBackBehindALoweredPiece) {
  SvgWriter svg;
  svg.label({}, "σ_{h} = 1");
  const auto elements = XmlReader::read(svg.finish());
  ASSERT_EQ(elements.size(), 3U);
  EXPECT_EQ(elements[1].attributes.at("dy"), "0.3em");
  EXPECT_EQ(elements[1].attributes.at("font-size"), "70%");
  EXPECT_EQ(elements[2].attributes.at("dy"), "-0.21em");  // 0.3 em of 70 %
  EXPECT_EQ(elements[2].attributes.at("dx"), "0.3em");    // for the blank
  EXPECT_EQ(elements[2].text, "= 1");
}

TEST(SvgWriter, RefusesElementsThatDoNotMatch) {
  SvgWriter svg;
  svg.open("svg", {});
  EXPECT_THROW(svg.finish(), Error);
  svg.close();
  EXPECT_NO_THROW(svg.finish());
  EXPECT_THROW(svg.close(), Error);
}

TEST(PathData, IsShort) {
  PathData path;
  EXPECT_TRUE(path.empty());
  path.move_to(0.0, 1.0);
  path.line_to(2.5, -0.001);
  path.line_to(3.0, 4.128);
  path.close();
  path.line_to(1.0, 1.0);
  EXPECT_EQ(path.str(), "M0 1L2.5 0 3 4.13ZL1 1");
}

// The checker itself has to be able to fail.
TEST(XmlReader, RefusesWhatIsNotWellFormed) {
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_NO_THROW(XmlReader::read(head + "<a><b c=\"d\"/>&lt;</a>\n"));
  for (const char* body : {"<a>", "<a></b>", "<a><b></a></b>", "<a b=c/>", R"(<a b="<"/>)", "<a>&nope;</a>",
                           "<a>&</a>", R"(<a b="1" b="2"/>)", "<a/><a/>", "<a>\x01</a>", "a"})
    EXPECT_THROW(XmlReader::read(head + body), std::runtime_error) << body;
  EXPECT_THROW(XmlReader::read("<a/>"), std::runtime_error);
}

}  // namespace
}  // namespace craggy::charts
