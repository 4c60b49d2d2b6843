// Noise models: a variance per observation on the diagonal of the covariance, with its unknowns.
#pragma once

#include <array>
#include <memory>

#include "surrogates/parameters.hpp"

namespace craggy {

class NoiseModel {
 public:
  virtual ~NoiseModel() = default;
  virtual ParameterBlocks blocks(const Shape& shape) const = 0;

  /// Whether the jitter has to be added to the variances. The paper's noise variances replace it.
  virtual bool needs_jitter() const = 0;

  /// Whether the one unknown is the variance of every observation.
  virtual bool is_one_variance() const { return false; }

  /// Whether observations may differ in variance although they share all unknowns, or there are none.
  virtual bool differs_between_observations() const { return false; }

  /// Writes the variance of every observation. `labels` is empty unless has_labels().
  virtual void variances(const ConstVectorRef& u, const ConstVectorRef& labels, VectorRef result) const = 0;

  /// Adds dL/du, given dL/d variance_n.
  virtual void pull_back(const ConstVectorRef& u, const ConstVectorRef& labels,
                         const ConstVectorRef& d_variances, VectorRef d_u) const = 0;

  /// Binary labels, one per observation, that are unknown too.
  virtual bool has_labels() const { return false; }

  /// log p(labels | u); adds its derivatives to `gradient`.
  virtual double add_log_prior_of_labels(const ConstVectorRef& u, const ConstVectorRef& labels,
                                         VectorRef gradient) const;

  struct LabelChoice {
    std::array<double, 2> variance;  // of an observation labelled 0 or 1
    double prior_log_odds;           // of label 1
  };
  virtual LabelChoice label_choice(const ConstVectorRef& u) const;
};
using NoiseModelPtr = std::shared_ptr<const NoiseModel>;

NoiseModelPtr no_noise();

/// One variance for all, s² with the given prior.
NoiseModelPtr homoscedastic_noise(ScalarPriorPtr variance);

/// One standard deviation for all; for priors that are stated on s instead of s². Keeps the jitter, because
/// such a prior may reach 0.
NoiseModelPtr homoscedastic_noise_by_sd(ScalarPriorPtr sd);

/// An independent variance per observation.
NoiseModelPtr heteroscedastic_noise(ScalarPriorPtr variance);

/// s_n² = s²·w_n: the likelihood of a scale mixture of Gaussians, e.g. Student-t or Laplace, by the prior of
/// w_n.
NoiseModelPtr scale_mixture_noise(ScalarPriorPtr squared_scale, ScalarPriorPtr weight);

/// Each observation has the core variance, or with probability w the outlier variance.
NoiseModelPtr contaminated_noise(ScalarPriorPtr core_variance, ScalarPriorPtr outlier_variance,
                                 ScalarPriorPtr outlier_probability);

/// A variance per observation that came with it, NaN where none did. Where one did, it is added to what
/// `rest` says, or takes its place. Not for a noise model with labels.
NoiseModelPtr reported_noise(const Vector& reported, NoiseModelPtr rest, bool replaces);

}  // namespace craggy
