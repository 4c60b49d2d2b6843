#include "posterior/success_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.hpp"

namespace craggy {
namespace {

// Half of the prior is near a fifth of the diagonal; neither a speck nor half of the space is ruled out.
constexpr std::array lengthscales = {0.05, 0.1, 0.2, 0.4, 0.8};
constexpr double middle_lengthscale = 0.2;

// Lengthscales that explain the labels this much worse than the rest are left out.
constexpr double smallest_weight = 0.01;

// Points that are predicted together. The result must not depend on the number of threads, so neither do
// these.
constexpr Index block_columns = 64;

double log_prior(double lengthscale) {
  const double octaves = std::log2(lengthscale / middle_lengthscale);
  return -0.5 * octaves * octaves;
}

}  // namespace

SuccessModel::SuccessModel(const ConstMatrixRef& succeeded, const ConstMatrixRef& failed, double diagonal,
                           ThreadPool* pool)
    : num_inputs_(std::max(succeeded.rows(), failed.rows())) {
  const Index N = succeeded.cols() + failed.cols();
  check_at_least("the number of evaluations", N, 1);
  Matrix X(num_inputs_, N);
  Vector labels = Vector::Ones(N);
  if (succeeded.cols() > 0) X.leftCols(succeeded.cols()) = succeeded;
  if (failed.cols() > 0) X.rightCols(failed.cols()) = failed;
  labels.tail(failed.cols()).setConstant(-1.0);

  std::array<std::shared_ptr<const SuccessClassifier>, lengthscales.size()> all;
  parallel_for(pool, all.size(), [&](std::size_t i) {
    all[i] = std::make_shared<const SuccessClassifier>(
        X, labels, SuccessPrior{.lengthscale = diagonal * lengthscales[i]});
  });
  std::array<double, lengthscales.size()> log_weights{};
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i) {
    log_weights[i] = log_prior(lengthscales[i]) + all[i]->log_evidence();
    largest = std::max(largest, log_weights[i]);
  }
  double total = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double weight = std::exp(log_weights[i] - largest);
    if (weight < smallest_weight) continue;
    classifiers_.push_back(all[i]);
    weights_.push_back(weight);
    total += weight;
  }
  for (double& weight : weights_) weight /= total;
}

Vector SuccessModel::probability(const ConstMatrixRef& X, ThreadPool* pool) const {
  check_size("the rows of X", static_cast<std::size_t>(X.rows()), static_cast<std::size_t>(num_inputs_));
  Vector result(X.cols());
  const Index num_blocks = (X.cols() + block_columns - 1) / block_columns;
  parallel_for(pool, static_cast<std::size_t>(num_blocks), [&](std::size_t block) {
    const Index first = static_cast<Index>(block) * block_columns;
    const Index count = std::min(block_columns, X.cols() - first);
    Vector some = Vector::Zero(count);
    for (std::size_t i = 0; i < classifiers_.size(); ++i)
      some += weights_[i] * classifiers_[i]->probability(X.middleCols(first, count));
    result.segment(first, count) = some;
  });
  return result;
}

double SuccessModel::probability_with_gradient(const ConstVectorRef& x, Vector& gradient) const {
  check_size("x", static_cast<std::size_t>(x.size()), static_cast<std::size_t>(num_inputs_));
  double result = 0.0;
  gradient = Vector::Zero(x.size());
  Vector some;
  for (std::size_t i = 0; i < classifiers_.size(); ++i) {
    result += weights_[i] * classifiers_[i]->probability_with_gradient(x, some);
    gradient += weights_[i] * some;
  }
  return result;
}

}  // namespace craggy
