#include "posterior/conditioned_gp.hpp"

#include <algorithm>
#include <cmath>

#include "base/cancellation.hpp"

namespace craggy {
namespace {

// Points that are predicted together: the covariances with them stay in the second-level cache.
constexpr Index block_columns = 128;

class PointRecord final : public PredictionRecord {
 public:
  explicit PointRecord(const ConditionedGp& gp) : gp_(gp) {}

  void predict(const PredictionPoints& points, const ConstVectorRef& z, MomentsRef mean,
               MomentsRef variance) override {
    predictions_.clear();
    for (Index m = 0; m < points.size(); ++m) {
      predictions_.push_back(gp_.predict_with_gradient(points.X().col(m), z));
      mean(0, m) = predictions_.back().mean;
      variance(0, m) = predictions_.back().variance;
    }
  }

  void pull_back(const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                 MatrixRef d_X) const override {
    for (Index m = 0; m < d_X.cols(); ++m) {
      const PointPrediction& point = predictions_[static_cast<std::size_t>(m)];
      d_X.col(m) += d_mean(0, m) * point.d_mean + d_variance(0, m) * point.d_variance;
    }
  }

 private:
  const ConditionedGp& gp_;
  std::vector<PointPrediction> predictions_;
};

}  // namespace

std::optional<ConditionedGp> ConditionedGp::make(std::shared_ptr<const Surrogate> surrogate,
                                                 const std::shared_ptr<const Dataset>& data, double jitter,
                                                 const Vector& u, double noise_factor) {
  ConditionedGp gp;
  gp.surrogate_ = std::move(surrogate);
  gp.inputs_ = std::shared_ptr<const Matrix>(data, &data->X);
  gp.layout_ = gp.surrogate_->layout({data->num_inputs(), data->size()});
  gp.u_ = u;
  gp.Z_ = embedded_inputs(*gp.surrogate_, gp.layout_, u, data->X);
  const auto u_covariance = slice_of(gp.u_, gp.layout_.covariance);
  const Index N = data->size();
  Matrix C(N, N);
  gp.surrogate_->covariance->matrix(u_covariance, gp.num_inputs(), gp.Z_, C);
  gp.noise_variance_.resize(N);
  diagonal_variances(*gp.surrogate_, gp.layout_, u, jitter, gp.noise_variance_);
  gp.noise_variance_ *= noise_factor;
  C.diagonal() += gp.noise_variance_;
  if (!gp.cholesky_.factorise(C)) return std::nullopt;
  gp.mean_ = gp.surrogate_->mean.value(slice_of(gp.u_, gp.layout_.mean));
  gp.prior_variance_ = gp.surrogate_->covariance->predicted_variance(u_covariance);
  gp.alpha_ = data->y.array() - gp.mean_;
  gp.cholesky_.solve_in_place(gp.alpha_);
  return gp;
}

Matrix ConditionedGp::embed(const ConstMatrixRef& X, const ConstVectorRef& z) const {
  Matrix W(X.rows(), X.cols());
  Matrix Z(Z_.rows(), X.cols());
  surrogate_->warp->apply(slice_of(u_, layout_.warp), X, W);
  surrogate_->latent->embed_new(slice_of(u_, layout_.level_label), W, z, Z);
  return Z;
}

double ConditionedGp::floored(double variance) const {
  return std::max(variance, relative_variance_floor * prior_variance_);
}

void ConditionedGp::predict(const ConstMatrixRef& X, const ConstVectorRef& z, VectorRef mean,
                            VectorRef variance) const {
  const auto u_covariance = slice_of(u_, layout_.covariance);
  Matrix k(Z_.cols(), std::min(block_columns, X.cols()));
  for (Index first = 0; first < X.cols(); first += block_columns) {
    throw_if_stopped();
    const Index count = std::min(block_columns, X.cols() - first);
    auto k_block = k.leftCols(count);
    surrogate_->covariance->cross(u_covariance, num_inputs(), Z_, embed(X.middleCols(first, count), z),
                                  k_block);
    mean.segment(first, count) = (k_block.transpose() * alpha_).array() + mean_;
    cholesky_.solve_lower_in_place(k_block);
    for (Index m = 0; m < count; ++m)
      variance[first + m] = floored(prior_variance_ - k_block.col(m).squaredNorm());
  }
}

void ConditionedGp::predict(const PredictionPoints& points, Index first_tile, Index end_tile,
                            const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const {
  if (first_tile >= end_tile) return;
  const Index first = points.tile(first_tile).first;
  const PredictionPoints::Tile last = points.tile(end_tile - 1);
  const Index count = last.first + last.count - first;
  Vector some_means(count);
  Vector some_variances(count);
  predict(points.X().middleCols(first, count), z, some_means, some_variances);
  mean.row(0).segment(first, count) = some_means.transpose();
  variance.row(0).segment(first, count) = some_variances.transpose();
}

ObservationTerms ConditionedGp::observation_terms() const {
  const Index N = inputs_->cols();
  Matrix inverse(N, N);
  cholesky_.inverse(inverse);
  const Index num_observations = noise_variance_.size();  // behind them stand fantasies, made at h* = 0
  ObservationTerms terms{alpha_.transpose(), inverse.diagonal().transpose(),
                         Matrix::Constant(1, N, relative_fantasy_variance * prior_variance_),
                         Matrix::Zero(1, N)};
  terms.noise_variance.leftCols(num_observations) = noise_variance_.transpose();
  terms.latent_distance.leftCols(num_observations) =
      latent_distances(*surrogate_, layout_, u_, {num_inputs(), num_observations}).transpose();
  return terms;
}

// Without observation n, C⁻¹ is P − p_n·p_nᵀ/P_nn, with the row and the column n of P = C⁻¹ gone to 0. So
// with q = P·k the mean is kᵀ·α − q_n·α_n/P_nn, and the variance grows by q_n²/P_nn.
void ConditionedGp::leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const {
  const Index N = inputs_->cols();
  Matrix inverse(N, N);
  cholesky_.inverse(inverse);
  Matrix k(N, N);
  surrogate_->covariance->cross(slice_of(u_, layout_.covariance), num_inputs(), Z_, embed(*inputs_, z), k);
  const Vector q = inverse.cwiseProduct(k).colwise().sum();
  mean.row(0) =
      ((k.transpose() * alpha_).array() + mean_ - q.array() * alpha_.array() / inverse.diagonal().array())
          .transpose();
  cholesky_.solve_lower_in_place(k);
  for (Index n = 0; n < N; ++n)
    variance(0, n) = floored(prior_variance_ - k.col(n).squaredNorm() + q[n] * q[n] / inverse(n, n));
}

std::unique_ptr<PredictionRecord> ConditionedGp::make_record() const {
  return std::make_unique<PointRecord>(*this);
}

// One value after the other, given those before it: with v = L⁻¹·k of the new point, its variance is s² = a −
// |v|², L grows by the row (vᵀ, s), and a value s·ε above its mean adds −(ε/s)·C⁻¹·k to α, and ε/s behind it.
DrawGroupPtr ConditionedGp::with_fantasies(std::shared_ptr<const Matrix> inputs,
                                           const ConstMatrixRef& normals, MatrixRef values) const {
  auto grown = std::make_shared<ConditionedGp>(*this);
  const Index N = inputs_->cols();
  const Matrix Z_new = embed(inputs->rightCols(inputs->cols() - N), Vector::Zero(latent_dimension()));
  grown->inputs_ = std::move(inputs);
  for (Index p = 0; p < Z_new.cols(); ++p) {
    throw_if_stopped();
    Matrix k(N + p, 1);
    surrogate_->covariance->cross(slice_of(u_, layout_.covariance), num_inputs(), grown->Z_, Z_new.col(p), k);
    const double mean = k.col(0).dot(grown->alpha_) + mean_;
    Matrix solution = k;
    grown->cholesky_.solve_in_place(solution);
    grown->cholesky_.solve_lower_in_place(k);
    const double sd =
        std::sqrt(floored(prior_variance_ - k.squaredNorm()) + relative_fantasy_variance * prior_variance_);
    values(0, p) = mean + sd * normals(0, p);
    grown->cholesky_.append(k.col(0), sd);
    grown->alpha_ -= normals(0, p) / sd * solution.col(0);
    grown->alpha_.conservativeResize(N + p + 1);
    grown->alpha_[N + p] = normals(0, p) / sd;
    grown->Z_.conservativeResize(Eigen::NoChange, N + p + 1);
    grown->Z_.col(N + p) = Z_new.col(p);
  }
  return grown;
}

PointPrediction ConditionedGp::predict_with_gradient(const ConstVectorRef& x, const ConstVectorRef& z) const {
  throw_if_stopped();
  const auto u_covariance = slice_of(u_, layout_.covariance);
  const Matrix z_new = embed(x, z);
  Matrix k(Z_.cols(), 1);
  surrogate_->covariance->cross(u_covariance, num_inputs(), Z_, z_new, k);
  const double mean = k.col(0).dot(alpha_) + mean_;
  Matrix C_inverse_k = k;
  cholesky_.solve_in_place(C_inverse_k);
  const double variance = prior_variance_ - k.col(0).dot(C_inverse_k.col(0));

  // mean = kᵀ·α, variance = k** − kᵀ·C⁻¹·k: both are linear in dk with these weights. The input coordinates
  // come first in z_new for every latent input, so the pull-back through it is to take them.
  const auto input_gradient = [&](const ConstVectorRef& weights) {
    Vector d_new = Vector::Zero(Z_.rows());
    surrogate_->covariance->cross_pull_back(u_covariance, num_inputs(), Z_, z_new.col(0), weights, d_new);
    Vector d_x = d_new.head(num_inputs());
    surrogate_->warp->pull_back_input(slice_of(u_, layout_.warp), x, d_x);
    return d_x;
  };
  PointPrediction prediction{mean, floored(variance), input_gradient(alpha_),
                             input_gradient(-2.0 * C_inverse_k.col(0))};
  if (prediction.variance > variance) prediction.d_variance.setZero();
  return prediction;
}

std::vector<DrawGroupPtr> one_by_one(std::vector<ConditionedGp> draws) {
  std::vector<DrawGroupPtr> groups;
  groups.reserve(draws.size());
  for (ConditionedGp& draw : draws) groups.push_back(std::make_shared<const ConditionedGp>(std::move(draw)));
  return groups;
}

}  // namespace craggy
