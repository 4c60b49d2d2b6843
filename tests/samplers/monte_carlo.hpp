// Comparisons of Monte Carlo estimates with the truth, in units of their own standard error.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "samplers/diagnostics.hpp"

namespace craggy::testing {

/// The mean of `draws` (S × C) has to be within five of its standard errors, and the effective number of
/// draws large enough for that to mean something.
inline void expect_mean(const Matrix& draws, double truth, const std::string& what) {
  EXPECT_GT(ess_mean(draws), 100.0) << what;
  EXPECT_LT(rhat(draws), 1.05) << what;
  EXPECT_NEAR(draws.mean(), truth, 5.0 * mcse_mean(draws)) << what;
}

/// P(x ≤ quantile) = probability.
inline void expect_quantile(const Matrix& draws, double quantile, double probability,
                            const std::string& what) {
  const Matrix indicator = (draws.array() <= quantile).cast<double>();
  expect_mean(indicator, probability, what + " at probability " + std::to_string(probability));
}

/// Upper tail probability of χ² by the cube-root approximation of Wilson and Hilferty.
inline double chi_square_p_value(double statistic, Index degrees_of_freedom) {
  const double variance = 2.0 / (9.0 * static_cast<double>(degrees_of_freedom));
  const double z =
      (std::cbrt(statistic / static_cast<double>(degrees_of_freedom)) - 1.0 + variance) / std::sqrt(variance);
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

/// Of counts that ought to be multinomial with the given probabilities.
inline double chi_square_p_value(const std::vector<Index>& counts, const std::vector<double>& probabilities) {
  double total = 0.0;
  for (Index count : counts) total += static_cast<double>(count);
  double statistic = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    statistic +=
        (static_cast<double>(counts[i]) - expected) * (static_cast<double>(counts[i]) - expected) / expected;
  }
  return chi_square_p_value(statistic, static_cast<Index>(counts.size()) - 1);
}

}  // namespace craggy::testing
