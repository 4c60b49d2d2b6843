#include <algorithm>
#include <cmath>
#include <utility>

#include <craggy/posterior/posterior.hpp>

#include "base/check.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/latent_nodes.hpp"
#include "posterior/mixture_quantile.hpp"
#include "posterior/raw_scale.hpp"
#include "posterior/segment_rows.hpp"

namespace craggy {
namespace {

// Moments that one block may hold. Depends on nothing but the number of components: the blocks, and with them
// the bits of the results, are the same for any number of threads.
constexpr Index largest_block_size = Index{1} << 18;
constexpr Index most_columns = 44 * PredictionPoints::tile_columns;

// Tiles that one thread predicts in one go.
constexpr Index chunk_tiles = 4;

double raw_sd(const Standardisation& s, double variance) { return saturated(std::sqrt(variance) * s.scale); }

// By way of the sd, because the square of the scale alone may overflow.
double raw_variance(const Standardisation& s, double variance) {
  const double sd = raw_sd(s, variance);
  return saturated(sd * sd);
}

}  // namespace

Posterior::Posterior(std::vector<DrawGroupPtr> groups, Standardisation standardisation, NewLatent new_latent)
    : groups_(std::move(groups)), standardisation_(standardisation), new_latent_(new_latent) {
  for (const DrawGroupPtr& group : groups_) num_draws_ += group->num_draws();
  check_at_least("the number of draws", num_draws_, 1);
  std::vector<double> weights;
  Index draw = 0;
  for (const DrawGroupPtr& group : groups_) {
    check_size("the number of inputs of a draw", static_cast<std::size_t>(group->inputs().rows()),
               static_cast<std::size_t>(num_inputs()));
    const Index dimension = group->latent_dimension();
    const LatentNodes rule =
        new_latent == NewLatent::collapsed ? latent_mode(dimension) : latent_quadrature(dimension);
    const auto first = static_cast<Index>(weights.size());
    for (Index i = 0; i < rule.weights.size(); ++i)
      segments_.push_back({group.get(), rule.nodes.col(i), first + i, rule.weights.size()});
    for (Index s = 0; s < group->num_draws(); ++s, ++draw)
      for (double weight : rule.weights) {
        weights.push_back(weight / static_cast<double>(num_draws_));
        draw_of_component_.push_back(draw);
      }
  }
  weights_ = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
}

Index Posterior::num_inputs() const { return inputs().rows(); }
const Matrix& Posterior::inputs() const { return groups_.front()->inputs(); }

std::vector<Vector> Posterior::draws() const {
  std::vector<Vector> draws;
  for (const DrawGroupPtr& group : groups_)
    for (Index s = 0; s < group->num_draws(); ++s) draws.push_back(group->unknowns(s));
  return draws;
}

PredictiveComponents Posterior::components(const ConstMatrixRef& X, ThreadPool* pool) const {
  check_size("the rows of X", static_cast<std::size_t>(X.rows()), static_cast<std::size_t>(num_inputs()));
  const PredictionPoints points(inputs(), X);
  PredictiveComponents result{Matrix(num_components(), X.cols()), Matrix(num_components(), X.cols()),
                              weights_};
  // A segment with a few tiles after the other: its matrices stay in the cache.
  const auto num_chunks = static_cast<std::size_t>((points.num_tiles() + chunk_tiles - 1) / chunk_tiles);
  parallel_for(pool, segments_.size() * num_chunks, [&](std::size_t task) {
    const Segment& segment = segments_[task / num_chunks];
    const Index first_tile = static_cast<Index>(task % num_chunks) * chunk_tiles;
    segment.group->predict(points, first_tile, std::min(first_tile + chunk_tiles, points.num_tiles()),
                           segment.z, rows_of(segment, result.mean), rows_of(segment, result.variance));
  });
  return result;
}

void Posterior::for_each_block(const ConstMatrixRef& X, ThreadPool* pool, const BlockVisitor& visit) const {
  const Index num_columns = std::clamp<Index>(largest_block_size / num_components(), 1, most_columns);
  for (Index first = 0; first < X.cols(); first += num_columns)
    visit(first, components(X.middleCols(first, std::min(num_columns, X.cols() - first)), pool));
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
