#include "runs/telling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <craggy/base/error.hpp>

#include "base/plain_reason.hpp"
#include "runs/texts.hpp"

namespace craggy::runs {
namespace {

using Kind = RunEvent::Kind;

// Only failures count: not that a worker vanished or gave the trial back.
bool has_retries_left(const Study& study, const Trial& trial, std::int64_t retries) {
  if (static_cast<std::int64_t>(trial.attempt()) < retries) return true;
  if (retries == 0) return false;
  const std::vector<AttemptRow> attempts = study.attempts();
  return std::count_if(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
           return attempt.trial == trial.number() && attempt.number < trial.attempt() &&
                  attempt.outcome == AttemptOutcome::failed;
         }) < retries;
}

Kind tell_failure(Study& study, const Trial& trial, const Outcome& outcome, std::int64_t retries) {
  const bool again = has_retries_left(study, trial, retries);
  try {
    const Told told = study.fail(
        trial, {.message = failure_message(outcome), .exit_code = outcome.exit_code, .again = again});
    if (told != Told::accepted) return Kind::overtaken;
  } catch (const InvalidArgument&) {
    return Kind::overtaken;  // it has finished by now
  }
  return again ? Kind::retried : Kind::failed;
}

// A result that is not like those of the other trials is a failure of its trial; if that has been decided
// meanwhile, by hand for example, it is none.
Telling tell_refusal(Study& study, const Trial& trial, const Outcome& outcome, std::int64_t retries,
                     const std::string& reason) {
  Outcome refused = outcome;
  refused.result.reset();
  refused.failure = reason;
  const Kind kind = tell_failure(study, trial, refused, retries);
  if (kind == Kind::overtaken) return {kind, outcome, reason};
  return {kind, std::move(refused)};
}

Telling tell_result(Study& study, const Trial& trial, const Result& result, const Outcome& outcome,
                    std::int64_t retries) {
  try {
    const Told told = study.tell(trial, result);
    return {told == Told::kept ? Kind::overtaken : Kind::finished, outcome};
  } catch (const InvalidArgument& refusal) {
    return tell_refusal(study, trial, outcome, retries, refusal.what());
  }
}

// What a program wrote is worth keeping, but not worth the end of a run.
void keep_output(Study& study, const Trial& trial, const Outcome& outcome) {
  if (outcome.output_tail.empty() && outcome.error_tail.empty()) return;
  try {
    study.keep_output(trial, outcome.output_tail, outcome.error_tail);
  } catch (const std::exception&) {
    return;  // whatever it is, the next thing that the store is told says so
  }
}

Telling tell(Study& study, const Trial& trial, const Outcome& outcome, std::int64_t retries) {
  try {
    if (outcome.result) return tell_result(study, trial, *outcome.result, outcome, retries);
    return {tell_failure(study, trial, outcome, retries), outcome};
  } catch (const Cancelled&) {
    return {Kind::unstored, outcome, "interrupted", std::current_exception()};
  } catch (const StoreError& error) {
    // Whatever was the reason, results do not get there.
    return {Kind::unstored, outcome, error.what(), std::make_exception_ptr(StoreUnreachable(error.what()))};
  } catch (const std::exception& error) {
    return {Kind::unstored, outcome, plain_reason(error), std::current_exception()};
  }
}

}  // namespace

Telling tell_outcome(Study& study, const Trial& trial, const Outcome& outcome, std::int64_t retries) {
  Telling told = tell(study, trial, outcome, retries);
  if (told.kind != Kind::unstored) keep_output(study, trial, outcome);
  return told;
}

}  // namespace craggy::runs
