// The expected improvement of several Gaussian components, one per lane.
#pragma once

#include "linalg/lanes/vec.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

// r(t) = φ(t)/Φ(−t) − t, the excess of the inverse Mills ratio, for t ≥ 0: falls from √(2/π) to 1/t. From it
// come without cancellation
//   Φ(−t) = φ(t)/(t + r)   and   h(−t) = φ(t) − t·Φ(−t) = φ(t)·r/(t + r).
// r·(t + 1) is a Chebyshev series in s = (t − 4)/(t + 4), the half line mapped to [−1, 1): to 5e-16 with
// these coefficients, which were computed with 60 digits.
inline Vec mills_excess(Vec t) {
  constexpr int num_coefficients = 30;
  constexpr double coefficients[num_coefficients] = {
      1.0168805564426282347,      0.063855993001406787411,    -0.11509035595355086899,
      0.038934029049955284131,    -0.0033473705763810330008,  -0.0017736338770155733631,
      0.00054076040973986002649,  0.00003902404417582679515,  -0.000044026170678288080386,
      2.7612076544288962853e-6,   2.8674097969311684473e-6,   -4.9952825190926648014e-7,
      -1.5806245994487860906e-7,  4.9384823080860091081e-8,   7.1144729728218241026e-9,
      -3.943344498242816718e-9,   -2.0992695898584106732e-10, 2.7542478232219564767e-10,
      -3.2915681438701600859e-12, -1.7161644057774258633e-11, 1.2015595052769770618e-12,
      9.4243121787139763871e-13,  -1.2792711903789520039e-13, -4.2965402412913901755e-14,
      1.040293986513531752e-14,   1.2728811508716543899e-15,  -7.3965963773405245003e-16,
      2.5306716795013649771e-17,  4.847895457959015623e-17,   -8.2228757646463731404e-18};
  const Vec s = (t - 4.0) / (t + 4.0);
  const Vec twice_s = 2.0 * s;
  // Clenshaw's recurrence.
  Vec b1 = {};
  Vec b2 = {};
  for (int k = num_coefficients - 1; k > 0; --k) {
    const Vec b = twice_s * b1 + (coefficients[k] - b2);
    b2 = b1;
    b1 = b;
  }
  return (s * b1 + (coefficients[0] - b2)) / (t + 1.0);
}

// Components [c, c + width) of a plain array; those behind the last repeat it.
inline Vec load(const double* x, long c, long count) {
  Vec result;
  if (c + width <= count) {
    __builtin_memcpy(&result, x + c, sizeof(Vec));
  } else {
    for (int lane = 0; lane < width; ++lane) result[lane] = x[c + lane < count ? c + lane : count - 1];
  }
  return result;
}
inline void store(Vec values, double* x, long c, long count) {
  if (c + width <= count) {
    __builtin_memcpy(x + c, &values, sizeof(Vec));
  } else {
    for (int lane = 0; c + lane < count; ++lane) x[c + lane] = values[lane];
  }
}

// Everything is relative to e^(−smallest), the largest φ(z) of a component below its incumbent, or 1 if one
// is above: so that nothing underflows however far the incumbent is. With EI = sd·h(z): dEI/dmean = −Φ(z) and
// dEI/dsd = φ(z).
inline double log_mean_improvement(long count, const double* means, const double* variances,
                                   const double* weights, double incumbent, double* d_mean,
                                   double* d_variance) {
  constexpr double inverse_sqrt_two_pi = 0.39894228040143267794;
  Vec smallest_per_lane = splat(__builtin_inf());
  for (long c = 0; c < count; c += width) {
    const Vec gain = incumbent - load(means, c, count);
    const Vec half_square = 0.5 * (gain * gain / load(variances, c, count));
    const Vec exponent = gain < 0.0 ? half_square : Vec{};
    smallest_per_lane = exponent < smallest_per_lane ? exponent : smallest_per_lane;
  }
  double smallest = smallest_per_lane[0];
  for (int lane = 1; lane < width; ++lane)
    smallest = smallest_per_lane[lane] < smallest ? smallest_per_lane[lane] : smallest;

  Vec sums = {};
  for (long c = 0; c < count; c += width) {
    const Vec gain = incumbent - load(means, c, count);
    const Vec variance = load(variances, c, count);
    Vec weight = load(weights, c, count);
    for (long lane = count - c; lane < width; ++lane) weight[lane] = 0.0;
    const Vec sd = sqrt(variance);
    const Vec t = (gain < 0.0 ? -gain : gain) / sd;
    const Vec density = inverse_sqrt_two_pi * exp_minus(0.5 * (gain * gain / variance) - smallest);
    const Vec excess = mills_excess(t);
    const Vec tail = density / (t + excess);  // Φ(−t)
    sums += weight * (sd * (excess * tail) + max(Vec{}, gain));
    if (d_mean == nullptr) continue;
    store(weight * (gain < 0.0 ? -tail : tail - 1.0), d_mean, c, count);
    store(weight * (0.5 * density / sd), d_variance, c, count);
  }
  const double sum = sum_of_lanes(sums);
  if (d_mean != nullptr) {
    for (long c = 0; c < count; ++c) {
      d_mean[c] /= sum;
      d_variance[c] /= sum;
    }
  }
  return __builtin_log(sum) - smallest;
}

}  // namespace craggy::lanes::CRAGGY_SIMD
