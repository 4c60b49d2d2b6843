// Hamiltonian dynamics with a diagonal metric M: H(q, p) = −log π(q) + ½ pᵀ·M⁻¹·p, followed by leapfrog
// steps.
#pragma once

#include "samplers/evaluate.hpp"

namespace craggy {

/// H may exceed its initial value by this much before a trajectory counts as divergent [Betancourt2017,
/// section 6.2].
inline constexpr double default_divergence_threshold = 1000.0;

struct PhasePoint {
  Vector q;
  Vector momentum;
  Vector gradient;
  double log_density = failed_log_density;
};

/// Copies position, log density and gradient; the momentum stays.
void place(const ChainPoint& from, PhasePoint& to);

/// p ~ N(0, M).
void draw_momentum(RandomStream& stream, const Vector& inverse_metric, Vector& momentum);

/// H; +∞ where the log density failed or the momentum overflowed, never NaN.
double energy(const PhasePoint& z, const Vector& inverse_metric);

/// Throws InvalidArgument unless the tuning fits a density of `size` coordinates.
void check_tuning(const HamiltonianTuning& tuning, Index size);

/// One leapfrog step; a negative step size goes back in time. Where the density fails the momentum is left at
/// the half step, because there is no gradient to complete it with; the energy of such a point is +∞.
template <LogDensity D>
void leapfrog(D& density, PhasePoint& z, double step_size, const Vector& inverse_metric) {
  z.momentum += (0.5 * step_size) * z.gradient;
  z.q += step_size * inverse_metric.cwiseProduct(z.momentum);
  z.log_density = checked_evaluate(density, z.q, z.gradient);
  if (z.log_density == failed_log_density) return;
  z.momentum += (0.5 * step_size) * z.gradient;
}

}  // namespace craggy
