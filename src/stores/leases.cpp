#include "stores/leases.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "stores/clean_text.hpp"
#include "stores/worker.hpp"

namespace craggy::stores {
namespace {

constexpr int num_warm_kept = 3;  // one is enough to go on; a few more help to look into what happened

// Why the lease is lost, or "" if it is not.
std::string reason_of_loss(const AttemptRow& attempt, Timestamp now) {
  const Worker& worker = attempt.worker;
  if (is_gone(worker))
    return fmt::format("the worker {} (process {} on {}) has ended", worker.name, worker.process,
                       worker.host);
  // A machine or a process that was put to sleep has sent nothing and goes on all the same, and clocks may be
  // set.
  if (attempt.grace && now - attempt.heartbeat > *attempt.grace && !is_alive(worker))
    return fmt::format("the worker {} on {} has not been heard of for {:.0f} s", worker.name, worker.host,
                       std::chrono::duration<double>(now - attempt.heartbeat).count());
  return {};
}

News to_news(std::vector<TrialRow> changed, std::int64_t since_revision) {
  News news{since_revision, std::move(changed)};
  for (const TrialRow& row : news.trials) news.revision = std::max(news.revision, row.revision);
  return news;
}

// Transactions tell the time at their begin, and one that began earlier may see what a later one has freed:
// an attempt does not begin before the last one's end all the same.
Timestamp start_of_attempt(Transaction& transaction, StudyId study, const TrialRow& trial) {
  const Timestamp now = transaction.now();
  if (trial.num_attempts == 0) return now;
  const auto last = transaction.find_attempt(study, trial.number, trial.num_attempts - 1);
  return last && last->ended ? std::max(now, *last->ended) : now;
}

void lease_to(AttemptRow& attempt, const Holder& holder, Timestamp now) {
  attempt.worker = holder.worker;
  attempt.worker.name = clean_text(attempt.worker.name);
  attempt.worker.host = clean_text(attempt.worker.host);
  attempt.heartbeat = now;
  attempt.grace = holder.grace;
}

AttemptRow new_attempt(Transaction& transaction, StudyId study, TrialRow& trial, const Holder& holder) {
  const Timestamp now = start_of_attempt(transaction, study, trial);
  AttemptRow attempt{.trial = trial.number, .number = trial.num_attempts, .started = now};
  lease_to(attempt, holder, now);
  trial.holder = attempt.number;
  ++trial.num_attempts;
  return attempt;
}

}  // namespace

News read_news(Transaction& transaction, StudyId study, std::int64_t since_revision) {
  return to_news(transaction.changed_trials(study, since_revision), since_revision);
}

std::vector<AttemptRow> lost_attempts(Transaction& transaction, StudyId study) {
  const Timestamp now = transaction.now();
  std::vector<AttemptRow> attempts = transaction.open_attempts(study);
  for (AttemptRow& attempt : attempts) attempt.message = reason_of_loss(attempt, now);
  std::erase_if(attempts, [](const AttemptRow& attempt) { return attempt.message.empty(); });
  return attempts;
}

void end_lost_leases(Transaction& transaction, StudyId study, OnLost on_lost) {
  struct Lost {
    AttemptRow attempt;
    TrialRow trial;
  };
  std::vector<Lost> all;
  const Timestamp now = transaction.now();
  for (const AttemptRow& attempt : lost_attempts(transaction, study)) {
    std::optional<TrialRow> trial = transaction.lock_trial(study, attempt.trial, Lock::skip);
    if (!trial) continue;  // somebody is just saying something about it
    // Somebody may have been quicker, or the worker has come back: what was read before the lock does not
    // count.
    std::optional<AttemptRow> current = transaction.find_attempt(study, attempt.trial, attempt.number);
    if (!current || current->outcome != AttemptOutcome::open) continue;
    current->message = reason_of_loss(*current, now);
    if (current->message.empty()) continue;
    all.push_back({std::move(*current), std::move(*trial)});
  }
  for (auto& [attempt, trial] : all) {
    attempt.outcome = AttemptOutcome::lost;
    attempt.ended = now;
    transaction.update_attempt(study, attempt);
    if (trial.holder != attempt.number) continue;  // decided meanwhile by another attempt
    trial.holder.reset();
    if (trial.state == TrialState::running) {
      trial.state = on_lost == OnLost::retry ? TrialState::waiting : TrialState::failed;
      if (trial.state == TrialState::failed) {
        trial.lost = true;
        trial.message = attempt.message;
        trial.ended = now;
      }
    }
    transaction.change_trial(study, trial);
  }
}

std::optional<Claim> claim(Transaction& transaction, StudyId study, const ClaimRequest& request) {
  const Holder evaluating{request.worker, request.grace};
  std::optional<TrialRow> trial = transaction.lock_first_free(study);
  if (trial && trial->state == TrialState::waiting) {
    const AttemptRow attempt = new_attempt(transaction, study, *trial, evaluating);
    trial->state = TrialState::running;
    transaction.insert_attempt(study, attempt);
    transaction.change_trial(study, *trial);
    return Claim{std::move(*trial), attempt.number};
  }

  const bool is_new = !trial;
  News news{.revision = request.known_revision, .trials = {}};
  if (is_new) {
    auto fresh =
        transaction.take_number(study, request.max_trials.value_or(std::numeric_limits<TrialNumber>::max()),
                                request.propose ? std::optional(request.known_revision) : std::nullopt);
    if (!fresh) return std::nullopt;
    trial = TrialRow{.number = fresh->number, .revision = fresh->revision, .created = transaction.now()};
    news = to_news(std::move(fresh->changed), request.known_revision);
  } else if (request.propose) {
    transaction.lock_study(study);
    news = read_news(transaction, study, request.known_revision);
  }
  if (request.propose)
    if (const std::optional<Proposal> proposal = request.propose(trial->number, news)) {
      trial->state = TrialState::running;
      trial->params = proposal->params;
      trial->suggestion = proposal->suggestion;
    }
  const bool changes_hands = request.computing && trial->state == TrialState::reserved;
  const AttemptRow attempt =
      new_attempt(transaction, study, *trial, changes_hands ? *request.computing : evaluating);
  transaction.insert_attempt(study, attempt);
  if (is_new)
    transaction.insert_trial(study, *trial);
  else
    transaction.change_trial(study, *trial);
  return Claim{std::move(*trial), attempt.number, changes_hands ? std::optional(evaluating) : std::nullopt};
}

ProposeOutcome propose(Transaction& transaction, StudyId study, const Claim& claim, const Proposal& proposal,
                       std::int64_t seen_revision, bool accept_stale) {
  std::optional<TrialRow> trial = transaction.lock_trial(study, claim.trial.number, Lock::wait);
  if (!trial || trial->state != TrialState::reserved || trial->holder != claim.attempt)
    return ProposeOutcome::lost;
  std::optional<AttemptRow> attempt;
  if (claim.evaluating) attempt = transaction.find_attempt(study, trial->number, claim.attempt);
  transaction.lock_study(study);
  if (!accept_stale) {
    const auto matters = [&](const TrialRow& row) {
      return row.number != trial->number && row.state != TrialState::reserved;
    };
    const std::vector<TrialRow> changed = transaction.changed_trials(study, seen_revision);
    if (std::any_of(changed.begin(), changed.end(), matters)) return ProposeOutcome::stale;
  }
  trial->state = TrialState::running;
  trial->params = proposal.params;
  trial->suggestion = proposal.suggestion;
  if (attempt && claim.evaluating) {
    lease_to(*attempt, *claim.evaluating, transaction.now());
    transaction.update_attempt(study, *attempt);
  }
  if (!proposal.warm.empty()) transaction.put_warm(study, {trial->number, proposal.warm}, num_warm_kept);
  transaction.change_trial(study, *trial);
  return ProposeOutcome::committed;
}

}  // namespace craggy::stores
