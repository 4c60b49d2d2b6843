#include <cmath>

#include "surrogates/noise_model.hpp"

namespace craggy {
namespace {

// Unknowns: core variance, outlier variance, outlier probability, and one label per observation (1: outlier).
class ContaminatedNoise final : public NoiseModel {
 public:
  ContaminatedNoise(ScalarPriorPtr core, ScalarPriorPtr outlier, ScalarPriorPtr probability)
      : core_prior_(std::move(core)),
        outlier_prior_(std::move(outlier)),
        probability_prior_(std::move(probability)) {}

  ParameterBlocks blocks(const Shape&) const override {
    return {{"core_variance", core_prior_, 1},
            {"outlier_variance", outlier_prior_, 1},
            {"outlier_probability", probability_prior_, 1}};
  }
  bool needs_jitter() const override { return true; }
  bool has_labels() const override { return true; }

  void variances(const ConstVectorRef& u, const ConstVectorRef& labels, VectorRef result) const override {
    const double core = core_prior_->constrain(u[0]).value;
    const double outlier = outlier_prior_->constrain(u[1]).value;
    for (Index n = 0; n < labels.size(); ++n) result[n] = labels[n] > 0.5 ? outlier : core;
  }

  void pull_back(const ConstVectorRef& u, const ConstVectorRef& labels, const ConstVectorRef& d_variances,
                 VectorRef d_u) const override {
    const double d_outlier = d_variances.dot(labels);
    d_u[0] += (d_variances.sum() - d_outlier) * core_prior_->constrain(u[0]).derivative;
    d_u[1] += d_outlier * outlier_prior_->constrain(u[1]).derivative;
  }

  double add_log_prior_of_labels(const ConstVectorRef& u, const ConstVectorRef& labels,
                                 VectorRef gradient) const override {
    const ValueAndDerivative w = probability_prior_->constrain(u[2]);
    const double num_outliers = labels.sum();
    const double num_core = static_cast<double>(labels.size()) - num_outliers;
    gradient[2] += (num_outliers / w.value - num_core / (1.0 - w.value)) * w.derivative;
    return num_outliers * std::log(w.value) + num_core * std::log1p(-w.value);
  }

  LabelChoice label_choice(const ConstVectorRef& u) const override {
    const double w = probability_prior_->constrain(u[2]).value;
    return {{core_prior_->constrain(u[0]).value, outlier_prior_->constrain(u[1]).value},
            std::log(w) - std::log1p(-w)};
  }

 private:
  ScalarPriorPtr core_prior_, outlier_prior_, probability_prior_;
};

}  // namespace

NoiseModelPtr contaminated_noise(ScalarPriorPtr core_variance, ScalarPriorPtr outlier_variance,
                                 ScalarPriorPtr outlier_probability) {
  return std::make_shared<ContaminatedNoise>(std::move(core_variance), std::move(outlier_variance),
                                             std::move(outlier_probability));
}

}  // namespace craggy
