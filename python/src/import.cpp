// Earlier evaluations for a study, from the text of a file.
#include "runs/import.hpp"

#include <set>

#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <craggy/base/error.hpp>

#include "interruptible.hpp"
#include "parts.hpp"
#include "study_handle.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;

runs::WithoutValue without_value(const std::string& state) {
  if (state.empty()) return runs::WithoutValue::unclear;
  if (state == "failed") return runs::WithoutValue::failed;
  if (state == "waiting") return runs::WithoutValue::waiting;
  throw InvalidArgument(fmt::format("without_value is '{}', but it has to be 'failed' or 'waiting'", state));
}

constexpr runs::ColumnWording wording = {
    .value = "value='{}'",
    .name = "columns={{'{}': '{}'}}",
    .ignore = "ignore=['{}']",
    .ignore_all = "ignore='*'",
    .without_value = "without_value='failed' or without_value='waiting'"};

[[noreturn]] void refuse(const std::string& name, const runs::ImportReport& report, bool is_table) {
  constexpr std::size_t most_shown = 10;
  const std::size_t count = report.problems.size();
  std::string text = fmt::format("{} of {} {} of {} cannot be imported, so nothing was:", count,
                                 report.num_rows, report.num_rows == 1 ? "row" : "rows", name);
  for (std::size_t i = 0; i < std::min(count, most_shown); ++i)
    text += fmt::format("\n{} {}: {}", is_table ? "line" : "trial", report.problems[i].line,
                        report.problems[i].text);
  if (count > most_shown) text += fmt::format("\n… and {} more", count - most_shown);
  throw InvalidArgument(text);
}

// Rows in the file, rows that the study had already, and the numbers of what was added.
using Report = std::tuple<std::size_t, std::size_t, std::vector<TrialNumber>>;

Report import_text(const StudyHandle& study, const std::string& text, const std::string& name,
                   const std::map<std::string, std::string>& names, const std::set<std::string>& ignored,
                   const std::string& state, bool again, bool dry_run) {
  const runs::ImportOptions options{.columns = {.names = names,
                                                .ignored = ignored,
                                                .without_value = without_value(state),
                                                .wording = wording},
                                    .again = again,
                                    .dry_run = dry_run};
  bool is_table = true;
  runs::ImportReport report = interruptibly([&](const std::stop_token& /*stop*/) {
    const runs::ImportSource source = runs::read_import(text, name);
    is_table = std::holds_alternative<runs::TextTable>(source);
    return runs::import_into(*study, source, options);
  });
  if (!report.problems.empty()) refuse(name, report, is_table);
  return {report.num_rows, report.num_known, std::move(report.numbers)};
}

}  // namespace

void add_import(nb::module_& module) {
  module.def("import_text", &import_text, nb::arg("study"), nb::arg("text"), nb::arg("name"),
             nb::arg("names"), nb::arg("ignored"), nb::arg("without_value"), nb::arg("again"),
             nb::arg("dry_run"));
}

}  // namespace craggy::python
