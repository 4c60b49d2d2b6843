// What the rows of somebody's file say: earlier evaluations in the space of a study.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

#include "runs/text_table.hpp"

namespace craggy::runs {

/// What a row is without a value and without a state that says so.
enum class WithoutValue { unclear, failed, waiting };

/// How messages name the options of a front end; {} are a column and what it is.
struct ColumnWording {
  const char* value = "--value {}";
  const char* name = "--map {}={}";
  const char* ignore = "--ignore {}";
  const char* ignore_all = "--ignore '*'";
  const char* without_value = "--without-value failed or --without-value waiting";
};

struct ColumnOptions {
  std::map<std::string, std::string> names{};  // what a column is, where its own name does not say so
  std::set<std::string> ignored{};             // columns to pass over; "*": all that mean nothing here
  WithoutValue without_value = WithoutValue::unclear;
  ColumnWording wording{};
};

struct RowProblem {
  std::size_t line = 0;
  std::string text{};
};

struct ImportedRows {
  std::vector<Evaluation> evaluations{};
  std::vector<RowProblem> problems{};  // one per bad row
};

/// Columns are parameters, as NAME or param_NAME (params_NAME as in Optuna), `value`, `noise` (a standard
/// deviation), `variance`, `constraint_1` …, `state`, `message`, `created` and `ended`; what else `craggy
/// export` writes is passed over. Throws InvalidArgument, which names them, for columns that mean nothing,
/// and for parameters without a column.
ImportedRows evaluations_of(const TextTable& table, const Space& space, const ColumnOptions& options);

}  // namespace craggy::runs
