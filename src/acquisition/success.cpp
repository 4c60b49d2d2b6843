#include "acquisition/success.hpp"

#include <cmath>

namespace craggy {
namespace {

class LogSuccess final : public Acquisition {
 public:
  explicit LogSuccess(const SuccessModel& model) : model_(model) {}

  Index num_inputs() const override { return model_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    return model_.probability(X, pool).array().log();
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    const double probability = model_.probability_with_gradient(x, gradient);
    gradient /= probability;
    return std::log(probability);
  }

 private:
  const SuccessModel& model_;
};

}  // namespace

std::unique_ptr<Acquisition> log_success(const SuccessModel& model) {
  return std::make_unique<LogSuccess>(model);
}

}  // namespace craggy
