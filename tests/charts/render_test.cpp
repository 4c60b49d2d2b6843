#include "charts/render.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "charts/xml_check.hpp"
#include "support/message_of.hpp"

namespace craggy::charts {
namespace {

using testing::XmlElement;
using testing::XmlReader;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Chart plain_chart() {
  return {.x = {.range = {0.0, 10.0}, .label = "x"}, .y = {.range = {-1.0, 1.0}, .label = "f"}, .marks = {}};
}

Figure figure_of(Panel panel) {
  return {.name = "test",
          .title = "A <title> & σ_{h}",
          .description = "A \"description\"",
          .note = "note",
          .legend = {{.label = "a", .colour = palette::blue, .band = true},
                     {.label = "b", .colour = palette::red, .line = std::nullopt, .marker = Marker::cross}},
          .rows = {{.height = 100.0, .panels = {std::move(panel)}}}};
}

Figure figure_with(Mark mark) {
  Chart chart = plain_chart();
  chart.marks.push_back(std::move(mark));
  return figure_of({"panel", chart});
}

std::vector<XmlElement> elements_of(const Figure& figure) { return XmlReader::read(render_svg(figure)); }

std::vector<XmlElement> named(const std::vector<XmlElement>& elements, const std::string& name) {
  std::vector<XmlElement> result;
  for (const XmlElement& element : elements)
    if (element.name == name) result.push_back(element);
  return result;
}

// The coordinates in a path of M, L and Z.
std::vector<double> numbers_in(std::string path) {
  for (char& c : path)
    if (c == 'M' || c == 'L' || c == 'Z') c = ' ';
  std::istringstream stream(path);
  std::vector<double> numbers;
  for (double number = 0.0; stream >> number;) numbers.push_back(number);
  return numbers;
}

double number(const XmlElement& element, const std::string& attribute) {
  return std::stod(element.attributes.at(attribute));
}

// The area of the only panel: the clip path's, which is 5 wider at either side.
struct Area {
  double x, y, width, height;
};
Area area_of(const std::vector<XmlElement>& elements) {
  for (const XmlElement& element : elements)
    if (element.name == "rect" && elements[element.parent].name == "clipPath")
      return {number(element, "x") + 5.0, number(element, "y"), number(element, "width") - 10.0,
              number(element, "height")};
  throw std::runtime_error("no clip path");
}

XmlElement path_with_stroke(const std::vector<XmlElement>& elements, Colour colour) {
  for (const XmlElement& element : elements) {
    const auto stroke = element.attributes.find("stroke");
    if (element.name == "path" && stroke != element.attributes.end() && stroke->second == hex(colour))
      return element;
  }
  throw std::runtime_error("no such path");
}

TEST(RenderSvg, HasTitleAndDescriptionWithoutMarkup) {
  const auto elements = elements_of(figure_of({"panel", plain_chart()}));
  EXPECT_EQ(elements[0].attributes.at("xmlns"), "http://www.w3.org/2000/svg");
  EXPECT_EQ(elements[0].attributes.at("role"), "img");
  EXPECT_EQ(named(elements, "title").at(0).text, "A <title> & σ_h");
  EXPECT_EQ(named(elements, "desc").at(0).text, "A \"description\"");
}

TEST(RenderSvg, GivesTheSameBytesForTheSameFigure) {
  const Figure figure = figure_with(Line{.x = {0.0, 10.0}, .y = {0.0, 1.0 / 3.0}, .colour = palette::blue});
  EXPECT_EQ(render_svg(figure), render_svg(figure));
}

TEST(RenderSvg, PutsLinesWhereTheAxesSay) {
  const auto elements =
      elements_of(figure_with(Line{.x = {0.0, 5.0, 10.0}, .y = {-1.0, 1.0, 0.0}, .colour = palette::purple}));
  const Area area = area_of(elements);
  const std::vector<double> expected = {area.x, area.y + area.height, area.x + area.width / 2.0,
                                        area.y, area.x + area.width,  area.y + area.height / 2.0};
  const auto numbers = numbers_in(path_with_stroke(elements, palette::purple).attributes.at("d"));
  ASSERT_EQ(numbers.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(numbers[i], expected[i], 0.011);
}

TEST(RenderSvg, InterruptsALineWhereItHasNoValue) {
  const auto elements = elements_of(figure_with(
      Line{.x = {0.0, 1.0, 2.0, 3.0, 4.0}, .y = {0.0, 1.0, nan, 0.5, 0.0}, .colour = palette::purple}));
  const std::string path = path_with_stroke(elements, palette::purple).attributes.at("d");
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
  EXPECT_EQ(path.find("nan"), std::string::npos);
}

TEST(RenderSvg, ClosesABand) {
  const auto elements = elements_of(figure_with(
      Band{.x = {0.0, 10.0}, .lower = {-1.0, -1.0}, .upper = {1.0, 0.0}, .colour = palette::green}));
  for (const XmlElement& element : elements) {
    if (element.name != "path" || !element.attributes.contains("fill-opacity")) continue;
    const std::string path = element.attributes.at("d");
    EXPECT_EQ(path.back(), 'Z');
    EXPECT_EQ(numbers_in(path).size(), 8U);
    return;
  }
  FAIL() << "no band";
}

TEST(RenderSvg, DrawsAScaleBarOfItsLength) {
  const auto elements =
      elements_of(figure_with(ScaleBar{.low = 2.0, .high = 4.0, .colour = palette::vermilion}));
  const auto numbers = numbers_in(path_with_stroke(elements, palette::vermilion).attributes.at("d"));
  EXPECT_NEAR(numbers.at(2) - numbers.at(0), 0.2 * area_of(elements).width, 0.02);
}

TEST(RenderSvg, MarksPointsAndRules) {
  Figure figure = figure_with(Points{.x = {0.0, 5.0}, .y = {0.0, 0.0}, .colour = palette::black});
  std::get<Chart>(figure.rows[0].panels[0].content)
      .marks.emplace_back(Rule{.x = 5.0, .colour = palette::blue});
  const auto elements = elements_of(figure);
  const Area area = area_of(elements);
  ASSERT_EQ(named(elements, "circle").size(), 2U);
  EXPECT_NEAR(number(named(elements, "circle")[1], "cx"), area.x + area.width / 2.0, 0.01);
  bool found = false;
  for (const XmlElement& line : named(elements, "line"))
    found = found || std::abs(number(line, "x1") - (area.x + area.width / 2.0)) < 0.01;
  EXPECT_TRUE(found);
}

TEST(RenderSvg, JoinsCellsOfOneColour) {
  const auto elements =
      elements_of(figure_with(Cells{.x = {0.0, 5.0, 10.0},
                                    .y = {-1.0, 0.0, 1.0},
                                    .colours = {palette::red, palette::red, std::nullopt, palette::green}}));
  const Area area = area_of(elements);
  std::vector<XmlElement> cells;
  for (const XmlElement& rect : named(elements, "rect"))
    if (rect.attributes.contains("fill") && (rect.attributes.at("fill") == hex(palette::red) ||
                                             rect.attributes.at("fill") == hex(palette::green)))
      cells.push_back(rect);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_NEAR(number(cells[0], "height"), area.height, 0.4) << "two of one colour";
  EXPECT_NEAR(number(cells[1], "x"), area.x + area.width / 2.0, 0.02);
  EXPECT_NEAR(number(cells[1], "height"), area.height / 2.0, 0.4);
}

TEST(RenderSvg, WritesWordsBesideAPointAndTicksThatWereGiven) {
  Figure figure = figure_with(Text{.x = 5.0, .y = 0.0, .text = "<17>", .colour = palette::red});
  std::get<Chart>(figure.rows[0].panels[0].content).x.ticks = {{2.0, "sgd"}, {8.0, "adam"}};
  std::set<std::string> texts;
  for (const XmlElement& element : named(elements_of(figure), "text")) texts.insert(element.text);
  for (const char* text : {"<17>", "sgd", "adam"}) EXPECT_TRUE(texts.contains(text)) << text;
  EXPECT_FALSE(texts.contains("10"));
}

TEST(RenderSvg, PutsAPaleGroundBelowWords) {
  Text words{.x = 5.0, .y = 0.0, .text = "0.001", .colour = palette::red};
  const auto grounds = [&] {
    std::size_t count = 0;
    for (const XmlElement& element : named(elements_of(figure_with(words)), "rect"))
      if (element.attributes.contains("opacity")) ++count;
    return count;
  };
  EXPECT_EQ(grounds(), 0U);
  words.pale_ground = true;
  EXPECT_EQ(grounds(), 1U);
}

TEST(RenderSvg, GivesEveryPanelIdsOfItsOwn) {
  Figure figure = figure_of({"panel", plain_chart()});
  figure.rows = {{.height = 80.0, .panels = {{"a", plain_chart()}, {"b", plain_chart()}}},
                 {.height = 80.0, .panels = {{"c", plain_chart()}}}};
  std::set<std::string> ids;
  std::size_t count = 0;
  for (const XmlElement& element : elements_of(figure)) {
    const auto id = element.attributes.find("id");
    if (id == element.attributes.end()) continue;
    ids.insert(id->second);
    EXPECT_TRUE(id->second.starts_with("test-")) << id->second;
    ++count;
  }
  EXPECT_EQ(ids.size(), count);
  EXPECT_EQ(count, 5U);  // title, description, three panels
}

TEST(RenderSvg, NeedsNothingFromOutside) {
  const std::string svg = render_svg(figure_of({"panel", plain_chart()}));
  std::size_t links = 0;
  for (std::size_t at = svg.find("http"); at != std::string::npos; at = svg.find("http", at + 1)) ++links;
  EXPECT_EQ(links, 1U);  // the namespace
  EXPECT_EQ(svg.find("<image"), std::string::npos);
  EXPECT_EQ(svg.find("<style"), std::string::npos);
  EXPECT_EQ(svg.find("href"), std::string::npos);
}

Relief small_relief() {
  Relief relief{.heights = Matrix(4, 3), .x = {0.0, 1.0}, .y = {0.0, 1.0}, .x_label = "x", .y_label = "y"};
  relief.heights << 0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 3.0, 2.0, 1.0, 0.0, 0.0, 4.0;
  return relief;
}

TEST(RenderSvg, DrawsAReliefFromTheBackToTheFront) {
  std::vector<double> downwards;
  std::vector<std::string> paths;
  for (const XmlElement& element : elements_of(figure_of({"panel", small_relief()}))) {
    const auto transform = element.attributes.find("transform");
    if (element.name != "path" || transform == element.attributes.end()) continue;
    std::istringstream stream(transform->second.substr(std::string("translate(").size()));
    double x = 0.0;
    double y = 0.0;
    stream >> x >> y;
    downwards.push_back(y);
    paths.push_back(element.attributes.at("d"));
  }
  ASSERT_EQ(downwards.size(), 3U);
  EXPECT_LT(downwards[0], downwards[1]);
  EXPECT_LT(downwards[1], downwards[2]);
  // The row in front is the first: heights 0, 1, 3, 0 of 0 … 4, in tenths of units of the picture.
  const double height = 0.54 * 100.0 * 10.0;
  std::istringstream stream(paths[2].substr(std::string("M0 0V0l").size()));
  double y = 0.0;
  for (const double expected : {1.0, 3.0, 0.0}) {
    double dx = 0.0;
    double dy = 0.0;
    stream >> dx >> dy;
    y -= dy;
    EXPECT_NEAR(y, height * expected / 4.0, 1.0);
  }
}

TEST(RenderSvg, RefusesWhatCannotBeDrawn) {
  const auto message = [](const Figure& figure) { return testing::message_of([&] { render_svg(figure); }); };
  EXPECT_NE(message(figure_with(Line{.x = {0.0, 1.0}, .y = {0.0}, .colour = palette::red})), "(no error)");
  EXPECT_NE(message(figure_with(Band{.x = {0.0}, .lower = {nan}, .upper = {0.0}, .colour = palette::red})),
            "(no error)");
  EXPECT_NE(message(figure_with(Points{.x = {0.0}, .y = {}, .colour = palette::red})), "(no error)");
  Chart empty_range = plain_chart();
  empty_range.y.range = {1.0, 1.0};
  EXPECT_NE(message(figure_of({"panel", empty_range})), "(no error)");
  Relief flat = small_relief();
  flat.heights.setConstant(1.0);
  EXPECT_EQ(message(figure_of({"panel", flat})), "a relief is flat, but there has to be something to see");
  Figure none = figure_of({"panel", plain_chart()});
  none.rows.clear();
  EXPECT_NE(message(none), "(no error)");
}

}  // namespace
}  // namespace craggy::charts
