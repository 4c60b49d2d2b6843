#include "kernels/lane_matern52.hpp"

#include <craggy/linalg/simd_level.hpp>

#include "kernels/lane_main_effects.hpp"

namespace craggy {

namespace lanes {
namespace baseline {
extern const LaneMatern52 matern52_table;
extern const LaneMainEffects main_effects_table;
}  // namespace baseline
#if defined(__x86_64__)
namespace v3 {
extern const LaneMatern52 matern52_table;
extern const LaneMainEffects main_effects_table;
}  // namespace v3
namespace v4 {
extern const LaneMatern52 matern52_table;
extern const LaneMainEffects main_effects_table;
}  // namespace v4
#endif
}  // namespace lanes

const LaneMatern52& lane_matern52(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::v3:
      return lanes::v3::matern52_table;
    case SimdLevel::v4:
      return lanes::v4::matern52_table;
#endif
    default:
      return lanes::baseline::matern52_table;
  }
}

const LaneMainEffects& lane_main_effects(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::v3:
      return lanes::v3::main_effects_table;
    case SimdLevel::v4:
      return lanes::v4::main_effects_table;
#endif
    default:
      return lanes::baseline::main_effects_table;
  }
}

}  // namespace craggy
