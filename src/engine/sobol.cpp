#include "engine/sobol.hpp"

#include <array>
#include <bit>

#include "base/random.hpp"

namespace craggy {
namespace {

constexpr std::size_t num_bits = 32;
using DirectionNumbers = std::array<std::uint32_t, num_bits>;

constexpr std::size_t num_tabulated = 20;
constexpr std::size_t largest_tabulated_degree = 7;

// m_1, m_2, … of dimensions 2 to 21 [JoeKuo2008, D(6)]; as many as the degree of the polynomial. The
// polynomials themselves are all the primitive ones in ascending order, so they need no table.
constexpr std::array<std::array<std::uint32_t, largest_tabulated_degree>, num_tabulated> initial_numbers{{
    {1},
    {1, 3},
    {1, 3, 1},
    {1, 1, 1},
    {1, 1, 3, 3},
    {1, 3, 5, 13},
    {1, 1, 5, 5, 17},
    {1, 1, 5, 5, 5},
    {1, 1, 7, 11, 19},
    {1, 1, 5, 1, 1},
    {1, 1, 1, 3, 11},
    {1, 3, 5, 5, 31},
    {1, 3, 3, 9, 7, 49},
    {1, 1, 1, 15, 21, 21},
    {1, 3, 1, 13, 27, 49},
    {1, 1, 1, 15, 7, 5},
    {1, 3, 1, 15, 13, 25},
    {1, 1, 5, 5, 19, 61},
    {1, 3, 7, 11, 23, 15, 103},
    {1, 3, 7, 13, 13, 15, 69},
}};

std::size_t degree(std::uint32_t polynomial) {
  return static_cast<std::size_t>(std::bit_width(polynomial)) - 1;
}

/// Primitive means that the powers of x modulo the polynomial run through all 2^degree − 1 non-zero
/// remainders before they come back to 1, as they do for every polynomial with a constant term.
bool is_primitive(std::uint32_t polynomial) {
  const std::uint32_t carry = 1U << degree(polynomial);
  std::uint32_t power = 1;
  std::uint32_t order = 0;
  do {
    power <<= 1U;
    if (power & carry) power ^= polynomial;
    ++order;
  } while (power != 1);
  return order == carry - 1;
}

/// m_1, m_2, … of a recurrence: m_k is odd and below 2^k. Beyond the table they are random, but the same for
/// everybody.
std::vector<std::uint32_t> start_of_recurrence(std::size_t which, std::size_t count) {
  if (which < num_tabulated) return {initial_numbers[which].begin(), initial_numbers[which].begin() + count};
  constexpr std::uint64_t fixed_seed = 1967;
  RandomStream stream(fixed_seed, {static_cast<std::uint32_t>(which), 0, Purpose::initial_design});
  std::vector<std::uint32_t> numbers(count);
  for (std::size_t k = 0; k < count; ++k)
    numbers[k] = static_cast<std::uint32_t>(stream.below(std::uint64_t{1} << k)) * 2 + 1;
  return numbers;
}

/// The first dimension is the van der Corput sequence: all m_k = 1.
DirectionNumbers first_direction_numbers() {
  DirectionNumbers v{};
  for (std::size_t k = 0; k < num_bits; ++k) v[k] = 1U << (num_bits - 1 - k);
  return v;
}

/// v_k = a_1 v_{k−1} ⊕ … ⊕ a_{s−1} v_{k−s+1} ⊕ v_{k−s} ⊕ (v_{k−s} >> s) for the polynomial
/// x^s + a_1 x^{s−1} + … + a_{s−1} x + 1, begun by v_k = m_k 2^{32−k} for k ≤ s [JoeKuo2008].
DirectionNumbers direction_numbers(std::size_t which, std::uint32_t polynomial) {
  const std::size_t s = degree(polynomial);
  const std::vector<std::uint32_t> m = start_of_recurrence(which, s);
  DirectionNumbers v{};
  for (std::size_t k = 0; k < num_bits; ++k) {
    if (k < s) {
      v[k] = m[k] << (num_bits - 1 - k);
      continue;
    }
    v[k] = v[k - s] ^ (v[k - s] >> s);
    for (std::size_t i = 1; i < s; ++i)
      if ((polynomial >> (s - i)) & 1U) v[k] ^= v[k - i];
  }
  return v;
}

std::uint32_t combine(const DirectionNumbers& v, std::uint32_t selected) {
  std::uint32_t coordinate = 0;
  for (std::size_t k = 0; k < num_bits; ++k)
    if ((selected >> k) & 1U) coordinate ^= v[k];
  return coordinate;
}

}  // namespace

std::vector<std::uint32_t> primitive_polynomials(std::size_t count) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t candidate = 3; found.size() < count; candidate += 2)
    if (is_primitive(candidate)) found.push_back(candidate);
  return found;
}

std::vector<std::uint32_t> sobol_point(std::size_t num_dimensions, std::uint32_t index) {
  if (num_dimensions == 0) return {};
  const std::uint32_t gray_code = index ^ (index >> 1U);
  std::vector<std::uint32_t> point{combine(first_direction_numbers(), gray_code)};
  const std::vector<std::uint32_t> polynomials = primitive_polynomials(num_dimensions - 1);
  for (std::size_t i = 0; i < polynomials.size(); ++i)
    point.push_back(combine(direction_numbers(i, polynomials[i]), gray_code));
  return point;
}

}  // namespace craggy
