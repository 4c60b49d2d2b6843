#include <cmath>
#include <utility>

#include <craggy/surrogates/lengthscales.hpp>

namespace craggy {

Lengthscales::Lengthscales(std::string name, ScalarPriorPtr prior, bool per_input)
    : name_(std::move(name)), prior_(std::move(prior)), per_input_(per_input) {}

ParameterBlock Lengthscales::block(const Shape& shape) const {
  return {name_, prior_, count(shape.num_inputs)};
}

Vector Lengthscales::expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const {
  if (!per_input_) return Vector::Constant(num_coordinates, prior_->constrain(u[0]).value);
  Vector lengthscales(num_coordinates);
  double sum_of_logs = 0.0;
  for (Index q = 0; q < num_inputs; ++q) {
    lengthscales[q] = prior_->constrain(u[q]).value;
    sum_of_logs += std::log(lengthscales[q]);
  }
  lengthscales.tail(num_coordinates - num_inputs)
      .setConstant(std::exp(sum_of_logs / static_cast<double>(num_inputs)));
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
  for (Index q = 0; q < num_inputs; ++q)
    d_u[q] += (d_log_lengthscales[q] + shared / static_cast<double>(num_inputs)) * d_log_l_d_u(u[q]);
}

}  // namespace craggy
