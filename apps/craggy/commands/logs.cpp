// `craggy logs`: what the command of a trial has printed.
#include <algorithm>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "look/look.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

struct LogsOptions {
  std::string study;
  std::string trial;
  std::string store = default_store;
  std::string stream = "both";
  std::optional<std::int64_t> attempt{};
  bool json = false;
};

void declare(OptionParser& parser, LogsOptions& options) {
  parser.optional_positional("STUDY", options.study, "Name of the study [default: the newest]");
  parser.optional_positional("TRIAL", options.trial,
                             "Number of a trial [default: the last one that has printed something]");
  add_store_option(parser, options.store);
  parser.whole("--attempt", options.attempt, 0,
               "The attempt, where the trial was tried more than once [default: the last]");
  parser.choice("--stream", options.stream, {"both", "output", "errors"},
                "Standard output, standard error, or both under headings");
  parser.flag("--json", options.json, "Print JSON");
  parser.examples({"craggy logs tune 12", "craggy logs", "craggy logs tune 12 --stream errors | less"});
}

// The last trial of which there is something to show.
std::vector<OutputRow> latest_outputs(const StudyView& study) {
  const std::vector<TrialRecord> records = study.trials();
  for (auto record = records.rbegin(); record != records.rend(); ++record)
    if (std::vector<OutputRow> rows = study.outputs(record->number); !rows.empty()) return rows;
  throw InvalidArgument(
      fmt::format("nothing is kept of the trials of '{}': what commands of craggy run and craggy "
                  "worker print is, once they have ended",
                  study.name()));
}

std::vector<OutputRow> outputs_of(const StudyView& study, const std::string& trial) {
  if (trial.empty()) return latest_outputs(study);
  const TrialRecord record = find_trial(study, parse_trial_number(trial));
  std::vector<OutputRow> rows = study.outputs(record.number);
  if (!rows.empty()) return rows;
  const bool has_ended = record.state == TrialState::finished || record.state == TrialState::failed;
  fail_argument(
      "TRIAL", fmt::format("{}", record.number),
      has_ended
          ? "nothing that it printed is kept: it printed nothing, or no command was run for it"
          : fmt::format("it is {}, and what it prints is kept once it has ended", name_of(record.state)));
}

OutputRow pick(const std::vector<OutputRow>& rows, const std::optional<std::int64_t>& attempt) {
  if (!attempt) return rows.back();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const OutputRow& row) { return row.attempt == *attempt; });
  if (found != rows.end()) return *found;
  std::string known;
  for (const OutputRow& row : rows) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.attempt);
  fail_argument("--attempt", fmt::format("{}", *attempt),
                fmt::format("of trial {} something is kept of: {}", rows.front().trial, known));
}

void print_text(const std::string& text, const Context& context) {
  context.out << printable(text) << (text.ends_with('\n') || text.empty() ? "" : "\n");
}

void print_both(const OutputRow& row, const Context& context) {
  const std::string of =
      fmt::format("trial {}{}", row.trial, row.attempt > 0 ? fmt::format(", attempt {}", row.attempt) : "");
  const auto print = [&](std::string_view stream, const std::string& text) {
    context.out << fmt::format("==> {}: {}{} <==\n", of, stream, text.empty() ? ", nothing" : "");
    print_text(text, context);
  };
  print("standard output", row.output);
  context.out << '\n';
  print("standard error", row.errors);
}

}  // namespace

int logs(Arguments arguments, const Context& context) {
  LogsOptions options;
  OptionParser parser(
      "logs",
      "Prints the end of what the command of a trial wrote to standard output and standard error, 8 KiB of each: "
      "it is kept in the store for every trial that craggy run or craggy worker has evaluated.");
  declare(parser, options);
  if (!parser.parse(arguments, context)) return exit_done;
  const StudyView study = open_study(options.study, options.store, context);
  const OutputRow row = pick(outputs_of(study, options.trial), options.attempt);
  if (options.json)
    write_json(context.out, {{"study", study.name()},
                             {"trial", row.trial},
                             {"attempt", row.attempt},
                             {"output", printable(row.output)},
                             {"errors", printable(row.errors)}});
  else if (options.stream == "both")
    print_both(row, context);
  else
    print_text(options.stream == "output" ? row.output : row.errors, context);
  return exit_done;
}

}  // namespace craggy::cli
