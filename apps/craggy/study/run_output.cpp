#include "study/run_output.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "runs/verdicts.hpp"
#include "standard_stream.hpp"
#include "study/trial_texts.hpp"
#include "study/verdict_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using Kind = RunEvent::Kind;

constexpr std::size_t num_best_shown = 5;
constexpr std::size_t num_reasons_shown = 10;

double seconds_of(std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); }

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string plural(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::optional<double> best_value_of(const Study& study) {
  const std::optional<TrialRecord> best = study.best();
  return best ? best->objective : std::nullopt;
}

// Of ends that somebody has to do something about.
bool is_expected(RunEnd end) {
  return end != RunEnd::interrupted && end != RunEnd::too_many_failures && end != RunEnd::failing_alike;
}

}  // namespace

void add_output_options(OptionParser& parser, RunOutputOptions& options) {
  parser.group("Output");
  parser.number(
      "--optimum", options.optimum,
      "The best value there can be, where it is known: shows the share of the way to it from the first "
      "value, and what is left");
  parser.text("--log-file", "FILE", options.log_file,
              "Append a line for every trial to this file, with all digits, and when and why the run ended");
  parser.flag("--json", options.json, "Print the result as JSON");
  parser.flag("--jsonl", options.jsonl, "Print a line of JSON for every trial as it ends, and nothing else");
  parser.flag("--quiet", options.quiet, "No progress line, no line per trial and no notes");
}

void check_output_options(const RunOutputOptions& options) {
  if (options.json && options.jsonl)
    fail_argument("--json", "given with --jsonl", "only one of them can be printed");
  if (!options.log_file.empty()) LogFile log(options.log_file);
}

RunOutput::RunOutput(const Study& study, const RunOutputOptions& options, const Context& context)
    : study_(study),
      options_(options),
      context_(context),
      progress_(context.err, context.terminal, {.quiet = options.quiet}),
      lines_(study.direction(), best_value_of(study)) {
  if (options.log_file.empty()) return;
  log_file_.emplace(options.log_file);
  log(fmt::format("{}  begins: study {} in {}, {}", time_stamp(), study.name(), options.store,
                  plural(study.counts().all(), "trial")));
}

void RunOutput::show(const RunEvent& event, const RunState& state) {
  if (event.end) return finish(*event.end, seconds_since(state.begin));
  std::string progress;
  const bool is_live = context_.terminal.live_errors && !options_.quiet;
  if (event.kind == Kind::tick && is_live) progress = progress_line(state);

  const std::lock_guard lock(mutex_);
  if (event.kind == Kind::tick && options_.jsonl) check_reader(context_.out);
  any_started_ = any_started_ || event.kind == Kind::started;
  lines_.take(event);
  if (event.outcome != nullptr) show_trial(event);
  say_interrupted(state);
  if (!progress.empty()) progress_.show(0, 0, progress);
}

// With the mutex held.
void RunOutput::say_interrupted(const RunState& state) {
  if (state.running.empty()) return;
  const std::string running = plural(state.running.size(), "trial");
  if (context_.abort.stop_requested()) {
    if (aborted_) return;
    aborted_ = std::chrono::steady_clock::now();
    say(fmt::format(
        "ending {} that {} back to the study: SIGTERM now, SIGKILL in {}; one more Ctrl-C ends "
        "craggy at once",
        running, state.running.size() == 1 ? "goes" : "go", duration(seconds_of(options_.grace))));
  } else if (context_.stop.stop_requested() && state.stopping && !said_stopping_) {
    said_stopping_ = true;
    say(fmt::format("interrupted; {} still running, which Ctrl-C or SIGTERM ends too", running));
  }
}

void RunOutput::note(const std::string& text) {
  const std::lock_guard lock(mutex_);
  say(text);
}

void RunOutput::say(const std::string& text) {
  progress_.clear();
  context_.err << fmt::format("craggy: {}\n", text) << std::flush;
  log(fmt::format("{}  {}", time_stamp(), text));
}

// A disk that is full is no reason to end a run, nor to say so after each trial.
void RunOutput::log(const std::string& line) {
  if (!log_file_ || log_file_->append(line) || said_log_problem_) return;
  said_log_problem_ = true;
  progress_.clear();
  context_.err << fmt::format("craggy: {}; the run goes on\n", log_file_->problem()) << std::flush;
}

