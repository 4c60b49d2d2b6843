#include "samplers/trajectory.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace craggy {
namespace {

/// log(exp(a) + exp(b)) for finite a and b.
double log_add(double a, double b) { return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))); }

/// Whether both ends still move apart: their velocities M⁻¹·p point along the sum of the momenta between them
/// [Betancourt2017, appendix A.4.2]. `momentum_sum` is an expression that is never stored.
template <class Sum>
bool moves_apart(const Vector& first_momentum, const Vector& last_momentum, const Sum& momentum_sum,
                 const Vector& inverse_metric) {
  return first_momentum.cwiseProduct(inverse_metric).dot(momentum_sum) > 0.0 &&
         last_momentum.cwiseProduct(inverse_metric).dot(momentum_sum) > 0.0;
}

}  // namespace

void set_to_point(Stretch& stretch, const PhasePoint& z, double energy, double initial_energy) {
  stretch.first_momentum = z.momentum;
  stretch.last_momentum = z.momentum;
  stretch.momentum_sum = z.momentum;
  stretch.chosen.q = z.q;
  stretch.chosen.gradient = z.gradient;
  stretch.chosen.log_density = z.log_density;
  stretch.chosen_energy = energy;
  stretch.log_weight = initial_energy - energy;
}

bool join(Stretch& stretch, Stretch& next, Progress progress, const Vector& inverse_metric,
          RandomStream& stream) {
  const double total_log_weight = log_add(stretch.log_weight, next.log_weight);
  const double reference = progress == Progress::biased ? stretch.log_weight : total_log_weight;
  if (std::log(stream.uniform()) < next.log_weight - reference) {
    std::swap(stretch.chosen, next.chosen);
    stretch.chosen_energy = next.chosen_energy;
  }
  stretch.log_weight = total_log_weight;

  const bool grows = moves_apart(stretch.first_momentum, next.last_momentum,
                                 stretch.momentum_sum + next.momentum_sum, inverse_metric) &&
                     moves_apart(stretch.first_momentum, next.first_momentum,
                                 stretch.momentum_sum + next.first_momentum, inverse_metric) &&
                     moves_apart(stretch.last_momentum, next.last_momentum,
                                 stretch.last_momentum + next.momentum_sum, inverse_metric);
  stretch.momentum_sum += next.momentum_sum;
  stretch.last_momentum.swap(next.last_momentum);
  return grows;
}

}  // namespace craggy
