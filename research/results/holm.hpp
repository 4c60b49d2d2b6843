// Holm's step-down correction for many tests at once [Holm1979].
#pragma once

#include <span>
#include <vector>

namespace craggy::results {

/// The adjusted p-values, in the order given: rejecting those of at most α keeps the probability of any false
/// rejection at most α, however the tests depend on each other.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace craggy::results