void RunOutput::show_trial(const RunEvent& event) {
  const TrialNumber number = event.trial->number();
  const execution::Outcome& outcome = *event.outcome;
  const auto say_of_trial = [&](const std::string& text) { say(fmt::format("trial {} {}", number, text)); };
  const auto problem = [&](std::string_view otherwise) {
    return event.problem.empty() ? std::string(otherwise) : printable(event.problem);
  };
  switch (event.kind) {
    case Kind::unstored:
      if (outcome.result)
        say_of_trial(fmt::format("gave {}, which could not be stored: {}; this stores it:\n  {}",
                                 exact_number(outcome.result->value), problem("no reason is known"),
                                 tell_command(options_.store, study_.name(), number, *outcome.result)));
      return;
    case Kind::overtaken:
      if (!options_.quiet)
        say_of_trial(fmt::format("{}, which is not used: {}",
                                 outcome.result ? fmt::format("gave {}", exact_number(outcome.result->value))
                                                : fmt::format("failed ({})", outcome.failure),
                                 problem("it was decided elsewhere")));
      return;
    case Kind::failed:
    case Kind::retried:
      failure_ = outcome;
      break;
    default:
      break;
  }
  show_line(event);
  if (!options_.jsonl || event.kind == Kind::retried) return;
  progress_.clear();  // both may be on one terminal
  context_.out << outcome_json(*event.trial, outcome).dump() << '\n';
  check_written(context_.out);
}

// On a terminal the progress has what others read line by line, but for the reasons of failures. With --jsonl
// nobody waits for either.
void RunOutput::show_line(const RunEvent& event) {
  log(log_file_ ? lines_.line(event, LineDetail::exact) : "");
  if (options_.quiet) return;
  const bool is_live = context_.terminal.live_errors;
  progress_.clear();
  if (!is_live && !options_.jsonl)
    context_.err << lines_.line(event, LineDetail::glance) + '\n' << std::flush;
  else if (event.kind != Kind::finished)
    context_.err << fmt::format("craggy: trial {} failed{}: {}\n", event.trial->number(),
                                event.kind == Kind::retried ? " and is tried again" : "",
                                reason_of(*event.outcome))
                 << std::flush;
}

std::string RunOutput::progress_line(const RunState& state) const {
  const TrialCounts counts = study_.counts();
  const std::size_t ended = counts.finished + counts.failed;
  const std::optional<TrialRecord> best = study_.best();
  std::string line = fmt::format("trial {}", ended);
  if (options_.plan.max_trials) line += fmt::format("/{}", *options_.plan.max_trials);
  if (best && best->objective) line += fmt::format("  best {}", short_number(*best->objective));
  if (const auto share = gap(best)) line += fmt::format("  gap {:.3f}", *share);
  if (counts.failed > 0) line += fmt::format("  {} failed", counts.failed);
  line += counts.running > 0 || state.stopping ? fmt::format("  {} running", counts.running)
                                               : "  choosing the next point";
  if (aborted_) {
    const double left = seconds_of(options_.grace) - seconds_since(*aborted_);
    return line + (left > 0.0 ? fmt::format("  SIGKILL in {}", duration(left)) : "  being killed");
  }
  const std::size_t ended_here = state.num_finished + state.num_failed;
  if (options_.plan.max_trials && !state.stopping && ended_here > 0 && ended < *options_.plan.max_trials) {
    const double seconds = seconds_since(state.begin);
    const double left =
        static_cast<double>(*options_.plan.max_trials - ended) / static_cast<double>(ended_here);
    line += fmt::format("  {} left", duration(seconds * left));
  }
  return line;
}

std::optional<double> RunOutput::gap(const std::optional<TrialRecord>& best) const {
  if (!options_.optimum || !best || !best->objective) return std::nullopt;
  if (!first_)
    for (const TrialRecord& record : study_.trials())
      if (record.objective) {
        first_ = record.objective;
        break;
      }
  const double way = std::abs(first_.value_or(*best->objective) - *options_.optimum);
  return way > 0.0 ? 1.0 - std::abs(*best->objective - *options_.optimum) / way : 1.0;
}

// Not worth waiting for once the run was interrupted; `craggy show` finds it then.
std::optional<RecommendedTrial> RunOutput::recommended() const {
  try {
    return find_recommended(study_, context_, context_.stop);
  } catch (const Cancelled&) {
    return std::nullopt;
  }
}

