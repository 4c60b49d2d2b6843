#include "engine/initial_design.hpp"

#include "base/check.hpp"
#include "base/random.hpp"
#include "engine/sobol.hpp"

namespace craggy {
namespace {

std::vector<double> uniform_point(std::size_t num_inputs, std::uint64_t seed, std::uint32_t trial) {
  RandomStream stream(seed, {trial, 0, Purpose::initial_design});
  std::vector<double> point(num_inputs);
  for (double& coordinate : point) coordinate = stream.uniform();
  return point;
}

/// The sequence with a random digital shift: each coordinate's bits ⊕ those of a number that
/// belongs to the seed. Each point is then uniform, and the sequence as even as before.
std::vector<double> shifted_sobol_point(std::size_t num_inputs, std::uint64_t seed, std::uint32_t trial) {
  RandomStream shifts(seed, {0, 1, Purpose::initial_design});  // chain 0 belongs to the uniform design
  std::vector<double> point;
  for (const std::uint32_t bits : sobol_point(num_inputs, trial)) {
    const std::uint64_t shifted = (std::uint64_t{bits} << 20U) ^ (shifts() >> 12U);
    point.push_back((static_cast<double>(shifted) + 0.5) * 0x1p-52);  // 52 bits and a half: inside (0, 1)
  }
  return point;
}

}  // namespace

const std::vector<std::string>& initial_design_names() {
  static const std::vector<std::string> names{"uniform", "sobol"};
  return names;
}

std::vector<double> initial_point(std::string_view design, std::size_t num_inputs, std::uint64_t seed,
                                  std::uint32_t trial) {
  check_known("initial_design", design, initial_design_names());
  return design == "sobol" ? shifted_sobol_point(num_inputs, seed, trial)
                           : uniform_point(num_inputs, seed, trial);
}

}  // namespace craggy
