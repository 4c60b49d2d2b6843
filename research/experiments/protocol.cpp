#include "experiments/protocol.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "engine/initial_design.hpp"

namespace craggy::experiments {
namespace {

// 64-bit FNV-1a: a hash that is the same everywhere, which std::hash need not be.
std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::uint64_t repetition_seed(std::uint64_t base_seed, std::string_view problem, std::uint32_t repetition) {
  RandomStream stream(base_seed + fnv1a(problem), {.trial = repetition});
  return stream() >> 11U;
}

std::vector<std::vector<double>> initial_points(const problems::Problem& problem, std::uint64_t seed) {
  const Space space = space_of(problem);
  std::vector<std::vector<double>> points;
  for (std::uint32_t i = 0; i < num_initial_points; ++i)
    points.push_back(space.pick(initial_point("uniform", space.size(), seed, i)));
  return points;
}

std::vector<double> best_so_far(const std::vector<double>& values) {
  std::vector<double> best(values);
  for (std::size_t i = 1; i < best.size(); ++i) best[i] = std::min(best[i - 1], best[i]);
  return best;
}

}  // namespace craggy::experiments
