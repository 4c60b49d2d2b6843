// A trial: a point of the space, who evaluates it, and what came of it.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/result.hpp>
#include <craggy/engine/suggest.hpp>
#include <craggy/space/space.hpp>
#include <craggy/stores/records.hpp>

namespace craggy {

/// The types that the value of a parameter may have: double for float, log and step, std::int64_t or int for
/// int and logint, std::string for a category, bool for bool.
template <typename T>
concept ParameterValue = std::same_as<T, double> || std::same_as<T, std::int64_t> || std::same_as<T, int> ||
                         std::same_as<T, std::string> || std::same_as<T, bool>;

/// One handing-out of a trial: a value type that names its parameters.
class Trial {
 public:
  TrialNumber number() const { return number_; }
  AttemptNumber attempt() const { return attempt_.value_or(0); }  // 0 the first time that it is handed out

  // What follows throws InvalidArgument for an unknown name.

  /// The value of a parameter: trial.get<std::string>("opt"). Throws InvalidArgument, which says what would
  /// be right, for a type that the parameter does not have, and for a parameter that is inactive in this
  /// trial.
  template <ParameterValue T>
  T get(std::string_view parameter) const;
  bool is_active(std::string_view parameter) const;
  /// The number that stands for the value inside craggy (space/parameter.hpp), which is the value itself
  /// where that is a number; of an inactive parameter the first one.
  double operator[](std::string_view parameter) const;
  /// The value as people write it.
  std::string text(std::string_view parameter) const;

  const std::vector<double>& values() const { return values_; }
  const Space& space() const { return *space_; }
  std::string params() const;  // as one JSON object: {"lr": 0.001}

 private:
  friend class Study;
  Trial(TrialNumber number, std::optional<AttemptNumber> attempt, std::shared_ptr<const Space> space,
        std::vector<double> values);
  TrialNumber number_;
  std::optional<AttemptNumber> attempt_;  // none of a trial that was never handed out
  std::shared_ptr<const Space> space_;
  std::vector<double> values_;
};

/// A trial as a study has it in store: plain values, whose parameters go by name as those of a Trial do.
struct TrialRecord {
  TrialNumber number = 0;
  std::vector<double> values{};
  TrialState state = TrialState::waiting;
  std::optional<double> objective{};  // of a finished trial, as it was told
  std::vector<double> constraints{};  // likewise
  std::optional<double> noise{};      // likewise
  // How it was chosen, without warm state; none for a point from outside. The mean of its reason is that of
  // the objective as it is told, also where the study maximises.
  std::optional<Suggestion> suggestion{};
  std::string message{};  // of a failure
  AttemptNumber num_attempts = 0;
  // The attempt that finished or failed the trial; none where that was said without naming an attempt, or
  // where the trial's worker was lost.
  std::optional<AttemptNumber> decider{};
  Timestamp created{};
  std::optional<Timestamp> ended{};
  std::shared_ptr<const Space> space{};  // of the study; without it, what follows throws InvalidArgument

  template <ParameterValue T>
  T get(std::string_view parameter) const;
  bool is_active(std::string_view parameter) const;
  double operator[](std::string_view parameter) const;
  std::string text(std::string_view parameter) const;
};

/// An evaluation that was made elsewhere: it has a result, or failed, or, with neither, is still to be made.
struct Evaluation {
  std::vector<double> values{};  // codes, as those of TrialRecord
  std::optional<Result> result{};
  std::optional<std::string> failure{};  // why
  std::optional<Timestamp> created{};    // left open: now
  std::optional<Timestamp> ended{};
};

/// The trial to take where values are noisy.
struct RecommendedTrial {
  TrialRecord record{};
  double mean = 0.0;  // the posterior mean at its point
  double sd = 0.0;    // posterior standard deviation there, without the noise of an evaluation
};

/// A suggestion computed again from what the store has of it (Study::replay).
struct Replay {
  TrialNumber number = 0;
  std::vector<double> stored{};    // the parameters of the trial
  std::vector<double> computed{};  // those that come out now; none where `why_not` says why
  bool same = false;               // bit by bit
  std::string why_not{};           // why it cannot be computed again, as a sentence; empty if it was
};

/// How many trials there are in which state.
struct TrialCounts {
  std::size_t waiting = 0;
  std::size_t running = 0;
  std::size_t finished = 0;
  std::size_t failed = 0;
  std::size_t infeasible = 0;  // of the finished ones: those with a constraint above 0

  std::size_t all() const { return waiting + running + finished + failed; }
};

}  // namespace craggy
