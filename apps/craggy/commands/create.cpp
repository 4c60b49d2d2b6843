// `craggy create`: makes a study, for workers, or for asks and tells by hand.
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

int create(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  StudySettings settings;
  std::vector<std::string> texts;
  OptionParser parser("create", "Makes a study, for workers or for asks and tells by hand.");
  parser.positional("STUDY", name, "Name of the study, which must be free");
  add_store_option(parser, url);
  add_study_options(parser, settings, texts);
  parser.examples(
      {"craggy create tune --param 'lr=log(1e-5,1e-1)' --param 'opt=categorical(adam,sgd)'",
       "craggy create strength --param 'x=step(0,10,0.5)' --maximize --store postgresql://me@db/studies"});
  if (!parser.parse(arguments, context)) return exit_done;
  check_study_options(parser, settings);
  settings.parameters = parse_parameters(texts);
  StudyOptions options = study_options(settings, name, {});
  const std::shared_ptr<Store> store = open_store(url, {.stop = context.stop});
  Study::create(store, std::move(options));
  context.out << fmt::format("{}: a new study with {} parameter{} in {}\n", name, settings.parameters.size(),
                             settings.parameters.size() == 1 ? "" : "s", store->name());
  return exit_done;
}

}  // namespace craggy::cli
