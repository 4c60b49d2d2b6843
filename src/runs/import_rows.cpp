#include "runs/import_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/printable.hpp"
#include "base/text.hpp"
#include "runs/import_columns.hpp"
#include "runs/iso_time.hpp"
#include "runs/spreadsheet_text.hpp"
#include "space/codec.hpp"

namespace craggy::runs {
namespace {

// The first thing that is wrong in a row.
struct BadRow {
  std::string why;
};

std::string quoted(std::string_view text) { return fmt::format("'{}'", excerpt(text)); }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

// A number as texts have it, which may be infinite or NaN.
std::optional<double> parse_number(std::string_view text) {
  text = without_plus(trimmed(text));
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

double finite_number(std::string_view column, std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value) throw BadRow{fmt::format("{}: {} is not a number", column, quoted(text))};
  if (!std::isfinite(*value))
    throw BadRow{fmt::format("{}: {} is not a finite number", column, quoted(text))};
  return *value;
}

std::optional<std::pair<double, double>> bounds_of(const Domain& domain) {
  if (const auto* real = std::get_if<Float>(&domain)) return std::pair(real->low, real->high);
  if (const auto* step = std::get_if<Step>(&domain)) return std::pair(step->low, step->high);
  if (const auto* whole = std::get_if<Int>(&domain))
    return std::pair(static_cast<double>(whole->low), static_cast<double>(whole->high));
  return std::nullopt;
}

// As other programs write it: a whole number with a point, as where a column has gaps; True.
std::string usual_form(const Parameter& parameter, std::string_view text) {
  if (std::holds_alternative<Categorical>(parameter.domain)) {
    const std::vector<std::string>& choices = std::get<Categorical>(parameter.domain).choices;
    const auto is_choice = [&](std::string_view each) {
      return std::find(choices.begin(), choices.end(), each) != choices.end();
    };
    const std::string exported = from_spreadsheet(text);  // first, so that what craggy exports is read back
    for (const std::string_view each : {std::string_view(exported), text, trimmed(text)})
      if (is_choice(each)) return std::string(each);
    return std::string(text);
  }
  text = trimmed(text);
  if (std::holds_alternative<Bool>(parameter.domain)) return lower_case(text);
  if (std::holds_alternative<Int>(parameter.domain)) {
    const std::optional<double> number = parse_number(text);
    if (number && *number == std::floor(*number) && std::abs(*number) <= static_cast<double>(largest_int))
      return fmt::format("{}", static_cast<std::int64_t>(*number));
  }
  return std::string(without_plus(text));
}

double parse_parameter_value(const Parameter& parameter, std::string_view text) {
  const std::string usual = usual_form(parameter, text);
  try {
    return parse_value(parameter, usual);
  } catch (const InvalidArgument& error) {
    const std::optional<std::pair<double, double>> bounds = bounds_of(parameter.domain);
    const std::optional<double> number = bounds ? parse_number(usual) : std::nullopt;
    if (number && *number > bounds->second)
      throw BadRow{fmt::format("{}: {} is above its upper bound {}", parameter.name, usual, bounds->second)};
    if (number && *number < bounds->first)
      throw BadRow{fmt::format("{}: {} is below its lower bound {}", parameter.name, usual, bounds->first)};
    throw BadRow{error.what()};
  }
}

std::optional<TrialState> parse_state(std::string_view text) {
  // As craggy and Optuna call them. Nobody is evaluating what is in a file: it is to be evaluated.
  constexpr std::array<std::pair<std::string_view, TrialState>, 8> names = {
      {{"finished", TrialState::finished},
       {"complete", TrialState::finished},
       {"completed", TrialState::finished},
       {"failed", TrialState::failed},
       {"fail", TrialState::failed},
       {"waiting", TrialState::waiting},
       {"running", TrialState::waiting},
       {"reserved", TrialState::waiting}}};
  const std::string name = lower_case(trimmed(text));
  const auto* found =
      std::find_if(names.begin(), names.end(), [&](const auto& each) { return each.first == name; });
  if (found == names.end()) return std::nullopt;
  return found->second;
}

class RowReader {
 public:
  RowReader(const TextTable& table, const Space& space, const ColumnOptions& options)
      : table_(table), space_(space), columns_(columns_of(table, space, options)), options_(options) {}

  Evaluation read(const TextRow& row) const {
    if (!row.problem.empty()) throw BadRow{row.problem};
    Evaluation evaluation{.values = values(row)};
    switch (state(row)) {
      case TrialState::finished:
        evaluation.result = result(row);
        break;
      case TrialState::failed:
        evaluation.failure = columns_.message ? from_spreadsheet(cell(row, columns_.message)) : "";
        break;
      default:
        break;
    }
    evaluation.created = time(row, columns_.created);
    if (state(row) != TrialState::waiting) evaluation.ended = time(row, columns_.ended);
    return evaluation;
  }

 private:
  static std::string_view cell(const TextRow& row, const Column& column) {
    return column ? std::string_view(row.cells[*column]) : std::string_view();
  }

