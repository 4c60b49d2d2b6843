// What one evaluation of an objective gave: whoever runs an objective makes it, a study takes it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace craggy {

/// Whether constraints are met: none of them is above 0.
inline bool is_feasible(const std::vector<double>& constraints) {
  return std::none_of(constraints.begin(), constraints.end(), [](double each) { return each > 0.0; });
}

struct Result {
  double value;                       // as the objective has it, whether small or large values are good
  std::vector<double> constraints{};  // feasible if none of them is above 0
  std::optional<double> noise{};      // the standard deviation of `value`, where it is known

  bool operator==(const Result&) const = default;
};

/// What became of one evaluation: a result, or why there is none.
struct Outcome {
  std::optional<Result> result{};
  std::string failure{};           // one line on why there is no result; "" if there is one
  std::string error_tail{};        // the end of what it wrote to standard error, harmless to print
  std::string output_tail{};       // likewise of its standard output
  std::optional<int> exit_code{};  // of a command that ended by itself
  bool timed_out = false;
  double seconds = 0.0;
};

}  // namespace craggy
