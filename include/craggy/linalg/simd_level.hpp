// The instruction sets for which the hot kernels are compiled, chosen at run time. Results are the same bits
// for any number of threads, but not from one instruction set to another, so a study can be bound to the one
// it began with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace craggy {

enum class SimdLevel {
  baseline,  // what every machine of this architecture has
  v3,        // x86-64-v3: AVX2 and FMA
  v4,        // x86-64-v4: AVX-512
};

/// The levels that this machine can run, lowest first.
const std::vector<SimdLevel>& available_simd_levels();

/// The level that set_default_simd_level chose; else that of the environment variable CRAGGY_SIMD; else the
/// highest available one. Throws InvalidArgument if the variable names none of them.
SimdLevel default_simd_level();

/// For the whole process and everything that has not begun yet; `level` has to be available.
void set_default_simd_level(SimdLevel level);

std::string_view name_of(SimdLevel level);

/// Throws InvalidArgument for an unknown name or a level that this machine cannot run.
SimdLevel parse_simd_level(std::string_view name);

}  // namespace craggy
