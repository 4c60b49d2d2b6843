// What a Study object holds, for the files that implement it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/study/study.hpp>

#include "base/one_at_a_time.hpp"
#include "base/own_thread.hpp"
#include "study/heartbeats.hpp"
#include "study/trial_cache.hpp"

namespace craggy {

/// The result as it is stored. Throws InvalidArgument for one that a study does not take; `name` is that of
/// the value.
Result checked_result(const std::string& name, Result result, const SuggestOptions& options);

struct Study::State {
  State(std::shared_ptr<Store> its_store, StudyRow its_row, StudyOptions its_options);

  // Call these with the mutex held.
  bool is_time_to_look();
  std::optional<Proposal> propose_at_once(TrialNumber number, const News& news, const std::stop_token& stop);

  /// Throws SpaceExhausted, unless values are noisy: then it is worth while to evaluate a point again.
  void check_exhausted() const {
    if (!options.suggest.noisy) cache.check_exhausted();
  }

  /// Reads what has changed. Call it with the mutex held.
  void refresh() { cache.take_in(store->news(row.id, cache.revision())); }

  /// A trial that waits, or a new one: with parameters if they take no time to compute.
  std::optional<Claim> claim_trial(std::optional<TrialNumber> max_trials, const std::stop_token& stop);
  void keep_lease(const Claim& claim);

  /// Computes and stores the values of a reserved number; nothing if somebody else has it by now. On the
  /// thread `suggester`: what is stored of a suggestion, the chains above all, is as large as what it is
  /// computed from.
  std::optional<std::vector<double>> compute(const Claim& claim, const std::stop_token& stop);

  /// No more heartbeats for an attempt that is over, or for all of a trial.
  void forget_lease(TrialNumber number, std::optional<AttemptNumber> attempt) const {
    if (heartbeats) heartbeats->remove(number, attempt);
  }

  std::shared_ptr<Store> store;
  StudyRow row;
  StudyOptions options;
  std::shared_ptr<const Space> space;
  Worker worker;
  std::optional<std::chrono::microseconds> grace;
  std::optional<Holder> computing;  // a detached worker is this process while it computes
  ThreadPool pool;
  OneAtATime suggesting;  // all threads of the pool work on one suggestion, which sees those before it
  OwnThread suggester;    // in whose memory it is computed and stored, however many threads ask

  std::mutex mutex;  // of what follows; taken before the store's own
  TrialCache cache;
  std::map<TrialNumber, EngineWarmState> replayed;  // the last few that Study::replay has computed
  bool has_looked = false;
  std::chrono::steady_clock::time_point looked_for_lost{};
  std::unique_ptr<Heartbeats> heartbeats;  // where others could take this process for lost
};

}  // namespace craggy
