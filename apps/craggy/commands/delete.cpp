// `craggy delete`: a study and all its trials, gone for good.
#include <iostream>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

bool confirmed(const Study& study, const Context& context) {
  context.err << fmt::format("Delete the study '{}' with {} trials for good? Type its name: ", study.name(),
                             study.counts().all())
              << std::flush;
  std::string answer;
  return std::getline(std::cin, answer) && trimmed(answer) == study.name();
}

}  // namespace

int delete_study(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  bool yes = false;
  OptionParser parser("delete", "Deletes a study with all its trials, after asking.");
  parser.positional("STUDY", name, "Name of the study");
  add_store_option(parser, url);
  parser.flag("--yes", yes, "Do not ask");
  parser.examples({"craggy delete tune"});
  if (!parser.parse(arguments, context)) return exit_done;
  const std::shared_ptr<Store> store = open_existing_store(url, context.stop);
  const Study study = Study::open(store, name);
  if (!yes) {
    if (!context.terminal.input)
      throw InvalidArgument("there is no terminal to ask on; --yes deletes without asking");
    if (!confirmed(study, context)) {
      context.err << "craggy: nothing was deleted\n";
      return exit_failed;
    }
  }
  store->delete_study(name);
  context.out << fmt::format("{}: deleted\n", name);
  return exit_done;
}

}  // namespace craggy::cli
