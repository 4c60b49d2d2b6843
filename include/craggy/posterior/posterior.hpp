// The posterior of f: an immutable mixture of conditioned GPs, one (or, with p(h*) marginalised, several) per draw.
#pragma once

#include <span>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/posterior/conditioned_gp.hpp>

namespace craggy {

/// p(h*) of a new evaluation: collapsed to a Dirac at its mode 0 as the paper proposes, or integrated out.
enum class NewLatent { collapsed, marginalised };

/// Gaussian components of the predictive at M points: C × M moments, C weights that sum to 1. Standardised scale.
struct PredictiveComponents {
  Matrix mean;
  Matrix variance;
  Vector weights;
};

/// Moments of f at M points, on the scale of the raw outputs.
struct Prediction {
  Vector mean;
  Vector variance;  // within + between
  Vector within;    // mean of the components' variances
  Vector between;   // variance of the components' means
};

class Posterior {
 public:
  /// `draws` must not be empty and share one data set.
  Posterior(std::vector<ConditionedGp> draws, Standardisation standardisation,
            NewLatent new_latent = NewLatent::collapsed);

  Index num_draws() const { return static_cast<Index>(draws_.size()); }
  Index num_components() const { return num_draws() * latent_nodes_.cols(); }
  Index num_inputs() const { return draws_.front().num_inputs(); }
  const Standardisation& standardisation() const { return standardisation_; }
  const std::vector<ConditionedGp>& draws() const { return draws_; }

  /// The components at the columns of X (Q × M), in the order draw 0 with all its nodes, draw 1, …
  PredictiveComponents components(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Component c at one point, with gradients, and its weight.
  PointPrediction component_with_gradient(Index c, const ConstVectorRef& x) const;
  double weight(Index c) const { return node_weights_[c % latent_nodes_.cols()] / static_cast<double>(num_draws()); }

  Prediction predict(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Quantiles of the mixture (probabilities × M) on the raw scale.
  Matrix quantiles(const ConstMatrixRef& X, std::span<const double> probabilities, ThreadPool* pool = nullptr) const;

 private:
  std::vector<ConditionedGp> draws_;
  Standardisation standardisation_;
  Matrix latent_nodes_;  // D × nodes, whitened
  Vector node_weights_;
};

/// The p-quantile of a mixture of Gaussians.
double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& variances, const ConstVectorRef& weights,
                        double probability);

}  // namespace craggy
