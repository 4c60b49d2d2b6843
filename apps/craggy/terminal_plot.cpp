#include "terminal_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text.hpp"

namespace craggy::cli {
namespace {

// The characters of a step curve: turns of one that falls, and of one that rises, from the left to the right.
struct Pen {
  std::string horizontal, turn_down, vertical, turn_right, turn_up, turn_right_above, band, colour,
      band_colour;
};

struct Characters {
  std::vector<Pen> pens;
  std::string reference, axis, tick_y, corner, axis_x, tick_x;
};

const Characters& characters(bool utf8) {
  static const Characters box = {{{"━", "┓", "┃", "┗", "┛", "┏", "▒", "\x1b[1;36m", "\x1b[36m"},
                                  {"─", "┐", "│", "└", "┘", "┌", "░", "\x1b[33m", "\x1b[33m"},
                                  {"═", "╗", "║", "╚", "╝", "╔", "·", "\x1b[35m", "\x1b[35m"}},
                                 "┈",
                                 "│",
                                 "┤",
                                 "└",
                                 "─",
                                 "┬"};
  static const Characters ascii = {{{"#", "#", "#", "#", "#", "#", ":", "\x1b[1;36m", "\x1b[36m"},
                                    {"o", "o", "o", "o", "o", "o", "'", "\x1b[33m", "\x1b[33m"},
                                    {"=", "=", "=", "=", "=", "=", "-", "\x1b[35m", "\x1b[35m"}},
                                   ".",
                                   "|",
                                   "+",
                                   "+",
                                   "-",
                                   "+"};
  return utf8 ? box : ascii;
}

// The nearest of 1, 2 and 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= step * (1.0 - 1e-9)) return factor * power;
  return 10.0 * power;
}

std::vector<double> round_ticks(double low, double high, double max_ticks) {
  const double step = round_step((high - low) / max_ticks);
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
    ticks.push_back(k == 0.0 ? 0.0 : k * step);
  return ticks;
}

// Of logarithms: whole ones, so that the ticks are powers of ten.
std::vector<double> whole_ticks(double low, double high, double max_ticks) {
  const double step = std::max(1.0, std::ceil((high - low) / max_ticks));
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9; ++k) ticks.push_back(k * step);
  return ticks;
}

class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height) : width_(width), cells_(width * height, " ") {}
  std::string& at(std::size_t row, std::size_t column) { return cells_[row * width_ + column]; }

 private:
  std::size_t width_;
  std::vector<std::string> cells_;
};

class Plot {
 public:
  Plot(const std::vector<Series>& series, const PlotOptions& options)
      : series_(series), options_(options), marks_(characters(options.utf8)) {
    find_range();
    const auto ticks = options_.log ? whole_ticks : round_ticks;
    for (const double tick : ticks(low_, high_, std::max(3.0, height() / 3.0))) {
      tick_labels_.push_back({static_cast<std::size_t>(row_at(tick)),
                              fmt::format("{:.6g}", options_.log ? std::pow(10.0, tick) : tick)});
      label_width_ = std::max(label_width_, tick_labels_.back().text.size());
    }
    const std::size_t margin = label_width_ + 3;
    const auto full = static_cast<std::size_t>(options.width);
    width_ = full > margin + 10 ? full - margin : 10;
  }

  std::string text() {
    Canvas canvas(width_, static_cast<std::size_t>(options_.height));
    if (options_.reference)
      for (std::size_t c = 0; c < width_; ++c) canvas.at(row_of(*options_.reference), c) = marks_.reference;
    // The first series last, so that it is on top; no band hides a curve.
    for (std::size_t i = series_.size(); i-- > 0;) shade(canvas, series_[i], pen_of(i));
    for (std::size_t i = series_.size(); i-- > 0;) draw(canvas, series_[i], pen_of(i));
    return legend() + area(canvas) + x_axis();
  }

 private:
  struct TickLabel {
    std::size_t row;
    std::string text;
  };

  const Pen& pen_of(std::size_t i) const { return marks_.pens[i % marks_.pens.size()]; }

  double height() const { return static_cast<double>(options_.height); }

  void find_range() {
    std::vector<double> all;
    for (const Series& each : series_) {
      for (const auto* values : {&each.values, &each.lower, &each.upper})
        all.insert(all.end(), values->begin(), values->end());
      longest_ = std::max(longest_, each.values.size());
    }
    if (options_.reference) all.push_back(*options_.reference);
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    low_ = scaled(*low);
    high_ = scaled(options_.highest ? std::clamp(*options_.highest, *low, *high) : *high);
    if (!(high_ - low_ > 1e-12 * std::max(std::abs(low_), std::abs(high_)))) {
      const double room = std::max(0.5, 0.05 * std::abs(low_));
      low_ -= room;
      high_ += room;
    }
  }

  double scaled(double value) const { return options_.log ? std::log10(value) : value; }

  long row_at(double height_of_it) const {
    return std::lround((high_ - height_of_it) / (high_ - low_) * (height() - 1.0));
  }
  // Below 0 for a value that lies above the area.
  long signed_row_of(double value) const { return row_at(scaled(value)); }
  std::size_t row_of(double value) const { return static_cast<std::size_t>(signed_row_of(value)); }

