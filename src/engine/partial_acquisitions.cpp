#include "engine/partial_acquisitions.hpp"

#include <limits>

#include "engine/mixed_maximiser.hpp"
#include "space/codec.hpp"

namespace craggy {
namespace {

std::vector<double> as_unit(const ConstVectorRef& x) { return {x.begin(), x.end()}; }

class PointAcquisition final : public Acquisition {
 public:
  PointAcquisition(const Acquisition& acquisition, const Space& space, const PointSet& occupied)
      : acquisition_(acquisition), space_(space), occupied_(occupied) {}

  Index num_inputs() const override { return acquisition_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    Matrix snapped(X.rows(), X.cols());
    std::vector<Index> occupied_columns;
    for (Index m = 0; m < X.cols(); ++m) {
      const std::vector<double> values = space_.decode(as_unit(X.col(m)));
      const std::vector<double> unit = space_.encode(values);
      snapped.col(m) = Eigen::Map<const Vector>(unit.data(), X.rows());
      if (occupied_.contains(values)) occupied_columns.push_back(m);
    }
    Vector values = acquisition_.evaluate(snapped, pool);
    for (const Index m : occupied_columns) values[m] = -std::numeric_limits<double>::infinity();
    return values;
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    gradient = Vector::Zero(x.size());  // steps are flat
    return evaluate(x, nullptr)[0];
  }

 private:
  const Acquisition& acquisition_;
  const Space& space_;
  const PointSet& occupied_;
};

}  // namespace

void HeldAcquisition::hold(const ConstVectorRef& x, VectorRef gradient) const {
  const std::vector<double> values = space_.decode(as_unit(x));
  for (std::size_t i = 0; i < space_.size(); ++i)
    if (!may_move_(i) || !space_.is_active(i, values))
      gradient
          .segment(static_cast<Index>(space_.first_input(i)),
                   static_cast<Index>(space_.codec(i).num_inputs()))
          .setZero();
}

double HeldAcquisition::evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const {
  const double value = acquisition_.evaluate_with_gradient(x, gradient);
  hold(x, gradient);
  return value;
}

Vector HeldAcquisition::evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                                ThreadPool* pool) const {
  Vector values = acquisition_.evaluate_with_gradients(X, gradients, pool);
  for (Index m = 0; m < X.cols(); ++m) hold(X.col(m), gradients.col(m));
  return values;
}

std::unique_ptr<Acquisition> at_points(const Acquisition& acquisition, const Space& space,
                                       const PointSet& occupied) {
  return std::make_unique<PointAcquisition>(acquisition, space, occupied);
}

}  // namespace craggy
