#include "look/terminal_views.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/printable.hpp"
#include "numbers.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t height = 12;
constexpr std::size_t widest_label = 20;
constexpr const char* firm_blank = "\u00A0";  // which a table leaves where it is

struct Marks {
  std::string mean, band, bar, axis, corner, floor;
};
Marks marks_for(const Terminal& terminal) {
  if (terminal.utf8) return {"━", "░", "█", "│", "└", "─"};
  return {"#", ":", "#", "|", "+", "-"};
}

std::string coloured(const std::string& text, const char* colour, const Terminal& terminal) {
  return terminal.colour ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}

std::string repeated(const std::string& mark, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += mark;
  return text;
}

std::size_t width_of(const Terminal& terminal) {
  return static_cast<std::size_t>(std::clamp(terminal.columns, 40, 100));
}

std::string code_text(const Parameter& parameter, double code) {
  if (std::holds_alternative<Float>(parameter.domain)) return short_number(code);
  return excerpt(value_text(parameter, code), widest_label);
}

std::string axis_number(double value) { return fmt::format("{:.3g}", value); }

// From -1 to 1 as a bar to either side of the middle.
std::string balance_bar(double share, std::size_t half_width, const Marks& marks) {
  const auto length =
      static_cast<std::size_t>(std::lround(std::min(std::abs(share), 1.0) * static_cast<double>(half_width)));
  const std::string bar = repeated(marks.bar, length);
  const std::string blank = repeated(firm_blank, half_width - length);
  return share < 0.0 ? blank + bar + marks.axis : repeated(firm_blank, half_width) + marks.axis + bar;
}

