// `craggy delete`: a study and all its trials, gone for good.
#include <cstdlib>
#include <iostream>
#include <stop_token>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study_view.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

std::string number_of_trials(const std::shared_ptr<Store>& store, const std::string& name) {
  try {
    return fmt::format("with {} trials", StudyView::open(store, name).counts().all());
  } catch (const StoreUnreachable&) {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const Error&) {
    return "which cannot be read";  // as that of a newer craggy; it can be deleted all the same
  }
}

bool confirmed(const std::shared_ptr<Store>& store, const std::string& name, const Context& context) {
  context.err << fmt::format("Delete the study '{}' {} for good? Type its name: ", name,
                             number_of_trials(store, name))
              << std::flush;
  // Whoever waits for a line does not see a request to stop.
  const std::stop_callback at_once(context.stop, [] { std::_Exit(exit_interrupted); });
  std::string answer;
  return std::getline(std::cin, answer) && trimmed(answer) == name;
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
  if (!store->find_study(name)) StudyView::open(store, name);  // says which names there are
  if (!yes) {
    if (!context.terminal.input)
      throw InvalidArgument("there is no terminal to ask on; --yes deletes without asking");
    if (!confirmed(store, name, context)) {
      context.err << "craggy: nothing was deleted\n";
      return exit_failed;
    }
  }
  store->delete_study(name);
  context.out << fmt::format("{}: deleted\n", name);
  return exit_done;
}

}  // namespace craggy::cli
