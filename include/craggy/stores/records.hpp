// What a store keeps, as plain values. Texts are the study's own: a store does not read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/result.hpp>

namespace craggy {

using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;
using StudyId = std::int64_t;
using TrialNumber = std::uint32_t;
using AttemptNumber = std::uint32_t;  // within a trial, from 0

/// What a study is from its first day on.
struct StudyDefinition {
  std::string name;
  std::string direction;
  std::string space;
  std::string options;
  std::uint64_t seed = 0;
  std::string simd{};

  bool operator==(const StudyDefinition&) const = default;
};

struct StudyRow {
  StudyId id = 0;
  StudyDefinition definition;
  Timestamp created;
  std::int64_t revision = 0;  // grows with every change of its trials
  TrialNumber next_number = 0;
};

enum class TrialState {
  reserved,  // a number whose parameters are being computed
  waiting,   // parameters that nobody evaluates at the moment
  running,
  finished,
  failed,
};
std::string_view name_of(TrialState state);

struct TrialRow {
  TrialNumber number = 0;
  TrialState state = TrialState::reserved;
  std::int64_t revision = 0;  // of the study, when this row changed last
  std::string params{};       // empty while it is reserved
  std::string suggestion{};   // how the parameters were chosen; empty if from outside
  std::optional<Result> result{};
  std::string message{};                   // of a failure
  AttemptNumber num_attempts = 0;          // that were made so far
  std::optional<AttemptNumber> holder{};   // the attempt that has the lease
  std::optional<AttemptNumber> decider{};  // the attempt that finished or failed the trial
  bool lost = false;                       // failed because its worker vanished; a late result is welcome
  Timestamp created{};
  std::optional<Timestamp> ended{};

  bool operator==(const TrialRow&) const = default;
};

enum class AttemptOutcome {
  open,
  finished,
  failed,
  released,  // given back
  lost,      // the worker vanished
};
std::string_view name_of(AttemptOutcome outcome);

/// Who a trial is leased to: a process on a machine, such that others on the same machine can tell whether it
/// still lives.
struct Worker {
  std::string name{};
  std::string host{};
  std::string machine{};           // one boot of one machine, and the view of processes there; "" if unknown
  std::int64_t process = 0;        // 0: no process in particular
  std::int64_t process_start = 0;  // tells a process from a later one with the same number

  bool operator==(const Worker&) const = default;
};

/// One handing-out of a trial. Results that came too late to be the trial's are kept here.
struct AttemptRow {
  TrialNumber trial = 0;
  AttemptNumber number = 0;
  Worker worker{};
  Timestamp started{};
  Timestamp heartbeat{};
  // After so long without a heartbeat the lease is lost, wherever the worker is; without, it never is.
  std::optional<std::chrono::microseconds> grace{};
  AttemptOutcome outcome = AttemptOutcome::open;
  std::optional<Timestamp> ended{};
  std::optional<Result> result{};
  std::optional<int> exit_code{};
  std::string message{};

  bool operator==(const AttemptRow&) const = default;
};

/// What the sampler left behind when it chose the parameters of a trial.
struct WarmRow {
  TrialNumber trial = 0;
  std::string bytes;

  bool operator==(const WarmRow&) const = default;
};

/// The end of what a program wrote while it evaluated a trial.
struct OutputRow {
  TrialNumber trial = 0;
  AttemptNumber attempt = 0;
  std::string output{};  // standard output
  std::string errors{};  // standard error

  bool operator==(const OutputRow&) const = default;
};

/// A text that a front end keeps with a study, by a name of its own.
struct NoteRow {
  std::string name;
  std::string text;

  bool operator==(const NoteRow&) const = default;
};

/// Everything that a store has of a study: what it takes to have the same study somewhere else.
struct StudyContent {
  StudyRow study;  // its id is that of the store that it comes from
  std::vector<TrialRow> trials{};
  std::vector<AttemptRow> attempts{};
  std::vector<WarmRow> warm{};
  std::vector<OutputRow> outputs{};
  std::vector<NoteRow> notes{};
};

}  // namespace craggy
