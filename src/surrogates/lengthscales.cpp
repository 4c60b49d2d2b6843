#include "surrogates/lengthscales.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy {
namespace {

// How far a lengthscale is from the shared one, on the scale of logarithms, and the slope of that. Of
// standard normal z two in three are within a factor of 1.4 of it and one in a hundred beyond one of 5:
// inputs matter equally until the data say otherwise, and then not at all if need be.
ValueAndDerivative departure(double z) { return {0.25 * (z + 0.25 * z * z * z), 0.25 + 0.1875 * z * z}; }

}  // namespace

Lengthscales::Lengthscales(std::string name, ScalarPriorPtr prior, LengthscaleKind kind,
                           std::vector<Index> group_of_input)
    : name_(std::move(name)),
      prior_(std::move(prior)),
      kind_(kind),
      group_of_input_(std::move(group_of_input)) {
  Index last = -1;
  for (const Index group : group_of_input_) {
    if (group != last && group != last + 1)
      fail_argument("the group of an input", fmt::format("{}", group),
                    fmt::format("after {} it has to be the same or the next", last));
    last = group;
  }
}

Index Lengthscales::group(Index input) const {
  return group_of_input_.empty() ? input : group_of_input_[static_cast<std::size_t>(input)];
}

Index Lengthscales::num_groups(Index num_inputs) const {
  return group_of_input_.empty() ? num_inputs : group_of_input_.back() + 1;
}

std::vector<Index> Lengthscales::group_ends(Index num_inputs) const {
  std::vector<Index> ends;
  for (Index q = 0; q < num_inputs; ++q)
    if (q + 1 == num_inputs || group(q + 1) != group(q)) ends.push_back(q + 1);
  return ends;
}

Index Lengthscales::count(Index num_inputs) const {
  const Index own = num_groups(num_inputs);
  if (kind_ == LengthscaleKind::shared || own == 1) return 1;
  return kind_ == LengthscaleKind::related ? 1 + own : own;
}

ParameterBlocks Lengthscales::blocks(const Shape& shape) const {
  if (!group_of_input_.empty())
    check_size("the groups of inputs", group_of_input_.size(), static_cast<std::size_t>(shape.num_inputs));
  const Index unknowns = count(shape.num_inputs);
  if (kind_ != LengthscaleKind::related || unknowns == 1) return {{name_, prior_, unknowns}};
  return {{name_, prior_, 1}, {name_ + "_departure", priors::normal(0.0, 1.0), unknowns - 1}};
}

Vector Lengthscales::expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const {
  if (count(num_inputs) == 1) return Vector::Constant(num_coordinates, prior_->constrain(u[0]).value);
  Vector lengthscales(num_coordinates);
  if (kind_ == LengthscaleKind::related) {
    const double shared = prior_->constrain(u[0]).value;
    for (Index q = 0; q < num_inputs; ++q)
      lengthscales[q] = shared * std::exp(departure(u[1 + group(q)]).value);
    lengthscales.tail(num_coordinates - num_inputs).setConstant(shared);
    return lengthscales;
  }
  double sum_of_logs = 0.0;
  for (Index q = 0; q < num_inputs; ++q) {
    if (q > 0 && group(q) == group(q - 1)) {
      lengthscales[q] = lengthscales[q - 1];
    } else {
      lengthscales[q] = prior_->constrain(u[group(q)]).value;
      sum_of_logs += std::log(lengthscales[q]);
    }
  }
  lengthscales.tail(num_coordinates - num_inputs)
      .setConstant(std::exp(sum_of_logs / static_cast<double>(count(num_inputs))));
  return lengthscales;
}

void Lengthscales::pull_back(const ConstVectorRef& u, Index num_inputs,
                             const ConstVectorRef& d_log_lengthscales, VectorRef d_u) const {
  const auto d_log_l_d_u = [&](double coordinate) {
    const ValueAndDerivative lengthscale = prior_->constrain(coordinate);
    return lengthscale.derivative / lengthscale.value;
  };
  if (count(num_inputs) == 1 || kind_ == LengthscaleKind::related)
    d_u[0] += d_log_lengthscales.sum() * d_log_l_d_u(u[0]);
  if (count(num_inputs) == 1) return;
  if (kind_ == LengthscaleKind::related) {
    for (Index q = 0; q < num_inputs; ++q)
      d_u[1 + group(q)] += d_log_lengthscales[q] * departure(u[1 + group(q)]).derivative;
    return;
  }
  const double shared = d_log_lengthscales.tail(d_log_lengthscales.size() - num_inputs).sum();
  const double share = shared / static_cast<double>(count(num_inputs));
  double slope = 0.0;
  for (Index q = 0; q < num_inputs; ++q) {
    const bool begins_group = q == 0 || group(q) != group(q - 1);
    if (begins_group) slope = d_log_l_d_u(u[group(q)]);
    d_u[group(q)] += (d_log_lengthscales[q] + (begins_group ? share : 0.0)) * slope;
  }
}

}  // namespace craggy
