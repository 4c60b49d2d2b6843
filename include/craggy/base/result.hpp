// What one evaluation of an objective gave: whoever runs an objective makes it, a study takes it.
#pragma once

#include <optional>
#include <vector>

namespace craggy {

struct Result {
  double value;                       // as the objective has it, whether small or large values are good
  std::vector<double> constraints{};  // feasible if none of them is above 0
  std::optional<double> noise{};      // the standard deviation of `value`, where it is known

  bool operator==(const Result&) const = default;
};

}  // namespace craggy
