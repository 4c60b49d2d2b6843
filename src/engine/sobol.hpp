// The Sobol sequence [Sobol1967]: points that fill the unit cube evenly however many of them are taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace craggy {

/// Point `index` of the sequence in Gray-code order, in units of 2^−32. Any number of dimensions; the first
/// 21 have the direction numbers D(6) of [JoeKuo2008].
std::vector<std::uint32_t> sobol_point(std::size_t num_dimensions, std::uint32_t index);

/// The first `count` primitive polynomials over GF(2) after the constant 1, in ascending order; bit i of a
/// number is the coefficient of x^i.
std::vector<std::uint32_t> primitive_polynomials(std::size_t count);

}  // namespace craggy
