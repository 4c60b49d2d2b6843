// Study::recommended: which trial to take where values are partly luck.
#include <limits>

#include <craggy/engine/recommend.hpp>

#include "study_state.hpp"

namespace craggy {

std::optional<RecommendedTrial> Study::recommended(const std::stop_token& stop) const {
  History history;
  std::vector<TrialRecord> records;
  {
    const std::scoped_lock lock(state_->mutex);
    state_->refresh();
    history = state_->cache.history(std::numeric_limits<TrialNumber>::max()).history;
    records = state_->cache.records();
  }
  const StudyOptions& options = state_->options;
  if (!is_noisy(history, options.suggest)) return std::nullopt;
  const std::optional<Recommendation> found =
      recommendation(*state_->space, history, options.suggest, options.seed, &state_->pool, stop);
  if (!found) return std::nullopt;
  std::erase_if(records, [](const TrialRecord& record) { return !record.objective; });  // as in the history
  const double sign = options.direction == Direction::minimise ? 1.0 : -1.0;
  return RecommendedTrial{records[found->position], sign * found->mean};
}

}  // namespace craggy
