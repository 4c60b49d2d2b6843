#include "runs/trial_source.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <vector>

#include <craggy/base/error.hpp>

namespace craggy::runs {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds between_looks(1000);   // for trials whose workers have vanished
constexpr milliseconds between_glances(250);  // at what other processes do

}  // namespace

TrialSource::TrialSource(Study& study, const RunPlan& plan, RunControl& control, StoppingRules& rules)
    : study_(study),
      control_(control),
      rules_(rules),
      max_trials_(plan.max_trials.value_or(std::numeric_limits<TrialNumber>::max())) {}

std::optional<Trial> TrialSource::next() {
  try {
    if (std::optional<Trial> trial = ask()) return trial;
    control_.note_idle(1);
    const std::lock_guard one_is_enough(looking_);
    return wait_for_others();
  } catch (const Cancelled&) {
    return std::nullopt;  // while it was being computed
  }
}

std::optional<Trial> TrialSource::ask() {
  // After an error nobody is to wait for a store that is away; otherwise the last result may be the best.
  if (!control_.has_failed()) rules_.apply();
  if (control_.is_ending()) return std::nullopt;
  try {
    return study_.ask_within(max_trials_, control_.quit());
  } catch (const SpaceExhausted&) {
    exhausted_ = true;
    return std::nullopt;
  }
}

// A trial of somebody who may vanish is waited for: it may come to us.
std::optional<Trial> TrialSource::wait_for_others() {
  while (!control_.is_ending() && others_may_vanish()) {
    pause_beside_others();
    control_.note_idle(-1);
    if (std::optional<Trial> trial = ask()) return trial;
    control_.note_idle(1);
  }
  return std::nullopt;
}

// An ask wants to write, so it is not made at each change, but only when a trial waits, when the others are
// done, or when it is time to look for those who vanished.
void TrialSource::pause_beside_others() {
  const Clock::time_point until = Clock::now() + between_looks;
  while (!control_.is_ending() && Clock::now() < until) {
    const std::size_t heard = control_.num_events();
    if (!others_at_work() || study_.counts().waiting > 0) return;
    control_.wait_for_event(heard, between_glances);
  }
}

bool TrialSource::others_at_work() {
  const std::size_t num_running_here = control_.state().running.size();
  const TrialCounts counts = study_.counts();
  // A number below the limit that is no trial yet: somebody is computing its parameters.
  const bool computing = !exhausted_ && counts.all() < max_trials_;
  return computing || counts.running > num_running_here;
}

bool TrialSource::others_may_vanish() {
  if (!others_at_work()) return false;
  const std::set<TrialNumber> here = control_.state().running;
  const std::vector<AttemptRow> attempts = study_.attempts();
  return std::any_of(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
    return attempt.outcome == AttemptOutcome::open && attempt.grace && !here.contains(attempt.trial);
  });
}

}  // namespace craggy::runs
