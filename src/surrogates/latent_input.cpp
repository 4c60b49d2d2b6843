#include "surrogates/latent_input.hpp"

#include "base/check.hpp"

namespace craggy {
namespace {

// The latents of one observation after the other, as the columns of a D × N matrix.
Eigen::Map<const Matrix> as_columns(const ConstVectorRef& u, Index dimension) {
  return {u.data(), dimension, u.size() / dimension};
}
Eigen::Map<Matrix> as_columns(VectorRef& u, Index dimension) {
  return {u.data(), dimension, u.size() / dimension};
}

class NoLatent final : public LatentInput {
 public:
  ParameterBlocks blocks(const Shape&) const override { return {}; }
  Index num_coordinates(Index num_inputs) const override { return num_inputs; }
  Index latent_dimension(Index) const override { return 0; }
  std::vector<double> sigma_h_levels() const override { return {}; }
  void embed(const ConstVectorRef&, const ConstVectorRef&, const ConstMatrixRef& W,
             MatrixRef Z) const override {
    Z = W;
  }
  void pull_back(const ConstVectorRef&, const ConstMatrixRef& d_Z, VectorRef, MatrixRef d_W) const override {
    d_W = d_Z;
  }
  void embed_new(const ConstVectorRef&, const ConstMatrixRef& W, const ConstVectorRef&,
                 MatrixRef Z) const override {
    Z = W;
  }
};

// σ_h with its levels, for both kinds of latent input.
class ScaledLatent : public LatentInput {
 public:
  explicit ScaledLatent(std::vector<double> levels) : levels_(std::move(levels)) {
    // A single level of 0 would leave latents that do nothing: that is no_latent().
    for (double level : levels_) check_non_negative("sigma_h", level);
    if (levels_.size() == 1) check_positive("sigma_h", levels_.front());
  }
  std::vector<double> sigma_h_levels() const override { return levels_; }

 protected:
  double sigma_h(const ConstVectorRef& label) const {
    return label.size() == 0 ? levels_.front() : levels_[static_cast<std::size_t>(label[0])];
  }

 private:
  std::vector<double> levels_;
};

class ConcatenatedLatent final : public ScaledLatent {
 public:
  ConcatenatedLatent(std::vector<double> levels, Index dimension)
      : ScaledLatent(std::move(levels)), dimension_(dimension) {}

  ParameterBlocks blocks(const Shape& shape) const override {
    return {{"latent", priors::normal(0.0, 1.0), shape.num_observations * dimension_}};
  }
  Index num_coordinates(Index num_inputs) const override { return num_inputs + dimension_; }
  Index latent_dimension(Index) const override { return dimension_; }

  void embed(const ConstVectorRef& u, const ConstVectorRef& label, const ConstMatrixRef& W,
             MatrixRef Z) const override {
    Z.topRows(W.rows()) = W;
    Z.bottomRows(dimension_) = sigma_h(label) * as_columns(u, dimension_);
  }
  void pull_back(const ConstVectorRef& label, const ConstMatrixRef& d_Z, VectorRef d_u,
                 MatrixRef d_W) const override {
    d_W = d_Z.topRows(d_W.rows());
    as_columns(d_u, dimension_) += sigma_h(label) * d_Z.bottomRows(dimension_);
  }
  void embed_new(const ConstVectorRef& label, const ConstMatrixRef& W, const ConstVectorRef& z,
                 MatrixRef Z) const override {
    Z.topRows(W.rows()) = W;
    Z.bottomRows(dimension_).colwise() = sigma_h(label) * z;
  }

 private:
  Index dimension_;
};

class AddedLatent final : public ScaledLatent {
 public:
  using ScaledLatent::ScaledLatent;

  ParameterBlocks blocks(const Shape& shape) const override {
    return {{"latent", priors::normal(0.0, 1.0), shape.num_observations * shape.num_inputs}};
  }
  Index num_coordinates(Index num_inputs) const override { return num_inputs; }
  Index latent_dimension(Index num_inputs) const override { return num_inputs; }

  void embed(const ConstVectorRef& u, const ConstVectorRef& label, const ConstMatrixRef& W,
             MatrixRef Z) const override {
    Z = W + sigma_h(label) * as_columns(u, W.rows());
  }
  void pull_back(const ConstVectorRef& label, const ConstMatrixRef& d_Z, VectorRef d_u,
                 MatrixRef d_W) const override {
    d_W = d_Z;
    as_columns(d_u, d_Z.rows()) += sigma_h(label) * d_Z;
  }
  void embed_new(const ConstVectorRef& label, const ConstMatrixRef& W, const ConstVectorRef& z,
                 MatrixRef Z) const override {
    Z = W.colwise() + sigma_h(label) * z;
  }
};

}  // namespace

LatentInputPtr no_latent() { return std::make_shared<NoLatent>(); }

LatentInputPtr concatenated_latent(std::vector<double> sigma_h_levels, Index dimension) {
  check_at_least("latent_dimension", dimension, 1);
  check_at_least("the number of sigma_h levels", static_cast<long>(sigma_h_levels.size()), 1);
  return std::make_shared<ConcatenatedLatent>(std::move(sigma_h_levels), dimension);
}

LatentInputPtr added_latent(std::vector<double> sigma_h_levels) {
  check_at_least("the number of sigma_h levels", static_cast<long>(sigma_h_levels.size()), 1);
  return std::make_shared<AddedLatent>(std::move(sigma_h_levels));
}

}  // namespace craggy
