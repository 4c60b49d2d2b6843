#include "study/result_then.hpp"

#include <algorithm>

#include <craggy/stores/store.hpp>

namespace craggy {
namespace {

const AttemptRow* find(const std::vector<AttemptRow>& attempts, AttemptNumber number) {
  const auto found = std::find_if(attempts.begin(), attempts.end(),
                                  [&](const AttemptRow& attempt) { return attempt.number == number; });
  return found == attempts.end() ? nullptr : &*found;
}

}  // namespace

const AttemptRow* deciding_then(const std::vector<AttemptRow>& attempts, AttemptNumber decider,
                                Timestamp when) {
  const AttemptRow* attempt = find(attempts, decider);
  while (attempt != nullptr && attempt->started > when) {
    const std::optional<AttemptNumber> before = corrected_attempt(*attempt);
    if (!before || *before >= attempt->number) break;
    attempt = find(attempts, *before);
  }
  return attempt;
}

bool corrected_since(const std::vector<AttemptRow>& attempts, Timestamp when) {
  return std::any_of(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
    return attempt.started > when && corrected_attempt(attempt);
  });
}

TrialRecord record_then(TrialRecord record, const std::vector<AttemptRow>& attempts, Timestamp when) {
  if (!record.decider || !corrected_since(attempts, when)) return record;
  const AttemptRow* attempt = deciding_then(attempts, *record.decider, when);
  if (attempt == nullptr) return record;
  record.objective.reset();
  record.constraints.clear();
  record.noise.reset();
  if (attempt->result) {
    record.objective = attempt->result->value;
    record.constraints = attempt->result->constraints;
    record.noise = attempt->result->noise;
  }
  return record;
}

}  // namespace craggy
