#include "experiments/fingerprint.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace craggy::experiments {
namespace {

constexpr std::uint64_t seed = 2020;
constexpr std::uint32_t num_observations = 7;
constexpr std::uint32_t num_suggestions = 3;

// A trend with steps, on points that are no lattice.
Observation observation(std::uint32_t i) {
  const double x1 = std::fmod(0.5 + 0.754877666246693 * i, 1.0);
  const double x2 = std::fmod(0.5 + 0.569840290998053 * i, 1.0);
  return {{x1, x2},
          (x1 - 0.3) * (x1 - 0.3) + x2 * x2 + 0.25 * std::floor(4.0 * x1) - 0.125 * std::floor(8.0 * x2)};
}

void mix(std::uint64_t& hash, double number) {  // FNV-1a over the eight bytes
  const auto bits = std::bit_cast<std::uint64_t>(number);
  for (unsigned shift = 0; shift < 64; shift += 8) hash = (hash ^ ((bits >> shift) & 0xffU)) * 0x100000001b3;
}

}  // namespace

std::string engine_fingerprint(const Method& method) {
  if (method.kind != MethodKind::engine) return "";
  const Space space{{"x1", Float{0.0, 1.0}}, {"x2", Float{0.0, 1.0}}};
  History history;
  for (std::uint32_t i = 0; i < num_observations; ++i) history.observations.push_back(observation(i));
  std::uint64_t hash = 0xcbf29ce484222325;
  EngineWarmState warm;
  for (std::uint32_t i = 0; i < num_suggestions; ++i) {
    Suggestion suggestion =
        suggest(space, history, method.suggest, {.seed = seed, .trial = num_observations + i, .warm = &warm});
    for (const double value : suggestion.values) mix(hash, value);
    mix(hash, suggestion.acquisition);
    history.observations.push_back({suggestion.values, observation(num_observations + i).objective});
    warm = std::move(suggestion.warm);
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace craggy::experiments
