#include "study/trial_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/printable.hpp"
#include "numbers.hpp"
#include "runs/ranking.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

// Six digits are for people who look at many points at once.
std::string short_value(const Parameter& parameter, double code) {
  const bool is_real = std::holds_alternative<Float>(parameter.domain);
  return is_real ? short_number(code) : excerpt(value_text(parameter, code));
}

std::string params_text(const Space& space, const std::vector<double>& values,
                        std::string (*text_of)(const Parameter&, double)) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, values))
      parts.push_back(fmt::format("{}={}", space[i].name, text_of(space[i], values[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string value_cell(const TrialRecord& record) {
  if (!record.objective) return record.message.empty() ? "" : reason_of(record.message);
  return short_number(*record.objective) + (is_feasible(record.constraints) ? "" : " (infeasible)");
}

// Values that no model takes are no reason to show nothing at all.
template <class Recommend>
std::optional<RecommendedTrial> unless_refused(const Recommend& recommend, const Context& context) {
  try {
    return recommend();
  } catch (const InvalidArgument& error) {
    context.err << fmt::format("craggy: no trial can be recommended: {}\n", error.what());
    return std::nullopt;
  }
}

}  // namespace

std::string params_line(const Space& space, const std::vector<double>& values) {
  return params_text(space, values, exact_value);
}

std::string short_params_line(const Space& space, const std::vector<double>& values) {
  return params_text(space, values, short_value);
}

std::string exact_value(const Parameter& parameter, double code) {
  return excerpt(value_text(parameter, code), std::string::npos);
}

std::string tell_command(const std::string& store, const std::string& study, TrialNumber number,
                         const Result& result) {
  std::string value = exact_number(result.value);
  if (!result.constraints.empty() || result.noise) {
    Json json;
    runs::add_result(json, result.value, result.constraints, result.noise);
    value = json.dump();
  }
  return fmt::format("craggy tell --store {} {}{} {} {}", shell_word(store),
                     study.starts_with('-') ? "-- " : "", shell_word(study), number, shell_word(value));
}

std::string recommended_text(const RecommendedTrial& recommended) {
  return fmt::format("trial {}, where the mean is {}", recommended.record.number,
                     runs::with_uncertainty(recommended.mean, recommended.sd));
}

std::optional<RecommendedTrial> find_recommended(const Study& study, const Context& context,
                                                 const std::stop_token& stop) {
  return unless_refused([&] { return study.recommended(stop); }, context);
}

std::optional<RecommendedTrial> find_recommended(const StudyView& view, const Context& context,
                                                 const std::stop_token& stop) {
  return unless_refused([&] { return view.recommended(0, stop); }, context);
}

std::string trial_table(const Space& space, const std::vector<TrialRecord>& records, std::size_t width) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(records.size());
  for (const TrialRecord& record : records)
    rows.push_back({fmt::format("{}", record.number), std::string(name_of(record.state)), value_cell(record),
                    params_text(space, record.values, short_value)});
  return table({{"trial", Align::right}, {"state"}, {"value"}, {"parameters"}}, rows, width);
}

std::string numbers_line(const std::vector<double>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::vector<TrialRecord> best_trials(const Study& study, std::size_t count) {
  return runs::best_trials(study.trials(), study.direction(), count);
}

std::vector<TrialRecord> least_infeasible_trials(const Study& study, std::size_t count) {
  return runs::least_infeasible_trials(study.trials(), count);
}

}  // namespace craggy::cli
