// One repetition of an experiment, from its initial points to its last evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "experiments/method.hpp"
#include "problems/problem.hpp"

namespace craggy::experiments {

struct Repetition {
  std::vector<std::vector<double>> points;
  std::vector<double> values;
  std::vector<double> suggest_seconds;     // 0 for initial points
  std::vector<double> evaluation_seconds;  // of the objective
  double seconds() const;                  // of both
};

/// Told after each evaluation.
using RepetitionWatch = std::function<void(const Repetition& so_far)>;

/// A function of its arguments but for the seconds. Throws Cancelled if stopped, and whatever the objective
/// throws; a value that is not finite is InvalidArgument.
Repetition run_repetition(const problems::Problem& problem, const Method& method, std::uint64_t seed,
                          std::size_t evaluations, const std::stop_token& stop = {},
                          const RepetitionWatch& watch = {});

}  // namespace craggy::experiments
