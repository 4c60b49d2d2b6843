// Acquisitions of which a maximiser sees a part only.
#pragma once

#include <functional>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/space/space.hpp>

namespace craggy {

/// With a slope of 0 in all inputs but those of the parameters that count and that `may_move`: an ascent
/// leaves the others where they are.
class HeldAcquisition final : public Acquisition {
 public:
  HeldAcquisition(const Acquisition& acquisition, const Space& space,
                  std::function<bool(std::size_t)> may_move)
      : acquisition_(acquisition), space_(space), may_move_(std::move(may_move)) {}

  Index num_inputs() const override { return acquisition_.num_inputs(); }
  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    return acquisition_.evaluate(X, pool);
  }
  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override;
  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients, ThreadPool* pool) const override;

 private:
  void hold(const ConstVectorRef& x, VectorRef gradient) const;

  const Acquisition& acquisition_;
  const Space& space_;
  std::function<bool(std::size_t)> may_move_;
};

}  // namespace craggy
