#include "engine/constraint_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <craggy/surrogates/registry.hpp>

#include "posterior/condition_draws.hpp"

namespace craggy {
namespace {

// Median of the absolute values that are not 0; 1 if there are none.
double typical_size(const ConstVectorRef& values) {
  std::vector<double> sizes;
  for (const double value : values)
    if (value != 0.0) sizes.push_back(std::abs(value));
  if (sizes.empty()) return 1.0;
  const auto middle = sizes.begin() + std::ssize(sizes) / 2;
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

// v/√(s² + v²) without overflow.
double squashed(double value, double size) {
  const double largest = std::max(size, std::abs(value));
  return value / largest / std::hypot(size / largest, value / largest);
}

// Unknowns of GPs that forget what they have seen within a tenth to four tenths of the diagonal.
std::vector<Vector> sceptical_draws(Index count, bool noisy, double diagonal) {
  constexpr double shortest = 0.1;
  constexpr double longest = 0.4;
  constexpr double noise_variance = 0.1;
  std::vector<Vector> draws;
  for (Index i = 0; i < count; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    Vector u = Vector::Zero(noisy ? 3 : 2);  // log lengthscale, log amplitude, log noise variance
    u[0] = std::log(diagonal * shortest) + share * std::log(longest / shortest);
    if (noisy) u[2] = std::log(noise_variance);
    draws.push_back(u);
  }
  return draws;
}

}  // namespace

Vector scaled_constraint(const ConstVectorRef& values) {
  const double size = typical_size(values);
  const bool only_violations = values.minCoeff() >= 0.0;
  Vector scaled(values.size());
  for (Index n = 0; n < values.size(); ++n)
    scaled[n] = squashed(only_violations && values[n] == 0.0 ? -size : values[n], size);
  return scaled / std::sqrt(scaled.squaredNorm() / static_cast<double>(scaled.size()));
}

Posterior fit_constraint(const Matrix& X, const ConstVectorRef& values, bool noisy, double diagonal,
                         SimdLevel level, const FitSeed& seed, ThreadPool* pool) {
  // Not standardised: that would move the threshold.
  const auto data = std::make_shared<const Dataset>(Dataset{X, scaled_constraint(values), {}});
  const auto surrogate = make_surrogate("noiseless", {.amplitude = Amplitude::sampled, .noisy = noisy});
  const InferenceOptions options{.simd = std::string(name_of(level))};
  const Posterior learned = fit(surrogate, data, options, seed, pool).posterior;
  std::vector<DrawGroupPtr> groups = learned.groups();
  for (DrawGroupPtr& group :
       condition_draws(surrogate, data, options.jitter,
                       sceptical_draws(learned.num_draws() / 8, noisy, diagonal), level, pool))
    groups.push_back(std::move(group));
  return {std::move(groups), data->standardisation};
}

}  // namespace craggy
