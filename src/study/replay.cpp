// Study::replay: a suggestion computed again from what the store has of it.
#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "study/number_set.hpp"
#include "study/result_then.hpp"
#include "study/study_state.hpp"
#include "study/trial_history.hpp"

namespace craggy {
namespace {

constexpr std::size_t num_replayed_kept = 8;  // for replays in the order of the trials, which build on them

// Why a suggestion cannot be computed again.
struct Impossible {
  std::string why;
};

// One trial with all that its suggestion was computed from, but for the warm state.
struct Basis {
  std::vector<double> values;  // the trial's
  StoredSuggestion stored;
  History history;
  std::optional<History> made_room_for;
  // As it is today, where a result was corrected since: perhaps while the suggestion was computed.
  std::optional<History> corrected;
};

class SeenAgain {
 public:
  /// `attempts_of` reads the attempts of a trial.
  SeenAgain(const TrialCache& cache, const StudyOptions& options,
            std::function<std::vector<AttemptRow>(TrialNumber)> attempts_of)
      : cache_(cache),
        direction_(options.direction),
        with_noise_(takes_reported_noise(options.suggest.surrogate)),
        attempts_of_(std::move(attempts_of)) {}

  /// With the results as they were at `when`.
  History history(const SeenTrials& seen, Timestamp when) const {
    History history;
    for (const TrialNumber number : parse_ranges(seen.finished)) {
      const TrialRecord record = finished_trial(number, when);
      if (!record.objective)
        throw Impossible{fmt::format("trial {}, which it saw finished, has no result", number)};
      history.observations.push_back(observation_of(record, direction_, with_noise_));
    }
    for (const TrialNumber number : parse_ranges(seen.failed)) history.failed.push_back(trial(number).values);
    for (const TrialNumber number : parse_ranges(seen.pending))
      history.pending.push_back(trial(number).values);
    return history;
  }

 private:
  const TrialRecord& trial(TrialNumber number) const {
    if (const TrialRecord* record = cache_.bare_record(number)) return *record;
    throw Impossible{fmt::format("trial {}, which it saw, is not in the store", number)};
  }

  // A correction is never a trial's only attempt.
  TrialRecord finished_trial(TrialNumber number, Timestamp when) const {
    const TrialRecord& record = trial(number);
    return record.num_attempts > 1 ? record_then(record, attempts_of_(number), when) : record;
  }

  const TrialCache& cache_;
  Direction direction_;
  bool with_noise_;
  std::function<std::vector<AttemptRow>(TrialNumber)> attempts_of_;
};

// The study's options, on the level that the suggestion was computed on.
SuggestOptions options_on(const SuggestOptions& options, const std::string& simd) {
  const auto is_it = [&](SimdLevel level) { return name_of(level) == simd; };
  const std::vector<SimdLevel>& here = available_simd_levels();
  if (std::none_of(here.begin(), here.end(), is_it))
    throw Impossible{
        fmt::format("it was computed on the SIMD level '{}', which this machine does not have", simd)};
  const std::optional<std::string>& asked = options.inference.simd;
  if (asked && *asked != simd)
    throw Impossible{fmt::format("an older craggy computed it on two SIMD levels, {} and {}", *asked, simd)};
  SuggestOptions result = options;
  result.inference.simd = simd;
  return result;
}

}  // namespace

// Holds what is needed for one replay; the mutex of the study is held only to read from its cache.
class Study::Replayer {
 public:
  Replayer(State& state, const std::stop_token& stop) : state_(state), stop_(stop) {}

  Replay replay(TrialNumber number) {
    const Basis basis = basis_of(number);
    const std::optional<TrialNumber> from = basis.stored.warm_from;
    const EngineWarmState warm = from ? warm_state_of(*from) : EngineWarmState();
    std::vector<double> computed = compute(number, basis, warm).values;
    const bool same = computed == basis.values;
    return {.number = number, .stored = basis.values, .computed = std::move(computed), .same = same};
  }

 private:
  Basis basis_of(TrialNumber number) {
    const std::scoped_lock lock(state_.mutex);
    const TrialRecord* record = state_.cache.bare_record(number);
    if (record == nullptr) throw Impossible{fmt::format("trial {} is not in the store", number)};
    std::optional<StoredSuggestion> stored = state_.cache.stored_suggestion(number);
    if (!stored) throw Impossible{"its parameters came from outside"};
    bool is_corrected = false;
    const SeenAgain again(state_.cache, state_.options, [&](TrialNumber seen) {
      std::vector<AttemptRow> attempts = state_.store->attempts(state_.row.id, seen);
      is_corrected = is_corrected || corrected_since(attempts, record->created);
      return attempts;
    });
    Basis basis{.values = record->values,
                .stored = *std::move(stored),
                .history = {},
                .made_room_for = {},
                .corrected = {}};
    basis.history = again.history(basis.stored.seen, record->created);
    if (basis.stored.made_room_for)
      basis.made_room_for = again.history(*basis.stored.made_room_for, record->created);
    if (is_corrected) basis.corrected = history_of_today(again, basis.stored.seen);
    return basis;
  }

