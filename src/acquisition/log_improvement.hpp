// The expected improvement of a standard normal, in a log form that is accurate at any distance from the
// incumbent (why that matters: [Ament2023]).
#pragma once

namespace craggy {

struct LogImprovement {
  double value;  // log h(z)
  double slope;  // d log h/dz = Φ(z)/h(z)
};

/// log of h(z) = φ(z) + z·Φ(z). The expected improvement over `incumbent` is sd·h(z), z = (incumbent −
/// mean)/sd. Finite for |z| up to 1e150.
LogImprovement log_standard_improvement(double z);

}  // namespace craggy
