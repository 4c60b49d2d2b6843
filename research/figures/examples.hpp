// The functions of one input that the figures show. The paper does not give its own; these were chosen to
// show what its captions say, and every figure states its formula.
#pragma once

#include "figures/belief.hpp"

namespace craggy::figures {

/// A sawtooth of period 1 that rises from −1 to 1 and drops.
double sawtooth(double t);
/// A triangle wave of period 1 that falls from 1 to −1 and rises again.
double triangle_wave(double t);
/// A square wave of period 1: 0, then 1.
double square_wave(double t);

/// One uniformly drawn point in each of `count` equal parts of [low, high].
std::vector<double> spread_points(std::size_t count, double low, double high, std::uint64_t seed);

/// A smooth valley at 3/4 with a sawtooth on top that is high at the left and fades out to the right.
Example jagged_valley();
inline constexpr double jagged_valley_minimiser = 0.75;  // of the trend, within 0.003

/// Waves of three lengths, each with kinks.
Example waves();

/// Three stairs, a ditch and a sawtooth.
Example stairs();

/// A step from 0 to 1 in the middle.
Example unit_step();

/// A square wave in [0.15, 0.45), where the values jump between 0 and 1, and at 0.82 a smooth valley that is
/// deeper but has not been seen yet.
Example restless_region();
inline constexpr double restless_low = 0.15;
inline constexpr double restless_high = 0.45;

}  // namespace craggy::figures
