// The log density of a surrogate's unknowns (surrogate_density.hpp) for several chains at once, one per lane.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <craggy/surrogates/dataset.hpp>

#include "surrogates/lane_gp.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

/// Satisfies LaneLogDensity, and SiteConditional if has_sites(). Not for two threads at once.
class LaneDensity {
 public:
  /// One Matérn kernel and no labels; everything else is for SurrogateDensity.
  static bool supports(const Surrogate& surrogate, const Shape& shape);

  LaneDensity(std::shared_ptr<const Surrogate> surrogate, std::shared_ptr<const Dataset> data, double jitter,
              SimdLevel level);

  int width() const { return gp_.width(); }
  Index size() const { return layout_.num_parameters(); }
  const Layout& layout() const { return layout_; }
  const LaneKernels& kernels() const { return *kernels_; }

  /// Per lane; −∞ where the covariance cannot be factorised. A gradient is 0 in such lanes.
  void value(const LaneArray& u, double* values);
  void evaluate(const LaneArray& u, LaneArray& gradient, double* values);

  /// The Gaussian processes at u, ready for predictions (LaneGp::condition): their coordinates are the
  /// latents next to inputs that all lanes share, or else warped, embedded inputs divided by the
  /// lengthscales. Writes the log likelihoods, −∞ as above. Valid until u is set anew.
  const LaneGp& condition(const LaneArray& u, double* log_likelihoods);
  bool shares_distances() const { return shares_distances_; }

  /// A site is an observation whose latents, u[site_begin() + n·D …), stand next to its inputs (the latent GP
  /// without warping and with one lengthscale). Their prior is N(0, I).
  bool has_sites() const { return has_sites_; }
  Index num_sites() const { return data_->size(); }
  Index site_begin() const { return layout_.latent.begin; }
  Index site_dimension() const { return latent_dimension_; }
  /// Between the inputs of two observations, in units of the latents.
  double site_distance(Index a, Index b) const;

  void begin_sweep(const LaneArray& u);
  /// log p(y_site | the other observations) for m values of the site's latents, up to a constant.
  void weigh(Index site, Index m, const LaneArray& candidates, LaneArray& log_likelihoods);
  void commit(Index site, const Index* picks);

 private:
  void set(const LaneArray& u);  // what the Gaussian process has to know
  void set_lane(const LaneArray& u, int w);
  void read_lane(const LaneArray& u, int w);               // into u_
  void add_log_prior(const LaneArray& u, double* values);  // leaves the gradient in prior_gradient_
  void pull_back_lane(const LaneArray& u, int w, LaneArray& gradient);

  std::shared_ptr<const Surrogate> surrogate_;
  std::shared_ptr<const Dataset> data_;
  double jitter_;
  Layout layout_;
  ScalarPriorPtr lengthscale_prior_, share_prior_, amplitude_prior_;  // all but the first may be missing
  Index share_position_ = 0;                                          // among the unknowns of the covariance
  std::vector<std::pair<ScalarPriorPtr, Index>>
      other_priors_;  // of all unknowns but the latents, and their places
  Index latent_dimension_ = 0;
  bool shares_distances_ = false;  // the kernel sees the inputs as they are, and latents next to them or none
  bool has_sites_ = false;
  double sigma_h_ = 0.0;
  const LaneKernels* kernels_;
  LaneGp gp_;

  LaneArray prior_gradient_, places_, squares_;
  // Scratch memory of one lane.
  Vector u_, d_u_, lengthscales_, variances_, d_variances_;
  Matrix W_, Z_, d_Z_, d_W_;
};

}  // namespace craggy
