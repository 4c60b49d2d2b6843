#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/surrogates/lengthscales.hpp>

namespace craggy {

Lengthscales::Lengthscales(std::string name, ScalarPriorPtr prior, bool per_input,
                           std::vector<Index> group_of_input)
    : name_(std::move(name)),
      prior_(std::move(prior)),
      per_input_(per_input),
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

Index Lengthscales::count(Index num_inputs) const {
  if (!per_input_) return 1;
  return group_of_input_.empty() ? num_inputs : group_of_input_.back() + 1;
}

ParameterBlock Lengthscales::block(const Shape& shape) const {
  if (!group_of_input_.empty())
    check_size("the groups of inputs", group_of_input_.size(), static_cast<std::size_t>(shape.num_inputs));
  return {name_, prior_, count(shape.num_inputs)};
}

Vector Lengthscales::expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const {
  if (!per_input_) return Vector::Constant(num_coordinates, prior_->constrain(u[0]).value);
  Vector lengthscales(num_coordinates);
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
  if (!per_input_) {
    d_u[0] += d_log_lengthscales.sum() * d_log_l_d_u(u[0]);
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
