#include "study/trial_cache.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "study/number_set.hpp"
#include "study/params.hpp"
#include "study/trial_history.hpp"

namespace craggy {
namespace {

constexpr TrialNumber no_trial = std::numeric_limits<TrialNumber>::max();

[[noreturn]] void fail_trial(TrialNumber number, const InvalidArgument& error) {
  throw StoreError(fmt::format("trial {} cannot be read from the store: {}", number, error.what()));
}

TrialRecord to_record(const std::shared_ptr<const Space>& space, const TrialRow& row) {
  try {
    TrialRecord record{.number = row.number,
                       .values = parse_params(*space, row.params),
                       .state = row.state,
                       .message = row.message,
                       .num_attempts = row.num_attempts,
                       .created = row.created,
                       .ended = row.ended,
                       .space = space};
    if (row.result) {
      record.objective = row.result->value;
      record.constraints = row.result->constraints;
      record.noise = row.result->noise;
    }
    return record;
  } catch (const InvalidArgument& error) {
    fail_trial(row.number, error);
  }
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
    TrialRecord record = to_record(space_, row);
    if (entry.known) --count_of(entry.record.state);
    ++count_of(record.state);
    entry = {true, std::move(record), row.suggestion};
  }
  revision_ = std::max(revision_, news.revision);
}

void TrialCache::check_exhausted() const {
  const std::optional<std::uint64_t> num_points = space_->num_points();
  if (!num_points || counts_.all() < *num_points) return;
  std::set<std::vector<double>> points;
  for (const Entry& entry : entries_)
    if (entry.known) points.insert(entry.record.values);
  if (points.size() >= *num_points) throw SpaceExhausted(*num_points);
}

std::vector<const TrialRecord*> TrialCache::known_without(TrialNumber number) const {
  std::vector<const TrialRecord*> known;
  for (const Entry& entry : entries_)
    if (entry.known && entry.record.number != number) known.push_back(&entry.record);
  return known;
}

SeenHistory TrialCache::history(TrialNumber without) const {
  TrialHistory made = history_of(known_without(without), num_constraints_of(known_without(no_trial)),
                                 direction_, with_noise_);
  return {std::move(made.history),
          made.observed,
          {to_ranges(made.observed), to_ranges(made.failed), to_ranges(made.pending)},
          revision_};
}

TrialRecord TrialCache::whole(const Entry& entry) {
  TrialRecord record = entry.record;
  if (entry.suggestion.empty()) return record;
  try {
    record.suggestion = parse_suggestion(entry.suggestion).suggestion;
    record.suggestion->values = record.values;
  } catch (const InvalidArgument& error) {
    fail_trial(record.number, error);
  }
  return record;
}

std::vector<TrialRecord> TrialCache::records() const {
  std::vector<TrialRecord> records;
  records.reserve(entries_.size());
  for (const Entry& entry : entries_)
    if (entry.known) records.push_back(whole(entry));
  return records;
}

std::optional<TrialRecord> TrialCache::best() const {
  const std::size_t num_wanted = num_constraints_of(known_without(no_trial));
  const Entry* best = nullptr;
  double smallest = std::numeric_limits<double>::infinity();
  const double sign = direction_ == Direction::minimise ? 1.0 : -1.0;
  for (const Entry& entry : entries_)
    if (entry.known && entry.record.objective && entry.record.constraints.size() == num_wanted &&
        is_feasible(entry.record.constraints) && sign * *entry.record.objective < smallest) {
      smallest = sign * *entry.record.objective;
      best = &entry;
    }
  return best == nullptr ? std::nullopt : std::optional(whole(*best));
}

}  // namespace craggy
