// The table of the acquisition kernels of one instruction set. Compiled once for each: cmake/lanes.cmake.
#include "acquisition/lane_improvement.hpp"
#include "acquisition/lanes/improvement.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

extern const LaneImprovement improvement_table;
const LaneImprovement improvement_table = {.log_mean = log_mean_improvement};

}  // namespace craggy::lanes::CRAGGY_SIMD
