// The continuous coordinates of a density with labels, for samplers that know nothing of labels.
#pragma once

#include <utility>

#include "base/check.hpp"
#include "samplers/evaluate.hpp"

namespace craggy {

/// The density in its first size() coordinates with the labels frozen at what `full_q` holds.
template <class D>
  requires LogDensity<D> && LabelConditional<D>
class ContinuousBlock {
 public:
  /// `full_q` is a point with its labels; its continuous coordinates are overwritten by every call.
  ContinuousBlock(D& density, Vector& full_q) : density_(density), full_q_(full_q) {}

  Index size() const { return density_.size(); }

  double value(const Vector& q) {
    full_q_.head(size()) = q;
    return density_.value(full_q_);
  }

  double evaluate(const Vector& q, Vector& gradient) {
    full_q_.head(size()) = q;
    return density_.evaluate(full_q_, gradient);
  }

 private:
  D& density_;
  Vector& full_q_;
};

/// Runs a sampler on the continuous coordinates of a density with labels.
template <class S>
class OnContinuousBlock {
 public:
  explicit OnContinuousBlock(S sampler) : sampler_(std::move(sampler)) {}

  template <class D>
  void begin(RandomStream& stream, D& density, ChainPoint& point, Index num_warmup) {
    on_block(density, point, [&](auto& block) { sampler_.begin(stream, block, block_point_, num_warmup); });
  }

  template <class D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point) {
    StepInfo info;
    on_block(density, point, [&](auto& block) { info = sampler_.step(stream, block, block_point_); });
    return info;
  }

  HamiltonianTuning hamiltonian_tuning() const { return sampler_.hamiltonian_tuning(); }

 private:
  /// Calls `move` with the block while block_point_ stands for the continuous part of `point`.
  template <class D, class Move>
  void on_block(D& density, ChainPoint& point, const Move& move) {
    check_size("the point", static_cast<std::size_t>(point.q.size()),
               static_cast<std::size_t>(num_coordinates(density)));
    full_q_ = point.q;
    block_point_.q = point.q.head(density.size());
    block_point_.log_density = point.log_density;
    block_point_.gradient.swap(point.gradient);
    ContinuousBlock<D> block(density, full_q_);
    move(block);
    point.q.head(density.size()) = block_point_.q;
    point.log_density = block_point_.log_density;
    point.gradient.swap(block_point_.gradient);
  }

  S sampler_;
  Vector full_q_;
  ChainPoint block_point_;
};

}  // namespace craggy
