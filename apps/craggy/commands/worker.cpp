// `craggy worker`: takes part in a study that exists, on this or another machine.
#include <craggy/base/error.hpp>
#include <craggy/execution/child_process.hpp>
#include <craggy/stores/url.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/run_study.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

int worker(Arguments arguments, const Context& context) {
  std::string store = default_store;
  std::string name;
  std::uint64_t threads = 0;
  RunStudyOptions options{.trials = std::nullopt};
  OptionParser parser(
      "worker",
      "Evaluates trials of a study that exists, as craggy run does, beside other workers on this and "
      "other machines. What is run is this command line's COMMAND: nothing that a store says is ever "
      "executed. Without --trials it goes on until it is interrupted.");
  parser.group("Run");
  parser.text("--study", "NAME", name, "Name of the study");
  add_store_option(parser, store);
  add_run_study_options(parser, options);
  parser.whole("--threads", threads, "Threads for suggestions; 0 means as many as the machine has");
  add_output_options(parser, options.output);
  parser.command_line(options.evaluation.command);
  parser.examples(
      {"craggy worker --store postgresql://me@db/studies --study tune --trials 200 -- ./train --lr {lr}"});
  if (!parser.parse(arguments, context)) return exit_done;
  check_run_study_options(options);
  if (name.empty()) throw InvalidArgument("--study is missing; see 'craggy worker --help'");
  execution::prepare_to_start_commands();
  // Not `stop`: after the first Ctrl-C the results of what runs are still to be stored.
  Study study = open_study(store, name, context.abort, {.num_threads = threads});
  options.output.store = redacted(store);
  return run_study(study, options, context);
}

}  // namespace craggy::cli
