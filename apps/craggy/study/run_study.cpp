#include "study/run_study.hpp"

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/runs/runner.hpp>

#include "base/check.hpp"
#include "execution/trial_folder.hpp"
#include "standard_stream.hpp"
#include "study/stopping_options.hpp"
#include "study/study_command.hpp"

namespace craggy::cli {
namespace {

// Three failures of one kind say enough of a command that has never worked, unless somebody wants more.
RunPlan plan_of(const RunStudyOptions& options) {
  constexpr std::int64_t enough_alike = 3;
  RunPlan plan = options.plan;
  plan.max_trials = trial_limit(options.trials);
  if (!plan.max_failures) plan.max_alike_failures = enough_alike;
  return plan;
}

// --timeout, --grace, --retries, --allow-new-command, --template, --value-regex.
void add_evaluation_options(OptionParser& parser, RunStudyOptions& options) {
  execution::CommandSettings& settings = options.evaluation;
  parser.group("Evaluation");
  parser.time("--timeout", settings.timeout,
              "Time for one evaluation, such as 500ms, 90s, 1h30m or 2d; then it is ended and has failed "
              "[default: none]");
  parser.time("--grace", settings.grace, "Time between SIGTERM and SIGKILL [default:\u00A05s]");
  parser.whole("--retries", options.plan.retries, 0, "How often a trial that failed is tried again");
  parser.flag("--allow-new-command", options.allow_new_command,
              "Run this command although the study got its values from another one");
  parser.repeated(
      "--template", "FILE[=NAME]",
      [&settings](const std::string& file) { settings.templates.push_back(file); },
      "A text with {NAME} for parameters, such as an input deck: it is filled in for each trial and written to a file of "
      "its own, which is {FILE} in the command, or {NAME}; may be repeated");
  parser.text("--value-regex", "REGEX", settings.value_regex,
              "Finds the value in the output: the first group of the last match [default: the last line]");
}

}  // namespace

void add_run_study_options(OptionParser& parser, RunStudyOptions& options) {
  parser.whole(
      "--trials", options.trials, 1,
      fmt::format("Trials of the study in total, those before and those that fail included [default: {}]",
                  options.trials ? fmt::format("{}", *options.trials) : "until it is stopped"));
  parser.whole("--jobs", options.plan.jobs, 1, "Evaluations at the same time");
  parser.whole(
      "--max-failures", options.plan.max_failures, 1,
      "Stop once so many trials of this run have failed [default: after three that failed for the same "
      "reason, while no trial of the study has given a value]");
  parser.time("--budget-time", options.plan.budget_time,
              "Time after which no new trial is begun, such as 90s, 10m or 1h30m [default: none]");
  add_stopping_options(parser, options.plan);
  add_evaluation_options(parser, options);
}

void check_run_study_options(const RunStudyOptions& options, const SuggestOptions& suggest) {
  check_output_options(options.output);
  check_stopping_options(options.plan, suggest);
  if (options.plan.jobs > most_jobs)
    fail_argument("--jobs", fmt::format("{}", options.plan.jobs),
                  fmt::format("it has to be at most {}", most_jobs));
}

execution::CommandEvaluator make_evaluator(const StudyOptions& study,
                                           const execution::CommandSettings& settings) {
  if (settings.command.empty())
    throw InvalidArgument(
        "there is no command; it stands behind --, as in -- ./train --lr {lr}, or in the file of -f as "
        R"(command = ["./train", "--lr", "{lr}"])");
  return {study, settings};
}

int run_study(Study& study, const RunStudyOptions& options, const Context& context) {
  RunOutputOptions output_options = options.output;
  output_options.plan = plan_of(options);
  output_options.grace = options.evaluation.grace.value_or(execution::RunLimits().grace);
  RunOutput output(study, output_options, context);
  execution::CommandSettings settings = options.evaluation;
  settings.on_wait = [&](const std::string& text) { output.note(text); };
  const execution::CommandEvaluator evaluator = make_evaluator(study.options(), settings);
  if (!options.output.quiet && study.size() == 0)  // afterwards it has been seen to work
    for (const std::string& note : evaluator.notes()) context.err << fmt::format("craggy: {}\n", note);

  if (const std::string news = remember_command(study, settings.command, options.allow_new_command);
      !news.empty() && !options.output.quiet)
    output.note(news);

  execution::remove_abandoned_folders();
  // Whoever wanted the lines does not want what is still running, either.
  std::stop_source abort;
  const std::stop_callback on_abort(context.abort, [&abort] { abort.request_stop(); });
  const auto show = [&](const RunEvent& event, const RunState& state) {
    try {
      output.show(event, state);
    } catch (const OutputLost&) {
      abort.request_stop();
      throw;
    }
  };
  const RunEnd end = craggy::run_study(study, evaluator, output_options.plan, {show},
                                       {.stop = context.stop, .abort = abort.get_token()});
  return exit_code_of(end, study);
}

}  // namespace craggy::cli
