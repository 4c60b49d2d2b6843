#include "kernels/matern52.hpp"
#include "surrogates/covariance.hpp"

namespace craggy {
namespace {

class MaternCovariance final : public Covariance {
 public:
  MaternCovariance(Lengthscales lengthscales, ScalarPriorPtr amplitude)
      : lengthscales_(std::move(lengthscales)), amplitude_prior_(std::move(amplitude)) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    ParameterBlocks result = lengthscales_.blocks(shape);
    if (amplitude_prior_) result.push_back({"amplitude", amplitude_prior_, 1});
    return result;
  }

  void matrix(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
              MatrixRef K) const override {
    matern52::matrix(Z, lengthscales_.expand(u, num_inputs, Z.rows()), K);
    if (amplitude_prior_) K *= amplitude(u).value;
  }

  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& K,
                 const ConstMatrixRef& G, VectorRef d_u, MatrixRef d_Z) const override {
    const ValueAndDerivative a = amplitude(u);
    Vector d_log_lengthscales = Vector::Zero(Z.rows());
    d_Z.setZero();
    matern52::contract(Z, lengthscales_.expand(u, num_inputs, Z.rows()), G, d_log_lengthscales, d_Z);
    if (amplitude_prior_) {
      d_log_lengthscales *= a.value;
      d_Z *= a.value;
      d_u[d_u.size() - 1] += G.cwiseProduct(K).sum() / a.value * a.derivative;
    }
    lengthscales_.pull_back(u, num_inputs, d_log_lengthscales, d_u);
  }

  const Lengthscales* single_matern() const override { return &lengthscales_; }

  double predicted_variance(const ConstVectorRef& u) const override { return amplitude(u).value; }

  void cross(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& Z_new,
             MatrixRef k) const override {
    matern52::cross(Z, Z_new, lengthscales_.expand(u, num_inputs, Z.rows()), k);
    if (amplitude_prior_) k *= amplitude(u).value;
  }

  void cross_pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                       const ConstVectorRef& z_new, const ConstVectorRef& weights,
                       VectorRef d_new) const override {
    matern52::cross_contract(Z, z_new, lengthscales_.expand(u, num_inputs, Z.rows()),
                             weights * amplitude(u).value, d_new);
  }

 private:
  ValueAndDerivative amplitude(const ConstVectorRef& u) const {
    return amplitude_prior_ ? amplitude_prior_->constrain(u[u.size() - 1]) : ValueAndDerivative{1.0, 0.0};
  }

  Lengthscales lengthscales_;
  ScalarPriorPtr amplitude_prior_;
};

}  // namespace

CovariancePtr matern_covariance(Lengthscales lengthscales, ScalarPriorPtr amplitude) {
  return std::make_shared<MaternCovariance>(std::move(lengthscales), std::move(amplitude));
}

}  // namespace craggy
