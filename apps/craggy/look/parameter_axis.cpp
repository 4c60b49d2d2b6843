#include "look/parameter_axis.hpp"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "base/printable.hpp"
#include "look/figure_parts.hpp"

namespace craggy::cli {

using charts::Tick;

ParameterAxis::ParameterAxis(const Parameter& parameter) {
  axis_.label = parameter.name;
  const auto take = [&](double low, double high, bool log) {
    is_log_ = log;
    axis_.range = {log ? std::log10(low) : low, log ? std::log10(high) : high};
    if (log) axis_.ticks = log_ticks(axis_.range);
    axis_.num_ticks = 4;
    if (!(axis_.range.high > axis_.range.low)) axis_.range = {axis_.range.low - 0.5, axis_.range.low + 0.5};
  };
  const auto take_choices = [&](const std::vector<std::string>& choices) {
    has_choices_ = true;
    axis_.range = {-0.5, static_cast<double>(choices.size()) - 0.5};
    for (std::size_t i = 0; i < choices.size(); ++i)
      axis_.ticks.push_back({static_cast<double>(i), excerpt(choices[i], 12)});
  };
  if (const auto* real = std::get_if<Float>(&parameter.domain)) take(real->low, real->high, real->log);
  if (const auto* step = std::get_if<Step>(&parameter.domain)) take(step->low, step->high, false);
  if (const auto* whole = std::get_if<Int>(&parameter.domain))
    take(static_cast<double>(whole->low), static_cast<double>(whole->high), whole->log);
  if (const auto* names = std::get_if<Categorical>(&parameter.domain)) take_choices(names->choices);
  if (std::holds_alternative<Bool>(parameter.domain)) take_choices({"false", "true"});
}

std::vector<Tick> ParameterAxis::ticks() const {
  if (!axis_.ticks.empty()) return axis_.ticks;
  return charts::nice_ticks(axis_.range.low, axis_.range.high, axis_.num_ticks);
}

double ParameterAxis::at(double code) const { return is_log_ ? std::log10(code) : code; }

}  // namespace craggy::cli
