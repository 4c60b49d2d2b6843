#include "experiments/run_state.hpp"

#include <algorithm>
#include <utility>

namespace craggy::experiments {

RunState::RunState(std::vector<JobId> jobs, CostModel costs, std::size_t parallel)
    : jobs_(std::move(jobs)), costs_(std::move(costs)), parallel_(parallel) {}

void RunState::start(std::size_t job) {
  running_[job] = {};
  next_ = std::max(next_, job + 1);
}

void RunState::advance(std::size_t job, std::size_t evaluations, double seconds) {
  running_[job] = {evaluations, seconds};
}

void RunState::finish(std::size_t job, double seconds) {
  running_.erase(job);
  ++num_finished_;
  const auto& [key, evaluations] = jobs_[job];
  costs_.add(key.problem, key.method, evaluations, seconds);
}

void RunState::fail(std::size_t job, std::string message) {
  running_.erase(job);
  failures_.push_back({jobs_[job].key, std::move(message)});
}

void RunState::abandon(std::size_t job) { running_.erase(job); }

std::optional<TimeLeft> RunState::time_left() const {
  if (next_ == jobs_.size() && running_.empty()) return TimeLeft{};
  // What is running is all there is to go by for a method that has not finished anything.
  CostModel with_running = costs_;
  for (const auto& [job, so_far] : running_) {
    const auto& [key, evaluations] = jobs_[job];
    const auto known = costs_.expected(key.problem, key.method, evaluations);
    if (so_far.evaluations > 0 && !(known && known->measured))
      with_running.add(key.problem, key.method, so_far.evaluations, so_far.seconds);
  }

  double work = 0.0;
  double guessed = 0.0;
  double longest = 0.0;  // nothing is done before the longest of the running ones is
  const auto count = [&](std::size_t job, double seconds_done) {
    const auto& [key, evaluations] = jobs_[job];
    const auto expected = with_running.expected(key.problem, key.method, evaluations);
    if (!expected) return false;
    const double seconds = std::max(0.0, expected->seconds - seconds_done);
    const auto finished = costs_.expected(key.problem, key.method, evaluations);
    work += seconds;
    if (!(finished && finished->measured)) guessed += seconds;
    longest = std::max(longest, seconds);
    return true;
  };
  for (const auto& [job, so_far] : running_)
    if (!count(job, so_far.seconds)) return std::nullopt;
  for (std::size_t job = next_; job < jobs_.size(); ++job)
    if (!count(job, 0.0)) return std::nullopt;
  const double seconds = std::max(longest, work / static_cast<double>(parallel_));
  return TimeLeft{seconds, work > 0.0 ? guessed / work : 0.0};
}

}  // namespace craggy::experiments
