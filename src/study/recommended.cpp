#include "study/recommended.hpp"

#include <craggy/engine/recommend.hpp>

#include "study/study_state.hpp"

namespace craggy {

std::optional<BestMean> find_best_mean(const StudyOptions& options, const SeenHistory& seen, ThreadPool* pool,
                                       const std::stop_token& stop) {
  const std::optional<Recommendation> found =
      recommend(options.space, seen.history, options.suggest, options.seed, pool, stop);
  if (!found) return std::nullopt;
  const double sign = options.direction == Direction::minimise ? 1.0 : -1.0;
  return BestMean{seen.observed[found->position], sign * found->mean, found->sd};
}

std::optional<RecommendedTrial> Study::recommended(const std::stop_token& stop) const {
  SeenHistory seen;
  {
    const std::scoped_lock lock(state_->mutex);
    state_->refresh();
    seen = state_->cache.history();
  }
  if (!is_noisy(seen.history, state_->options.suggest)) return std::nullopt;
  const std::optional<BestMean> best = find_best_mean(state_->options, seen, &state_->pool, stop);
  if (!best) return std::nullopt;
  const std::scoped_lock lock(state_->mutex);
  return RecommendedTrial{state_->cache.record(best->number).value(), best->mean, best->sd};
}

}  // namespace craggy
