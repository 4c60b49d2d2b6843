// The posterior of f: an immutable mixture of conditioned GPs, one (or, with p(h*) marginalised, several) per
// draw.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/posterior/conditioned_gp.hpp>

namespace craggy {

/// p(h*) of a new evaluation: collapsed to a Dirac at its mode 0 as the paper proposes, or integrated out.
enum class NewLatent { collapsed, marginalised };

/// Gaussian components of the predictive at M points: C × M moments, C weights that sum to 1. Standardised
/// scale.
struct PredictiveComponents {
  Matrix mean;
  Matrix variance;
  Vector weights;
};

/// Moments of f at M points, on the scale of the raw outputs. That scale may be anything from 1e-300 to
/// 1e300: mean and sd keep to it, while a variance beyond the range of a double is the largest double, or 0.
struct Prediction {
  Vector mean;
  Vector sd;
  Vector variance;  // within + between
  Vector within;    // mean of the components' variances
  Vector between;   // variance of the components' means
};

class Posterior {
 public:
  /// `draws` must not be empty and share one data set. They may be of different surrogates, e.g. of several
  /// σ_h.
  Posterior(std::vector<ConditionedGp> draws, Standardisation standardisation,
            NewLatent new_latent = NewLatent::collapsed);

  Index num_draws() const { return static_cast<Index>(draws_.size()); }
  Index num_components() const { return weights_.size(); }
  Index num_inputs() const { return draws_.front().num_inputs(); }
  const Standardisation& standardisation() const { return standardisation_; }
  const std::vector<ConditionedGp>& draws() const { return draws_; }
  const Vector& weights() const { return weights_; }

  /// The components at the columns of X (Q × M), in the order draw 0 with all its nodes, draw 1, …
  PredictiveComponents components(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Calls visit(first column, its components and those of the columns behind it) for one block of columns of
  /// X after the other, so that the memory in use does not grow with the number of points.
  using BlockVisitor = std::function<void(Index first, const PredictiveComponents& block)>;
  void for_each_block(const ConstMatrixRef& X, ThreadPool* pool, const BlockVisitor& visit) const;

  /// Component c at one point, with gradients.
  PointPrediction component_with_gradient(Index c, const ConstVectorRef& x) const;

  Prediction predict(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Quantiles of the mixture (probabilities × M) on the raw scale.
  Matrix quantiles(const ConstMatrixRef& X, std::span<const double> probabilities,
                   ThreadPool* pool = nullptr) const;

 private:
  struct Component {
    std::size_t draw;
    Vector z;  // the whitened latent input of the new evaluation
  };

  std::vector<ConditionedGp> draws_;
  Standardisation standardisation_;
  std::vector<Component> components_;
  Vector weights_;  // of the components
};

}  // namespace craggy
