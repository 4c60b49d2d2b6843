// A study: ask for a point, evaluate it, tell the value. In memory, or in a store that many processes share.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy {

/// Every point of a finite space has been suggested: there is nothing left to ask for.
class SpaceExhausted : public Error {
 public:
  explicit SpaceExhausted(std::uint64_t num_points);
  std::uint64_t num_points() const { return num_points_; }

 private:
  std::uint64_t num_points_;
};

/// May be used by several threads: while one computes a suggestion, others ask, tell and look.
class Study {
 public:
  static Study in_memory(StudyOptions options);

  /// Each throws InvalidArgument for bad options. `create` needs a name that is free, `open` one that exists;
  /// `open_or_create` takes an existing study only if all options but the worker's are those it was made
  /// with. Where that is not so, the message shows the differences, and nothing is changed.
  static Study create(std::shared_ptr<Store> store, StudyOptions options);
  static Study open(std::shared_ptr<Store> store, std::string_view name, WorkerOptions worker = {});
  static Study open_or_create(std::shared_ptr<Store> store, StudyOptions options);

  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;
  Study(Study&&) noexcept;
  Study& operator=(Study&&) noexcept;
  ~Study();  // sends no more heartbeats; trials that run keep their leases as long as the process lives

  const std::string& name() const;
  const Space& space() const;
  Direction direction() const;
  const StudyOptions& options() const;
  /// The SIMD level of the process that made the study. Suggestions are the same bits only on that level
  /// (linalg/simd_level.hpp).
  const std::string& simd() const;

  /// A trial to evaluate: one that waits, or the next point. Several may be asked for before the first is
  /// told: no two of them are the same. Changes nothing if stopped, which throws Cancelled. Throws
  /// SpaceExhausted if there is no point left that is not a trial's already, and StoreUnreachable, as
  /// everything below, if the store is out of reach for too long.
  Trial ask(const std::stop_token& stop = {});

  /// Nothing if the study has `max_trials` trials already, whatever their states, and none of them waits.
  std::optional<Trial> ask_within(TrialNumber max_trials, const std::stop_token& stop = {});

  /// The first result of a trial wins: that of a worker that was taken for lost as any other. Throws
  /// InvalidArgument, and changes nothing, for a number that is not finite, negative noise or noise that the
  /// surrogate does not take, another number of constraints than the study's results have, an unknown trial
  /// or one of another study, a failed trial, or another result for a finished one, unless that comes from
  /// another worker (Told::kept). Telling the same again is harmless.
  Told tell(const Trial& trial, const Result& result);
  Told tell(const Trial& trial, double value) { return tell(trial, Result{value}); }
  Told tell(TrialNumber number, const Result& result);
  Told tell(TrialNumber number, double value) { return tell(number, Result{value}); }

  /// Marks a running trial as failed, or has it handed out again. Throws InvalidArgument, and changes
  /// nothing, for an unknown trial or a finished one; failing twice is harmless.
  Told fail(const Trial& trial, const Failure& failure = {});
  Told fail(TrialNumber number, const Failure& failure = {});

  /// Gives a trial back unevaluated: it waits for the next ask. False if the lease was lost already.
  bool release(const Trial& trial);
  bool release(TrialNumber number);

  /// Keeps the end of what a program wrote to standard output and standard error while it evaluated the
  /// trial; StudyView::outputs has it.
  void keep_output(const Trial& trial, const std::string& output, const std::string& errors);

  /// Says that the trial is being evaluated still. Happens by itself, except for detached workers. False if
  /// the lease is lost; a result is welcome all the same.
  bool heartbeat(const Trial& trial);

  /// A point from outside that asks hand out before they suggest anything. Throws InvalidArgument, and
  /// changes nothing, for a point outside the space.
  TrialNumber enqueue(const std::vector<double>& values);

  /// Adds an evaluation that was made elsewhere. Throws InvalidArgument, and changes nothing, for a point
  /// outside the space or a result that `tell` would refuse.
  Trial add(const std::vector<double>& values, const Result& result);
  Trial add(const std::vector<double>& values, double value) { return add(values, Result{value}); }

  /// Adds many at once, all or nothing. One that the study has already, the same point with the same outcome,
  /// is not added again, unless `again` says that it is another evaluation; so to add the same twice changes
  /// nothing. As often as it stands there, it will be in the study. A point to be evaluated is there already
  /// if any trial has it. Gives the number of the trial that each has become; nothing for one that was there.
  /// Throws InvalidArgument, and changes nothing, as `add`. With `dry_run` nothing is added either, and the
  /// numbers are those that they would have.
  std::vector<std::optional<TrialNumber>> add_all(const std::vector<Evaluation>& evaluations,
                                                  bool again = false, bool dry_run = false);

  /// Puts right what was told of a trial by mistake. What was told before, and the correction, are kept as
  /// attempts; the next suggestion learns from the new result. Suggestions that were made meanwhile stay what
  /// they are, and `replay` computes them from what was told then. Throws InvalidArgument, and changes
  /// nothing, for a trial of which nothing was told, and for a result that `tell` would refuse.
  Told correct(TrialNumber number, const Result& result);
  Told correct(TrialNumber number, const Failure& failure);

  // What follows reads from the store what has changed since the last time.

  /// A text that a front end keeps with the study, by a name of its own; "" if there is none.
  std::string note(std::string_view name) const;
  void set_note(std::string_view name, const std::string& text);

  /// The number of finished trials.
  std::size_t size() const;
  TrialCounts counts() const;
  /// By number. A number that somebody is still computing a point for is left out.
  std::vector<TrialRecord> trials() const;
  std::vector<AttemptRow> attempts() const;

  /// The finished feasible trial with the best value, the first of equals; nothing before there is one.
  std::optional<TrialRecord> best() const;

  /// Where values are noisy, as the study says or as trials report: the finished feasible trial with the best
  /// posterior mean, since the best value is mostly luck. Nothing without noise, or before there is such a
  /// trial. Fits a model; throws as `ask` does.
  std::optional<RecommendedTrial> recommended(const std::stop_token& stop = {}) const;

  /// Computes the suggestion of a trial again: from the trials that it saw, with the results that they had
  /// then (`correct` keeps them), the same random numbers, on the same SIMD level, and from the same warm
  /// state. Only the latest warm states are stored; another one is computed again as well, with all that came
  /// before it, so that an early trial of a study takes one suggestion and a late one may take as many as
  /// there are trials. Going through the trials in their order costs one suggestion each.
  ///
  /// Nothing can be compared where parameters came from outside, where the study has a time budget, where
  /// this machine does not have the SIMD level, and where what it was computed from is not there any more.
  /// Another version of craggy may compute something else. Throws InvalidArgument for an unknown trial,
  /// Cancelled if stopped.
  Replay replay(TrialNumber number, const std::stop_token& stop = {}) const;

  /// Waits until trials change, by whomever, from what this object has read last; false after `limit`.
  /// Throws Cancelled if stopped.
  bool wait(std::chrono::milliseconds limit, const std::stop_token& stop = {}) const;

 private:
  friend class StudyView;
  struct State;
  class Replayer;
  explicit Study(std::unique_ptr<State> state);
  static Study attach(std::shared_ptr<Store> store, StudyRow row, StudyOptions options);
  Trial trial_of(const TrialRow& row, AttemptNumber attempt) const;
  std::optional<Trial> ask(std::optional<TrialNumber> max_trials, const std::stop_token& stop);
  std::optional<Trial> compute(const Claim& claim, const std::stop_token& stop);
  void check_own(const Trial& trial) const;
  std::unique_ptr<State> state_;
};

}  // namespace craggy
