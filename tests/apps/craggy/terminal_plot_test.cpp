#include "terminal_plot.hpp"

#include <gtest/gtest.h>

#include "text.hpp"

namespace craggy::cli {
namespace {

PlotOptions small(bool utf8) {
  PlotOptions options;
  options.width = 30;
  options.height = 7;
  options.utf8 = utf8;
  return options;
}

const std::vector<Series> two = {{"first", {4.0, 4.0, 1.0, 0.5, 0.5, 0.0}}, {"second", {4.0, 3.0, 3.0, 2.0}}};

TEST(TerminalPlot, TwoSeriesWithBoxCharacters) {
  EXPECT_EQ(plot_best_so_far(two, small(true)),
            R"(    ━━ first   ── second
4 ┤ ━━━━━━━━━━┓
  │      │    ┃
  │      └────┃────┐
2 ┤           ┃    └────
  │           ┃
  │           ┗━━━━━━━━━━━━━━┓
0 ┤                          ┗
  └─┬───────────────────┬─────
    1                   5
                   evaluations
)");
}

TEST(TerminalPlot, TwoSeriesAndAReferenceInAscii) {
  PlotOptions options = small(false);
  options.reference = -1.0;
  EXPECT_EQ(plot_best_so_far(two, options),
            R"(    ## first   oo second   .. reference -1
4 + ###########
  |      ooooo#ooooo
2 +           #    ooooo
  |           #
  |           ################
0 +                          #
  | ..........................
  +-+-------------------+-----
    1                   5
                   evaluations
)");
}

TEST(TerminalPlot, OneValue) {
  EXPECT_EQ(plot_best_so_far({{"one", {3.0}}}, small(false)),
            R"(      ## one
3.5 +
    |
    |
  3 + #
    |
    |
2.5 +
    +-+-----------------------
      1            evaluations
)");
}

TEST(TerminalPlot, ConstantValues) {
  EXPECT_EQ(plot_best_so_far({{"constant", {3.0, 3.0, 3.0}}}, small(false)),
            R"(      ## constant
3.5 +
    |
    |
  3 + ########################
    |
    |
2.5 +
    +-+-----------+-----------
      1           2
                   evaluations
)");
}

TEST(TerminalPlot, PowersOfTenOnALogarithmicAxis) {
  PlotOptions options = small(false);
  options.log = true;
  EXPECT_EQ(plot_best_so_far({{"one", {1000.0, 1000.0, 1.0}}}, options),
            R"(       ## one
1000 + #######################
     |                       #
 100 +                       #
     |                       #
  10 +                       #
     |                       #
   1 +                       #
     +-+----------+-----------
       1          2
                   evaluations
)");
}

TEST(TerminalPlot, NoLineIsWiderThanAsked) {
  std::vector<double> values(200);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1e6 / (1.0 + static_cast<double>(i));
  for (const int width : {40, 80, 120}) {
    PlotOptions options;
    options.width = width;
    const std::string plot = plot_best_so_far({{"many", values}}, options);
    for (const std::string_view line : split(plot, '\n'))
      EXPECT_LE(display_width(line), static_cast<std::size_t>(width));
  }
}

TEST(TerminalPlot, ColoursOnlyIfAsked) {
  PlotOptions options = small(true);
  EXPECT_EQ(plot_best_so_far(two, options).find('\x1b'), std::string::npos);
  options.colour = true;
  EXPECT_NE(plot_best_so_far(two, options).find("\x1b[33m─\x1b[0m"), std::string::npos);
}

TEST(TerminalPlot, FitsItsTerminal) {
  Terminal terminal;
  terminal.columns = 72;
  terminal.utf8 = false;
  EXPECT_EQ(plot_options_for(terminal).width, 72);
  EXPECT_FALSE(plot_options_for(terminal).utf8);
  terminal.columns = 300;
  EXPECT_EQ(plot_options_for(terminal).width, 100);
}

TEST(TerminalPlot, BandsAndACutAtTheTop) {
  PlotOptions options = small(true);
  options.highest = 4.0;
  const std::vector<Series> series = {
      {"first", {9.0, 3.0, 2.0, 2.0}, {8.0, 2.6, 1.8, 1.8}, {10.0, 3.7, 2.8, 2.8}},
      {"second", {9.0, 4.0, 4.0, 3.0}},
      {"third", {4.0, 4.0, 0.0, 0.0}, {4.0, 3.0, 0.0, 0.0}, {4.0, 4.0, 1.3, 1.3}}};
  EXPECT_EQ(plot_best_so_far(series, options),
            R"(    ━━ first   ── second   ══ third
4 ┤ ═════════┃───────────────┐
  │          ┃▒▒▒▒▒▒▒║       │
  │          ┗━━━━━━━┓▒▒▒▒▒▒▒└
2 ┤                  ┗━━━━━━━━
  │                  ║········
  │                  ║········
0 ┤                  ╚════════
  └─┬────────────────────────┬
    1                        4
                   evaluations
)");
  options.utf8 = false;
  EXPECT_EQ(plot_best_so_far(series, options),
            R"(    ## first   oo second   == third
4 + =========#oooooooooooooooo
  |          #:::::::=       o
  |          #########:::::::o
2 +                  #########
  |                  =--------
  |                  =--------
0 +                  =========
  +-+------------------------+
    1                        4
                   evaluations
)");
}

TEST(TerminalPlot, ACurveThatRises) {
  EXPECT_EQ(plot_best_so_far({{"best", {0.0, 0.0, 2.0, 3.0}}}, small(true)),
            R"(    ━━ best
3 ┤                          ┏
  │                          ┃
2 ┤                  ┏━━━━━━━┛
  │                  ┃
1 ┤                  ┃
  │                  ┃
0 ┤ ━━━━━━━━━━━━━━━━━┛
  └─┬────────────────────────┬
    1                        4
                   evaluations
)");
}

}  // namespace
}  // namespace craggy::cli
