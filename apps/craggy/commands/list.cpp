// `craggy list`: the studies in a store.
#include <fmt/format.h>

#include <craggy/study/study_view.hpp>

#include "base/printable.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "runs/texts.hpp"
#include "study/study_settings.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

std::vector<std::string> row_of(const StudySummary& summary) {
  const std::string created = runs::time_text(summary.created);
  if (!summary.options) return {printable(summary.name), created, "", "", "", "unreadable"};
  const TrialCounts& counts = summary.counts;
  return {summary.name,
          created,
          fmt::format("{}", counts.all()),
          fmt::format("{}", counts.failed),
          fmt::format("{}", counts.running),
          summary.best && summary.best->objective ? short_number(*summary.best->objective) : ""};
}

}  // namespace

int list_studies(Arguments arguments, const Context& context) {
  std::string url = default_store;
  bool json = false;
  OptionParser parser("list", "Lists the studies of a store.");
  add_store_option(parser, url);
  bool names = false;
  parser.flag("--names", names, "Print the names only, a line each");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy list", "craggy list --store postgresql://me@db/studies --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const std::shared_ptr<Store> store = open_existing_store(url, context.stop);
  if (names) {
    for (const StudyRow& row : store->studies()) context.out << row.definition.name << '\n';
    return exit_done;
  }
  Json document = Json::array();
  std::vector<std::vector<std::string>> rows;
  for (const StudySummary& summary : StudyView::list(store)) {
    document.push_back(runs::summary_json(summary));
    rows.push_back(row_of(summary));
  }
  if (json)
    write_json(context.out, document);
  else if (rows.empty())
    context.out << fmt::format("{} has no studies\n", store->name());
  else
    context.out << table({{"study"},
                          {"created"},
                          {"trials", Align::right},
                          {"failed", Align::right},
                          {"running", Align::right},
                          {"best", Align::right}},
                         rows);
  return exit_done;
}

}  // namespace craggy::cli
