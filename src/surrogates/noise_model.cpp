#include "surrogates/noise_model.hpp"

namespace craggy {
namespace {

class NoNoise final : public NoiseModel {
 public:
  ParameterBlocks blocks(const Shape&) const override { return {}; }
  bool needs_jitter() const override { return true; }
  void variances(const ConstVectorRef&, const ConstVectorRef&, VectorRef result) const override {
    result.setZero();
  }
  void pull_back(const ConstVectorRef&, const ConstVectorRef&, const ConstVectorRef&,
                 VectorRef) const override {}
};

class HomoscedasticNoise final : public NoiseModel {
 public:
  HomoscedasticNoise(ScalarPriorPtr prior, bool prior_of_sd)
      : prior_(std::move(prior)), prior_of_sd_(prior_of_sd) {}

  ParameterBlocks blocks(const Shape&) const override {
    return {{prior_of_sd_ ? "noise_sd" : "noise_variance", prior_, 1}};
  }
  bool needs_jitter() const override { return prior_of_sd_; }
  bool is_one_variance() const override { return !prior_of_sd_; }
  void variances(const ConstVectorRef& u, const ConstVectorRef&, VectorRef result) const override {
    const double s = prior_->constrain(u[0]).value;
    result.setConstant(prior_of_sd_ ? s * s : s);
  }
  void pull_back(const ConstVectorRef& u, const ConstVectorRef&, const ConstVectorRef& d_variances,
                 VectorRef d_u) const override {
    const ValueAndDerivative s = prior_->constrain(u[0]);
    d_u[0] += d_variances.sum() * s.derivative * (prior_of_sd_ ? 2.0 * s.value : 1.0);
  }

 private:
  ScalarPriorPtr prior_;
  bool prior_of_sd_;
};

class HeteroscedasticNoise final : public NoiseModel {
 public:
  explicit HeteroscedasticNoise(ScalarPriorPtr prior) : prior_(std::move(prior)) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    return {{"noise_variance", prior_, shape.num_observations}};
  }
  bool needs_jitter() const override { return false; }
  void variances(const ConstVectorRef& u, const ConstVectorRef&, VectorRef result) const override {
    for (Index n = 0; n < u.size(); ++n) result[n] = prior_->constrain(u[n]).value;
  }
  void pull_back(const ConstVectorRef& u, const ConstVectorRef&, const ConstVectorRef& d_variances,
                 VectorRef d_u) const override {
    for (Index n = 0; n < u.size(); ++n) d_u[n] += d_variances[n] * prior_->constrain(u[n]).derivative;
  }

 private:
  ScalarPriorPtr prior_;
};

// Unknowns: the squared scale s², then w_1 … w_N. The product form keeps them independent a priori.
class ScaleMixtureNoise final : public NoiseModel {
 public:
  ScaleMixtureNoise(ScalarPriorPtr squared_scale, ScalarPriorPtr weight)
      : scale_prior_(std::move(squared_scale)), weight_prior_(std::move(weight)) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    return {{"noise_squared_scale", scale_prior_, 1},
            {"noise_weight", weight_prior_, shape.num_observations}};
  }
  bool needs_jitter() const override { return true; }
  void variances(const ConstVectorRef& u, const ConstVectorRef&, VectorRef result) const override {
    const double squared_scale = scale_prior_->constrain(u[0]).value;
    for (Index n = 0; n < result.size(); ++n)
      result[n] = squared_scale * weight_prior_->constrain(u[n + 1]).value;
  }
  void pull_back(const ConstVectorRef& u, const ConstVectorRef&, const ConstVectorRef& d_variances,
                 VectorRef d_u) const override {
    const ValueAndDerivative squared_scale = scale_prior_->constrain(u[0]);
    for (Index n = 0; n < d_variances.size(); ++n) {
      const ValueAndDerivative weight = weight_prior_->constrain(u[n + 1]);
      d_u[0] += d_variances[n] * weight.value * squared_scale.derivative;
      d_u[n + 1] += d_variances[n] * squared_scale.value * weight.derivative;
    }
  }

 private:
  ScalarPriorPtr scale_prior_, weight_prior_;
};

}  // namespace

double NoiseModel::add_log_prior_of_labels(const ConstVectorRef&, const ConstVectorRef&, VectorRef) const {
  return 0.0;
}

NoiseModel::LabelChoice NoiseModel::label_choice(const ConstVectorRef&) const { return {}; }

NoiseModelPtr no_noise() { return std::make_shared<NoNoise>(); }

NoiseModelPtr homoscedastic_noise(ScalarPriorPtr variance) {
  return std::make_shared<HomoscedasticNoise>(std::move(variance), false);
}

NoiseModelPtr homoscedastic_noise_by_sd(ScalarPriorPtr sd) {
  return std::make_shared<HomoscedasticNoise>(std::move(sd), true);
}

NoiseModelPtr heteroscedastic_noise(ScalarPriorPtr variance) {
  return std::make_shared<HeteroscedasticNoise>(std::move(variance));
}

NoiseModelPtr scale_mixture_noise(ScalarPriorPtr squared_scale, ScalarPriorPtr weight) {
  return std::make_shared<ScaleMixtureNoise>(std::move(squared_scale), std::move(weight));
}

}  // namespace craggy
