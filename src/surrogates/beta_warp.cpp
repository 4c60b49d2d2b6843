#include <algorithm>

#include "base/special_functions.hpp"
#include "surrogates/input_warp.hpp"

namespace craggy {
namespace {

// The density of a Beta distribution may be infinite at 0 and 1; slopes in x are taken this far inside.
constexpr double slope_margin = 1e-12;

class BetaWarp final : public InputWarp {
 public:
  ParameterBlocks blocks(const Shape& shape) const override {
    return {{"warp_a", prior_, shape.num_inputs}, {"warp_b", prior_, shape.num_inputs}};
  }

  void apply(const ConstVectorRef& u, const ConstMatrixRef& X, MatrixRef W) const override {
    const Index Q = X.rows();
    for (Index q = 0; q < Q; ++q) {
      const BetaCdf cdf(prior_->constrain(u[q]).value, prior_->constrain(u[Q + q]).value);
      for (Index n = 0; n < X.cols(); ++n) W(q, n) = cdf.value(X(q, n));
    }
  }

  void pull_back_parameters(const ConstVectorRef& u, const ConstMatrixRef& X, const ConstMatrixRef& d_W,
                            VectorRef d_u) const override {
    const Index Q = X.rows();
    for (Index q = 0; q < Q; ++q) {
      const ValueAndDerivative a = prior_->constrain(u[q]);
      const ValueAndDerivative b = prior_->constrain(u[Q + q]);
      const BetaCdf cdf(a.value, b.value);
      double d_a = 0.0;
      double d_b = 0.0;
      for (Index n = 0; n < X.cols(); ++n) {
        const BetaCdf::ShapeGradient d_w = cdf.shape_gradient(X(q, n));
        d_a += d_W(q, n) * d_w.d_a;
        d_b += d_W(q, n) * d_w.d_b;
      }
      d_u[q] += d_a * a.derivative;
      d_u[Q + q] += d_b * b.derivative;
    }
  }

  void pull_back_input(const ConstVectorRef& u, const ConstVectorRef& x, VectorRef d_w) const override {
    const Index Q = x.size();
    for (Index q = 0; q < Q; ++q) {
      const double inside = std::clamp(x[q], slope_margin, 1.0 - slope_margin);
      d_w[q] *= BetaCdf(prior_->constrain(u[q]).value, prior_->constrain(u[Q + q]).value).density(inside);
    }
  }

 private:
  ScalarPriorPtr prior_ = priors::truncated_log_normal(0.0, 1.5, 0.1, 10.0);
};

}  // namespace

InputWarpPtr beta_warp() { return std::make_shared<BetaWarp>(); }

}  // namespace craggy
