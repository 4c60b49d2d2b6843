#include <craggy/acquisition/acquisition.hpp>

#include "base/check.hpp"

namespace craggy {

const std::vector<std::string>& acquisition_names() {
  static const std::vector<std::string> names = {"ei", "lcb", "ucb"};
  return names;
}

std::unique_ptr<Acquisition> make_acquisition(std::string_view name, const Posterior& posterior,
                                              double incumbent, double confidence_weight, SimdLevel level) {
  check_known("acquisition", name, acquisition_names());
  if (name == "lcb") return lower_confidence_bound(posterior, confidence_weight);
  if (name == "ucb") return upper_confidence_bound(posterior, confidence_weight);
  return log_expected_improvement(posterior, incumbent, level);
}

std::unique_ptr<Acquisition> make_acquisition(std::string_view name, const Posterior& posterior,
                                              Vector incumbents, double confidence_weight, SimdLevel level) {
  if (name == "ei") return log_expected_improvement(posterior, std::move(incumbents), level);
  return make_acquisition(name, posterior, 0.0, confidence_weight, level);
}

}  // namespace craggy
