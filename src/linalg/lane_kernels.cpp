#include "linalg/lane_kernels.hpp"

#include <craggy/linalg/simd_level.hpp>

namespace craggy {

namespace lanes {
namespace baseline {
extern const LaneKernels linalg_table;
}
#if defined(__x86_64__)
namespace v3 {
extern const LaneKernels linalg_table;
}
namespace v4 {
extern const LaneKernels linalg_table;
}
#endif
}  // namespace lanes

const LaneKernels& lane_kernels(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::v3:
      return lanes::v3::linalg_table;
    case SimdLevel::v4:
      return lanes::v4::linalg_table;
#endif
    default:
      return lanes::baseline::linalg_table;
  }
}

}  // namespace craggy
