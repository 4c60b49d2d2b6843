#include "problems/problem.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::problems {

double evaluate(const Problem& problem, std::span<const double> x) {
  if (x.size() != problem.dim())
    fail_argument("the number of coordinates", fmt::format("{}", x.size()),
                  fmt::format("{} has {}", problem.name, problem.dim()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto& [low, high] = problem.domain[i];
    if (std::isfinite(x[i]) && low <= x[i] && x[i] <= high) continue;
    // Counted from 1, as the columns of data files and the arguments of the command line are.
    fail_argument(fmt::format("x{} of {}", i + 1, problem.name), fmt::format("{}", x[i]),
                  fmt::format("it has to lie in [{}, {}]", low, high));
  }
  if (problem.space) problem.space->check(x);
  return problem.objective(x);
}

}  // namespace craggy::problems