  std::string name(std::size_t column) const { return table_.columns[column]; }

  std::vector<double> values(const TextRow& row) const {
    std::vector<double> values(space_.size());
    const auto text = [&](std::size_t i) { return cell(row, columns_.parameters[i]); };
    for (std::size_t i = 0; i < space_.size(); ++i)
      values[i] = is_empty(i, text(i)) ? space_.codec(i).first() : parse_parameter_value(space_[i], text(i));
    for (std::size_t i = 0; i < space_.size(); ++i) {
      const bool is_active = space_.is_active(i, values);
      if (is_active && is_empty(i, text(i)))
        throw BadRow{fmt::format("{}: there is no value", space_[i].name)};
      if (!is_active && !is_empty(i, text(i)))
        throw BadRow{fmt::format("{}: {} stands there, but the parameter is inactive at this point: {}",
                                 space_[i].name, quoted(text(i)), to_text(space_[i]))};
    }
    return values;
  }

  // A choice may be a text of nothing but blanks.
  bool is_empty(std::size_t i, std::string_view text) const {
    if (!std::holds_alternative<Categorical>(space_[i].domain)) text = trimmed(text);
    return text.empty();
  }

  // A value that is NaN or infinite is what a failed evaluation leaves behind.
  TrialState state(const TextRow& row) const {
    const std::string_view value = trimmed(cell(row, columns_.value));
    const std::string_view said = trimmed(cell(row, columns_.state));
    const std::optional<double> number = parse_number(value);
    const bool has_value = !value.empty() && !(number && !std::isfinite(*number));
    if (!said.empty()) {
      const std::optional<TrialState> state = parse_state(said);
      if (!state)
        throw BadRow{fmt::format("{}: {} is no state; it has to be finished, failed or waiting",
                                 name(*columns_.state), quoted(said))};
      if (*state == TrialState::finished && !has_value)
        throw BadRow{fmt::format("the evaluation is {}, but there is no value", said)};
      if (*state != TrialState::finished && has_value)
        throw BadRow{fmt::format("the evaluation is {}, but there is a value: {}", said, value)};
      return *state;
    }
    if (has_value) return TrialState::finished;
    if (!value.empty() || options_.without_value == WithoutValue::failed) return TrialState::failed;
    if (options_.without_value == WithoutValue::waiting) return TrialState::waiting;
    throw BadRow{fmt::format(
        "there is no value and no state; write nan for an evaluation that failed, or say for all such "
        "rows {}",
        options_.wording.without_value)};
  }

  Result result(const TextRow& row) const {
    Result result{finite_number(name(*columns_.value), cell(row, columns_.value))};
    for (const std::size_t column : columns_.constraints) {
      if (trimmed(row.cells[column]).empty())
        throw BadRow{fmt::format("{}: there is no value", name(column))};
      result.constraints.push_back(finite_number(name(column), row.cells[column]));
    }
    result.noise = noise(row);
    return result;
  }

  std::optional<double> noise(const TextRow& row) const {
    std::optional<double> noise;
    for (const Column& column : {columns_.noise, columns_.variance}) {
      const std::string_view text = trimmed(cell(row, column));
      const std::optional<double> number = parse_number(text);
      if (text.empty() || (number && std::isnan(*number))) continue;
      if (noise) throw BadRow{"there are a noise and a variance; only one of them can hold"};
      noise = finite_number(name(*column), text);
      if (*noise < 0.0) throw BadRow{fmt::format("{}: {} is below 0", name(*column), text)};
      if (column == columns_.variance) noise = std::sqrt(*noise);
    }
    return noise;
  }

  std::optional<Timestamp> time(const TextRow& row, const Column& column) const {
    const std::string_view text = trimmed(cell(row, column));
    if (text.empty()) return std::nullopt;
    const std::optional<Timestamp> time = parse_iso_time(text);
    if (!time)
      throw BadRow{fmt::format("{}: {} is no time such as 2026-11-16T08:15:00Z; {} passes over it",
                               name(*column), quoted(text),
                               fmt::format(fmt::runtime(options_.wording.ignore), name(*column)))};
    return time;
  }

  const TextTable& table_;
  const Space& space_;
  Columns columns_;
  const ColumnOptions& options_;
};

}  // namespace

ImportedRows evaluations_of(const TextTable& table, const Space& space, const ColumnOptions& options) {
  ImportedRows imported;
  if (table.columns.empty()) {  // no row could be read
    for (const TextRow& row : table.rows) imported.problems.push_back({row.line, row.problem});
    return imported;
  }
  const RowReader reader(table, space, options);
  imported.evaluations.reserve(table.rows.size());
  for (const TextRow& row : table.rows) {
    try {
      imported.evaluations.push_back(reader.read(row));
    } catch (const BadRow& bad) {
      imported.problems.push_back({row.line, bad.why});
    }
  }
  return imported;
}

}  // namespace craggy::runs
