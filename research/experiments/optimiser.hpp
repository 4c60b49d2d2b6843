// What the runner of experiments drives: an optimiser that is asked for points and told their values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "experiments/method.hpp"
#include "problems/problem.hpp"

namespace craggy::experiments {

class Optimiser {
 public:
  Optimiser() = default;
  Optimiser(const Optimiser&) = delete;
  Optimiser& operator=(const Optimiser&) = delete;
  virtual ~Optimiser() = default;

  /// The next point, in the problem's own units. The initial points are not asked for, only told.
  virtual std::vector<double> ask(const std::stop_token& stop) = 0;

  /// The value at an initial point or at the point that was asked for last.
  virtual void tell(std::span<const double> point, double value) = 0;
};

/// The method as it is on this machine: the options of a peer get the versions of its packages. Throws Error
/// with the command that makes its environment if that is not there.
Method resolved(Method method);

/// One for a single repetition, on one thread. The problem has to outlive it. Throws as `resolved` does.
std::unique_ptr<Optimiser> make_optimiser(const Method& method, const problems::Problem& problem,
                                          std::uint64_t seed);

}  // namespace craggy::experiments
