#include "study/lost_leases.hpp"

#include <utility>

namespace craggy {

LostLeases::LostLeases(std::vector<AttemptRow> attempts, OnLost on_lost) : on_lost_(on_lost) {
  for (AttemptRow& attempt : attempts) attempts_.insert_or_assign(attempt.trial, std::move(attempt));
}

// Whoever runs a trial has made its last attempt.
bool LostLeases::holds(const TrialRecord& record) const {
  const auto found = attempts_.find(record.number);
  return record.state == TrialState::running && found != attempts_.end() &&
         found->second.number + 1 == record.num_attempts;
}

void LostLeases::apply(TrialRecord& record) const {
  if (!holds(record)) return;
  record.state = on_lost_ == OnLost::retry ? TrialState::waiting : TrialState::failed;
  if (record.state == TrialState::failed) record.message = attempts_.at(record.number).message;
}

void LostLeases::apply(AttemptRow& attempt) const {
  const auto found = attempts_.find(attempt.trial);
  if (attempt.outcome != AttemptOutcome::open || found == attempts_.end()) return;
  if (found->second.number != attempt.number) return;
  attempt.outcome = AttemptOutcome::lost;
  attempt.message = found->second.message;
}

void LostLeases::apply(TrialCounts& counts, const TrialCache& cache) const {
  for (const auto& [number, attempt] : attempts_) {
    const TrialRecord* record = cache.bare_record(number);
    if (record == nullptr || !holds(*record)) continue;
    --counts.running;
    ++(on_lost_ == OnLost::retry ? counts.waiting : counts.failed);
  }
}

}  // namespace craggy
