#include "stores/results.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"
#include "stores/clean_text.hpp"

namespace craggy::stores {

TrialRow lock_known_trial(Transaction& transaction, StudyId study, TrialNumber number) {
  std::optional<TrialRow> trial = transaction.lock_trial(study, number, Lock::wait);
  if (trial && trial->state == TrialState::reserved)
    fail_argument("the trial number", fmt::format("{}", number), "that trial has no parameters yet");
  if (trial) return std::move(*trial);
  const TrialNumber count = transaction.next_number(study);
  fail_argument(
      "the trial number", fmt::format("{}", number),
      count == 0 ? "the study has no trials yet" : fmt::format("the study's trials are 0 to {}", count - 1));
}

std::string text_of(const Result& result) {
  std::string text = fmt::format("{}", result.value);
  if (!result.constraints.empty()) {
    text += ", constraints";
    for (const double each : result.constraints) text += fmt::format(" {}", each);
  }
  if (result.noise) text += fmt::format(", noise {}", *result.noise);
  return text;
}

std::optional<ConstraintCount> find_count(Transaction& transaction, StudyId study) {
  const std::optional<TrialRow> first = transaction.first_finished(study);
  if (!first || !first->result) return std::nullopt;
  return ConstraintCount{first->number, first->result->constraints.size()};
}

// Nothing can be learned from results that differ in what they tell, and the study would be stuck with them.
void check_count(std::string_view name, const Result& result, const std::optional<ConstraintCount>& known) {
  if (known && result.constraints.size() != known->count)
    fail_argument(fmt::format("the number of constraints of {}", name),
                  fmt::format("{}", result.constraints.size()),
                  fmt::format("it has to be {}, as in trial {}", known->count, known->trial));
}

namespace {

// An attempt that the store has forgotten, as one that was restored from a copy has.
void insert_forgotten(Transaction& transaction, StudyId study, TrialRow& trial, AttemptRow attempt) {
  attempt.started = attempt.heartbeat = transaction.now();
  attempt.ended = transaction.now();
  attempt.worker.name = "unknown";
  trial.num_attempts = std::max(trial.num_attempts, attempt.number + 1);
  transaction.insert_attempt(study, attempt);
  transaction.change_trial(study, trial);
}

// What a worker has to say is written to its attempt, whatever becomes of the trial.
void close_attempt(Transaction& transaction, StudyId study, TrialRow& trial,
                   std::optional<AttemptNumber> number, AttemptRow said) {
  if (!number) return;
  said.trial = trial.number;
  said.number = *number;
  std::optional<AttemptRow> attempt = transaction.find_attempt(study, trial.number, *number);
  if (!attempt) return insert_forgotten(transaction, study, trial, std::move(said));
  if (attempt->result && attempt->result != said.result)
    fail_argument(fmt::format("the value of trial {}", trial.number),
                  said.result ? text_of(*said.result) : "missing",
                  fmt::format("attempt {} has finished with {} already", *number, text_of(*attempt->result)));
  attempt->outcome = said.outcome;
  attempt->ended = transaction.now();
  attempt->result = said.result;
  attempt->exit_code = said.exit_code;
  attempt->message = said.message;
  transaction.update_attempt(study, *attempt);
}

void decide(TrialRow& trial, TrialState state, std::optional<AttemptNumber> decider, Timestamp now) {
  trial.state = state;
  trial.decider = decider;
  trial.holder.reset();
  trial.lost = false;
  trial.ended = now;
}

bool is_decided(const TrialRow& trial) {
  return trial.state == TrialState::finished || (trial.state == TrialState::failed && !trial.lost);
}

}  // namespace

Told tell(Transaction& transaction, StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
          const Result& result, std::optional<ConstraintCount>& known) {
  TrialRow trial = lock_known_trial(transaction, study, number);
  const AttemptRow said{.outcome = AttemptOutcome::finished, .result = result};
  if (!is_decided(trial)) {
    // What is remembered may be out of date by a correction.
    if (!known || known->count != result.constraints.size()) known = find_count(transaction, study);
    if (!known) {
      // Those who tell the first results wait for each other, so that one of them is the first.
      transaction.lock_study(study);
      known = find_count(transaction, study);
    }
    check_count(fmt::format("trial {}", number), result, known);
    if (attempt)
      close_attempt(transaction, study, trial, attempt, said);
    else  // from somebody else than the holder, who may have a result of its own yet
      close_attempt(transaction, study, trial, trial.holder, {.outcome = AttemptOutcome::finished});
    decide(trial, TrialState::finished, attempt, transaction.now());
    trial.result = result;
    trial.message.clear();
    transaction.change_trial(study, trial);
    return Told::accepted;
  }
  if (attempt && attempt != trial.decider) {
    close_attempt(transaction, study, trial, attempt, said);
    return trial.result == result ? Told::repeated : Told::kept;
  }
  const std::string name = fmt::format("the value of trial {}", number);
  if (!trial.result) fail_argument(name, text_of(result), "the trial has failed already");
  if (*trial.result != result)
    fail_argument(name, text_of(result),
                  fmt::format("the trial has finished with {} already", text_of(*trial.result)));
  return Told::repeated;
}

Told fail(Transaction& transaction, StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
          const Failure& failure) {
  TrialRow trial = lock_known_trial(transaction, study, number);
  const AttemptRow said{.outcome = AttemptOutcome::failed,
                        .exit_code = failure.exit_code,
                        .message = clean_text(failure.message)};
  const bool is_undecided = !is_decided(trial);
  // Of a worker whose lease is lost a result is welcome, but that it failed does not concern the trial.
  if (attempt && attempt != (is_undecided ? trial.holder : trial.decider)) {
    close_attempt(transaction, study, trial, attempt, said);
    return Told::kept;
  }
  if (trial.result)
    fail_argument(fmt::format("the state of trial {}", number),
                  fmt::format("finished with {}", text_of(*trial.result)), "only a running trial can fail");
  if (trial.state == TrialState::failed) return Told::repeated;
  close_attempt(transaction, study, trial, attempt ? attempt : trial.holder, said);
  if (failure.again) {
    trial.state = TrialState::waiting;
    trial.holder.reset();
  } else {
    decide(trial, TrialState::failed, attempt, transaction.now());
  }
  trial.message = said.message;
  transaction.change_trial(study, trial);
  return Told::accepted;
}

bool release(Transaction& transaction, StudyId study, TrialNumber number,
             std::optional<AttemptNumber> attempt) {
  std::optional<TrialRow> trial = transaction.lock_trial(study, number, Lock::wait);
  if (!trial || !trial->holder || (attempt && trial->holder != attempt)) return false;
  close_attempt(transaction, study, *trial, trial->holder, {.outcome = AttemptOutcome::released});
  trial->holder.reset();
  if (trial->state == TrialState::running) trial->state = TrialState::waiting;
  transaction.change_trial(study, *trial);
  return true;
}

TrialNumber add(Transaction& transaction, StudyId study, const std::string& params,
                const std::optional<Result>& result, std::optional<ConstraintCount>& known) {
  const Timestamp now = transaction.now();
  const auto fresh = transaction.take_number(study, std::numeric_limits<TrialNumber>::max(), std::nullopt);
  if (!fresh) throw StoreError("the study has no number left for another trial");
  if (result) {
    if (!known || known->count != result->constraints.size()) known = find_count(transaction, study);
    check_count("the added trial", *result, known);
  }
  TrialRow trial{.number = fresh->number,
                 .state = result ? TrialState::finished : TrialState::waiting,
                 .revision = fresh->revision,
                 .params = params,
                 .result = result,
                 .created = now};
  if (result) trial.ended = now;
  transaction.insert_trial(study, trial);
  return trial.number;
}

}  // namespace craggy::stores
