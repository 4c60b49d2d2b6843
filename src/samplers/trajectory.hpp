// A stretch of a NUTS trajectory as a value: what the no-U-turn criterion and the choice of the next point
// need to know about it, and how two adjacent stretches become one.
#pragma once

#include "samplers/hamiltonian.hpp"

namespace craggy {

/// Points are ordered as they were reached; `first` and `last` are its ends. Its points are never stored.
struct Stretch {
  Vector first_momentum;
  Vector last_momentum;
  Vector momentum_sum;         // ρ, over all points [Betancourt2017, appendix A.4.2]
  ChainPoint chosen;           // one of the points, drawn with probability ∝ exp(−H) as the stretch grew
  double chosen_energy = 0.0;  // H there
  double log_weight = failed_log_density;  // log Σ exp(H₀ − H), over all points
};

/// A stretch of one point. `initial_energy` is H₀, that of the start of the trajectory.
void set_to_point(Stretch& stretch, const PhasePoint& z, double energy, double initial_energy);

/// How the chosen point of two joined stretches is found [Betancourt2017, appendix A.3].
enum class Progress {
  uniform,  // the newer one's with probability w_new/(w_old + w_new): inside a subtree
  biased,  // with probability min(1, w_new/w_old), which favours points far from the start: at the top of the
           // tree
};

/// Joins `next` to the end of `stretch`; `next` is unspecified afterwards, but keeps its memory. False if the
/// whole has made a U-turn and must not grow any more. Besides the criterion over the whole, there are two
/// across the seam (each half with the first point of the other), as in Stan since 2.21: without them a
/// trajectory of about one period can return to its start unnoticed.
[[nodiscard]] bool join(Stretch& stretch, Stretch& next, Progress progress, const Vector& inverse_metric,
                        RandomStream& stream);

}  // namespace craggy
