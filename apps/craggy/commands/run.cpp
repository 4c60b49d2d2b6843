// `craggy run`: optimises the number that a command prints.
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>
#include <craggy/study/study_view.hpp>

#include "commands/commands.hpp"
#include "execution/child_process.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/run_options.hpp"
#include "study/run_study.hpp"

namespace craggy::cli {
namespace {

void declare(OptionParser& parser, RunOptions& options) {
  add_run_options(parser, options);
  parser.examples(
      {"craggy run --param 'lr=log(1e-5,1e-1)' --param 'opt=categorical(adam,sgd)' --study tune \\",
       "    --trials 50 --jobs 4 --timeout 10m -- ./train --lr {lr} --opt {opt}",
       "craggy run -f study.toml --trials 100",
       "craggy run --study tune --jsonl -- ./train --lr {lr} --opt {opt}"});
}

constexpr const char* about =
    "Runs a command again and again to find the parameters for which the number that it prints last is "
    "smallest. {NAME} in an argument stands for a parameter; the command also finds it in the environment as "
    "CRAGGY_PARAM_NAME, and all of them in the JSON file CRAGGY_PARAMS_FILE. No shell is involved. The value "
    "is what the command writes to CRAGGY_RESULT_FILE, or else its last line of output: a number, or JSON "
    "such as {\"value\": 0.3, \"constraints\": [-1], \"noise\": 0.1}. Anything else, or an exit status other "
    "than 0, is a failed trial. Every trial is kept in the store, so that with --study the same command "
    "resumes after any interruption; without, each run is a study of its own.";

// A study that is not there yet cannot be made of nothing.
[[noreturn]] void fail_without_parameters(const std::string& name, const std::string& store) {
  throw InvalidArgument(
      fmt::format("there is no study '{}' in {}, and a new one needs parameters, as in --param "
                  "'lr=log(1e-5,1e-1)'",
                  name, redacted(store)));
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
  const auto with = with_file<RunOptions>("run", about, declare, arguments, context);
  if (!with) return exit_done;
  const StudyFile& file = with->file;

  const auto parse = [&](RunOptions& options) {
    options.parameters.clear();
    options.run.evaluation.templates.clear();
    OptionParser parser("run", about);
    declare(parser, options);
    parser.parse(with->arguments, context);
    check_study_options(parser, options.study);
    check_run_study_options(options.run, options.study.suggest);
  };
  RunOptions options;
  parse(options);
  if (options.run.evaluation.command.empty()) options.run.evaluation.command = file.command;
  const bool with_parameters = !file.parameters.empty() || !options.parameters.empty();
  const std::vector<Parameter> parameters = parse_parameters(file.parameters, options.parameters);
  if (with_parameters || options.name.empty()) {
    // What is wrong by itself is said before anything is made.
    options.study.parameters = parameters;
    make_evaluator(study_options(options.study, options.name, {}), options.run.evaluation);
  }

  if (!with_parameters && !is_there(options.store)) fail_without_parameters(options.name, options.store);
  check_folder_of(options.store);

  execution::prepare_to_start_commands();
  // Not `stop`: after the first Ctrl-C the results of what runs are still to be stored.
  const std::shared_ptr<Store> store =
      open_store(options.store, {.stop = context.abort, .create = with_parameters});
  if (!options.name.empty() && store->find_study(options.name)) {
    // What is not said again is as it was.
    options.study = settings_of(StudyView::open(store, options.name).options());
    parse(options);
    if (with_parameters) options.study.parameters = parameters;
    if (options.run.evaluation.command.empty()) options.run.evaluation.command = file.command;
  } else if (!options.name.empty() && !with_parameters) {
    fail_without_parameters(options.name, options.store);
  }
  options.run.output.store = store->name();
  Study study = open_or_create(store, options);
  if (options.name.empty() && !options.run.output.quiet)
    context.err << fmt::format("craggy: study '{}' in {}{}\n", study.name(), store->name(),
                               store->is_shared() ? fmt::format("; --study {} resumes it", study.name())
                                                  : ", which is gone in the end");
  return run_study(study, options.run, context);
}

}  // namespace craggy::cli
