// Each observation as the others predict it: from the inverses at hand, without another fit.
#pragma once

#include <craggy/posterior/posterior.hpp>

namespace craggy {

/// A mixture for each observation, standardised; its components are the draws with the nodes of an unknown
/// latent. `weights` are components × observations, because a draw that has seen observation n has to be
/// weighed by 1/p(y_n | the others) to be one that has not.
struct LeaveOneOut {
  Matrix mean;
  Matrix variance;  // of the observation: with its noise
  Matrix weights;   // of the components; each column sums to 1
  Vector log_density;
  Vector effective_draws;  // how many draws of equal weight would be as good
};

/// The prediction of observation n, noise included, that would have been made had it not been seen. Its own
/// latent, which the draws have fitted to it, is unknown then: it has its prior, in the prediction and in
/// p(y_n | the others). Weights are truncated at √S times their mean, S draws: a bias that vanishes as S
/// grows, against a variance that may not be finite [Ionides2008]. `y` are the observations that the
/// posterior has seen.
LeaveOneOut leave_one_out(const Posterior& posterior, const ConstVectorRef& y, ThreadPool* pool = nullptr);

}  // namespace craggy