  // None where a trial that it saw finished has failed by the correction.
  static std::optional<History> history_of_today(const SeenAgain& again, const SeenTrials& seen) {
    try {
      return again.history(seen, Timestamp::max());
    } catch (const Impossible&) {
      return std::nullopt;
    }
  }

  // Its warm state is kept if it is the suggestion of the store.
  Suggestion compute(TrialNumber number, const Basis& basis, const EngineWarmState& warm) {
    Suggestion suggestion = compute_from(number, basis.history, basis, warm);
    if (suggestion.values != basis.values && basis.corrected)
      suggestion = compute_from(number, *basis.corrected, basis, warm);
    if (suggestion.values == basis.values) keep(number, suggestion.warm);
    return suggestion;
  }

  Suggestion compute_from(TrialNumber number, const History& history, const Basis& basis,
                          const EngineWarmState& warm) {
    const StudyOptions& options = state_.options;
    if (options.suggest.inference.time_budget)
      throw Impossible{"the study has a time budget, which gives up that the same seed gives the same bits"};
    Suggestion suggestion =
        suggest(*state_.space, history, options_on(options.suggest, basis.stored.simd),
                {.seed = options.seed, .trial = number, .pool = &state_.pool, .stop = stop_, .warm = &warm});
    if (basis.made_room_for)
      suggestion.values =
          unless_taken(*state_.space, *basis.made_room_for, suggestion.values, options.seed, number);
    return suggestion;
  }

  void keep(TrialNumber number, EngineWarmState warm) {
    const std::scoped_lock lock(state_.mutex);
    state_.replayed[number] = std::move(warm);
    if (state_.replayed.size() > num_replayed_kept)
      state_.replayed.erase(state_.replayed.begin()->first == number ? std::prev(state_.replayed.end())
                                                                     : state_.replayed.begin());
  }

  std::optional<EngineWarmState> known_warm_state(TrialNumber number) {
    {
      const std::scoped_lock lock(state_.mutex);
      if (const auto found = state_.replayed.find(number); found != state_.replayed.end())
        return found->second;
    }
    const std::optional<WarmRow> row = state_.store->warm(state_.row.id, number);
    if (!row) return std::nullopt;
    try {
      return parse_engine_warm_state(row->bytes);
    } catch (const InvalidArgument&) {
      throw Impossible{
          fmt::format("the warm state of trial {}, which it began with, cannot be read", number)};
    }
  }

  // What the suggestion of a trial left behind: as it is stored, or from the suggestions that led to it.
  EngineWarmState warm_state_of(TrialNumber number) {
    std::vector<TrialNumber> missing;
    std::optional<EngineWarmState> warm;
    for (std::optional<TrialNumber> from = number; from && !warm;) {
      warm = known_warm_state(*from);
      if (warm) break;
      missing.push_back(*from);
      const std::optional<TrialNumber> before = basis_of(*from).stored.warm_from;
      if (before && std::find(missing.begin(), missing.end(), *before) != missing.end())
        throw Impossible{
            fmt::format("trials {} and {} say that each began where the other ended", *from, *before)};
      from = before;
    }
    for (const TrialNumber each : std::views::reverse(missing)) {
      const Basis basis = basis_of(each);
      Suggestion suggestion = compute(each, basis, warm.value_or(EngineWarmState()));
      if (suggestion.values != basis.values)
        throw Impossible{fmt::format(
            "it began with the warm state of trial {}, which is no longer stored, and the suggestion of "
            "trial {} comes out different when it is computed again",
            number, each)};
      warm = std::move(suggestion.warm);
    }
    return std::move(warm).value_or(EngineWarmState());
  }

  State& state_;
  const std::stop_token& stop_;
};

Replay Study::replay(TrialNumber number, const std::stop_token& stop) const {
  std::vector<double> stored;
  {
    const std::scoped_lock lock(state_->mutex);
    state_->refresh();
    const TrialRecord* record = state_->cache.bare_record(number);
    if (record == nullptr)
      fail_argument("the trial number", fmt::format("{}", number),
                    fmt::format("the study '{}' has no trial of that number with parameters", name()));
    stored = record->values;
  }
  try {
    return Replayer(*state_, stop).replay(number);
  } catch (const Impossible& impossible) {
    return {.number = number, .stored = std::move(stored), .why_not = impossible.why};
  } catch (const InvalidArgument& error) {  // what is stored makes no sense
    return {.number = number, .stored = std::move(stored), .why_not = error.what()};
  }
}

}  // namespace craggy
