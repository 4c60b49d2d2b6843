#include "acquisition/lane_improvement.hpp"

#include <craggy/linalg/simd_level.hpp>

namespace craggy {

namespace lanes {
namespace baseline {
extern const LaneImprovement improvement_table;
}
#if defined(__x86_64__)
namespace v3 {
extern const LaneImprovement improvement_table;
}
namespace v4 {
extern const LaneImprovement improvement_table;
}
#endif
}  // namespace lanes

const LaneImprovement& lane_improvement(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::v3:
      return lanes::v3::improvement_table;
    case SimdLevel::v4:
      return lanes::v4::improvement_table;
#endif
    default:
      return lanes::baseline::improvement_table;
  }
}

}  // namespace craggy
