// A plot of best-so-far values in the terminal: step curves drawn with box characters, which also tell three
// series apart without colours (heavy, light and double lines; #, o and = in ASCII), and shaded bands around
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace craggy::cli {

struct Series {
  std::string label;
  std::vector<double> values;   // after evaluation 1, 2, …
  std::vector<double> lower{};  // the edges of a shaded band, as many as values; or empty: no band
  std::vector<double> upper{};
};

struct PlotOptions {
  int width = 80;   // of everything, labels included
  int height = 16;  // of the area in which the curves are
  bool utf8 = true;
  bool colour = false;
  std::optional<double> reference;  // a dotted line at this value
  std::optional<double> highest{};  // the upper end of the area: what lies above is cut off
  bool log = false;                 // logarithms; every number has to be above 0
};

/// What suits the terminal: at most 100 columns wide.
PlotOptions plot_options_for(const Terminal& terminal);

/// One to three series of finite values, of which at least one is not empty.
std::string plot_best_so_far(const std::vector<Series>& series, const PlotOptions& options);

}  // namespace craggy::cli
