// `craggy create`: makes a study, for workers, or for asks and tells by hand.
#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "runs/space_json.hpp"
#include "study/run_options.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

namespace {

struct CreateOptions {
  std::string name;
  std::string file;
  std::string store = default_store;
  StudySettings settings;
  std::vector<std::string> texts;
  bool json = false;
};

void declare(OptionParser& parser, CreateOptions& options) {
  parser.optional_positional("NAME", options.name,
                             "Name of the study, which must be free; it may stand in the file instead");
  add_file_option(parser, options.file, "these options, such as craggy run takes");
  add_store_option(parser, options.store);
  parser.flag("--json", options.json, "Print JSON");
  add_study_options(parser, options.settings, options.texts);
  parser.examples(
      {"craggy create tune --param 'lr=log(1e-5,1e-1)' --param 'opt=categorical(adam,sgd)'",
       "craggy create -f study.toml",
       "craggy create strength --param 'x=step(0,10,0.5)' --maximize --store postgresql://me@db/studies"});
}

constexpr const char* about = "Creates a study, for workers or for asks and tells by hand.";

void print(const Study& study, const Store& store, bool json, const Context& context) {
  const std::vector<Parameter>& parameters = study.space().parameters();
  if (!json) {
    context.out << fmt::format("{}: a new study with {} parameter{} in {}\n", study.name(), parameters.size(),
                               parameters.size() == 1 ? "" : "s", store.name());
    return;
  }
  write_json(context.out, {{"study", study.name()},
                           {"store", store.name()},
                           {"direction", direction_word(study.direction())},
                           {"parameters", runs::parameters_json(study.space())}});
}

}  // namespace

int create(Arguments arguments, const Context& context) {
  const auto with = with_file<CreateOptions>("create", about, declare, arguments, context);
  if (!with) return exit_done;
  const StudyFile& file = with->file;

  CreateOptions options;
  OptionParser parser("create", about);
  declare(parser, options);
  parser.parse(with->arguments, context);
  check_study_options(parser, options.settings);
  if (options.name.empty()) options.name = file.name;
  if (options.name.empty()) throw InvalidArgument("NAME is missing; see 'craggy create --help'");
  options.settings.parameters = parse_parameters(file.parameters, options.texts);
  StudyOptions study_to_be = study_options(options.settings, options.name, {});
  check_folder_of(options.store);
  const std::shared_ptr<Store> store = open_store(options.store, {.stop = context.stop});
  if (!store->is_shared())
    fail_argument("--store", "'memory:'", "the study would be lost when this command ends");
  print(Study::create(store, std::move(study_to_be)), *store, options.json, context);
  return exit_done;
}

}  // namespace craggy::cli
