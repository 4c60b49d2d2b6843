// `craggy export`: all trials of a study, for other programs; or all of a study, for craggy.
#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>
#include <craggy/study/study_view.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "output_file.hpp"
#include "runs/spreadsheet_text.hpp"
#include "runs/study_document.hpp"
#include "runs/texts.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

// As RFC 4180 has it: quotes around a field that has a comma, a quote or a line break in it.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

void write_row(std::ostream& out, std::vector<std::string> fields) {
  std::transform(fields.begin(), fields.end(), fields.begin(), csv_field);
  out << fmt::format("{}\n", fmt::join(fields, ","));
}

void write_csv(std::ostream& out, const StudyView& view) {
  const Space& space = view.space();
  const std::vector<TrialRecord> records = view.trials();
  std::size_t num_constraints = 0;
  for (const TrialRecord& record : records)
    num_constraints = std::max(num_constraints, record.constraints.size());
  std::vector<std::string> titles = {"trial", "state", "value"};
  for (const Parameter& parameter : space.parameters()) titles.push_back("param_" + parameter.name);
  for (std::size_t i = 0; i < num_constraints; ++i) titles.push_back(fmt::format("constraint_{}", i + 1));
  for (const char* title :
       {"noise", "attempts", "created", "started", "ended", "seconds", "worker", "host", "model", "message"})
    titles.emplace_back(title);
  write_row(out, titles);
  const std::map<TrialNumber, AttemptRow> attempts = view.deciding_attempts();
  for (const TrialRecord& record : records) {
    std::vector<std::string> row = {fmt::format("{}", record.number), std::string(name_of(record.state)),
                                    record.objective ? exact_number(*record.objective) : ""};
    for (std::size_t i = 0; i < space.size(); ++i)
      row.push_back(space.is_active(i, record.values)
                        ? runs::to_spreadsheet(value_text(space[i], record.values[i]))
                        : "");
    for (std::size_t i = 0; i < num_constraints; ++i)
      row.push_back(i < record.constraints.size() ? exact_number(record.constraints[i]) : "");
    row.push_back(record.noise ? exact_number(*record.noise) : "");
    row.push_back(fmt::format("{}", record.num_attempts));
    const auto found = attempts.find(record.number);
    const AttemptRow attempt = found == attempts.end() ? AttemptRow() : found->second;
    const std::optional<double> seconds = runs::seconds_of(attempt);
    row.push_back(runs::iso_time(record.created));
    row.push_back(found == attempts.end() ? "" : runs::iso_time(attempt.started));
    row.push_back(record.ended ? runs::iso_time(*record.ended) : "");
    row.push_back(seconds ? exact_number(*seconds) : "");
    row.push_back(runs::to_spreadsheet(attempt.worker.name));
    row.push_back(runs::to_spreadsheet(attempt.worker.host));
    row.push_back(runs::model_of(record));
    row.push_back(runs::to_spreadsheet(record.message));
    write_row(out, row);
  }
}

Json document_of(Store& store, const std::string& name) {
  const std::optional<StudyContent> content = store.content(name);
  if (!content) throw StoreError(fmt::format("the study '{}' was deleted while it was read", name));
  return runs::study_document(*content);
}

}  // namespace

int export_study(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  std::string format = "csv";
  std::string file;
  OptionParser parser(
      "export",
      "Prints all trials of a study: as CSV, for other programs, or as JSON with everything that "
      "there is of the study, so that craggy import brings it back as it was.");
  parser.positional("STUDY", name, "Name of the study");
  add_store_option(parser, url);
  parser.choice("--format", format, {"csv", "json"}, "How");
  parser.text("--out", "FILE", file, "Write a file instead");
  parser.examples({"craggy export tune >tune.csv", "craggy export tune --format json --out tune.json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const std::shared_ptr<Store> store = open_existing_store(url, context.stop);
  const StudyView view = StudyView::open(store, name);
  std::ostringstream text;
  if (format == "csv")
    write_csv(text, view);
  else
    write_json(text, document_of(*store, name));
  if (file.empty())
    context.out << text.str();
  else
    write_whole_file(file, text.str());
  return exit_done;
}

}  // namespace craggy::cli
