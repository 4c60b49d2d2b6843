#include "problems/space.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

namespace craggy::problems {
namespace {

Bounds code_bounds(const Float& real) { return {real.low, real.high}; }
Bounds code_bounds(const Step& step) { return {step.low, step.high}; }
Bounds code_bounds(const Int& whole) {
  return {static_cast<double>(whole.low), static_cast<double>(whole.high)};
}
Bounds code_bounds(const Categorical& names) { return {0.0, static_cast<double>(names.choices.size() - 1)}; }
Bounds code_bounds(const Bool&) { return {0.0, 1.0}; }
Bounds code_bounds(const Domain& domain) {
  return std::visit([](const auto& kind) { return code_bounds(kind); }, domain);
}

}  // namespace

Space space_of(const Problem& problem) {
  if (problem.space) return *problem.space;
  std::vector<Parameter> parameters;
  parameters.reserve(problem.dim());
  for (const Bounds& bounds : problem.domain)
    parameters.push_back({fmt::format("x{}", parameters.size() + 1), Float{bounds.low, bounds.high}});
  return Space(std::move(parameters));
}

void set_space(Problem& problem, Space space) {
  problem.domain.clear();
  for (std::size_t i = 0; i < space.size(); ++i) problem.domain.push_back(code_bounds(space[i].domain));
  problem.space = std::move(space);
}

}  // namespace craggy::problems
