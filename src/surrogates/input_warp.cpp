#include "surrogates/input_warp.hpp"

namespace craggy {
namespace {

class NoWarp final : public InputWarp {
 public:
  ParameterBlocks blocks(const Shape&) const override { return {}; }
  void apply(const ConstVectorRef&, const ConstMatrixRef& X, MatrixRef W) const override { W = X; }
  void pull_back_parameters(const ConstVectorRef&, const ConstMatrixRef&, const ConstMatrixRef&,
                            VectorRef) const override {}
  void pull_back_input(const ConstVectorRef&, const ConstVectorRef&, VectorRef) const override {}
};

}  // namespace

InputWarpPtr no_warp() { return std::make_shared<NoWarp>(); }

}  // namespace craggy
