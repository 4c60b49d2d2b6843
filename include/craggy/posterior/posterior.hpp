// The posterior of f: an immutable mixture of conditioned GPs, one (or, with p(h*) marginalised, several) per
// draw.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/linalg/types.hpp>
#include <craggy/surrogates/dataset.hpp>

namespace craggy {

class DrawGroup;  // draws that predict together
using DrawGroupPtr = std::shared_ptr<const DrawGroup>;

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
  /// The draws must not be none and share one set of inputs. They may be of different surrogates, e.g. of
  /// several σ_h.
  Posterior(std::vector<DrawGroupPtr> groups, Standardisation standardisation,
            NewLatent new_latent = NewLatent::collapsed);

  Index num_draws() const { return num_draws_; }
  Index num_components() const { return weights_.size(); }
  Index num_inputs() const;
  const Standardisation& standardisation() const { return standardisation_; }
  const std::vector<DrawGroupPtr>& groups() const { return groups_; }
  const Vector& weights() const { return weights_; }

  NewLatent new_latent() const { return new_latent_; }
  /// To which draw each component belongs.
  const std::vector<Index>& draw_of_component() const { return draw_of_component_; }

  /// The unknowns of every draw.
  std::vector<Vector> draws() const;

  /// The components at the columns of X (Q × M), in the order draw 0 with all its nodes, draw 1, …
  PredictiveComponents components(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Calls visit(first column, its components and those of the columns behind it) for one block of columns of
  /// X after the other, so that the memory in use does not grow with the number of points.
  using BlockVisitor = std::function<void(Index first, const PredictiveComponents& block)>;
  void for_each_block(const ConstMatrixRef& X, ThreadPool* pool, const BlockVisitor& visit) const;

  Prediction predict(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;

  /// Quantiles of the mixture (probabilities × M) on the raw scale.
  Matrix quantiles(const ConstMatrixRef& X, std::span<const double> probabilities,
                   ThreadPool* pool = nullptr) const;

 private:
  friend class ComponentsRecord;

  // The draws of one group, all at one node of p(h*): components first, first + stride, …
  struct Segment {
    const DrawGroup* group;
    Vector z;  // the whitened latent input of the new evaluation
    Index first;
    Index stride;
  };

  const Matrix& inputs() const;

  std::vector<DrawGroupPtr> groups_;
  Standardisation standardisation_;
  NewLatent new_latent_;
  std::vector<Segment> segments_;
  Index num_draws_ = 0;
  Vector weights_;  // of the components
  std::vector<Index> draw_of_component_;
};

}  // namespace craggy
