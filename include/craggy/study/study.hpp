// A study: ask for a point, evaluate it, tell the value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/engine/suggest.hpp>

namespace craggy {

enum class TrialState { running, finished, failed };

/// One evaluation: a value type that names its parameters.
class Trial {
 public:
  std::uint32_t number() const { return number_; }
  double operator[](std::string_view parameter) const;  // throws InvalidArgument for an unknown name
  const std::vector<double>& values() const { return values_; }

 private:
  friend class Study;
  Trial(std::uint32_t number, std::shared_ptr<const Space> space, std::vector<double> values);
  std::uint32_t number_;
  std::shared_ptr<const Space> space_;
  std::vector<double> values_;
};

struct TrialRecord {
  std::uint32_t number;
  std::vector<double> values;
  TrialState state;
  std::optional<double> objective;       // of a finished trial
  std::optional<Suggestion> suggestion;  // how it was chosen; none for a point told from outside
};

struct StudyOptions {
  Space space;
  SuggestOptions suggest = SuggestOptions();  // not {}: GCC 12 then warns, wrongly, wherever a study is made
  std::uint64_t seed = 0;
  std::size_t num_threads = 0;  // 0: as many as the machine has
};

/// Minimises. Not for two threads at once.
class Study {
 public:
  static Study in_memory(StudyOptions options);
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;
  Study(Study&&) noexcept;
  Study& operator=(Study&&) noexcept;
  ~Study();

  const Space& space() const;

  /// The next point. Several may be asked for before the first is told: no two of them are the same. Changes
  /// nothing if stopped, which throws Cancelled.
  Trial ask(const std::stop_token& stop = {});

  /// Throws InvalidArgument, and changes nothing, for a value that is not finite, an unknown trial or one of
  /// another study, a failed trial, or another value for a finished trial. Telling the same value again is
  /// harmless.
  void tell(const Trial& trial, double objective);
  void tell(std::uint32_t number, double objective);

  /// Marks a running trial as failed: it is counted and its point not suggested again, but nothing is learned
  /// from it yet. Throws InvalidArgument, and changes nothing, for an unknown trial or a finished one;
  /// failing twice is harmless.
  void fail(const Trial& trial);
  void fail(std::uint32_t number);

  /// Adds an evaluation that was made elsewhere. Throws InvalidArgument, and changes nothing, for a point
  /// outside the space or a value that is not finite.
  Trial add(std::vector<double> values, double objective);

  /// The number of finished trials.
  std::size_t size() const;
  const std::vector<TrialRecord>& trials() const;

  /// The finished trial with the smallest value; nothing before the first is told.
  std::optional<TrialRecord> best() const;

 private:
  struct State;
  explicit Study(std::unique_ptr<State> state);
  void check_own(const Trial& trial) const;
  std::unique_ptr<State> state_;
};

}  // namespace craggy
