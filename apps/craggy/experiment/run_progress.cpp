#include "experiment/run_progress.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "numbers.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_plain_lines = 20;
constexpr std::chrono::milliseconds between_rewrites{100};
constexpr double mostly_guessed = 0.2;

}  // namespace

RunProgress::RunProgress(const Context& context, const experiments::Plan& plan, bool quiet)
    : err_(context.err),
      num_stored_(plan.num_stored),
      progress_(context.err, context.terminal,
                {.quiet = quiet, .plain_every = (plan.jobs.size() + num_plain_lines - 1) / num_plain_lines}),
      live_(context.terminal.live_errors) {}

void RunProgress::show(experiments::RunEvent event, const experiments::RunState& state) {
  using experiments::RunEvent;
  if (event == RunEvent::failed) {
    const experiments::Failure& failure = state.failures().back();
    progress_.clear();
    err_ << fmt::format("craggy: {} failed: {}\n", describe(failure.key), failure.message);
  }
  const bool step = event == RunEvent::finished || event == RunEvent::failed;
  const auto now = std::chrono::steady_clock::now();
  if (live_ ? now - shown_ < between_rewrites && !step : !step) return;
  shown_ = now;
  progress_.show(state.num_finished() + state.failures().size(), state.jobs().size(),
                 progress_line(state, num_stored_));
}

std::string progress_line(const experiments::RunState& state, std::size_t num_stored) {
  std::string line =
      fmt::format("{}/{} done", num_stored + state.num_finished(), num_stored + state.jobs().size());
  if (!state.failures().empty()) line += fmt::format(", {} failed", state.failures().size());
  if (const auto left = state.time_left())
    line += fmt::format(", {} {} left", left->guessed_share > mostly_guessed ? "at a guess" : "about",
                        duration(left->seconds));
  const char* separator = "; ";
  for (const auto& [job, so_far] : state.running()) {
    const auto& [key, evaluations] = state.jobs()[job];
    line += fmt::format("{}{} on {} #{} {}/{}", separator, key.method, key.problem, key.repetition,
                        so_far.evaluations, evaluations);
    separator = ", ";
  }
  return line;
}

}  // namespace craggy::cli
