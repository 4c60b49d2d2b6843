// `craggy bench store`: what asking and telling cost without a model, for one worker and for many processes.
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>
#include <craggy/study/study.hpp>

#include "bench/bench.hpp"
#include "bench/scratch_folder.hpp"
#include "bench/scratch_study.hpp"
#include "bench/stopwatch.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

StudyOptions random_points() {
  StudyOptions options{.space = {{"x", Float{0, 1}}, {"y", Float{0, 1}}, {"rate", Float{1e-5, 1, true}}}};
  options.suggest.surrogate = "random";
  return options;
}

struct Medians {
  double ask_seconds;
  double tell_seconds;
};

Medians one_worker(const ScratchStudy& scratch, std::int64_t num_trials) {
  Study study = scratch.open();
  std::vector<double> asks;
  std::vector<double> tells;
  for (std::int64_t i = 0; i < num_trials; ++i) {
    const Stopwatch ask;
    const Trial trial = study.ask();
    asks.push_back(ask.seconds());
    const Stopwatch tell;
    study.tell(trial, trial["x"]);
    tells.push_back(tell.seconds());
  }
  return {median(asks), median(tells)};
}

// The seconds until all of them are through.
double many_workers(const ScratchStudy& scratch, std::int64_t num_workers, TrialNumber max_trials) {
  std::vector<pid_t> workers;
  const Stopwatch watch;
  for (std::int64_t i = 0; i < num_workers; ++i) {
    const pid_t worker = fork();
    if (worker == 0) {
      try {
        Study study = scratch.open();
        for (auto trial = study.ask_within(max_trials); trial.has_value();
             trial = study.ask_within(max_trials))
          study.tell(*trial, (*trial)["x"]);
        _exit(0);
      } catch (const std::exception& error) {
        fmt::print(stderr, "craggy: {}\n", error.what());
        _exit(1);
      }
    }
    workers.push_back(worker);
  }
  int num_failed = 0;
  for (const pid_t worker : workers) {
    int status = 0;
    if (worker < 0 || waitpid(worker, &status, 0) < 0 || status != 0) ++num_failed;
  }
  if (num_failed > 0) throw Error(fmt::format("{} of {} workers have failed", num_failed, num_workers));
  return watch.seconds();
}

}  // namespace

int bench_store(Arguments arguments, const Context& context) {
  std::string url;
  std::int64_t num_workers = 64;
  std::int64_t num_trials = 2000;
  std::int64_t num_single = 200;
  bool json = false;
  OptionParser parser(
      "bench store",
      "Random points and an objective that costs nothing: the time is the store's. The study that it "
      "makes is deleted in the end.");
  parser.text("--store", "URL", url, "Where: left out, a new file in the folder for temporary files");
  parser.whole("--workers", num_workers, 1, "Processes at once");
  parser.whole("--trials", num_trials, 1, "Trials of all of them together");
  parser.whole("--alone", num_single, 1, "Trials of one worker alone, before");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy bench store", "craggy bench store --workers 64 --store postgresql://me@db/lab"});
  if (!parser.parse(arguments, context)) return exit_done;

  const ScratchFolder folder;
  if (url.empty()) url = "sqlite:///" + folder.path() + "/store.db";
  if (std::holds_alternative<MemoryUrl>(parse_store_url(url)))
    throw InvalidArgument("--store is 'memory:', but processes cannot share that");
  const double sync = sync_seconds(folder);
  const ScratchStudy scratch(url, random_points());
  const Medians alone = one_worker(scratch, num_single);
  const double seconds =
      many_workers(scratch, num_workers, static_cast<TrialNumber>(num_single + num_trials));
  const double rate = static_cast<double>(num_trials) / seconds;
  if (json)
    write_json(context.out, {{"store", redacted(url)},
                             {"workers", num_workers},
                             {"trials", num_trials},
                             {"trials_per_second", rate},
                             {"ask_seconds", alone.ask_seconds},
                             {"tell_seconds", alone.tell_seconds},
                             {"sync_seconds", sync}});
  else
    context.out << fmt::format(
        "{} processes: {:.0f} trials per second; one alone: {:.2f} ms to ask, {:.2f} ms to tell (medians), "
        "where the disk takes {:.2f} ms to keep a page\n",
        num_workers, rate, 1e3 * alone.ask_seconds, 1e3 * alone.tell_seconds, 1e3 * sync);
  return exit_done;
}

}  // namespace craggy::cli