  // The evaluation, from 0, whose value is shown in a column.
  std::size_t evaluation_at(std::size_t column) const { return column * (longest_ - 1) / (width_ - 1); }
  std::size_t column_of(std::size_t evaluation) const {
    return longest_ == 1 ? 0 : (evaluation * (width_ - 1) + longest_ - 2) / (longest_ - 1);
  }

  std::string coloured(const std::string& colour, const std::string& mark) const {
    return options_.colour ? colour + mark + "\x1b[0m" : mark;
  }
  std::string coloured(const Pen& pen, const std::string& mark) const { return coloured(pen.colour, mark); }

  // Whether the column shows a value of a series of that length.
  bool shows(std::size_t column, std::size_t length) const {
    return evaluation_at(column) < length && (longest_ > 1 || column == 0);
  }

  void shade(Canvas& canvas, const Series& series, const Pen& pen) const {
    for (std::size_t c = 0; c < width_ && shows(c, series.lower.size()); ++c) {
      const long top = std::max(signed_row_of(series.upper[evaluation_at(c)]), 0L);
      const long bottom = signed_row_of(series.lower[evaluation_at(c)]);
      for (long r = top; r <= bottom; ++r)
        canvas.at(static_cast<std::size_t>(r), c) = coloured(pen.band_colour, pen.band);
    }
  }

  void draw(Canvas& canvas, const Series& series, const Pen& pen) const {
    for (std::size_t c = 0; c < width_ && shows(c, series.values.size()); ++c) {
      const long row = signed_row_of(series.values[evaluation_at(c)]);
      if (row < 0) continue;
      const long before = c == 0 ? row : signed_row_of(series.values[evaluation_at(c - 1)]);
      const auto mark = [&](long r, const std::string& text) {
        canvas.at(static_cast<std::size_t>(r), c) = coloured(pen, text);
      };
      for (long r = std::max(std::min(before, row), 0L); r <= std::max(before, row); ++r)
        mark(r, pen.vertical);
      if (before != row && before >= 0) mark(before, before < row ? pen.turn_down : pen.turn_up);
      mark(row, before == row ? pen.horizontal : before < row ? pen.turn_right : pen.turn_right_above);
    }
  }

  std::string legend() const {
    std::string line = std::string(label_width_ + 3, ' ');
    for (std::size_t i = 0; i < series_.size(); ++i) {
      const Pen& pen = pen_of(i);
      line += coloured(pen, pen.horizontal + pen.horizontal) + " " + series_[i].label + "   ";
    }
    if (options_.reference)
      line += fmt::format("{0}{0} reference {1:.6g}", marks_.reference, *options_.reference);
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  std::string area(Canvas& canvas) const {
    std::string text;
    for (std::size_t row = 0; row < static_cast<std::size_t>(options_.height); ++row) {
      const auto tick = std::find_if(tick_labels_.begin(), tick_labels_.end(),
                                     [&](const TickLabel& t) { return t.row == row; });
      const bool has_tick = tick != tick_labels_.end();
      std::string line = fmt::format("{:>{}} {} ", has_tick ? tick->text : "", label_width_,
                                     has_tick ? marks_.tick_y : marks_.axis);
      for (std::size_t c = 0; c < width_; ++c) line += canvas.at(row, c);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

  std::string x_axis() const {
    std::vector<std::string> axis(width_ + 1, marks_.axis_x);
    std::string labels;
    const auto add_tick = [&](std::size_t evaluation) {
      const std::size_t column = column_of(evaluation - 1);
      const std::string label = std::to_string(evaluation);
      axis[column + 1] = marks_.tick_x;
      // Centred below the tick, but never beyond the right end.
      const std::size_t begin =
          std::min(column + 1 - std::min(column + 1, (label.size() - 1) / 2), width_ + 1 - label.size());
      labels += std::string(begin - labels.size(), ' ') + label;
    };
    add_tick(1);
    const auto last = static_cast<double>(longest_);
    for (const double tick : round_ticks(0.0, last, std::max(2.0, static_cast<double>(width_) / 10.0)))
      if (tick > 1.0 && tick == std::floor(tick) &&
          column_of(static_cast<std::size_t>(tick) - 1) > labels.size() + 7)
        add_tick(static_cast<std::size_t>(tick));
    const std::string caption = "evaluations";
    const bool fits = labels.size() + 1 + caption.size() <= width_ + 1;
    if (!fits) labels += '\n' + std::string(label_width_ + 2, ' ');
    labels +=
        std::string(fits ? width_ + 1 - labels.size() - caption.size() : width_ + 1 - caption.size(), ' ') +
        caption;
    std::string line = std::string(label_width_ + 1, ' ') + marks_.corner;
    for (const std::string& mark : axis) line += mark;
    return line + "\n" + std::string(label_width_ + 2, ' ') + labels + "\n";
  }

  const std::vector<Series>& series_;
  PlotOptions options_;
  const Characters& marks_;
  double low_ = 0.0;  // scaled
  double high_ = 1.0;
  std::size_t longest_ = 0;
  std::size_t width_ = 0;
  std::size_t label_width_ = 0;
  std::vector<TickLabel> tick_labels_;
};

}  // namespace

PlotOptions plot_options_for(const Terminal& terminal) {
  PlotOptions options;
  options.width = std::min(terminal.columns, 100);
  options.utf8 = terminal.utf8;
  options.colour = terminal.colour;
  return options;
}

std::string plot_best_so_far(const std::vector<Series>& series, const PlotOptions& options) {
  return Plot(series, options).text();
}

}  // namespace craggy::cli