// Rows of a picture whose columns are the points of a slice.
std::string slice_area(const StudyModel::Forecast& forecast, std::size_t num_columns,
                       const Terminal& terminal) {
  const Marks marks = marks_for(terminal);
  const double low = forecast.quantiles.row(0).minCoeff();
  const double high = std::max(forecast.quantiles.row(forecast.quantiles.rows() - 1).maxCoeff(),
                               std::nextafter(low, HUGE_VAL));
  const auto row_of = [&](double value) {
    return std::lround((high - value) / (high - low) * static_cast<double>(height - 1));
  };
  const std::vector<std::string> labels = {axis_number(high), axis_number(0.5 * (low + high)),
                                           axis_number(low)};
  const std::size_t label_width = std::max({labels[0].size(), labels[1].size(), labels[2].size()});
  std::string text;
  for (long row = 0; row < static_cast<long>(height); ++row) {
    const bool labelled_row =
        row == 0 || row == static_cast<long>(height - 1) || row == static_cast<long>(height / 2);
    const std::string& label = row == 0                               ? labels[0]
                               : row == static_cast<long>(height - 1) ? labels[2]
                                                                      : labels[1];
    text += fmt::format("{:>{}} {} ", labelled_row ? label : "", label_width, marks.axis);
    std::string line;
    for (std::size_t c = 0; c < num_columns; ++c) {
      const auto m = static_cast<Index>(c * static_cast<std::size_t>(forecast.mean.size()) / num_columns);
      if (row_of(std::clamp(forecast.mean[m], low, high)) == row)
        line += coloured(marks.mean, "1;36", terminal);
      else if (row >= row_of(forecast.quantiles(forecast.quantiles.rows() - 1, m)) &&
               row <= row_of(forecast.quantiles(0, m)))
        line += coloured(marks.band, "36", terminal);
      else
        line += ' ';
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text + std::string(label_width + 1, ' ') + marks.corner + repeated(marks.floor, num_columns + 1) +
         '\n';
}

// One line per choice: the band and the mean in it.
std::string choices_text(const StudyModel& model, const StudyModel::Slice& slice, const Terminal& terminal) {
  const Marks marks = marks_for(terminal);
  const Parameter& parameter = model.space()[model.space().index_of(slice.parameter)];
  const Matrix& quantiles = slice.forecast.quantiles;
  const double low = quantiles.row(0).minCoeff();
  const double high = std::max(quantiles.row(quantiles.rows() - 1).maxCoeff(), std::nextafter(low, HUGE_VAL));
  const std::size_t num_columns = width_of(terminal) - 40;
  const auto column_of = [&](double value) {
    return std::lround(std::clamp((value - low) / (high - low), 0.0, 1.0) *
                       static_cast<double>(num_columns - 1));
  };
  std::vector<std::vector<std::string>> rows;
  for (Index m = 0; m < slice.forecast.mean.size(); ++m) {
    std::string bar;
    for (long c = 0; c < static_cast<long>(num_columns); ++c)
      bar += c == column_of(slice.forecast.mean[m]) ? marks.bar
             : c >= column_of(quantiles(0, m)) && c <= column_of(quantiles(quantiles.rows() - 1, m))
                 ? marks.band
                 : firm_blank;
    rows.push_back({code_text(parameter, slice.codes[static_cast<std::size_t>(m)]),
                    fmt::format("{:.4g}", slice.forecast.mean[m]),
                    fmt::format("{:.2g}", slice.forecast.sd[m]), bar});
  }
  return table({{slice.parameter},
                {"mean", Align::right},
                {"sd", Align::right},
                {fmt::format("{} to {}", axis_number(low), axis_number(high))}},
               rows);
}

}  // namespace

std::string slice_text(const StudyModel& model, const std::string& parameter,
                       const std::vector<double>& through, const Terminal& terminal) {
  const std::size_t num_columns = width_of(terminal) - 14;
  const StudyModel::Slice slice = model.slice(parameter, through, num_columns);
  if (!slice.inactive.empty())
    return fmt::format("{} is inactive there: it needs {}\n", parameter, slice.inactive);
  const Parameter& about = model.space()[model.space().index_of(parameter)];
  if (slice.codes.size() <= height) return choices_text(model, slice, terminal);
  const std::string first = code_text(about, slice.codes.front());
  const std::string last = code_text(about, slice.codes.back());
  const std::string area = slice_area(slice.forecast, num_columns, terminal);
  const std::size_t margin = display_width(area.substr(area.rfind('\n', area.size() - 2) + 1)) - num_columns;
  const std::size_t room = num_columns - std::min(num_columns, first.size() + last.size());
  const std::size_t before = room - std::min(room, parameter.size());
  return area + std::string(margin - 1, ' ') + first + std::string(before / 2, ' ') + parameter +
         std::string(before - before / 2, ' ') + last + '\n';
}

std::string ignored_text(const StudyModel& model, const Terminal& terminal) {
  constexpr std::size_t most = 20;
  std::vector<StudyModel::IgnoredDetail> details = model.latent_magnitude();
  std::stable_sort(details.begin(), details.end(),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
  if (details.size() > most) details.resize(most);
  double largest = 0.0;
  for (const StudyModel::IgnoredDetail& detail : details)
    largest = std::max(largest, std::abs(detail.ignored));
  const std::size_t half = (width_of(terminal) - 38) / 2;
  std::vector<std::vector<std::string>> rows;
  for (const StudyModel::IgnoredDetail& detail : details) {
    const std::string bar =
        balance_bar(largest > 0.0 ? detail.ignored / largest : 0.0, half, marks_for(terminal));
    rows.push_back({fmt::format("{}{}", detail.trial, detail.stands_out ? " *" : "  "),
                    short_number(detail.observed), fmt::format("{:+.3g}", detail.ignored),
                    detail.stands_out ? coloured(bar, "31", terminal) : bar});
  }
  return table({{"trial  ", Align::right},
                {"observed", Align::right},
                {"ignored", Align::right},
                {"below what is believed, or above"}},
               rows) +
         fmt::format("* stands out: at least {:.0f} times what is usual\n", least_score_that_stands_out);
}

std::string importance_text(const StudyModel& model, const Terminal& terminal) {
  std::vector<StudyModel::Importance> importance = model.importance();
  std::stable_sort(importance.begin(), importance.end(),
                   [](const auto& a, const auto& b) { return a.total.middle > b.total.middle; });
  const std::size_t width = width_of(terminal) - 40;
  std::vector<std::vector<std::string>> rows;
  for (const StudyModel::Importance& each : importance) {
    const double share = std::clamp(each.total.middle, 0.0, 1.0);
    rows.push_back({excerpt(each.parameter, widest_label), fmt::format("{:.2f}", share),
                    repeated(marks_for(terminal).bar,
                             static_cast<std::size_t>(std::lround(share * static_cast<double>(width))))});
  }
  return table({{"parameter"}, {"share", Align::right}, {"of the variance, alone and with others"}}, rows);
}

}  // namespace craggy::cli
