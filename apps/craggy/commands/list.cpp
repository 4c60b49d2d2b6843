// `craggy list`: the studies in a store.
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "execution/printable.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using Listing = std::pair<Json, std::vector<std::string>>;  // and the row of the table

Listing listing_of(const std::shared_ptr<Store>& store, const StudyRow& row) {
  const Study study = Study::open(store, row.definition.name);
  const TrialCounts counts = study.counts();
  const std::optional<TrialRecord> best = study.best();
  return {Json{{"study", study.name()},
               {"created", iso_time(row.created)},
               {"direction", direction_word(study.direction())},
               {"trials", counts.all()},
               {"finished", counts.finished},
               {"failed", counts.failed},
               {"running", counts.running},
               {"waiting", counts.waiting},
               {"best", best_json(study.space(), best)}},
          {study.name(), time_text(row.created), fmt::format("{}", counts.all()),
           fmt::format("{}", counts.failed), fmt::format("{}", counts.running),
           best && best->objective ? short_number(*best->objective) : ""}};
}

// One that cannot be read, as that of a newer craggy, hides none of the others.
Listing listing_without_trials(const StudyRow& row, const std::string& problem) {
  return {Json{{"study", row.definition.name}, {"created", iso_time(row.created)}, {"problem", problem}},
          {execution::printable(row.definition.name), time_text(row.created), "", "", "", "unreadable"}};
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
  for (const StudyRow& row : store->studies()) {
    Listing listing;
    try {
      listing = listing_of(store, row);
    } catch (const StoreUnreachable&) {
      throw;
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      if (!store->find_study(row.definition.name)) continue;  // deleted meanwhile
      listing = listing_without_trials(row, error.what());
    }
    document.push_back(std::move(listing.first));
    rows.push_back(std::move(listing.second));
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
