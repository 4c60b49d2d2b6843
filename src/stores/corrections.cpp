#include "stores/corrections.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "base/check.hpp"
#include "stores/clean_text.hpp"
#include "stores/results.hpp"

namespace craggy {
namespace {

// A correction is known by how its message begins; what follows is for people.
constexpr std::string_view beginning = "correction of attempt ";

}  // namespace

std::optional<AttemptNumber> corrected_attempt(const AttemptRow& attempt) {
  const std::string_view message = attempt.message;
  if (!message.starts_with(beginning) || attempt.ended != attempt.started) return std::nullopt;
  AttemptNumber number = 0;
  const std::string_view rest = message.substr(beginning.size());
  if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec != std::errc()) return std::nullopt;
  return number;
}

namespace stores {
namespace {

std::string described(const TrialRow& trial) {
  return trial.result ? text_of(*trial.result)
                      : "a failure" + (trial.message.empty() ? "" : ": " + trial.message);
}

// The number of the attempt that decided the trial, which is written down if nobody has done so: a result
// that was told without naming an attempt is with the trial only.
AttemptNumber keep_decision(Transaction& transaction, StudyId study, TrialRow& trial) {
  if (trial.decider) {
    const std::optional<AttemptRow> attempt = transaction.find_attempt(study, trial.number, *trial.decider);
    if (attempt && attempt->result == trial.result) return *trial.decider;
  }
  const Timestamp when = trial.ended.value_or(trial.created);
  const AttemptNumber number = trial.num_attempts++;
  transaction.insert_attempt(study,
                             {.trial = trial.number,
                              .number = number,
                              .worker = {.name = "unknown"},
                              .started = when,
                              .heartbeat = when,
                              .outcome = trial.result ? AttemptOutcome::finished : AttemptOutcome::failed,
                              .ended = when,
                              .result = trial.result,
                              .message = trial.message});
  return number;
}

// Of the results of all other trials.
std::optional<ConstraintCount> count_of_others(Transaction& transaction, StudyId study, TrialNumber number) {
  for (const TrialRow& row : transaction.changed_trials(study, 0))
    if (row.number != number && row.result)
      return ConstraintCount{row.number, row.result->constraints.size()};
  return std::nullopt;
}

}  // namespace

Told correct(Transaction& transaction, StudyId study, TrialNumber number, const Correction& correction,
             const Worker& worker, std::optional<ConstraintCount>& known) {
  TrialRow trial = lock_known_trial(transaction, study, number);
  const auto* result = std::get_if<Result>(&correction);
  const std::string why = result == nullptr ? clean_text(std::get<Failure>(correction).message) : "";
  if (trial.state != TrialState::finished && trial.state != TrialState::failed)
    fail_argument(fmt::format("the state of trial {}", number), name_of(trial.state),
                  "only what was told of a trial can be corrected, and nothing was told of this one yet");
  if (result != nullptr ? trial.result == *result : (!trial.result && trial.message == why))
    return Told::repeated;
  transaction.lock_study(study);
  if (result != nullptr)
    check_count(fmt::format("trial {}", number), *result, count_of_others(transaction, study, number));
  const std::string before = described(trial);
  const AttemptNumber decided_by = keep_decision(transaction, study, trial);
  const Timestamp now = transaction.now();
  const AttemptNumber attempt = trial.num_attempts++;
  transaction.insert_attempt(
      study, {.trial = number,
              .number = attempt,
              .worker = worker,
              .started = now,
              .heartbeat = now,
              .outcome = result != nullptr ? AttemptOutcome::finished : AttemptOutcome::failed,
              .ended = now,
              .result = result != nullptr ? std::optional(*result) : std::nullopt,
              .message = fmt::format("{}{}, which was {}{}{}", beginning, decided_by, before,
                                     why.empty() ? "" : "; ", why)});
  trial.state = result != nullptr ? TrialState::finished : TrialState::failed;
  trial.result = result != nullptr ? std::optional(*result) : std::nullopt;
  trial.message = why;
  trial.decider = attempt;
  trial.lost = false;
  trial.ended = trial.ended.value_or(now);
  transaction.change_trial(study, trial);
  known.reset();
  return Told::accepted;
}

}  // namespace stores
}  // namespace craggy
