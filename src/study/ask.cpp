// Study::ask: a trial that waits, or a number with parameters that are computed outside of any transaction.
#include <algorithm>
#include <stdexcept>

#include <craggy/linalg/simd_level.hpp>

#include "study/params.hpp"
#include "study/study_state.hpp"

namespace craggy {
namespace {

// Workers of this machine that have ended are found by looking at every lease; with many workers not at every
// ask, then.
constexpr auto pause_between_looks = std::chrono::seconds(1);

// A suggestion that others have overtaken, with points of their own or with corrections, is computed again,
// but not for ever: then it is enough that it is none of theirs. That trials which it knew to be pending have
// ended is no reason to: with several jobs and short evaluations some end each time, and every suggestion
// would be paid for twice.
constexpr int num_recomputations = 2;
constexpr int num_proposals = 100;  // among workers so many that even this look is overtaken, each time

bool needs_no_model(const SuggestOptions& options, TrialNumber number, bool has_observations) {
  return options.surrogate == "random" || !has_observations ||
         number < static_cast<TrialNumber>(options.num_initial);
}

bool is_same(const Observation& a, const Observation& b) {
  return a.values == b.values && a.objective == b.objective && a.constraints == b.constraints &&
         a.noise_stddev == b.noise_stddev;
}

// Whether nothing else has happened than that some pending trials have ended.
bool only_pending_trials_have_ended(const SeenHistory& before, const SeenHistory& now) {
  const auto num_points = [](const History& history) {
    return history.observations.size() + history.failed.size() + history.pending.size();
  };
  if (num_points(before.history) != num_points(now.history)) return false;
  auto trial = now.observed.begin();
  for (std::size_t i = 0; i < before.observed.size(); ++i) {
    trial = std::find(trial, now.observed.end(), before.observed[i]);
    if (trial == now.observed.end()) return false;
    const auto at = static_cast<std::size_t>(trial - now.observed.begin());
    if (!is_same(before.history.observations[i], now.history.observations[at])) return false;
  }
  const auto& failed = now.history.failed;
  return std::all_of(before.history.failed.begin(), before.history.failed.end(), [&](const auto& point) {
    return std::find(failed.begin(), failed.end(), point) != failed.end();
  });
}

// What is stored of a suggestion; its warm state is stored beside it.
StoredSuggestion to_stored(const StudyOptions& options, Suggestion suggestion, const SeenTrials& seen,
                           std::optional<TrialNumber> warm_from) {
  suggestion.warm = {};
  return {.suggestion = std::move(suggestion),
          .seen = seen,
          .made_room_for = {},
          .warm_from = warm_from,
          .simd = std::string(name_of(simd_level_of(options.suggest.inference)))};
}

// Gives a reserved number back if no parameters come of it, so that the next ask takes it.
class Reservation {
 public:
  Reservation(Store& store, StudyId study, Heartbeats* heartbeats, const Claim& claim)
      : store_(store), study_(study), heartbeats_(heartbeats), claim_(claim) {}
  ~Reservation() {
    if (settled_) return;
    const TrialNumber number = claim_.trial.number;
    if (heartbeats_ != nullptr) heartbeats_->remove(number, claim_.attempt);
    try {
      store_.release(study_, number, claim_.attempt);
    } catch (const std::exception&) {
      // The store cannot be reached. As long as this process lives, nobody else would take the number.
      if (heartbeats_ != nullptr) heartbeats_->release(number, claim_.attempt);
    }
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  void settle() { settled_ = true; }

 private:
  Store& store_;
  StudyId study_;
  Heartbeats* heartbeats_;
  const Claim& claim_;
  bool settled_ = false;
};

// Chains of another version of craggy cannot be continued.
EngineWarmState warm_state_of(const std::optional<WarmRow>& row) {
  try {
    return row ? parse_engine_warm_state(row->bytes) : EngineWarmState();
  } catch (const InvalidArgument&) {
    return {};
  }
}

}  // namespace

Trial Study::ask(const std::stop_token& stop) {
  std::optional<Trial> trial = ask(std::nullopt, stop);
  if (!trial) throw std::logic_error("an ask without a limit has to give a trial");
  return *std::move(trial);
}

std::optional<Trial> Study::ask_within(TrialNumber max_trials, const std::stop_token& stop) {
  return ask(std::optional(max_trials), stop);
}

std::optional<Trial> Study::ask(std::optional<TrialNumber> max_trials, const std::stop_token& stop) {
  for (;;) {
    const std::optional<Claim> claim = state_->claim_trial(max_trials, stop);
    if (!claim) return std::nullopt;
    if (claim->trial.state == TrialState::running) return trial_of(claim->trial, claim->attempt);
    std::optional<Trial> trial = compute(*claim, stop);
    if (!trial || state_->computing) state_->forget_lease(claim->trial.number, claim->attempt);
    if (trial) return trial;
  }
}

std::optional<Claim> Study::State::claim_trial(std::optional<TrialNumber> max_trials,
                                               const std::stop_token& stop) {
  const std::scoped_lock lock(mutex);
  ClaimRequest request{.worker = worker,
                       .grace = grace,
                       .computing = computing,
                       .on_lost = options.on_lost,
                       .look_for_lost = is_time_to_look(),
                       .max_trials = max_trials,
                       .known_revision = cache.revision()};
  // Numbers only grow and observations only become more, so what is known here can be out of date in one
  // direction only: the claim may find that a model is needed after all.
  // Of a finite space nothing may be left, which is found out within the claim as well: it is undone then, as
  // if nobody had asked.
  if (space->num_points() ||
      needs_no_model(options.suggest, cache.next_number(), cache.counts().finished > 0))
    request.propose = [&](TrialNumber number, const News& news) {
      return propose_at_once(number, news, stop);
    };
  std::optional<Claim> claim;
  const bool may_look_again = store->is_shared() && !request.look_for_lost;
  try {
    claim = store->claim(row.id, request);
  } catch (const SpaceExhausted&) {
    if (!may_look_again) throw;
  }
  // Who would go away empty-handed looks once more: perhaps something has been lost just now.
  if (!claim && may_look_again) {
    request.look_for_lost = true;
    claim = store->claim(row.id, request);
  }
  // A detached worker is waited for by others only while it computes.
  if (claim && heartbeats && (!computing || claim->evaluating)) keep_lease(*claim);
  return claim;
}

// A lease that nobody keeps up nor knows of would be lost to all others as long as this process lives.
void Study::State::keep_lease(const Claim& claim) {
  try {
    heartbeats->add(claim.trial.number, claim.attempt);
  } catch (const std::exception&) {  // no memory, no thread
    heartbeats->remove(claim.trial.number, claim.attempt);
    store->release(row.id, claim.trial.number, claim.attempt);
    throw;
  }
}

bool Study::State::is_time_to_look() {
  const auto now = std::chrono::steady_clock::now();
  if (!store->is_shared() || (has_looked && now - looked_for_lost < pause_between_looks)) return false;
  has_looked = true;
  looked_for_lost = now;
  return true;
}

std::optional<Proposal> Study::State::propose_at_once(TrialNumber number, const News& news,
                                                      const std::stop_token& stop) {
  cache.take_in(news);
  check_exhausted();
  if (!needs_no_model(options.suggest, number, cache.counts().finished > 0)) return std::nullopt;
  const SeenHistory seen = cache.history(number);
  const Suggestion suggestion = suggest(*space, seen.history, options.suggest,
                                        {.seed = options.seed, .trial = number, .pool = &pool, .stop = stop});
  return Proposal{.params = to_params(*space, suggestion.values),
                  .suggestion = to_text(to_stored(options, suggestion, seen.seen, std::nullopt))};
}

// Nothing if the lease was lost meanwhile.
std::optional<Trial> Study::compute(const Claim& claim, const std::stop_token& stop) {
  State& state = *state_;
  Reservation reservation(*state.store, state.row.id, state.heartbeats.get(), claim);
  const OneAtATime::Turn turn = state.suggesting.take(stop);
  std::optional<std::vector<double>> values;
  state.suggester.run([&] { values = state.compute(claim, stop); });
  reservation.settle();
  if (!values) return std::nullopt;
  return Trial(claim.trial.number, claim.attempt, state.space, *std::move(values));
}

std::optional<std::vector<double>> Study::State::compute(const Claim& claim, const std::stop_token& stop) {
  const TrialNumber number = claim.trial.number;
  const auto look = [&] {
    const std::scoped_lock lock(mutex);
    refresh();
    check_exhausted();
    return cache.history(number);
  };
  StoredSuggestion stored;
  std::string warm_after;
  std::vector<double> values;
  SeenHistory known;  // to the suggestion
  for (int round = 0;; ++round) {
    const SeenHistory seen = look();
    if (round == 0 || (round <= num_recomputations && !only_pending_trials_have_ended(known, seen))) {
      known = seen;
      const std::optional<WarmRow> warm_row = store->latest_warm(row.id);
      const EngineWarmState warm = warm_state_of(warm_row);
      const Suggestion suggestion =
          suggest(*space, seen.history, options.suggest,
                  {.seed = options.seed, .trial = number, .pool = &pool, .stop = stop, .warm = &warm});
      values = suggestion.values;
      warm_after = suggestion.warm == warm ? std::string() : to_bytes(suggestion.warm);
      stored = to_stored(options, suggestion, seen.seen,
                         warm_row && !warm.entries.empty() ? std::optional(warm_row->trial) : std::nullopt);
    } else {
      // Always from the point that was suggested, so that the latest look alone decides (Study::replay).
      values = unless_taken(*space, seen.history, stored.suggestion.values, options.seed, number);
      if (values != stored.suggestion.values) {
        stored.made_room_for = seen.seen;
        stored.suggestion.reason.reset();  // it was another point's
      }
    }
    const Proposal proposal{
        .params = to_params(*space, values), .suggestion = to_text(stored), .warm = warm_after};
    const ProposeOutcome outcome =
        store->propose(row.id, claim, proposal, seen.revision, round == num_proposals);
    if (outcome == ProposeOutcome::stale) continue;
    if (outcome == ProposeOutcome::lost) return std::nullopt;
    return values;
  }
}

}  // namespace craggy
