#include "study/trial_seed.hpp"

#include "base/random.hpp"

namespace craggy {

std::uint64_t trial_seed(std::uint64_t study_seed, TrialNumber trial) {
  RandomStream stream(study_seed, {.trial = trial});  // the engine draws from no stream without a purpose
  return stream.below(std::uint64_t{1} << 31U);
}

}  // namespace craggy
