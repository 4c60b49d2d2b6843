// Input warps: a monotone map of every input coordinate, applied before the kernel sees it.
#pragma once

#include <memory>

#include "surrogates/parameters.hpp"

namespace craggy {

class InputWarp {
 public:
  virtual ~InputWarp() = default;
  virtual ParameterBlocks blocks(const Shape& shape) const = 0;

  /// W (Q × N) from X (Q × N).
  virtual void apply(const ConstVectorRef& u, const ConstMatrixRef& X, MatrixRef W) const = 0;

  /// Adds dL/du, given dL/dW.
  virtual void pull_back_parameters(const ConstVectorRef& u, const ConstMatrixRef& X,
                                    const ConstMatrixRef& d_W, VectorRef d_u) const = 0;

  /// Turns dL/dw at one warped point into dL/dx, in place.
  virtual void pull_back_input(const ConstVectorRef& u, const ConstVectorRef& x, VectorRef d_w) const = 0;
};
using InputWarpPtr = std::shared_ptr<const InputWarp>;

InputWarpPtr no_warp();

/// w_q = I_{x_q}(a_q, b_q), the CDF of a Beta distribution per input, with Spearmint's priors: a_q, b_q ~
/// LogNormal(0, 1.5²) truncated to [0.1, 10].
InputWarpPtr beta_warp();

}  // namespace craggy
