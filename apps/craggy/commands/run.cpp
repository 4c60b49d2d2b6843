// `craggy run`: optimises the number that a command prints.
#include <algorithm>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/base/error.hpp>
#include <craggy/execution/child_process.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "study/evaluator.hpp"
#include "study/run_output.hpp"
#include "study/run_study.hpp"
#include "study/study_file.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

struct RunOptions {
  std::string file;
  std::string store = default_store;
  std::string name;
  StudySettings study;
  std::vector<std::string> parameters;  // of --param
  std::uint64_t threads = 0;
  RunStudyOptions run;
};

// The options that make no sense in a file.
const std::vector<std::string> not_in_file = {"--help",     "--file", "--param", "--study", "--minimize",
                                              "--maximize", "--json", "--jsonl", "--quiet"};

void declare(OptionParser& parser, RunOptions& options) {
  parser.group("Run");
  parser.text("-f,--file", "FILE", options.file,
              "A file with these options, study.toml by custom; what is given here too overrides it");
  parser.text("--study", "NAME", options.name,
              "Name of the study; one that exists goes on [default: a new one, named after the time]");
  add_store_option(parser, options.store);
  add_run_study_options(parser, options.run);
  parser.whole(
      "--threads", options.threads,
      "Threads for suggestions; 0 means as many as the machine has. The result does not depend on it");
  add_study_options(parser, options.study, options.parameters);
  add_output_options(parser, options.run.output);
  parser.command_line(options.run.evaluation.command);
  parser.examples(
      {"craggy run --param 'lr=log(1e-5,1e-1)' --param 'opt=categorical(adam,sgd)' --study tune \\",
       "    --trials 50 --jobs 4 --timeout 10m -- ./train --lr {lr} --opt {opt}",
       "craggy run -f study.toml --trials 100",
       "craggy run --study tune --jsonl -- ./train --lr {lr} --opt {opt}"});
}

constexpr const char* about =
    "Runs a command again and again to find the parameters for which the number that it prints last is "
    "smallest. "
    "{NAME} in an argument stands for a parameter; the command also finds it in the environment as "
    "CRAGGY_PARAM_NAME, and all of them in the JSON file CRAGGY_PARAMS_FILE. No shell is involved. The value "
    "is what "
    "the command writes to CRAGGY_RESULT_FILE, or else its last line of output: a number, or JSON such as "
    "{\"value\": 0.3, \"constraints\": [-1], \"noise\": 0.1}. Anything else, or an exit status other than 0, "
    "is a failed "
    "trial. Every trial is kept in the store, so the same command goes on after any interruption.";

// Those of the file that the command line does not override.
std::vector<std::string> merged(const StudyFile& file, const OptionParser& given, Arguments arguments) {
  const std::vector<std::pair<std::string, std::string>> opposites = {
      {"--ard", "--isotropic"}, {"--isotropic", "--ard"}, {"--maximize", "--minimize"}};
  std::vector<std::string> all;
  for (const std::string& argument : file.arguments) {
    const std::string option = argument.substr(0, argument.find('='));
    bool overridden = given.given(option);
    for (const auto& [one, other] : opposites)
      overridden = overridden || (option == one && given.given(other));
    if (!overridden) all.push_back(argument);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

StudyFile file_for(const OptionParser& parser, const std::string& path) {
  std::vector<OptionDescription> options = parser.description().options;
  std::erase_if(options, [](const OptionDescription& option) {
    return std::find(not_in_file.begin(), not_in_file.end(), option.names.back()) != not_in_file.end();
  });
  return read_study_file(path, options);
}

// Throws InvalidArgument that names the file for a value in it that is wrong by itself.
void check_file(const StudyFile& file, const Context& context) {
  RunOptions options;
  OptionParser parser("run", about);
  declare(parser, options);
  try {
    parser.parse(file.arguments, context);
    parse_parameters(file.parameters);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", file.path, error.what()));
  }
}

// A study of its own, named after the time; others may be looking for a name at this moment, too.
Study create_unnamed(const std::shared_ptr<Store>& store, const StudySettings& settings,
                     const WorkerOptions& worker) {
  const std::string base = fmt::format("study-{:%Y%m%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
  std::string name = base;
  for (int i = 2;; ++i) {
    try {
      if (!store->find_study(name)) return Study::create(store, study_options(settings, name, worker));
    } catch (const InvalidArgument&) {
      if (!store->find_study(name)) throw;  // else somebody was quicker
    }
    name = fmt::format("{}-{}", base, i);
  }
}

Study open_or_create(const std::shared_ptr<Store>& store, const RunOptions& options) {
  const WorkerOptions worker{.num_threads = options.threads};
  if (!options.name.empty())
    return Study::open_or_create(store, study_options(options.study, options.name, worker));
  return create_unnamed(store, options.study, worker);
}

}  // namespace

int run(Arguments arguments, const Context& context) {
  RunOptions first;
  OptionParser given("run", about);
  declare(given, first);
  if (!given.parse(arguments, context)) return exit_done;
  const StudyFile file = first.file.empty() ? StudyFile() : file_for(given, first.file);
  check_file(file, context);
  const std::vector<std::string> all = merged(file, given, arguments);

  const auto parse = [&](RunOptions& options) {
    options.parameters.clear();
    OptionParser parser("run", about);
    declare(parser, options);
    parser.parse(all, context);
    check_study_options(parser, options.study);
    check_run_study_options(options.run);
  };
  RunOptions options;
  parse(options);
  if (options.run.evaluation.command.empty()) options.run.evaluation.command = file.command;
  const bool with_parameters = !file.parameters.empty() || !options.parameters.empty();
  const std::vector<Parameter> parameters = parse_parameters(file.parameters, options.parameters);
  if (with_parameters || options.name.empty()) {
    // What is wrong by itself is said before anything is made.
    options.study.parameters = parameters;
    const Evaluator check(study_options(options.study, options.name, {}), options.run.evaluation);
  }

  execution::prepare_to_start_commands();
  // Not `stop`: after the first Ctrl-C the results of what runs are still to be stored.
  const std::shared_ptr<Store> store =
      open_store(options.store, {.stop = context.abort, .create = with_parameters});
  if (!options.name.empty() && store->find_study(options.name)) {
    // What is not said again is as it was.
    options.study = settings_of(Study::open(store, options.name));
    parse(options);
    if (with_parameters) options.study.parameters = parameters;
    if (options.run.evaluation.command.empty()) options.run.evaluation.command = file.command;
  }
  options.run.output.store = store->name();
  Study study = open_or_create(store, options);
  if (options.name.empty() && !options.run.output.quiet)
    context.err << fmt::format("craggy: study '{0}' in {1}; --study {0} goes on with it\n", study.name(),
                               store->name());
  return run_study(study, options.run, context);
}

}  // namespace craggy::cli
