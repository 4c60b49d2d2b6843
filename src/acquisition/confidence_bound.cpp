#include <cmath>

#include "acquisition/mixture_acquisition.hpp"
#include "base/check.hpp"

namespace craggy {
namespace {

// −Σ_c w_c·(mean_c − optimism·sd_c).
class ConfidenceBound final : public MixtureAcquisition {
 public:
  ConfidenceBound(const Posterior& posterior, double optimism)
      : MixtureAcquisition(posterior), optimism_(optimism) {}

 private:
  double combine(const ConstVectorRef& means, const ConstVectorRef& variances, const ConstVectorRef& weights,
                 Slopes* slopes) const override {
    double value = 0.0;
    for (Index c = 0; c < means.size(); ++c) {
      const double sd = std::sqrt(variances[c]);
      value += weights[c] * (optimism_ * sd - means[c]);
      if (slopes == nullptr) continue;
      slopes->mean[c] = -weights[c];
      slopes->variance[c] = weights[c] * optimism_ * 0.5 / sd;
    }
    return value;
  }

  double optimism_;
};

}  // namespace

std::unique_ptr<Acquisition> lower_confidence_bound(const Posterior& posterior, double weight) {
  return std::make_unique<ConfidenceBound>(posterior, check_non_negative("confidence_weight", weight));
}

std::unique_ptr<Acquisition> upper_confidence_bound(const Posterior& posterior, double weight) {
  return std::make_unique<ConfidenceBound>(posterior, -check_non_negative("confidence_weight", weight));
}

}  // namespace craggy
