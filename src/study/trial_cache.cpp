#include "trial_cache.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/params.hpp>

#include "number_set.hpp"

namespace craggy {
namespace {

TrialRecord to_record(const Space& space, const TrialRow& row) {
  try {
    TrialRecord record{.number = row.number,
                       .values = parse_params(space, row.params),
                       .state = row.state,
                       .message = row.message,
                       .num_attempts = row.num_attempts,
                       .created = row.created,
                       .ended = row.ended};
    if (row.result) {
      record.objective = row.result->value;
      record.constraints = row.result->constraints;
      record.noise = row.result->noise;
    }
    if (!row.suggestion.empty()) {
      record.suggestion = parse_suggestion(row.suggestion).suggestion;
      record.suggestion->values = record.values;
    }
    return record;
  } catch (const InvalidArgument& error) {
    throw StoreError(fmt::format("trial {} cannot be read from the store: {}", row.number, error.what()));
  }
}

bool is_feasible(const TrialRecord& record) {
  return std::none_of(record.constraints.begin(), record.constraints.end(), [](double c) { return c > 0.0; });
}

}  // namespace

std::size_t& TrialCache::count_of(TrialState state) {
  switch (state) {
    case TrialState::running:
      return counts_.running;
    case TrialState::finished:
      return counts_.finished;
    case TrialState::failed:
      return counts_.failed;
    case TrialState::reserved:
    case TrialState::waiting:
      break;
  }
  return counts_.waiting;
}

void TrialCache::take_in(const News& news) {
  for (const TrialRow& row : news.trials) {
    if (row.number >= entries_.size()) entries_.resize(row.number + 1);
    if (row.state == TrialState::reserved) continue;
    Entry& entry = entries_[row.number];
    TrialRecord record = to_record(*space_, row);
    if (entry.known) --count_of(entry.record.state);
    ++count_of(record.state);
    entry = {true, std::move(record)};
  }
  revision_ = std::max(revision_, news.revision);
}

SeenHistory TrialCache::history(TrialNumber without) const {
  SeenHistory seen;
  seen.revision = revision_;
  History& history = seen.history;
  const double sign = direction_ == Direction::minimise ? 1.0 : -1.0;
  std::vector<TrialNumber> finished;
  std::vector<TrialNumber> failed;
  std::vector<TrialNumber> pending;
  for (const auto& [known, record] : entries_) {
    if (!known || record.number == without) continue;
    if (record.objective) {
      history.observations.push_back(
          {record.values, sign * *record.objective, record.constraints, record.noise});
      finished.push_back(record.number);
    } else if (record.state == TrialState::failed) {
      history.failed.push_back(record.values);
      failed.push_back(record.number);
    } else {
      history.pending.push_back(record.values);
      pending.push_back(record.number);
    }
  }
  seen.seen = {to_ranges(finished), to_ranges(failed), to_ranges(pending)};
  return seen;
}

std::vector<TrialRecord> TrialCache::records() const {
  std::vector<TrialRecord> records;
  records.reserve(entries_.size());
  for (const Entry& entry : entries_)
    if (entry.known) records.push_back(entry.record);
  return records;
}

std::optional<TrialRecord> TrialCache::best() const {
  const TrialRecord* best = nullptr;
  const double sign = direction_ == Direction::minimise ? 1.0 : -1.0;
  for (const auto& [known, record] : entries_)
    if (known && record.objective && is_feasible(record) &&
        (best == nullptr || sign * *record.objective < sign * *best->objective))
      best = &record;
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace craggy
