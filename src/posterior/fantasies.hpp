// Fantasies: values of evaluations that have not ended yet, made up by each posterior draw for itself.
#pragma once

#include <craggy/posterior/posterior.hpp>

#include "base/random.hpp"

namespace craggy {

struct Fantasies {
  Posterior posterior;  // each draw conditioned on its own fantasy
  Matrix values;        // of f at the pending points: draws × points, standardised
};

/// Draws the values of f at the columns of X (Q × P, P ≥ 1) jointly from the predictive at h* = 0, once per
/// draw. The average over draws is then an average over what the pending evaluations may show. The same bits
/// for any number of threads.
Fantasies fantasise(const Posterior& posterior, const ConstMatrixRef& X, RandomStream& stream,
                    ThreadPool* pool = nullptr);

}  // namespace craggy
