// What a study knows of its trials: read from the store bit by bit, and turned into what a suggestion needs.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <craggy/study/study.hpp>

#include "study/suggestion_text.hpp"

namespace craggy {

/// A history as `suggest` takes it, smaller values being better, and the trials that it is made of.
struct SeenHistory {
  History history;
  std::vector<TrialNumber> observed;  // the trial of each observation
  SeenTrials seen;
  std::int64_t revision = 0;
};

class TrialCache {
 public:
  /// Without `with_noise` a history says nothing of noise, for a surrogate that takes none.
  TrialCache(std::shared_ptr<const Space> space, Direction direction, bool with_noise)
      : space_(std::move(space)), direction_(direction), with_noise_(with_noise) {}

  std::int64_t revision() const { return revision_; }
  /// The number that is computed at present, or else the next one.
  TrialNumber first_without_parameters() const;
  TrialNumber next_number() const { return static_cast<TrialNumber>(entries_.size()); }

  /// Throws StoreError if a row makes no sense in this space.
  void take_in(const News& news);

  /// Throws SpaceExhausted if every point of the space is a trial.
  void check_exhausted() const;

  /// All trials but one, which is yet to get its parameters. Every result has as many constraints as the
  /// first one: a trial with another number of them, as older versions of craggy let pass, counts as failed.
  SeenHistory history(std::optional<TrialNumber> without = std::nullopt) const;

  /// Without its suggestion; null for a number without parameters.
  const TrialRecord* bare_record(TrialNumber number) const;
  /// How its parameters were chosen, or nothing if they came from outside.
  std::optional<StoredSuggestion> stored_suggestion(TrialNumber number) const;

  std::vector<TrialRecord> records() const;
  /// At most `limit` of them, the first being `first` or the next that has parameters.
  std::vector<TrialRecord> records(TrialNumber first, std::size_t limit) const;
  std::vector<TrialRecord> changed_since(std::int64_t revision) const;
  std::optional<TrialRecord> record(TrialNumber number) const;  // nothing if it has no parameters yet
  /// The attempt that decided each trial, by number.
  std::vector<std::pair<TrialNumber, std::optional<AttemptNumber>>> deciders() const;
  const TrialCounts& counts() const { return counts_; }
  std::optional<TrialRecord> best() const;
  /// The best of the trials that the suggestion of this one has seen finished.
  std::optional<TrialRecord> best_seen_by(TrialNumber number) const;

 private:
  struct Entry {
    bool known = false;         // has parameters
    std::int64_t revision = 0;  // of the study, when it changed last
    TrialRecord record;         // without its suggestion
    std::string
        suggestion;  // as it is stored: to read it takes longer than all the rest, and few want to see it
  };
  TrialRecord whole(const Entry& entry) const;
  static StoredSuggestion suggestion_of(const Entry& entry);
  const Entry* find(TrialNumber number) const;  // null if it has no parameters yet
  std::optional<TrialRecord> best_of(const std::vector<TrialNumber>* numbers) const;  // null: of all
  std::size_t& count_of(TrialState state);
  std::size_t num_constraints() const;  // of the first result; 0 before there is one
  std::vector<const TrialRecord*> known_without(std::optional<TrialNumber> number) const;

  std::shared_ptr<const Space> space_;
  Direction direction_;
  bool with_noise_;
  std::int64_t revision_ = 0;
  std::vector<Entry> entries_;  // trial i stands at position i
  TrialCounts counts_;
};

}  // namespace craggy
