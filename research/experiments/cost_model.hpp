// How long repetitions take, learned from those that are done, to say how much time is left.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace craggy::experiments {

/// Seconds of a repetition of `total` evaluations, from one whose first `measured` evaluations took
/// `seconds`. An evaluation costs more the longer the history is: its cost is taken to grow as the square,
/// between what small matrices (overheads) and large ones (the cube) do.
double scaled_seconds(double seconds, std::size_t measured, std::size_t total);

class CostModel {
 public:
  /// A finished repetition.
  void add(const std::string& problem, const std::string& method, std::size_t evaluations, double seconds);

  struct Expectation {
    double seconds;
    bool measured;  // this method on this problem; else it is a guess from others
  };

  /// Of a whole repetition: the mean of this method on this problem; else of the method on other problems;
  /// else of everything. Nothing before the first is added.
  std::optional<Expectation> expected(const std::string& problem, const std::string& method,
                                      std::size_t evaluations) const;

 private:
  struct Total {
    double seconds = 0.0;  // scaled to a standard number of evaluations
    std::size_t count = 0;
    double mean() const { return seconds / static_cast<double>(count); }
  };
  std::map<std::string, std::map<std::string, Total>> totals_;  // by method, then by problem
};

}  // namespace craggy::experiments
