// Study::add_all: evaluations from elsewhere, each as often as it was made.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "study/params.hpp"
#include "study/study_state.hpp"

namespace craggy {
namespace {

TrialState state_of(const Evaluation& evaluation) {
  if (evaluation.result) return TrialState::finished;
  return evaluation.failure ? TrialState::failed : TrialState::waiting;
}

// The trials of a study, each of which stands for one evaluation at most.
class Known {
 public:
  explicit Known(const TrialCache& cache) {
    for (TrialNumber number = 0; number < cache.next_number(); ++number)
      if (const TrialRecord* record = cache.bare_record(number))
        trials_[record->values].push_back({record->state, result_of(*record)});
  }

  /// Whether there is such a trial, which then is used up.
  bool take(const Evaluation& evaluation) {
    const auto found = trials_.find(evaluation.values);
    if (found == trials_.end()) return false;
    std::vector<Told>& told = found->second;
    const TrialState state = state_of(evaluation);
    const auto same = std::find_if(told.begin(), told.end(), [&](const Told& each) {
      return state == TrialState::waiting || (each.state == state && each.result == evaluation.result);
    });
    if (same == told.end()) return false;
    told.erase(same);
    return true;
  }

 private:
  struct Told {
    TrialState state;
    std::optional<Result> result;
  };

  static std::optional<Result> result_of(const TrialRecord& record) {
    if (!record.objective) return std::nullopt;
    return Result{*record.objective, record.constraints, record.noise};
  }

  std::map<std::vector<double>, std::vector<Told>> trials_;
};

TrialRow row_of(const Space& space, const Evaluation& evaluation) {
  return {.state = state_of(evaluation),
          .params = to_params(space, evaluation.values),
          .result = evaluation.result,
          .message = evaluation.failure.value_or(""),
          .created = evaluation.created.value_or(Timestamp()),
          .ended = evaluation.ended};
}

}  // namespace

std::vector<std::optional<TrialNumber>> Study::add_all(const std::vector<Evaluation>& evaluations, bool again,
                                                       bool dry_run) {
  std::vector<Evaluation> good = evaluations;
  std::vector<TrialRow> rows;
  rows.reserve(good.size());
  for (Evaluation& each : good) {
    if (each.result)
      each.result = checked_result(fmt::format("the value of evaluation {}", rows.size()), *each.result,
                                   state_->options.suggest);
    rows.push_back(row_of(*state_->space, each));
  }
  std::vector<bool> is_new(good.size());
  const std::scoped_lock lock(state_->mutex);
  const auto choose = [&](const News& news) {
    state_->cache.take_in(news);
    std::vector<TrialRow> chosen;
    Known known(state_->cache);
    // First those with an outcome: a point to be evaluated takes what is left.
    for (const bool waits : {false, true})
      for (std::size_t i = 0; i < good.size(); ++i)
        if ((state_of(good[i]) == TrialState::waiting) == waits) is_new[i] = again || !known.take(good[i]);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (is_new[i]) chosen.push_back(rows[i]);
    return chosen;
  };
  TrialNumber number = 0;
  if (dry_run) {
    choose(state_->store->news(state_->row.id, state_->cache.revision()));
    number = state_->cache.next_number();
  } else {
    number = state_->store->add_all(state_->row.id, state_->cache.revision(), choose);
  }
  std::vector<std::optional<TrialNumber>> numbers(good.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (is_new[i]) numbers[i] = number++;
  return numbers;
}

}  // namespace craggy
