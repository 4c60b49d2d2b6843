#include "runs/import.hpp"

#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/text.hpp"
#include "runs/study_document.hpp"
#include "study/definition.hpp"
#include "study/params.hpp"

namespace craggy::runs {
namespace {

void count(TrialCounts& counts, const Evaluation& evaluation) {
  if (evaluation.result) {
    ++counts.finished;
    if (!is_feasible(evaluation.result->constraints)) ++counts.infeasible;
  } else {
    ++(evaluation.failure ? counts.failed : counts.waiting);
  }
}

// The trials of another study as evaluations in the space of this one.
ImportedRows evaluations_in(const Space& space, const StudyContent& content) {
  ImportedRows imported;
  for (const TrialRow& row : content.trials) {
    if (row.state == TrialState::reserved) continue;
    try {
      imported.evaluations.push_back(
          {.values = parse_params(space, row.params),
           .result = row.result,
           .failure = row.state == TrialState::failed ? std::optional(row.message) : std::nullopt,
           .created = row.created,
           .ended = row.ended});
    } catch (const InvalidArgument& error) {
      imported.problems.push_back({row.number, error.what()});
    }
  }
  return imported;
}

}  // namespace

ImportSource read_import(std::string_view text, const std::string& name) {
  if (is_study_document(text)) return parse_study_document(text, name);
  const std::string_view beginning = trimmed(text);
  if (beginning.starts_with('[') || beginning.starts_with('{')) return read_json_rows(text, name);
  return read_csv_rows(text, name);
}

ImportReport import_into(Study& study, const ImportSource& source, const ImportOptions& options) {
  ImportReport report;
  const auto* table = std::get_if<TextTable>(&source);
  ImportedRows rows = table != nullptr ? evaluations_of(*table, study.space(), options.columns)
                                       : evaluations_in(study.space(), std::get<StudyContent>(source));
  report.num_rows = rows.evaluations.size() + rows.problems.size();
  report.problems = std::move(rows.problems);
  if (!report.problems.empty()) return report;
  const std::vector<std::optional<TrialNumber>> numbers =
      study.add_all(rows.evaluations, options.again, options.dry_run);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i]) {
      ++report.num_known;
      continue;
    }
    report.numbers.push_back(*numbers[i]);
    count(report.added, rows.evaluations[i]);
  }
  return report;
}

std::optional<ImportReport> restore_study(Store& store, const StudyContent& content, bool dry_run) {
  check_content(content);
  StudyContent good = content;
  const std::optional<StudyRow> there = store.find_study(content.study.definition.name);
  if (there) {
    const bool is_same =
        difference(options_of(there->definition), options_of(content.study.definition)).empty();
    if (!is_same || there->next_number > 0) return std::nullopt;
    good.study.definition = there->definition;
  }
  if (!dry_run && !store.restore(good)) return std::nullopt;
  ImportReport report{.num_rows = good.trials.size(), .whole = true};
  for (const TrialRow& row : good.trials) {
    report.numbers.push_back(row.number);
    if (row.state == TrialState::running) {
      ++report.added.running;
    } else if (row.state != TrialState::reserved) {
      count(report.added,
            {.values = {},
             .result = row.result,
             .failure = row.state == TrialState::failed ? std::optional(row.message) : std::nullopt});
    }
  }
  return report;
}

}  // namespace craggy::runs
