#include "look/follow.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "exit_code.hpp"
#include "numbers.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_wait = 1s;
constexpr auto patience = 5s;            // for the next trial, once nobody is at work
constexpr auto oldest_heartbeat = 2min;  // of a worker that lives; they are sent four times a minute
constexpr auto pause_between_pages = 250ms;

// Somebody evaluates a trial, or computes the next point.
bool is_at_work(const StudyView& view) {
  if (view.counts().running > 0) return true;
  const std::vector<AttemptRow> attempts = view.attempts();
  const auto now = std::chrono::system_clock::now();
  return std::any_of(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
    return !attempt.ended && now - attempt.heartbeat < oldest_heartbeat;
  });
}

std::string line_of(const StudyView& view, const TrialRecord& trial) {
  std::string line = fmt::format("trial {} {}", trial.number, name_of(trial.state));
  if (trial.objective)
    line += fmt::format(" {}{}", exact_number(*trial.objective),
                        is_feasible(trial.constraints) ? "" : " (infeasible)");
  else if (trial.state == TrialState::failed)
    line += fmt::format(" ({})", reason_of(trial.message));
  line += fmt::format("  {}", params_line(view.space(), trial.values));
  const std::optional<TrialRecord> best = view.best();
  if (best && best->number == trial.number) line += "  (the best so far)";
  return line;
}

}  // namespace

int follow(const StudyView& view, const std::function<void()>& page, const Context& context) {
  const bool redraws = context.terminal.output && context.terminal.live_errors;
  std::int64_t seen = view.revision();
  const auto draw = [&] {
    if (redraws) context.out << "\x1b[H\x1b[J";
    page();
    context.out << std::flush;
  };
  draw();
  auto changed = std::chrono::steady_clock::now();
  for (;;) {
    if (view.wait(seen, longest_wait, context.stop)) {
      const TrialChanges changes = view.changes(seen);
      seen = changes.revision;
      changed = std::chrono::steady_clock::now();
      if (redraws) {
        draw();
        view.wait(std::numeric_limits<std::int64_t>::max(), pause_between_pages, context.stop);
      } else {
        for (const TrialRecord& trial : changes.trials) context.out << line_of(view, trial) << '\n';
        context.out << std::flush;
      }
      continue;
    }
    if (std::chrono::steady_clock::now() - changed < patience || is_at_work(view)) continue;
    context.err << fmt::format("craggy: nobody works on '{}' any more\n", view.name());
    return exit_done;
  }
}

}  // namespace craggy::cli
