#include "kernels/matern52.hpp"
#include "surrogates/covariance.hpp"

namespace craggy {
namespace {

// Unknowns in this order: long lengthscales, short lengthscales, share, amplitude.
class SumCovariance final : public Covariance {
 public:
  SumCovariance(Lengthscales long_range, Lengthscales short_range, ScalarPriorPtr share,
                ScalarPriorPtr amplitude)
      : long_(std::move(long_range)),
        short_(std::move(short_range)),
        share_prior_(std::move(share)),
        amplitude_prior_(std::move(amplitude)) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    ParameterBlocks result = long_.blocks(shape);
    for (ParameterBlock& block : short_.blocks(shape)) result.push_back(std::move(block));
    result.push_back({"share", share_prior_, 1});
    if (amplitude_prior_) result.push_back({"amplitude", amplitude_prior_, 1});
    return result;
  }

  void matrix(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
              MatrixRef K) const override {
    const Values v = values(u, num_inputs, Z.rows());
    Matrix K_short(K.rows(), K.cols());
    matern52::matrix(Z, v.long_lengthscales, K);
    matern52::matrix(Z, v.short_lengthscales, K_short);
    K = v.amplitude.value * (v.share.value * K + (1.0 - v.share.value) * K_short);
  }

  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& K,
                 const ConstMatrixRef& G, VectorRef d_u, MatrixRef d_Z) const override {
    const Values v = values(u, num_inputs, Z.rows());
    Vector d_long = Vector::Zero(Z.rows());
    Vector d_short = Vector::Zero(Z.rows());
    Matrix d_Z_short = Matrix::Zero(Z.rows(), Z.cols());
    d_Z.setZero();
    matern52::contract(Z, v.long_lengthscales, G, d_long, d_Z);
    matern52::contract(Z, v.short_lengthscales, G, d_short, d_Z_short);
    const double long_weight = v.amplitude.value * v.share.value;
    const double short_weight = v.amplitude.value * (1.0 - v.share.value);
    d_Z = long_weight * d_Z + short_weight * d_Z_short;

    const Index count = long_.count(num_inputs);
    long_.pull_back(u.head(count), num_inputs, long_weight * d_long, d_u.head(count));
    short_.pull_back(u.segment(count, count), num_inputs, short_weight * d_short, d_u.segment(count, count));

    // dK/d share = a·(K_long − K_short).
    Matrix K_part(K.rows(), K.cols());
    matern52::matrix(Z, v.long_lengthscales, K_part);
    const double G_long = G.cwiseProduct(K_part).sum();
    matern52::matrix(Z, v.short_lengthscales, K_part);
    const double G_short = G.cwiseProduct(K_part).sum();
    d_u[2 * count] += v.amplitude.value * (G_long - G_short) * v.share.derivative;
    if (amplitude_prior_)
      d_u[2 * count + 1] += G.cwiseProduct(K).sum() / v.amplitude.value * v.amplitude.derivative;
  }

  double predicted_variance(const ConstVectorRef& u) const override {
    const Scalars s = scalars(u);
    return s.amplitude.value * s.share.value;
  }

  void cross(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z, const ConstMatrixRef& Z_new,
             MatrixRef k) const override {
    matern52::cross(Z, Z_new, long_lengthscales(u, num_inputs, Z.rows()), k);
    k *= predicted_variance(u);
  }

  void cross_pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                       const ConstVectorRef& z_new, const ConstVectorRef& weights,
                       VectorRef d_new) const override {
    matern52::cross_contract(Z, z_new, long_lengthscales(u, num_inputs, Z.rows()),
                             weights * predicted_variance(u), d_new);
  }

 private:
  struct Scalars {
    ValueAndDerivative share, amplitude;
  };
  struct Values : Scalars {
    Vector long_lengthscales, short_lengthscales;
  };

  Scalars scalars(const ConstVectorRef& u) const {
    const Index share = u.size() - (amplitude_prior_ ? 2 : 1);
    return {share_prior_->constrain(u[share]),
            amplitude_prior_ ? amplitude_prior_->constrain(u[share + 1]) : ValueAndDerivative{1.0, 0.0}};
  }

  Vector long_lengthscales(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const {
    return long_.expand(u.head(long_.count(num_inputs)), num_inputs, num_coordinates);
  }

  Values values(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const {
    const Index count = long_.count(num_inputs);
    return {scalars(u), long_lengthscales(u, num_inputs, num_coordinates),
            short_.expand(u.segment(count, count), num_inputs, num_coordinates)};
  }

  Lengthscales long_, short_;
  ScalarPriorPtr share_prior_, amplitude_prior_;
};

}  // namespace

CovariancePtr sum_covariance(Lengthscales long_range, Lengthscales short_range, ScalarPriorPtr share,
                             ScalarPriorPtr amplitude) {
  return std::make_shared<SumCovariance>(std::move(long_range), std::move(short_range), std::move(share),
                                         std::move(amplitude));
}

}  // namespace craggy
