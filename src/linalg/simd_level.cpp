#include <atomic>
#include <cstdlib>
#include <optional>

#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"

namespace craggy {
namespace {

std::vector<SimdLevel> find_levels() {
  std::vector<SimdLevel> levels = {SimdLevel::baseline};
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) {
    levels.push_back(SimdLevel::v3);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      levels.push_back(SimdLevel::v4);
  }
#endif
  return levels;
}

std::atomic<std::optional<SimdLevel>> chosen_level;

std::vector<std::string> available_names() {
  std::vector<std::string> names;
  for (SimdLevel level : available_simd_levels()) names.emplace_back(name_of(level));
  return names;
}

}  // namespace

const std::vector<SimdLevel>& available_simd_levels() {
  static const std::vector<SimdLevel> levels = find_levels();
  return levels;
}

std::string_view name_of(SimdLevel level) {
  switch (level) {
    case SimdLevel::v3:
      return "v3";
    case SimdLevel::v4:
      return "v4";
    case SimdLevel::baseline:
      break;
  }
  return "baseline";
}

SimdLevel parse_simd_level(std::string_view name) {
  check_known("the SIMD level", name, available_names());
  for (SimdLevel level : available_simd_levels())
    if (name_of(level) == name) return level;
  return SimdLevel::baseline;
}

SimdLevel default_simd_level() {
  if (const std::optional<SimdLevel> chosen = chosen_level.load()) return *chosen;
  const char* forced =
      std::getenv("CRAGGY_SIMD");  // NOLINT(concurrency-mt-unsafe): nobody here sets variables
  return forced != nullptr ? parse_simd_level(forced) : available_simd_levels().back();
}

void set_default_simd_level(SimdLevel level) { chosen_level = parse_simd_level(name_of(level)); }

}  // namespace craggy
