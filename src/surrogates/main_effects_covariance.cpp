#include "kernels/main_effects.hpp"
#include "surrogates/covariance.hpp"

namespace craggy {
namespace {

// Unknowns in this order: lengthscales, share, amplitude.
class MainEffectsCovariance final : public Covariance {
 public:
  MainEffectsCovariance(Lengthscales lengthscales, ScalarPriorPtr share, ScalarPriorPtr amplitude)
      : lengthscales_(std::move(lengthscales)),
        share_prior_(std::move(share)),
        amplitude_prior_(std::move(amplitude)) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    ParameterBlocks result = lengthscales_.blocks(shape);
    if (has_effects(shape.num_inputs)) result.push_back({"main_effects", share_prior_, 1});
    if (amplitude_prior_) result.push_back({"amplitude", amplitude_prior_, 1});
    return result;
  }

  void matrix(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
              MatrixRef K) const override {
    main_effects::matrix(Z, lengthscales_.expand(u, num_inputs, Z.rows()),
                         lengthscales_.group_ends(num_inputs), share(u, num_inputs).value, K);
    if (amplitude_prior_) K *= amplitude(u).value;
  }

  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& K,
                 const ConstMatrixRef& G, VectorRef d_u, MatrixRef d_Z) const override {
    const ValueAndDerivative a = amplitude(u);
    const ValueAndDerivative s = share(u, num_inputs);
    Vector d_log_lengthscales = Vector::Zero(Z.rows());
    d_Z.setZero();
    const double d_share =
        main_effects::contract(Z, lengthscales_.expand(u, num_inputs, Z.rows()),
                               lengthscales_.group_ends(num_inputs), s.value, G, d_log_lengthscales, d_Z);
    d_log_lengthscales *= a.value;
    d_Z *= a.value;
    if (has_effects(num_inputs)) d_u[lengthscales_.count(num_inputs)] += a.value * d_share * s.derivative;
    if (amplitude_prior_) d_u[d_u.size() - 1] += G.cwiseProduct(K).sum() / a.value * a.derivative;
    lengthscales_.pull_back(u, num_inputs, d_log_lengthscales, d_u);
  }

  const Lengthscales* single_matern() const override { return &lengthscales_; }
  std::vector<Index> main_effects(Index num_inputs) const override {
    return has_effects(num_inputs) ? lengthscales_.group_ends(num_inputs) : std::vector<Index>{};
  }

  double predicted_variance(const ConstVectorRef& u) const override { return amplitude(u).value; }

  void cross(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& Z_new,
             MatrixRef k) const override {
    main_effects::cross(Z, Z_new, lengthscales_.expand(u, num_inputs, Z.rows()),
                        lengthscales_.group_ends(num_inputs), share(u, num_inputs).value, k);
    if (amplitude_prior_) k *= amplitude(u).value;
  }

  void cross_pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                       const ConstVectorRef& z_new, const ConstVectorRef& weights,
                       VectorRef d_new) const override {
    main_effects::cross_contract(Z, z_new, lengthscales_.expand(u, num_inputs, Z.rows()),
                                 lengthscales_.group_ends(num_inputs), share(u, num_inputs).value,
                                 weights * amplitude(u).value, d_new);
  }

 private:
  // A single group has no effect next to the joint one: without latents the two are the same.
  bool has_effects(Index num_inputs) const { return lengthscales_.group_ends(num_inputs).size() > 1; }

  ValueAndDerivative share(const ConstVectorRef& u, Index num_inputs) const {
    return has_effects(num_inputs) ? share_prior_->constrain(u[lengthscales_.count(num_inputs)])
                                   : ValueAndDerivative{0.0, 0.0};
  }
  ValueAndDerivative amplitude(const ConstVectorRef& u) const {
    return amplitude_prior_ ? amplitude_prior_->constrain(u[u.size() - 1]) : ValueAndDerivative{1.0, 0.0};
  }

  Lengthscales lengthscales_;
  ScalarPriorPtr share_prior_, amplitude_prior_;
};

}  // namespace

CovariancePtr main_effects_covariance(Lengthscales lengthscales, ScalarPriorPtr share,
                                      ScalarPriorPtr amplitude) {
  return std::make_shared<MainEffectsCovariance>(std::move(lengthscales), std::move(share),
                                                 std::move(amplitude));
}

}  // namespace craggy
