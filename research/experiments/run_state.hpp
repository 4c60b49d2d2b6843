// How far a run of an experiment is: what waits, what is running, what is done, and how long it will take.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cost_model.hpp"
#include "experiments/record.hpp"

namespace craggy::experiments {

struct JobId {
  RecordKey key;
  std::size_t evaluations = 0;
};

struct Failure {
  RecordKey key;
  std::string message;
};

struct TimeLeft {
  double seconds = 0.0;
  double guessed_share = 0.0;  // of the seconds: of methods on problems that were not timed yet
};

/// Not for two threads at once.
class RunState {
 public:
  struct Running {
    std::size_t evaluations = 0;  // done
    double seconds = 0.0;
  };

  /// `costs` is what earlier runs tell; `parallel` is how many jobs run at the same time.
  RunState(std::vector<JobId> jobs, CostModel costs, std::size_t parallel);

  void start(std::size_t job);
  void advance(std::size_t job, std::size_t evaluations, double seconds);
  void finish(std::size_t job, double seconds);
  void fail(std::size_t job, std::string message);
  void abandon(std::size_t job);

  const std::vector<JobId>& jobs() const { return jobs_; }
  std::size_t num_finished() const { return num_finished_; }
  const std::vector<Failure>& failures() const { return failures_; }
  const std::map<std::size_t, Running>& running() const { return running_; }

  /// From repetitions that are done, and for methods without any from those that are running. Nothing before
  /// the first evaluation. 0 when there is nothing left.
  std::optional<TimeLeft> time_left() const;

 private:
  std::vector<JobId> jobs_;
  CostModel costs_;
  std::size_t parallel_;
  std::size_t next_ = 0;  // jobs are started in order
  std::size_t num_finished_ = 0;
  std::vector<Failure> failures_;
  std::map<std::size_t, Running> running_;
};

}  // namespace craggy::experiments
