// Trials whose workers have vanished, as the next ask will find them: a look at a study says so before.
#pragma once

#include <map>
#include <vector>

#include <craggy/study/trial.hpp>

#include "study/trial_cache.hpp"

namespace craggy {

class LostLeases {
 public:
  /// Of attempts that Store::lost_attempts has named.
  LostLeases(std::vector<AttemptRow> attempts, OnLost on_lost);

  /// Each leaves alone what has nothing to do with a lost lease.
  void apply(TrialRecord& record) const;
  void apply(AttemptRow& attempt) const;
  void apply(TrialCounts& counts, const TrialCache& cache) const;

  template <class Each>
  void apply(std::vector<Each>& all) const {
    for (Each& each : all) apply(each);
  }

 private:
  bool holds(const TrialRecord& record) const;

  std::map<TrialNumber, AttemptRow> attempts_;
  OnLost on_lost_;
};

}  // namespace craggy
