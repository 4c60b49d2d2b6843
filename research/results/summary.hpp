// Mean, spread and a confidence interval of a sample.
#pragma once

#include <cstddef>
#include <span>

namespace craggy::results {

/// Spread and error are NaN for a sample of one.
struct Summary {
  std::size_t count = 0;
  double mean = 0.0;
  double sd = 0.0;              // divisor n − 1
  double standard_error = 0.0;  // of the mean, sd/√n
};

/// Throws InvalidArgument for an empty sample and for values that are not finite.
Summary summarise(std::span<const double> values);

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// The confidence interval of the mean by Student's t. It is not cut at the ends of a scale, so that the
/// interval of a mean gap may reach beyond 1. NaN for a sample of one.
Interval mean_interval(const Summary& summary, double level = 0.95);

/// The value that a Student t with so many degrees of freedom stays below with the given probability in
/// [½, 1).
double student_t_quantile(double probability, double degrees);

}  // namespace craggy::results
