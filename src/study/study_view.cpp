#include <algorithm>
#include <mutex>
#include <utility>

#include <craggy/base/thread_pool.hpp>
#include <craggy/engine/recommend.hpp>
#include <craggy/study/study_view.hpp>

#include "study/definition.hpp"
#include "study/lost_leases.hpp"
#include "study/recommended.hpp"
#include "study/study_state.hpp"
#include "study/wait.hpp"

namespace craggy {
namespace {

// `attempts` are all those of one trial, by number.
std::optional<AttemptRow> deciding(std::optional<AttemptNumber> decider,
                                   const std::vector<AttemptRow>& attempts) {
  if (attempts.empty()) return std::nullopt;
  if (!decider) return attempts.back();
  const auto found = std::find_if(attempts.begin(), attempts.end(),
                                  [&](const AttemptRow& attempt) { return attempt.number == *decider; });
  return found == attempts.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

struct StudyView::State {
  State(std::shared_ptr<Store> its_store, StudyRow its_row)
      : store(std::move(its_store)),
        row(std::move(its_row)),
        options(options_of(row.definition)),
        cache(std::make_shared<const Space>(options.space), options.direction,
              takes_reported_noise(options.suggest.surrogate)) {}

  /// What `read` finds in trials that are up to date.
  template <class Read>
  auto look(const Read& read) {
    const std::scoped_lock lock(mutex);
    cache.take_in(store->news(row.id, cache.revision()));
    return read(std::as_const(cache));
  }

  /// Likewise, with the trials whose workers have vanished: where nothing runs, there are none.
  template <class Read>
  auto look_for_lost(const Read& read) {
    return look([&](const TrialCache& trials) {
      const bool any = trials.counts().running > 0;
      return read(trials, LostLeases(any ? store->lost_attempts(row.id) : std::vector<AttemptRow>(),
                                     options.on_lost));
    });
  }

  /// What `find` finds of it, as the next ask will see it.
  template <class Find>
  auto without_lost(const Find& find) {
    return look_for_lost([&](const TrialCache& trials, const LostLeases& lost) {
      auto found = find(trials);
      lost.apply(found);
      return found;
    });
  }

  std::shared_ptr<Store> store;
  StudyRow row;
  StudyOptions options;
  std::mutex mutex;  // of what follows; taken before the store's own
  TrialCache cache;
};

StudyView::StudyView(std::unique_ptr<State> state) : state_(std::move(state)) {}
StudyView::StudyView(const Study& study)
    : state_(std::make_unique<State>(study.state_->store, study.state_->row)) {}
StudyView::StudyView(StudyView&&) noexcept = default;
StudyView& StudyView::operator=(StudyView&&) noexcept = default;
StudyView::~StudyView() = default;

StudyView StudyView::open(std::shared_ptr<Store> store, std::string_view name) {
  StudyRow row = find_known_study(*store, name);
  return StudyView(std::make_unique<State>(std::move(store), std::move(row)));
}

std::vector<StudySummary> StudyView::list(const std::shared_ptr<Store>& store) {
  std::vector<StudySummary> list;
  for (StudyRow& row : store->studies()) {
    StudySummary unreadable{.name = row.definition.name, .created = row.created};
    try {
      list.push_back(StudyView(std::make_unique<State>(store, std::move(row))).summary());
    } catch (const StoreUnreachable&) {
      throw;
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      if (!store->find_study(unreadable.name)) continue;  // deleted meanwhile
      unreadable.problem = error.what();
      list.push_back(std::move(unreadable));
    }
  }
  return list;
}

const std::string& StudyView::name() const { return state_->options.name; }
const Space& StudyView::space() const { return state_->options.space; }
Direction StudyView::direction() const { return state_->options.direction; }
const StudyOptions& StudyView::options() const { return state_->options; }
const std::string& StudyView::simd() const { return state_->row.definition.simd; }
Timestamp StudyView::created() const { return state_->row.created; }

std::string StudyView::note(std::string_view name) const { return state_->store->note(state_->row.id, name); }

std::vector<OutputRow> StudyView::outputs(TrialNumber trial) const {
  return state_->store->outputs(state_->row.id, trial);
}

std::int64_t StudyView::revision() const {
  return state_->look([](const TrialCache& cache) { return cache.revision(); });
}

StudySummary StudyView::summary() const {
  return state_->look_for_lost([this](const TrialCache& cache, const LostLeases& lost) {
    StudySummary summary{.name = name(),
                         .created = created(),
                         .options = options(),
                         .revision = cache.revision(),
                         .counts = cache.counts(),
                         .best = cache.best()};
    lost.apply(summary.counts, cache);
    return summary;
  });
}

TrialCounts StudyView::counts() const {
  return state_->look_for_lost([](const TrialCache& cache, const LostLeases& lost) {
    TrialCounts counts = cache.counts();
    lost.apply(counts, cache);
    return counts;
  });
}

std::vector<TrialRecord> StudyView::trials() const {
  return state_->without_lost([](const TrialCache& cache) { return cache.records(); });
}

std::vector<TrialRecord> StudyView::trials(TrialNumber first, std::size_t limit) const {
  return state_->without_lost([&](const TrialCache& cache) { return cache.records(first, limit); });
}

TrialChanges StudyView::changes(std::int64_t revision) const {
  return state_->look_for_lost([&](const TrialCache& cache, const LostLeases& lost) {
    TrialChanges changes{cache.revision(), cache.changed_since(revision)};
    lost.apply(changes.trials);
    return changes;
  });
}

std::optional<TrialRecord> StudyView::trial(TrialNumber number) const {
  return state_->look_for_lost([&](const TrialCache& cache, const LostLeases& lost) {
    std::optional<TrialRecord> record = cache.record(number);
    if (record) lost.apply(*record);
    return record;
  });
}

std::vector<AttemptRow> StudyView::attempts() const {
  return state_->without_lost([this](const TrialCache&) { return state_->store->attempts(state_->row.id); });
}

std::vector<AttemptRow> StudyView::attempts(TrialNumber trial) const {
  return state_->without_lost(
      [&](const TrialCache&) { return state_->store->attempts(state_->row.id, trial); });
}

// Attempts are read after the trials, so that those that decided one are among them.
std::map<TrialNumber, AttemptRow> StudyView::deciding_attempts() const {
  const auto deciders = state_->look([](const TrialCache& cache) { return cache.deciders(); });
  std::map<TrialNumber, std::vector<AttemptRow>> attempts_of;
  for (AttemptRow& attempt : attempts()) attempts_of[attempt.trial].push_back(std::move(attempt));
  std::map<TrialNumber, AttemptRow> found;
  for (const auto& [number, decider] : deciders)
    if (auto attempt = deciding(decider, attempts_of[number])) found.emplace(number, *std::move(attempt));
  return found;
}

std::optional<AttemptRow> StudyView::deciding_attempt(TrialNumber number) const {
  const std::optional<TrialRecord> record = trial(number);
  return record ? deciding(record->decider, attempts(number)) : std::nullopt;
}

std::optional<TrialRecord> StudyView::best() const {
  return state_->look([](const TrialCache& cache) { return cache.best(); });
}

std::optional<TrialRecord> StudyView::best_seen_by(TrialNumber number) const {
  return state_->look([&](const TrialCache& cache) { return cache.best_seen_by(number); });
}

std::optional<RecommendedTrial> StudyView::recommended(std::size_t num_threads,
                                                       const std::stop_token& stop) const {
  const SeenHistory seen = state_->look([](const TrialCache& cache) { return cache.history(); });
  if (!is_noisy(seen.history, options().suggest)) return std::nullopt;
  ThreadPool pool(num_threads);
  const std::optional<BestMean> best = find_best_mean(options(), seen, &pool, stop);
  if (!best) return std::nullopt;
  std::optional<TrialRecord> record = trial(best->number);
  if (!record) return std::nullopt;  // not a trial of ours any more
  return RecommendedTrial{*std::move(record), best->mean, best->sd};
}

std::optional<SuggestionPreview> StudyView::preview(std::size_t num_threads,
                                                    const std::stop_token& stop) const {
  SuggestionPreview preview;
  const SeenHistory seen = state_->look([&](const TrialCache& cache) {
    preview.trial = cache.first_without_parameters();
    return cache.history(preview.trial);
  });
  const std::optional<StoredWarmState> warm = latest_warm_state();
  ThreadPool pool(num_threads);
  preview.suggestion = suggest(space(), seen.history, options().suggest,
                               {.seed = options().seed,
                                .trial = preview.trial,
                                .pool = &pool,
                                .stop = stop,
                                .warm = warm ? &warm->state : nullptr});
  if (preview.suggestion.exhausted) return std::nullopt;
  if (warm && !preview.suggestion.initial) preview.warm_from = warm->trial;
  if (preview.suggestion.reason && direction() == Direction::maximise)
    preview.suggestion.reason->mean = -preview.suggestion.reason->mean;
  return preview;
}

std::optional<StoredWarmState> StudyView::latest_warm_state() const {
  const std::optional<WarmRow> row = state_->store->latest_warm(state_->row.id);
  if (!row) return std::nullopt;
  try {
    return StoredWarmState{row->trial, parse_engine_warm_state(row->bytes)};
  } catch (const InvalidArgument&) {  // chains of another version of craggy cannot be continued
    return std::nullopt;
  }
}

bool StudyView::wait(std::int64_t seen, std::chrono::milliseconds limit, const std::stop_token& stop) const {
  return wait_until([&] { return revision() > seen; }, limit, stop);
}

}  // namespace craggy
