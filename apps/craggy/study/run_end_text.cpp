#include "study/run_end_text.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "numbers.hpp"
#include "runs/texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_lines_shown = 5;

std::string why_done(const RunFacts& facts) {
  const std::size_t num_trials = facts.counts.all();
  const TrialNumber limit = facts.plan.max_trials.value_or(0);
  if (!facts.any_started) {
    constexpr std::size_t more = 10;
    return fmt::format(
        "nothing to do: the study has {} trial{} already, and --trials {} is the total; --trials {} adds {}",
        num_trials, num_trials == 1 ? "" : "s", limit, num_trials + more, more);
  }
  const std::size_t open = facts.counts.running + facts.counts.waiting;
  if (open > 0) return fmt::format("all {} trials have begun, {} of them elsewhere", num_trials, open);
  return num_trials == 1 ? "the one trial is done" : fmt::format("all {} trials are done", num_trials);
}

// A shell has words of its own for a command that cannot be run.
std::string_view hint_for(const Outcome& failure) {
  constexpr int not_executable = 126;
  constexpr int not_found = 127;
  const auto says = [&](std::string_view words) { return failure.failure.find(words) != std::string::npos; };
  if (failure.timed_out) return "a longer --timeout may help";
  if (failure.exit_code == not_found)
    return "with 127 a shell says that it does not find a program: is the path right, is it installed?";
  if (failure.exit_code == not_executable)
    return "with 126 a shell says that a file is not executable: chmod +x, and a first line such as #!/bin/sh";
  if (says("the output is empty"))
    return "it prints nothing: its last line of output has to be the value, or it writes that to the file "
           "CRAGGY_RESULT_FILE";
  if (says("Permission denied")) return "it is not executable: chmod +x";
  if (says("No such file")) return "is the path right? It is relative to the folder where craggy was started";
  if (says("Exec format error")) return "a script begins with a line such as #!/bin/sh";
  if (says("signal 9 ")) return "signal 9 often means that there was no memory left";
  if (says("no value: ")) return "the last line of its output has to be the value";
  return "";
}

std::string last_lines(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  std::erase_if(lines, [](std::string_view line) { return line.find_first_not_of(" \t") == line.npos; });
  std::string shown;
  for (std::size_t i = lines.size() - std::min(lines.size(), num_lines_shown); i < lines.size(); ++i)
    shown += fmt::format("  {}\n", lines[i]);
  return shown;
}

}  // namespace

std::string why_it_ended(RunEnd end, const RunFacts& facts) {
  const std::string sentence(sentence_of(end));
  switch (end) {
    case RunEnd::done:
      return why_done(facts);
    case RunEnd::interrupted:
      return sentence + "; the same command resumes it";
    case RunEnd::too_many_failures:
      return sentence + " (--max-failures)";
    case RunEnd::out_of_time:
      return sentence + " (--budget-time)";
    case RunEnd::exhausted:
      return sentence;
    case RunEnd::target_reached:
      if (!facts.best) return sentence + " (--target)";
      return fmt::format("the target {} is reached: {} in trial {} (--target)",
                         short_number(facts.plan.target.value_or(0.0)),
                         short_number(facts.best->objective.value_or(0.0)), facts.best->number);
    case RunEnd::no_improvement:
      return fmt::format("no trial was better than the best one for {} trials (--patience)",
                         facts.plan.patience.value_or(0));
    case RunEnd::converged:
      return fmt::format("the model expects to improve the best value by less than {} (--min-improvement)",
                         short_number(facts.plan.min_improvement.value_or(0.0)));
    case RunEnd::failing_alike:
      return fmt::format("{} trials failed for the same reason, and none has given a value{}",
                         facts.plan.max_alike_failures.value_or(0),
                         facts.failure ? ": " + runs::reason_of(*facts.failure) : "");
  }
  return sentence;
}

std::string help_with(const Outcome& failure) {
  const std::string_view hint = hint_for(failure);
  std::string text = hint.empty() ? "" : fmt::format("craggy: {}\n", hint);
  if (const std::string lines = last_lines(failure.error_tail); !lines.empty())
    text += fmt::format("craggy: the last lines of its standard error:\n{}", lines);
  if (const std::string lines = last_lines(failure.output_tail); !lines.empty())
    text += fmt::format("craggy: the last lines of its standard output:\n{}", lines);
  return text + "craggy: --max-failures N sets how many trials may fail\n";
}

}  // namespace craggy::cli
