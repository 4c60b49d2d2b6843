// `craggy import`: evaluations that were made before, or a study that was exported.
#include "runs/import.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "input_file.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

struct ImportCommand {
  std::string study;
  std::string file;
  std::string store = default_store;
  std::string value;
  std::string without_value;
  std::string from;
  runs::ImportOptions options;
  bool json = false;
};

void take_map(const std::string& text, std::map<std::string, std::string>& names) {
  // A column may have a = in its name, what it means does not.
  const std::size_t equal = text.rfind('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
    fail_argument("--map", fmt::format("'{}'", text), "it has to read COLUMN=NAME, such as learning_rate=lr");
  if (!names.emplace(text.substr(0, equal), text.substr(equal + 1)).second)
    throw InvalidArgument(fmt::format("--map is given twice for the column '{}'", text.substr(0, equal)));
}

void declare(OptionParser& parser, ImportCommand& command) {
  runs::ColumnOptions& columns = command.options.columns;
  parser.positional("STUDY", command.study,
                    "Name of the study that gets them; it has to be there, unless FILE is a whole study");
  parser.positional(
      "FILE", command.file,
      "CSV, JSON or JSON lines, what craggy export and craggy run --jsonl write, a SQLite store, "
      "or - for standard input");
  parser.text("--value", "COLUMN", command.value, "The column with the values, if it is not called value");
  parser.repeated(
      "--map", "COLUMN=NAME", [&columns](const std::string& text) { take_map(text, columns.names); },
      "What a column is: a parameter, noise (a standard deviation), variance, constraint_1, constraint_2, …, "
      "state, message, created or ended");
  parser.repeated(
      "--ignore", "COLUMN", [&columns](const std::string& text) { columns.ignored.insert(text); },
      "A column to pass over; '*' for all that mean nothing here");
  parser.choice(
      "--without-value", command.without_value, {"failed", "waiting"},
      "What a row is that has neither a value nor a state: an evaluation that failed, or one to be made");
  parser.text("--from", "NAME", command.from, "The study in a SQLite store, if it is not called STUDY");
  parser.flag("--again", command.options.again,
              "Add also what the study has already: those are other evaluations of the same points");
  parser.flag("--dry-run", command.options.dry_run, "Say what would be imported, and change nothing");
  add_store_option(parser, command.store);
  parser.flag("--json", command.json, "Print JSON");
  parser.examples({"craggy import tune old-runs.csv --value loss --map learning_rate=lr --ignore date",
                   "craggy import tune old-runs.csv --without-value failed --dry-run",
                   "craggy export tune --format json | craggy import again -",
                   "craggy import tune craggy.db.rescued-4711.db"});
}

std::string name_of_file(const std::string& file) { return file == "-" ? "standard input" : file; }

bool is_sqlite_file(const std::string& file) {
  constexpr std::string_view beginning = "SQLite format 3";
  std::string first(beginning.size(), '\0');
  std::ifstream stream;
  std::error_code ignored;
  if (file != "-" && std::filesystem::is_regular_file(file, ignored)) stream.open(file, std::ios::binary);
  stream.read(first.data(), static_cast<std::streamsize>(first.size()));
  return stream.good() && first == beginning;
}

// Without a name, the one study that there is.
StudyContent study_in(const std::string& file, const ImportCommand& command, const Context& context) {
  const std::shared_ptr<Store> store = open_existing_store("sqlite:///" + file, context.stop);
  std::string name = command.from.empty() ? command.study : command.from;
  std::vector<std::string> known;
  for (const StudyRow& row : store->studies()) known.push_back(row.definition.name);
  if (command.from.empty() && known.size() == 1) name = known.front();
  if (std::optional<StudyContent> content = store->content(name)) return *std::move(content);
  if (known.empty()) fail_argument("FILE", fmt::format("'{}'", file), "there are no studies in it");
  check_known(command.from.empty() ? "STUDY" : "--from", name, known);
  throw StoreError(fmt::format("the study '{}' was deleted while it was read", name));
}

runs::ImportSource read_source(const ImportCommand& command, const Context& context) {
  if (is_sqlite_file(command.file)) return study_in(command.file, command, context);
  if (!command.from.empty()) fail_argument("--from", "given", "it is for FILE that is a SQLite store");
  return runs::read_import(read_input("FILE", command.file), name_of_file(command.file));
}

// Rows do not say what study they are of. A name that is nearly that of a study is left to open_study.
void check_is_there(const ImportCommand& command, const Context& context) {
  std::vector<std::string> known;
  if (is_there(command.store))
    for (const StudyRow& row : open_existing_store(command.store, context.stop)->studies())
      known.push_back(row.definition.name);
  if (std::find(known.begin(), known.end(), command.study) != known.end()) return;
  if (!closest_match(command.study, known).empty()) return;
  throw InvalidArgument(fmt::format(
      "there is no study '{}' in {} to add the rows to; craggy create makes one, with its parameters",
      command.study, redacted(command.store)));
}

// A study with all it had if there is no such study yet, or one that was just made for it; else its trials.
runs::ImportReport import_source(const ImportCommand& command, runs::ImportSource& source,
                                 const Context& context) {
  auto* content = std::get_if<StudyContent>(&source);
  if (content != nullptr) {
    content->study.definition.name = command.study;
    check_folder_of(command.store);
    if (is_there(command.store) || !command.options.dry_run) {
      const std::shared_ptr<Store> store = open_store(command.store, {.stop = context.stop});
      if (!store->is_shared())
        fail_argument("--store", "'memory:'", "the study would be lost when this command ends");
      if (auto report = runs::restore_study(*store, *content, command.options.dry_run)) return *report;
    } else {
      const std::shared_ptr<Store> nowhere = open_store("memory:");
      return runs::restore_study(*nowhere, *content).value();
    }
  }
  check_is_there(command, context);
  Study study = open_study(command.store, command.study, context.stop, to_tell);
  return runs::import_into(study, source, command.options);
}

std::string counts_text(const TrialCounts& counts) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(counts.finished,
      counts.infeasible > 0 ? fmt::format("finished ({} infeasible)", counts.infeasible) : "finished");
  add(counts.failed, "failed");
  add(counts.running, "running");
  add(counts.waiting, "waiting");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

void print(const ImportCommand& command, const runs::ImportReport& report, const Context& context) {
  const std::size_t num_added = report.numbers.size();
  if (command.json) {
    Json json = {{"study", command.study},          {"file", command.file},
                 {"rows", report.num_rows},         {"added", num_added},
                 {"known", report.num_known},       {"finished", report.added.finished},
                 {"failed", report.added.failed},   {"infeasible", report.added.infeasible},
                 {"running", report.added.running}, {"waiting", report.added.waiting}};
    json["first_trial"] = report.numbers.empty() ? Json(nullptr) : Json(report.numbers.front());
    json["last_trial"] = report.numbers.empty() ? Json(nullptr) : Json(report.numbers.back());
    json["whole"] = report.whole;
    json["dry_run"] = command.options.dry_run;
    write_json(context.out, json);
    return;
  }
  const std::string_view would = command.options.dry_run ? "would be " : "";
  std::string text = fmt::format("{}: ", command.study);
  if (num_added == 0)
    text += fmt::format("nothing {}imported", would);
  else if (num_added == 1)
    text +=
        fmt::format("{} trial {}imported, as trial {}", counts_text(report.added), would, report.numbers[0]);
  else
    text += fmt::format("{} trials {}imported, as trials {} to {}", counts_text(report.added), would,
                        report.numbers.front(), report.numbers.back());
  if (report.whole) text += ", with the settings, the seed and the warm state of the study";
  if (report.num_known > 0)
    text +=
        fmt::format("; {} {} there already", report.num_known, report.num_known == 1 ? "row is" : "rows are");
  context.out << text << '\n';
}

// Each on a line of its own; the last word is that of the exception.
[[noreturn]] void refuse(const ImportCommand& command, const runs::ImportReport& report, bool is_table,
                         const Context& context) {
  constexpr std::size_t most_shown = 10;
  const std::size_t count = report.problems.size();
  for (std::size_t i = 0; i < std::min(count, most_shown); ++i)
    context.err << fmt::format("craggy: {}, {} {}: {}\n", name_of_file(command.file),
                               is_table ? "line" : "trial", report.problems[i].line,
                               excerpt(report.problems[i].text, std::string::npos));
  if (count > most_shown) context.err << fmt::format("craggy: … and {} more\n", count - most_shown);
  throw InvalidArgument(fmt::format("{} of {} {} cannot be imported, so nothing was", count, report.num_rows,
                                    report.num_rows == 1 ? "row" : "rows"));
}

}  // namespace

int import_trials(Arguments arguments, const Context& context) {
  ImportCommand command;
  OptionParser parser("import",
                      "Adds evaluations that were made before to a study, all or nothing. A study that was "
                      "exported as JSON comes back with everything, as if it had never been away. What the "
                      "study has already is not added again.");
  declare(parser, command);
  if (!parser.parse(arguments, context)) return exit_done;
  if (!command.value.empty() && !command.options.columns.names.emplace(command.value, "value").second)
    throw InvalidArgument(fmt::format("--value and --map are given for the column '{}'", command.value));
  if (!command.without_value.empty())
    command.options.columns.without_value =
        command.without_value == "failed" ? runs::WithoutValue::failed : runs::WithoutValue::waiting;
  runs::ImportSource source = read_source(command, context);
  const bool is_table = std::holds_alternative<runs::TextTable>(source);
  for (const char* option : {"--value", "--map", "--ignore", "--without-value"})
    if (!is_table && parser.given(option))
      fail_argument(option, "given", "FILE is a whole study, whose columns craggy knows");
  const runs::ImportReport report = import_source(command, source, context);
  if (!report.problems.empty()) refuse(command, report, is_table, context);
  print(command, report, context);
  return exit_done;
}

}  // namespace craggy::cli
