#include "study/run_study.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/check.hpp"
#include "execution/trial_folder.hpp"
#include "study/study_runner.hpp"

namespace craggy::cli {
namespace {

constexpr std::int64_t most_jobs = 1000;

std::optional<TrialNumber> limit_of(const RunStudyOptions& options) {
  if (!options.trials) return std::nullopt;
  constexpr std::int64_t most = std::numeric_limits<TrialNumber>::max();
  return static_cast<TrialNumber>(std::min(*options.trials, most));
}

}  // namespace

void add_run_study_options(OptionParser& parser, RunStudyOptions& options) {
  parser.whole(
      "--trials", options.trials, 1,
      fmt::format("Trials of the study in total, those before and those that fail included [default: {}]",
                  options.trials ? fmt::format("{}", *options.trials) : "until it is stopped"));
  parser.whole("--jobs", options.jobs, 1, "Evaluations at the same time");
  parser.whole("--max-failures", options.max_failures, 1,
               "Stop once so many trials of this run have failed [default: never]");
  parser.time("--budget-time", options.budget_time,
              "Time after which no new trial is begun, such as 90s, 10m or 1h30m [default: none]");
  add_evaluation_options(parser, options.evaluation);
}

void check_run_study_options(const RunStudyOptions& options) {
  check_output_options(options.output);
  if (options.jobs > most_jobs)
    fail_argument("--jobs", fmt::format("{}", options.jobs),
                  fmt::format("it has to be at most {}", most_jobs));
}

int run_study(Study& study, const RunStudyOptions& options, const Context& context) {
  const Evaluator evaluator(study.options(), options.evaluation);
  if (!options.output.quiet && study.size() == 0)  // afterwards it has been seen to work
    for (const std::string& note : evaluator.notes()) context.err << fmt::format("craggy: {}\n", note);

  execution::remove_abandoned_folders();
  RunOutputOptions output_options = options.output;
  output_options.max_trials = limit_of(options);
  RunOutput output(study, output_options, context);
  const auto begin = std::chrono::steady_clock::now();
  StudyRunner runner(study, evaluator,
                     {.max_trials = limit_of(options),
                      .jobs = static_cast<std::size_t>(options.jobs),
                      .retries = options.evaluation.retries,
                      .max_failures = options.max_failures,
                      .budget_time = options.budget_time},
                     [&](const RunNews& news, const RunState& state) { output.show(news, state); });
  const RunEnd end = runner.run(context.stop, context.abort);
  output.finish(end, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return exit_code_of(end, study);
}

}  // namespace craggy::cli
