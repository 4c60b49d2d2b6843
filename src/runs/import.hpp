// Earlier evaluations for a study: rows of a file, or all that another study has.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craggy/study/study.hpp>

#include "runs/import_rows.hpp"

namespace craggy::runs {

/// What is to be imported.
using ImportSource = std::variant<TextTable, StudyContent>;

/// What a text says by how it begins: a study as `craggy export --format json` writes it, rows in JSON, or
/// CSV. Throws InvalidArgument, which begins with `name`.
ImportSource read_import(std::string_view text, const std::string& name);

struct ImportOptions {
  ColumnOptions columns{};
  bool again = false;    // evaluations that the study has already are others of the same points
  bool dry_run = false;  // nothing is changed
};

struct ImportReport {
  std::size_t num_rows = 0;
  std::size_t num_known = 0;  // that the study had already
  TrialCounts added{};
  std::vector<TrialNumber> numbers{};  // of what was added, increasing
  std::vector<RowProblem> problems{};  // if there are any, nothing was changed; `line` is a trial's number in
                                       // what another study has
  bool whole = false;                  // a study with all it had: settings, seed, attempts, warm states
};

/// All or nothing. The study's own settings stay, whatever the source says of them. Throws InvalidArgument,
/// and changes nothing, for columns that mean nothing and results that the study does not take.
ImportReport import_into(Study& study, const ImportSource& source, const ImportOptions& options = {});

/// A study as it was elsewhere, under the name in `content`: a new one, or one that was made with the same
/// settings and has no trials yet. Nothing if the name is another study's.
std::optional<ImportReport> restore_study(Store& store, const StudyContent& content, bool dry_run = false);

}  // namespace craggy::runs
