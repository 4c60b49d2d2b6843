// `craggy worker`: takes part in a study that exists, on this or another machine.
#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "commands/commands.hpp"
#include "execution/child_process.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/run_options.hpp"
#include "study/run_study.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

namespace {

struct WorkerCommand {
  std::string file;
  std::string store = default_store;
  std::string name;
  std::uint64_t threads = 0;
  RunStudyOptions run{.trials = std::nullopt};
};

void declare(OptionParser& parser, WorkerCommand& options) {
  parser.group("Run");
  add_file_option(parser, options.file, "these options and the command, such as craggy run takes");
  add_study_name_option(parser, options.name, "Name of the study");
  add_store_option(parser, options.store);
  parser.whole("--threads", options.threads, "Threads for suggestions; 0 means as many as the machine has");
  add_run_study_options(parser, options.run);
  add_output_options(parser, options.run.output);
  parser.command_line(options.run.evaluation.command);
  parser.examples(
      {"craggy worker --store postgresql://me@db/studies --study tune --trials 200 -- ./train --lr {lr}",
       "craggy worker -f study.toml --store postgresql://me@db/studies"});
}

constexpr const char* about =
    "Evaluates trials of a study that exists, as craggy run does, beside other workers on this and "
    "other machines. What is run is this command line's COMMAND, or that of the file: nothing that a store "
    "says is ever executed. Without --trials it runs until it is interrupted.";

}  // namespace

int worker(Arguments arguments, const Context& context) {
  const auto with = with_file<WorkerCommand>("worker", about, declare, arguments, context);
  if (!with) return exit_done;
  const StudyFile& file = with->file;

  WorkerCommand options;
  OptionParser parser("worker", about);
  declare(parser, options);
  parser.parse(with->arguments, context);
  if (options.name.empty()) throw InvalidArgument("--study is missing; see 'craggy worker --help'");
  if (options.run.evaluation.command.empty()) options.run.evaluation.command = file.command;
  execution::prepare_to_start_commands();
  // Not `stop`: after the first Ctrl-C the results of what runs are still to be stored.
  Study study = open_study(options.store, options.name, context.abort, {.num_threads = options.threads});
  check_run_study_options(options.run, study.options().suggest);
  options.run.output.store = redacted(options.store);
  return run_study(study, options.run, context);
}

}  // namespace craggy::cli
