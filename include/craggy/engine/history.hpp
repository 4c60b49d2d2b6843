// What a suggestion learns from: finished, failed and running evaluations.
#pragma once

#include <optional>
#include <vector>

namespace craggy {

/// One finished evaluation, in the parameters' own units. Smaller is better.
struct Observation {
  std::vector<double> values;
  double objective;
  std::vector<double> constraints{};     // feasible if none of them is above 0
  std::optional<double> noise_stddev{};  // standard deviation of `objective`, where it is known
};

struct History {
  std::vector<Observation> observations;
  std::vector<std::vector<double>> failed;   // points whose evaluation gave no value
  std::vector<std::vector<double>> pending;  // points that are being evaluated
};

}  // namespace craggy
