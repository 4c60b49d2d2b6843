// `craggy list`: the studies in a store.
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {

int list_studies(Arguments arguments, const Context& context) {
  std::string url = default_store;
  bool json = false;
  OptionParser parser("list", "Lists the studies of a store.");
  add_store_option(parser, url);
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy list", "craggy list --store postgresql://me@db/studies --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const std::shared_ptr<Store> store = open_existing_store(url, context.stop);
  Json document = Json::array();
  std::vector<std::vector<std::string>> rows;
  for (const StudyRow& row : store->studies()) {
    const Study study = Study::open(store, row.definition.name);
    const TrialCounts counts = study.counts();
    const std::optional<TrialRecord> best = study.best();
    document.push_back({{"study", study.name()},
                        {"created", time_text(row.created)},
                        {"trials", counts.all()},
                        {"finished", counts.finished},
                        {"failed", counts.failed},
                        {"running", counts.running},
                        {"waiting", counts.waiting},
                        {"best", best_json(study.space(), best)}});
    rows.push_back({study.name(), time_text(row.created), fmt::format("{}", counts.all()),
                    fmt::format("{}", counts.failed), fmt::format("{}", counts.running),
                    best && best->objective ? short_number(*best->objective) : ""});
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
