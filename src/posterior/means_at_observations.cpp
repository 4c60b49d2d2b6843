#include "posterior/means_at_observations.hpp"

#include <algorithm>

#include "posterior/draw_group.hpp"

namespace craggy {

Vector means_at_observations(const Posterior& posterior, const Dataset& data, ThreadPool* pool) {
  const auto is_plain = [](const DrawGroupPtr& group) { return group->predicts_what_is_observed(); };
  if (!std::ranges::all_of(posterior.groups(), is_plain)) {
    const PredictiveComponents at = posterior.components(data.X, pool);
    return at.mean.transpose() * at.weights;
  }
  // With C = K + D and α = C⁻¹(y − m), the mean m + K·α is y − D·α: no prediction is needed.
  Vector sum = Vector::Zero(data.size());
  for (const DrawGroupPtr& group : posterior.groups()) {
    const ObservationTerms terms = group->observation_terms();
    sum += terms.noise_variance.cwiseProduct(terms.alpha).colwise().sum().transpose();
  }
  return data.y - sum / static_cast<double>(posterior.num_draws());
}

}  // namespace craggy
