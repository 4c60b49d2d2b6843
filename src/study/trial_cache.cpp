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
                       .decider = row.decider,
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

bool is_infeasible(const TrialRecord& record) { return record.objective && !is_feasible(record.constraints); }

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
    if (entry.known) {
      --count_of(entry.record.state);
      if (is_infeasible(entry.record)) --counts_.infeasible;
    }
    ++count_of(record.state);
    if (is_infeasible(record)) ++counts_.infeasible;
    entry = {true, row.revision, std::move(record), row.suggestion};
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

std::vector<const TrialRecord*> TrialCache::known_without(std::optional<TrialNumber> number) const {
  std::vector<const TrialRecord*> known;
  for (const Entry& entry : entries_)
    if (entry.known && entry.record.number != number) known.push_back(&entry.record);
  return known;
}

std::size_t TrialCache::num_constraints() const { return num_constraints_of(known_without(std::nullopt)); }

SeenHistory TrialCache::history(std::optional<TrialNumber> without) const {
  TrialHistory made = history_of(known_without(without), num_constraints(), direction_, with_noise_);
  return {std::move(made.history),
          made.observed,
          {to_ranges(made.observed), to_ranges(made.failed), to_ranges(made.pending)},
          revision_};
}

StoredSuggestion TrialCache::suggestion_of(const Entry& entry) {
  try {
    return parse_suggestion(entry.suggestion);
  } catch (const InvalidArgument& error) {
    fail_trial(entry.record.number, error);
  }
}

// A suggestion takes smaller values for better ones; who looks at a study sees its own.
TrialRecord TrialCache::whole(const Entry& entry) const {
  TrialRecord record = entry.record;
  if (entry.suggestion.empty()) return record;
  record.suggestion = suggestion_of(entry).suggestion;
  record.suggestion->values = record.values;
  if (record.suggestion->reason && direction_ == Direction::maximise)
    record.suggestion->reason->mean = -record.suggestion->reason->mean;
  return record;
}

std::optional<StoredSuggestion> TrialCache::stored_suggestion(TrialNumber number) const {
  const Entry* entry = find(number);
  if (entry == nullptr || entry->suggestion.empty()) return std::nullopt;
  return suggestion_of(*entry);
}

TrialNumber TrialCache::first_without_parameters() const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [](const Entry& each) { return !each.known; });
  return static_cast<TrialNumber>(found - entries_.begin());
}

const TrialRecord* TrialCache::bare_record(TrialNumber number) const {
  const Entry* entry = find(number);
  return entry == nullptr ? nullptr : &entry->record;
}

std::vector<TrialRecord> TrialCache::records() const { return records(0, entries_.size()); }

std::vector<TrialRecord> TrialCache::records(TrialNumber first, std::size_t limit) const {
  std::vector<TrialRecord> records;
  for (std::size_t i = first; i < entries_.size() && records.size() < limit; ++i)
    if (entries_[i].known) records.push_back(whole(entries_[i]));
  return records;
}

std::vector<TrialRecord> TrialCache::changed_since(std::int64_t revision) const {
  std::vector<TrialRecord> records;
  for (const Entry& entry : entries_)
    if (entry.known && entry.revision > revision) records.push_back(whole(entry));
  return records;
}

const TrialCache::Entry* TrialCache::find(TrialNumber number) const {
  return number < entries_.size() && entries_[number].known ? &entries_[number] : nullptr;
}

std::optional<TrialRecord> TrialCache::record(TrialNumber number) const {
  const Entry* entry = find(number);
  return entry == nullptr ? std::nullopt : std::optional(whole(*entry));
}

std::vector<std::pair<TrialNumber, std::optional<AttemptNumber>>> TrialCache::deciders() const {
  std::vector<std::pair<TrialNumber, std::optional<AttemptNumber>>> deciders;
  for (const Entry& entry : entries_)
    if (entry.known) deciders.emplace_back(entry.record.number, entry.record.decider);
  return deciders;
}

std::optional<TrialRecord> TrialCache::best() const { return best_of(nullptr); }

std::optional<TrialRecord> TrialCache::best_seen_by(TrialNumber number) const {
  const Entry* entry = find(number);
  if (entry == nullptr || entry->suggestion.empty()) return std::nullopt;
  std::vector<TrialNumber> seen;
  try {
    seen = parse_ranges(suggestion_of(*entry).seen.finished);
  } catch (const InvalidArgument& error) {
    fail_trial(number, error);
  }
  return best_of(&seen);
}

std::optional<TrialRecord> TrialCache::best_of(const std::vector<TrialNumber>* numbers) const {
  const std::size_t num_wanted = num_constraints();
  const double sign = direction_ == Direction::minimise ? 1.0 : -1.0;
  double smallest = std::numeric_limits<double>::infinity();
  const Entry* best = nullptr;
  for (const Entry& entry : entries_) {
    const TrialRecord& record = entry.record;
    if (!entry.known || !record.objective || record.constraints.size() != num_wanted) continue;
    if (!is_feasible(record.constraints) || !(sign * *record.objective < smallest)) continue;
    if (numbers != nullptr && !std::binary_search(numbers->begin(), numbers->end(), record.number)) continue;
    smallest = sign * *record.objective;
    best = &entry;
  }
  return best == nullptr ? std::nullopt : std::optional(whole(*best));
}

}  // namespace craggy
