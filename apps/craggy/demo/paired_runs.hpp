// The runs of `craggy demo`: every surrogate from every pair of starting points, several runs side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "problem_run.hpp"
#include "problems/problem.hpp"

namespace craggy::cli {

struct PairedPlan {
  const problems::Problem* problem;
  std::vector<std::string> surrogates;
  std::size_t pairs;
  std::size_t trials;
  std::uint64_t seed;   // of the first pair; each one after it has the next number
  std::size_t threads;  // runs at the same time, each on a single thread; 0: one per processor

  std::size_t num_evaluations() const { return pairs * surrogates.size() * trials; }
};

struct FinishedRun {
  std::size_t pair;       // from 0
  std::size_t surrogate;  // its position in the plan
  ProblemRun run;
};

/// Told the evaluations made so far and the share of all work done, by one thread at a time.
using PairedWatch = std::function<void(std::size_t evaluations, double work_done)>;

/// The runs that were finished, pair by pair: all of them unless stopped. They do not depend on the number of
/// threads. Throws InvalidArgument for bad options.
std::vector<FinishedRun> run_pairs(const PairedPlan& plan, const std::stop_token& stop,
                                   const PairedWatch& watch);

/// The runs of those pairs of which all are finished.
std::vector<std::vector<const ProblemRun*>> whole_pairs(const PairedPlan& plan,
                                                        const std::vector<FinishedRun>& finished);

}  // namespace craggy::cli
