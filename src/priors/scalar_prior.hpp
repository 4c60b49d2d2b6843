// Priors of one scalar, each with the bijector that takes it to the real line, where the samplers move.
#pragma once

#include <memory>

#include "base/random.hpp"

namespace craggy {

/// A value with its derivative in the unconstrained coordinate u.
struct ValueAndDerivative {
  double value;
  double derivative;
};

class ScalarPrior {
 public:
  virtual ~ScalarPrior() = default;

  /// The natural value at u, and its derivative in u.
  virtual ValueAndDerivative constrain(double u) const = 0;
  /// Throws InvalidArgument outside the support; an end of the support maps to ±∞.
  virtual double unconstrain(double value) const = 0;

  /// Whether u is the log of the value.
  virtual bool is_log_scale() const { return false; }

  /// log density of u itself: the prior at constrain(u), normalised, plus the log-Jacobian. Never NaN for a
  /// finite u: far out the value falls to −∞ and the derivative may be infinite.
  virtual ValueAndDerivative log_density(double u) const = 0;

  /// A draw from the prior, in u.
  virtual double sample(RandomStream& stream) const = 0;
};

using ScalarPriorPtr = std::shared_ptr<const ScalarPrior>;

// Every factory throws InvalidArgument for parameters that are not finite or outside their range.
namespace priors {

ScalarPriorPtr normal(double mean, double sd);      // u = value
ScalarPriorPtr log_normal(double mean, double sd);  // u = log value ~ N(mean, sd²)
ScalarPriorPtr uniform(double low, double high);    // u = logit of the position in [low, high]
/// log_normal restricted to [low, high]; u = logit of the position of log value in [log low, log high].
ScalarPriorPtr truncated_log_normal(double mean, double sd, double low, double high);
ScalarPriorPtr inverse_gamma(double shape, double scale);  // u = log value
ScalarPriorPtr exponential(double mean);                   // u = log value
ScalarPriorPtr beta(double a, double b);                   // u = logit value
/// Density ∝ log(1 + 3·(scale/value)²) on value > 0: Spearmint's prior of a noise; u = log value.
ScalarPriorPtr horseshoe(double scale);

}  // namespace priors
}  // namespace craggy
