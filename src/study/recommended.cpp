// Study::recommended: which trial to take where values are partly luck.
#include <algorithm>
#include <limits>

#include <craggy/engine/recommend.hpp>

#include "study/study_state.hpp"

namespace craggy {

std::optional<RecommendedTrial> Study::recommended(const std::stop_token& stop) const {
  SeenHistory seen;
  std::vector<TrialRecord> records;
  {
    const std::scoped_lock lock(state_->mutex);
    state_->refresh();
    seen = state_->cache.history(std::numeric_limits<TrialNumber>::max());
    records = state_->cache.records();
  }
  const StudyOptions& options = state_->options;
  if (!is_noisy(seen.history, options.suggest)) return std::nullopt;
  const std::optional<Recommendation> found =
      recommend(*state_->space, seen.history, options.suggest, options.seed, &state_->pool, stop);
  if (!found) return std::nullopt;
  const auto is_it = [number = seen.observed[found->position]](const TrialRecord& record) {
    return record.number == number;
  };
  const double sign = options.direction == Direction::minimise ? 1.0 : -1.0;
  return RecommendedTrial{*std::find_if(records.begin(), records.end(), is_it), sign * found->mean};
}

}  // namespace craggy
