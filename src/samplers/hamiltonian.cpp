#include "samplers/hamiltonian.hpp"

#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/random.hpp"

namespace craggy {

void place(const ChainPoint& from, PhasePoint& to) {
  to.q = from.q;
  to.gradient = from.gradient;
  to.log_density = from.log_density;
}

void draw_momentum(RandomStream& stream, const Vector& inverse_metric, Vector& momentum) {
  momentum.resize(inverse_metric.size());
  for (Index i = 0; i < momentum.size(); ++i) momentum[i] = stream.normal() / std::sqrt(inverse_metric[i]);
}

double energy(const PhasePoint& z, const Vector& inverse_metric) {
  const double kinetic = 0.5 * z.momentum.cwiseAbs2().dot(inverse_metric);
  const double total = kinetic - z.log_density;
  return std::isnan(total) ? std::numeric_limits<double>::infinity() : total;
}

void check_tuning(const HamiltonianTuning& tuning, Index size) {
  check_positive("step_size", tuning.step_size);
  check_size("inverse_metric", static_cast<std::size_t>(tuning.inverse_metric.size()),
             static_cast<std::size_t>(size));
  for (Index i = 0; i < size; ++i) check_positive("inverse_metric", tuning.inverse_metric[i]);
}

}  // namespace craggy