Json RunOutput::summary(RunEnd end, const std::string& why, double seconds) const {
  const std::optional<TrialRecord> best = study_.best();
  Json json = runs::study_json(StudyView(study_), recommended());
  if (options_.optimum) {
    const std::optional<double> share = gap(best);
    json["gap"] = share ? json_number(*share) : Json(nullptr);
    json["regret"] =
        best && best->objective ? json_number(std::abs(*best->objective - *options_.optimum)) : Json(nullptr);
  }
  runs::add_end(json, end, why);
  json["seconds"] = json_number(seconds);
  return json;
}

// The trial that breaks the constraints least is the best that is known.
void RunOutput::print_without_best(bool any_finished) const {
  if (!any_finished) {
    print_line("best value", "none");
    return;
  }
  const std::vector<TrialRecord> closest = least_infeasible_trials(study_, num_best_shown);
  print_line("best value", fmt::format("none is feasible; trial {} comes closest", closest.front().number));
  print_line("at", params_line(study_.space(), closest.front().values));
  print_line("constraints", numbers_line(closest.front().constraints));
}

void RunOutput::print_line(std::string_view label, std::string_view text) const {
  context_.out << labelled(fmt::format("  {}", label), text, 14, context_.text_width());
}

void RunOutput::print(double seconds) const {
  const TrialCounts counts = study_.counts();
  const std::optional<TrialRecord> best = study_.best();
  const auto line = [this](std::string_view label, std::string_view text) { print_line(label, text); };
  context_.out << fmt::format("{}: {}, {} finished, {} failed{}\n\n", study_.name(),
                              plural(counts.all(), "trial"), counts.finished, counts.failed,
                              counts.running + counts.waiting == 0
                                  ? ""
                                  : fmt::format(", {} running, {} waiting", counts.running, counts.waiting));
  if (best && best->objective) {
    line("best value", fmt::format("{} in trial {}", exact_number(*best->objective), best->number));
    line("at", params_line(study_.space(), best->values));
    if (const auto noisy = recommended()) {
      line("recommended", recommended_text(*noisy));
      line("at", params_line(study_.space(), noisy->record.values));
    }
    if (const auto share = gap(best)) line("gap", fmt::format("{:.4f}", *share));
    if (options_.optimum) line("regret", short_number(std::abs(*best->objective - *options_.optimum)));
  } else {
    print_without_best(counts.finished > 0);
  }
  line("time", duration(seconds));
  std::vector<TrialRecord> good = best_trials(study_, num_best_shown);
  if (good.empty()) good = least_infeasible_trials(study_, num_best_shown);
  if (good.size() > 1) context_.out << '\n' << trial_table(study_, good, context_.text_width());
  print_failures();
  if (!options_.quiet)
    context_.out << verdict_lines(runs::verdicts_of(StudyView(study_)), runs::Severity::warning,
                                  context_.text_width());
}

void RunOutput::print_failures() const {
  const auto failures = failure_counts(study_.trials());
  if (failures.empty()) return;
  std::vector<std::vector<std::string>> rows;
  std::size_t others = 0;
  for (const auto& [reason, count] : failures)
    if (rows.size() < num_reasons_shown)
      rows.push_back({fmt::format("{}", count), reason});
    else
      others += count;
  if (others > 0)
    rows.push_back(
        {fmt::format("{}", others), fmt::format("other reasons; craggy show {} --all", study_.name())});
  context_.out << '\n' << table({{"failed", Align::right}, {"why"}}, rows, context_.text_width());
}

RunFacts RunOutput::facts() const {
  return {options_.plan, study_.counts(), study_.best(), any_started_, failure_};
}

void RunOutput::finish(RunEnd end, double seconds) {
  progress_.clear();
  const std::string why = why_it_ended(end, facts());
  log(fmt::format("{}  ends: {}", time_stamp(), why));
  if (options_.json)
    write_json(context_.out, summary(end, why, seconds));
  else if (!options_.jsonl)
    print(seconds);
  if (is_expected(end) && options_.quiet) return;
  context_.err << fmt::format("craggy: {}\n", why);
  if (end == RunEnd::failing_alike && failure_) context_.err << help_with(*failure_);
}

int exit_code_of(RunEnd end, const Study& study) {
  if (end == RunEnd::interrupted) return exit_interrupted;
  const TrialCounts counts = study.counts();
  if (counts.finished == 0 && counts.failed > 0) return exit_all_failed;
  return end == RunEnd::too_many_failures ? exit_failed : exit_done;
}

}  // namespace craggy::cli
