#include <craggy/acquisition/in_box.hpp>
#include <craggy/base/check.hpp>

namespace craggy {
namespace {

class InBox final : public Acquisition {
 public:
  InBox(const Acquisition& acquisition, Box box) : acquisition_(acquisition), box_(std::move(box)) {}

  Index num_inputs() const override { return acquisition_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& U, ThreadPool* pool) const override {
    return acquisition_.evaluate(from_unit(U), pool);
  }

  double evaluate_with_gradient(const ConstVectorRef& u, Vector& gradient) const override {
    const double value = acquisition_.evaluate_with_gradient(box_.from_unit(u), gradient);
    gradient.array() *= box_.width.array();
    return value;
  }

  Vector evaluate_with_gradients(const ConstMatrixRef& U, Matrix& gradients,
                                 ThreadPool* pool) const override {
    Vector values = acquisition_.evaluate_with_gradients(from_unit(U), gradients, pool);
    gradients.array().colwise() *= box_.width.array();
    return values;
  }

 private:
  Matrix from_unit(const ConstMatrixRef& U) const {
    Matrix X(U.rows(), U.cols());
    for (Index m = 0; m < U.cols(); ++m) X.col(m) = box_.from_unit(U.col(m));
    return X;
  }

  const Acquisition& acquisition_;
  Box box_;
};

}  // namespace

Vector Box::to_unit(const ConstVectorRef& x) const {
  return (x - lower).cwiseQuotient(width).cwiseMax(0.0).cwiseMin(1.0);
}

Box box_around(const ConstVectorRef& centre, double side) {
  check_positive("side", side);
  const Vector lower = (centre.array() - 0.5 * side).max(0.0);
  const Vector upper = (centre.array() + 0.5 * side).min(1.0);
  return {lower, upper - lower};
}

std::unique_ptr<Acquisition> in_box(const Acquisition& acquisition, Box box) {
  const auto Q = static_cast<std::size_t>(acquisition.num_inputs());
  check_size("the sides of the box", static_cast<std::size_t>(box.width.size()), Q);
  return std::make_unique<InBox>(acquisition, std::move(box));
}

}  // namespace craggy
