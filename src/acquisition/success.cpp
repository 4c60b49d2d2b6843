#include "acquisition/success.hpp"

#include <cmath>

namespace craggy {
namespace {

class LogSuccess final : public Acquisition {
 public:
  LogSuccess(const SuccessModel& model, double exponent) : model_(model), exponent_(exponent) {}

  Index num_inputs() const override { return model_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    return exponent_ * model_.probability(X, pool).array().log();
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    const double probability = model_.probability_with_gradient(x, gradient);
    gradient *= exponent_ / probability;
    return exponent_ * std::log(probability);
  }

 private:
  const SuccessModel& model_;
  double exponent_;
};

}  // namespace

std::unique_ptr<Acquisition> log_success(const SuccessModel& model, double exponent) {
  return std::make_unique<LogSuccess>(model, exponent);
}

}  // namespace craggy
