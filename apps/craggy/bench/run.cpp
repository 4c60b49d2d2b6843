// `craggy bench run`: what a trial of `craggy run` costs beyond its suggestion and its objective.
#include <chrono>
#include <map>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/runs/runner.hpp>

#include "bench/bench.hpp"
#include "bench/scratch_folder.hpp"
#include "bench/stopwatch.hpp"
#include "execution/child_process.hpp"
#include "execution/command_evaluator.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

const std::vector<std::string> free_objective = {"echo", "{x}"};

// How long the command takes when it is started for nothing but to end.
double command_seconds() {
  std::vector<double> seconds;
  for (int i = 0; i < 21; ++i) {
    const Stopwatch watch;
    execution::ChildProcess child({.command = {"echo", "0.5"}, .with_input = false});
    child.wait(std::chrono::seconds(60));
    child.end_all();
    seconds.push_back(watch.seconds());
  }
  return median(seconds);
}

struct TrialCosts {
  double seconds;             // from the end of one trial to the end of the next
  double suggestion_seconds;  // of these
  double beyond_seconds;      // the rest
};

TrialCosts measure(Study& study, const Evaluator& evaluator, TrialNumber num_trials, const Context& context) {
  std::map<TrialNumber, double> ends;
  const Stopwatch watch;
  const Listener note_end = [&](const RunEvent& event, const RunState&) {
    if (event.kind == RunEvent::Kind::finished) ends[event.trial->number()] = watch.seconds();
  };
  const RunEnd end = run_study(study, evaluator, {.max_trials = num_trials}, {note_end},
                               {.stop = context.stop, .abort = context.abort});
  if (end != RunEnd::done) throw Cancelled();
  std::vector<double> all;
  std::vector<double> suggestions;
  std::vector<double> rests;
  for (const TrialRecord& record : study.trials()) {
    if (record.number == 0 || !ends.contains(record.number) || !ends.contains(record.number - 1)) continue;
    const double seconds = ends[record.number] - ends[record.number - 1];
    const double suggestion =
        record.suggestion ? record.suggestion->fit_seconds + record.suggestion->acquisition_seconds : 0.0;
    all.push_back(seconds);
    suggestions.push_back(suggestion);
    rests.push_back(seconds - suggestion);
  }
  if (all.empty()) throw Error("no trial has finished");
  return {median(all), median(suggestions), median(rests)};
}

}  // namespace

int bench_run(Arguments arguments, const Context& context) {
  std::int64_t num_trials = 50;
  SuggestOptions suggest;
  bool json = false;
  OptionParser parser(
      "bench run",
      "Trials of craggy run whose command does nothing but print its parameter, in a new file in "
      "the folder for temporary files: what a trial costs beyond its suggestion. Each is two "
      "commits, so the time that the disk takes to keep a page stands beside it.");
  parser.whole("--trials", num_trials, 2, "Trials");
  parser.choice("--surrogate", suggest.surrogate, engine_surrogate_names(), "How points are suggested");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy bench run", "craggy bench run --surrogate random --trials 200 --json"});
  if (!parser.parse(arguments, context)) return exit_done;

  execution::prepare_to_start_commands();
  const ScratchFolder folder;
  const double sync = sync_seconds(folder);
  const double command = command_seconds();
  Study study =
      Study::create(open_store("sqlite:///" + folder.path() + "/store.db"),
                    {.name = "bench", .space = {{"x", Float{0, 1}}, {"y", Float{0, 1}}}, .suggest = suggest});
  const execution::CommandEvaluator evaluator(study.options(), {.command = free_objective});
  const TrialCosts costs = measure(study, evaluator, static_cast<TrialNumber>(num_trials), context);
  if (json)
    write_json(context.out, {{"surrogate", suggest.surrogate},
                             {"trials", num_trials},
                             {"seconds", costs.seconds},
                             {"suggestion_seconds", costs.suggestion_seconds},
                             {"beyond_seconds", costs.beyond_seconds},
                             {"command_seconds", command},
                             {"sync_seconds", sync}});
  else
    context.out << fmt::format(
        "{:.2f} ms per trial beyond the suggestion, which takes {:.2f} ms (medians); the command alone takes "
        "{:.2f} ms, and the disk {:.2f} ms to keep a page\n",
        1e3 * costs.beyond_seconds, 1e3 * costs.suggestion_seconds, 1e3 * command, 1e3 * sync);
  return exit_done;
}

}  // namespace craggy::cli
