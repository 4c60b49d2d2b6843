// The optimisation of a built-in problem, one evaluation at a time, and how good it is so far.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/runs/runner.hpp>

#include "json_output.hpp"
#include "problems/problem.hpp"

namespace craggy::cli {

class ProblemRun {
 public:
  /// Throws InvalidArgument for bad options. The problem has to live as long as the run.
  ProblemRun(const problems::Problem& problem, const SuggestOptions& options, std::uint64_t seed,
             std::size_t threads);

  /// Asks for points, evaluates them and tells the values until the plan says that it is enough. `watch` is
  /// called after each evaluation.
  RunEnd run(const RunPlan& plan, const std::stop_token& stop, const std::function<void()>& watch = {});

  std::size_t size() const { return values_.size(); }
  const problems::Problem& problem() const { return *problem_; }
  const std::string& surrogate() const { return surrogate_; }
  std::uint64_t seed() const { return seed_; }
  const std::vector<double>& seconds_per_trial() const { return seconds_; }
  double seconds() const;

  std::optional<TrialRecord> best() const { return study_.best(); }
  TrialCounts counts() const { return study_.counts(); }

  // What follows needs at least one evaluation.
  double best_value() const { return best_so_far_.back(); }
  const std::vector<double>& best_point() const { return points_[best_]; }
  const std::vector<double>& best_so_far() const { return best_so_far_; }
  double gap() const;  // from the best point of the initial design
  double regret() const;

  /// As documented for scripts, with null where there is no evaluation yet.
  Json json() const;

 private:
  Outcome evaluated(const Trial& trial) const;
  void take(const Trial& trial, double value);

  const problems::Problem* problem_;
  std::string surrogate_;
  std::size_t num_initial_;
  std::uint64_t seed_;
  Study study_;
  std::vector<std::vector<double>> points_;
  std::vector<double> values_;
  std::vector<double> best_so_far_;
  std::vector<double> seconds_;
  std::size_t best_ = 0;
};

/// "x1=-8.055, x2=9.6646".
std::string named_point(const problems::Problem& problem, const std::vector<double>& point);

}  // namespace craggy::cli
