#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <craggy/base/check.hpp>
#include <craggy/posterior/latent_nodes.hpp>
#include <craggy/posterior/mixture_quantile.hpp>
#include <craggy/posterior/posterior.hpp>

namespace craggy {
namespace {

// Moments that one block may hold. Depends on nothing but the number of components: the blocks, and with them
// the bits of the results, are the same for any number of threads.
constexpr Index largest_block_size = Index{1} << 18;
constexpr Index most_columns = 256;

double saturated(double value) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(value, -largest, largest);
}

// fma: the product may overflow where the sum does not.
double raw_value(const Standardisation& s, double value) {
  return saturated(std::fma(value, s.scale, s.shift));
}

double raw_sd(const Standardisation& s, double variance) { return saturated(std::sqrt(variance) * s.scale); }

// By way of the sd, because the square of the scale alone may overflow.
double raw_variance(const Standardisation& s, double variance) {
  const double sd = raw_sd(s, variance);
  return saturated(sd * sd);
}

}  // namespace

Posterior::Posterior(std::vector<ConditionedGp> draws, Standardisation standardisation, NewLatent new_latent)
    : draws_(std::move(draws)), standardisation_(standardisation) {
  check_at_least("the number of draws", num_draws(), 1);
  std::vector<double> weights;
  for (std::size_t s = 0; s < draws_.size(); ++s) {
    check_size("the number of inputs of a draw", static_cast<std::size_t>(draws_[s].num_inputs()),
               static_cast<std::size_t>(num_inputs()));
    const Index dimension = draws_[s].latent_dimension();
    const LatentNodes rule =
        new_latent == NewLatent::collapsed ? latent_mode(dimension) : latent_quadrature(dimension);
    for (Index i = 0; i < rule.weights.size(); ++i) {
      components_.push_back({s, rule.nodes.col(i)});
      weights.push_back(rule.weights[i] / static_cast<double>(draws_.size()));
    }
  }
  weights_ = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
}

PredictiveComponents Posterior::components(const ConstMatrixRef& X, ThreadPool* pool) const {
  check_size("the rows of X", static_cast<std::size_t>(X.rows()), static_cast<std::size_t>(num_inputs()));
  // Transposed first: a component then writes contiguous columns, which no other thread touches.
  Matrix mean(X.cols(), num_components());
  Matrix variance(X.cols(), num_components());
  parallel_for(pool, components_.size(), [&](std::size_t c) {
    const auto column = static_cast<Index>(c);
    draws_[components_[c].draw].predict(X, components_[c].z, mean.col(column), variance.col(column));
  });
  return {mean.transpose(), variance.transpose(), weights_};
}

void Posterior::for_each_block(const ConstMatrixRef& X, ThreadPool* pool, const BlockVisitor& visit) const {
  const Index num_columns = std::clamp<Index>(largest_block_size / num_components(), 1, most_columns);
  for (Index first = 0; first < X.cols(); first += num_columns)
    visit(first, components(X.middleCols(first, std::min(num_columns, X.cols() - first)), pool));
}

PointPrediction Posterior::component_with_gradient(Index c, const ConstVectorRef& x) const {
  const Component& component = components_[static_cast<std::size_t>(c)];
  return draws_[component.draw].predict_with_gradient(x, component.z);
}

Prediction Posterior::predict(const ConstMatrixRef& X, ThreadPool* pool) const {
  const Index M = X.cols();
  Prediction result{Vector(M), Vector(M), Vector(M), Vector(M), Vector(M)};
  for_each_block(X, pool, [&](Index first, const PredictiveComponents& block) {
    for (Index m = 0; m < block.mean.cols(); ++m) {
      const double mean = block.mean.col(m).dot(weights_);
      const double within = block.variance.col(m).dot(weights_);
      const double between = (block.mean.col(m).array() - mean).square().matrix().dot(weights_);
      const Index at = first + m;
      result.mean[at] = raw_value(standardisation_, mean);
      result.sd[at] = raw_sd(standardisation_, within + between);
      result.variance[at] = raw_variance(standardisation_, within + between);
      result.within[at] = raw_variance(standardisation_, within);
      result.between[at] = raw_variance(standardisation_, between);
    }
  });
  return result;
}

Matrix Posterior::quantiles(const ConstMatrixRef& X, std::span<const double> probabilities,
                            ThreadPool* pool) const {
  Matrix result(static_cast<Index>(probabilities.size()), X.cols());
  for_each_block(X, pool, [&](Index first, const PredictiveComponents& block) {
    parallel_for(pool, static_cast<std::size_t>(block.mean.cols()), [&](std::size_t column) {
      const auto m = static_cast<Index>(column);
      for (std::size_t p = 0; p < probabilities.size(); ++p)
        result(static_cast<Index>(p), first + m) =
            raw_value(standardisation_,
                      mixture_quantile(block.mean.col(m), block.variance.col(m), weights_, probabilities[p]));
    });
  });
  return result;
}

}  // namespace craggy
