// Acquisition functions: how much is an evaluation at x worth? Larger is better, always.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/linalg/simd_level.hpp>
#include <craggy/posterior/posterior.hpp>

namespace craggy {

class Acquisition {
 public:
  virtual ~Acquisition() = default;

  virtual Index num_inputs() const = 0;

  /// The value at each column of X (Q × M). The same bits for any number of threads.
  virtual Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const = 0;

  /// The value at one point, and its gradient in x. May be called from several threads at once.
  virtual double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const = 0;

  /// The values at a few points and their gradients (Q × M), which may cost less than one by one. The same
  /// bits for any number of threads.
  virtual Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                         ThreadPool* pool = nullptr) const;
};

// The acquisitions below refer to the posterior, which has to outlive them.

/// log of the mean over draws of the expected improvement over `incumbent` (standardised) [Bodin2020, Eq. 8]:
/// the log keeps value and gradient useful far from the incumbent.
std::unique_ptr<Acquisition> log_expected_improvement(const Posterior& posterior, double incumbent,
                                                      SimdLevel level = default_simd_level());

/// With an incumbent for each component of the posterior, as fantasies have.
std::unique_ptr<Acquisition> log_expected_improvement(const Posterior& posterior, Vector incumbents,
                                                      SimdLevel level = default_simd_level());

/// Minus the mean over draws of the lower confidence bound, mean − weight·sd: optimism when minimising.
std::unique_ptr<Acquisition> lower_confidence_bound(const Posterior& posterior, double weight = 2.0);

/// Minus the mean over draws of the upper confidence bound, mean + weight·sd: caution when minimising.
std::unique_ptr<Acquisition> upper_confidence_bound(const Posterior& posterior, double weight = 2.0);

/// "ei", "lcb", "ucb".
const std::vector<std::string>& acquisition_names();

/// The incumbent and the SIMD level matter to "ei", `confidence_weight` to the bounds.
std::unique_ptr<Acquisition> make_acquisition(std::string_view name, const Posterior& posterior,
                                              double incumbent, double confidence_weight = 2.0,
                                              SimdLevel level = default_simd_level());
std::unique_ptr<Acquisition> make_acquisition(std::string_view name, const Posterior& posterior,
                                              Vector incumbents, double confidence_weight = 2.0,
                                              SimdLevel level = default_simd_level());

}  // namespace craggy
