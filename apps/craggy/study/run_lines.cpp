#include "study/run_lines.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "numbers.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t widest_params = 120;  // columns of a line that is read at a glance

std::string number(double value, LineDetail detail) {
  return detail == LineDetail::exact ? exact_number(value) : short_number(value);
}

std::string value_text_of(const RunEvent& event, LineDetail detail) {
  if (event.kind == RunEvent::Kind::retried) return "failed, is tried again";
  if (!event.outcome->result) return "failed";
  const Result& result = *event.outcome->result;
  std::string text = number(result.value, detail);
  if (result.noise) text += fmt::format(" ± {}", number(*result.noise, detail));
  return text + (is_feasible(result.constraints) ? "" : " (infeasible)");
}

std::string params_of(const Trial& trial, LineDetail detail) {
  if (detail == LineDetail::exact) return params_line(trial.space(), trial.values());
  const std::string text = short_params_line(trial.space(), trial.values());
  return display_width(text) <= widest_params ? text : clipped(text, widest_params - 1) + "…";
}

}  // namespace

std::string time_stamp() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void RunLines::take(const RunEvent& event) {
  const auto improve = [this](double value) {
    const double sign = direction_ == Direction::minimise ? 1.0 : -1.0;
    if (!best_ || sign * value < sign * *best_) best_ = value;
  };
  if (event.kind == RunEvent::Kind::finished && is_feasible(event.outcome->result->constraints))
    improve(event.outcome->result->value);
  if (event.best != nullptr && event.best->objective) improve(*event.best->objective);
}

std::string RunLines::line(const RunEvent& event, LineDetail detail) const {
  std::string text =
      fmt::format("{}  trial {}  {}", time_stamp(), event.trial->number(), value_text_of(event, detail));
  if (best_) text += fmt::format("  best {}", number(*best_, detail));
  text += fmt::format("  {}", params_of(*event.trial, detail));
  if (!event.outcome->result) text += fmt::format("  {}", reason_of(*event.outcome));
  return text;
}

}  // namespace craggy::cli
