#include "problems/space.hpp"

#include <utility>

#include <fmt/format.h>

namespace craggy::problems {

Space space_of(const Problem& problem) {
  std::vector<Parameter> parameters;
  parameters.reserve(problem.dim());
  for (const Bounds& bounds : problem.domain)
    parameters.push_back({fmt::format("x{}", parameters.size() + 1), Float{bounds.low, bounds.high}});
  return Space(std::move(parameters));
}

}  // namespace craggy::problems
