// `craggy copy`: a study, whole, to another store or under another name.
#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study_view.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "runs/import.hpp"
#include "study/study_settings.hpp"
#include "text.hpp"

namespace craggy::cli {

int copy_study(Arguments arguments, const Context& context) {
  std::string name;
  std::string new_name;
  std::string url = default_store;
  std::string to;
  bool json = false;
  OptionParser parser(
      "copy",
      "Copies a study with all it has, its trials, attempts, seed and warm states, to another "
      "store or under another name. The copy continues as the original would.");
  parser.positional("STUDY", name, "Name of the study");
  parser.optional_positional("NEWNAME", new_name, "Name of the copy, if it is to be another");
  add_store_option(parser, url);
  parser.value(
      "--to", "URL", [&to](const std::string& text) { to = text; },
      "The store for the copy, made if it is not there yet [default: the same store]");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy copy tune --to postgresql://me@db/studies", "craggy copy tune tune-before",
                   "craggy copy tune --store postgresql://me@db/studies --to sqlite:///tune.db"});
  if (!parser.parse(arguments, context)) return exit_done;
  const bool is_same_name = new_name == name;
  if (new_name.empty()) new_name = name;
  if (to.empty()) {
    to = url;
    if (is_same_name)
      fail_argument("NEWNAME", fmt::format("'{}'", name), "a copy in the same store needs another name");
    if (new_name == name) throw InvalidArgument("NEWNAME or --to is missing; see 'craggy copy --help'");
  }
  const std::shared_ptr<Store> from_store = open_existing_store(url, context.stop);
  const StudyView view = StudyView::open(from_store, name);
  std::optional<StudyContent> content = from_store->content(name);
  if (!content) throw StoreError(fmt::format("the study '{}' was deleted while it was read", name));
  content->study.definition.name = new_name;
  check_folder_of(to);
  const std::shared_ptr<Store> to_store = open_store(to, {.stop = context.stop});
  if (!to_store->is_shared())
    fail_argument("--to", "'memory:'", "the copy would be lost when this command ends");
  const std::optional<runs::ImportReport> report = runs::restore_study(*to_store, *content);
  if (!report)
    throw InvalidArgument(
        fmt::format("the store {} has a study '{}' already; it is left alone. Give the copy another name: "
                    "craggy copy {} NEWNAME",
                    to_store->name(), new_name, shell_word(name)));
  const std::size_t num_trials = content->trials.size();
  if (json)
    write_json(context.out, {{"study", name},
                             {"copy", new_name},
                             {"store", from_store->name()},
                             {"to", to_store->name()},
                             {"trials", num_trials}});
  else
    context.out << fmt::format("{}: {} trial{} copied to {}\n", new_name, num_trials,
                               num_trials == 1 ? "" : "s", to_store->name());
  if (report->added.running > 0)
    context.err << fmt::format(
        "craggy: {} of the trials are running; what comes of them is told to the original, and the copy hands "
        "them out again when their workers end\n",
        report->added.running);
  return exit_done;
}

}  // namespace craggy::cli
