// Problems that a seed makes: a smooth base and jagged detail on top, of many kinds and strengths, so that a
// default is judged on families of functions and not on the few that somebody thought of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "problems/generated_details.hpp"
#include "problems/problem.hpp"

namespace craggy::problems {

/// Seeds below this are for development; those from here on confirm a frozen variant, once.
inline constexpr std::uint32_t first_confirmation_seed = 1000;

struct GeneratedTraits {
  std::size_t dim = 0;
  std::string base;  // of base_names
  bool base_turned = false;
  DetailTraits detail;
  double amplitude = 0.0;  // of the detail, as a share of the base's range
};

/// "generated_SEED".
std::string generated_name(std::uint32_t seed);

/// The seed in such a name; nothing if it is another name.
std::optional<std::uint32_t> generated_seed(std::string_view name);

/// What kind of problem that is, without making it.
GeneratedTraits generated_traits(std::uint32_t seed);

/// A function of its argument. What is known of the smallest value is in `optimum` (exact), or in
/// `score_reference` (the lowest that a search found) and `note` (how much lower it could be at most).
Problem generated_problem(std::uint32_t seed);

}  // namespace craggy::problems
