#include <cmath>

#include "surrogates/noise_model.hpp"

namespace craggy {
namespace {

// variance_n = reported_n + share_n·(what the noise model says), the share 0 or 1.
class ReportedNoise final : public NoiseModel {
 public:
  ReportedNoise(const Vector& reported, NoiseModelPtr rest, bool replaces)
      : reported_(reported), shares_(Vector::Ones(reported.size())), rest_(std::move(rest)) {
    for (Index n = 0; n < reported_.size(); ++n) {
      if (std::isnan(reported_[n]))
        reported_[n] = 0.0;
      else if (replaces)
        shares_[n] = 0.0;
    }
  }

  ParameterBlocks blocks(const Shape& shape) const override { return rest_->blocks(shape); }
  // A reported variance may be 0.
  bool needs_jitter() const override { return true; }
  bool differs_between_observations() const override { return true; }

  void variances(const ConstVectorRef& u, const ConstVectorRef& labels, VectorRef result) const override {
    rest_->variances(u, labels, result);
    result = reported_ + shares_.cwiseProduct(result);
  }

  void pull_back(const ConstVectorRef& u, const ConstVectorRef& labels, const ConstVectorRef& d_variances,
                 VectorRef d_u) const override {
    rest_->pull_back(u, labels, shares_.cwiseProduct(d_variances), d_u);
  }

 private:
  Vector reported_, shares_;
  NoiseModelPtr rest_;
};

}  // namespace

NoiseModelPtr reported_noise(const Vector& reported, NoiseModelPtr rest, bool replaces) {
  return std::make_shared<ReportedNoise>(reported, std::move(rest), replaces);
}

}  // namespace craggy
