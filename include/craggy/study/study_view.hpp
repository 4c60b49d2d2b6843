// A look at a study that changes nothing: what it is, its trials, what came of them, what was best.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy {

class Study;

/// Where the chains of a suggestion ended.
struct StoredWarmState {
  TrialNumber trial = 0;
  EngineWarmState state{};
};

/// One line about a study.
struct StudySummary {
  std::string name{};
  Timestamp created{};
  // Why the study cannot be read, as that of a newer craggy: then what follows is not known.
  std::string problem{};
  std::optional<StudyOptions> options{};
  std::int64_t revision = 0;
  TrialCounts counts{};
  std::optional<TrialRecord> best{};
};

/// What a study would suggest next; nobody evaluates it.
struct SuggestionPreview {
  TrialNumber trial = 0;                   // the number that it would have
  Suggestion suggestion{};                 // with what it expects in the direction of the study
  std::optional<TrialNumber> warm_from{};  // the trial whose suggestion it would go on from
};

/// Trials that have changed, and the revision of the study up to which they are told.
struct TrialChanges {
  std::int64_t revision = 0;
  std::vector<TrialRecord> trials{};
};

/// Starts no thread, holds no lease and writes nothing. May be used by several threads.
///
///     const StudyView view = StudyView::open(open_store("sqlite:///craggy.db", {.create = false}), "tune");
///     for (const TrialRecord& trial : view.trials()) std::cout << trial.number << '\n';
class StudyView {
 public:
  /// Throws InvalidArgument, with a guess, if there is no such study, or for one that cannot be read.
  static StudyView open(std::shared_ptr<Store> store, std::string_view name);
  explicit StudyView(const Study& study);  // sees what its store says, and may outlive it

  /// All studies of a store, by name. What was read of one is forgotten before the next.
  static std::vector<StudySummary> list(const std::shared_ptr<Store>& store);

  StudyView(const StudyView&) = delete;
  StudyView& operator=(const StudyView&) = delete;
  StudyView(StudyView&&) noexcept;
  StudyView& operator=(StudyView&&) noexcept;
  ~StudyView();

  const std::string& name() const;
  const Space& space() const;
  Direction direction() const;
  const StudyOptions& options() const;  // of no worker in particular
  /// The SIMD level of the process that made the study.
  const std::string& simd() const;
  Timestamp created() const;

  // What follows reads from the store what has changed since the last time, and throws StoreUnreachable if
  // the store is out of reach for too long. A trial whose worker has vanished is shown as the next ask will
  // find it: waiting, or failed.

  /// As Study::note.
  std::string note(std::string_view name) const;

  /// Grows with every change of a trial.
  std::int64_t revision() const;
  StudySummary summary() const;
  TrialCounts counts() const;
  /// The number of finished trials.
  std::size_t size() const { return counts().finished; }

  /// By number. A number that somebody is still computing a point for is left out.
  std::vector<TrialRecord> trials() const;
  /// A page of them: at most `limit`, from number `first` on.
  std::vector<TrialRecord> trials(TrialNumber first, std::size_t limit) const;
  /// Those that have changed after `revision`, for whoever has seen the study up to there.
  TrialChanges changes(std::int64_t revision) const;
  std::optional<TrialRecord> trial(TrialNumber number) const;

  /// All attempts by trial and number, or those of one trial.
  std::vector<AttemptRow> attempts() const;
  std::vector<AttemptRow> attempts(TrialNumber trial) const;
  /// What was kept of the outputs of a trial's programs, by attempt.
  std::vector<OutputRow> outputs(TrialNumber trial) const;
  /// Of each trial that was ever handed out the attempt that decided it, as the store says; where none did
  /// (the trial runs still, or its result was told without naming an attempt), the last one.
  std::map<TrialNumber, AttemptRow> deciding_attempts() const;
  std::optional<AttemptRow> deciding_attempt(TrialNumber number) const;

  /// The finished feasible trial with the best value, the first of equals; nothing before there is one.
  std::optional<TrialRecord> best() const;
  /// The best of those that were finished when this trial was suggested; nothing for a point from outside.
  std::optional<TrialRecord> best_seen_by(TrialNumber number) const;

  /// As Study::recommended. Only where values are noisy is there something to compute: then it uses
  /// `num_threads` threads, 0 being as many as the machine has, and ends them again.
  std::optional<RecommendedTrial> recommended(std::size_t num_threads = 0,
                                              const std::stop_token& stop = {}) const;

  /// What an ask would compute now: the same point, bit for bit, from what is stored, and with as many trials
  /// pending as there are. Points that wait to be evaluated are handed out before it. Nothing is stored and
  /// no number taken. Nothing where a finite space has no other point. It takes as long as a suggestion.
  std::optional<SuggestionPreview> preview(std::size_t num_threads = 0,
                                           const std::stop_token& stop = {}) const;

  /// What the latest suggestion whose warm state is stored left behind: for StudyModelOptions::warm, with
  /// which a model is fitted as that of the next suggestion would be, and faster. Nothing if none is stored,
  /// or another version of craggy has stored it.
  std::optional<StoredWarmState> latest_warm_state() const;

  /// Waits until the study has a revision above `seen`; false after `limit`. Throws Cancelled if stopped.
  bool wait(std::int64_t seen, std::chrono::milliseconds limit, const std::stop_token& stop = {}) const;

 private:
  struct State;
  explicit StudyView(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace craggy
