#include "inference/lane_batch.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace craggy {

std::vector<LineMove> line_moves(const Surrogate& surrogate, const Shape& shape, bool has_sites) {
  const auto num_blocks = surrogate.covariance->blocks(shape).size();
  const Layout::Slice covariance = surrogate.layout(shape).covariance;
  const Index begin = covariance.begin;
  const bool isotropic = covariance.size == static_cast<Index>(num_blocks) &&
                         surrogate.covariance->main_effects(shape.num_inputs).empty();
  if (!isotropic || !has_sites) return {};
  std::vector<LineMove> moves = {{.shifts = {{begin, 1.0}}},
                                 {.shifts = {{begin, 1.0}}, .scales_sites = true}};
  if (num_blocks > 1) {
    moves.push_back({.shifts = {{begin + 1, 1.0}}, .width = StepWidth(0.5)});
    moves.push_back({.shifts = {{begin, 1.0}, {begin + 1, 5.0}}});
  }
  return moves;
}

LaneBatch::LaneBatch(const FitProblem& problem, SimdLevel level, const FitSeed& seed, Index first_chain,
                     const MovePlan& plan)
    : surrogate_(problem.surrogate),
      shape_{problem.data->num_inputs(), problem.data->size()},
      seed_(seed),
      first_chain_(first_chain),
      density_(problem.surrogate, problem.data, problem.jitter, level),
      plan_(plan),
      state_(density_.size(), density_.width()),
      streams_(seed.seed, seed.trial, first_chain, density_.width()),
      lines_(line_moves(*problem.surrogate, shape_, density_.has_sites())) {
  hmc_.num_leapfrog = plan_.num_leapfrog;
  hmc_.metric = DenseMetric::identity(density_.size());
  if (density_.has_sites()) sites_ = std::make_unique<SiteMap>(density_);
}

void LaneBatch::set_start(int lane, const Vector& u) { state_.q.set_lane(lane, u.head(size())); }

bool LaneBatch::begin() {
  LaneArray gradient(size(), width());
  density_.evaluate(state_.q, gradient, state_.log_density.data());
  return std::all_of(state_.log_density.begin(), state_.log_density.end(),
                     [](double v) { return std::isfinite(v); });
}

bool LaneBatch::begin_from_prior() {
  std::vector<RandomStream> streams;
  streams.reserve(static_cast<std::size_t>(width()));
  for (int w = 0; w < width(); ++w)
    streams.emplace_back(seed_.seed,
                         StreamId{seed_.trial, static_cast<std::uint16_t>(first_chain_ + w), Purpose::prior});
  LaneArray candidate(size(), width());
  std::vector<double> values(static_cast<std::size_t>(width()));
  for (int i = 0; i < num_start_candidates; ++i) {
    for (int w = 0; w < width(); ++w)
      candidate.set_lane(w,
                         surrogate_->sample_prior(streams[static_cast<std::size_t>(w)], shape_).head(size()));
    density_.value(candidate, values.data());
    for (int w = 0; w < width(); ++w) {
      double& best = state_.log_density[static_cast<std::size_t>(w)];
      if (!(values[static_cast<std::size_t>(w)] > best)) continue;
      best = values[static_cast<std::size_t>(w)];
      state_.q.copy_lane_from(candidate, w);
    }
  }
  return begin();
}

void LaneBatch::take_over(int lane, const Vector& u, double log_density) {
  set_start(lane, u);
  state_.log_density[static_cast<std::size_t>(lane)] = log_density;
}

void LaneBatch::iterate(bool learn, FisherMetric* metric_sums, const std::function<void()>& visit) {
  if (sites_) {
    plan_.pool.step(density_, *sites_, state_, streams_, pool_workspace_);
    if (visit) visit();
    for (Index i = 0; i < plan_.num_fields; ++i)
      plan_.field.step(density_, *sites_, state_, streams_, field_workspace_);
    for (Index i = 0; i < plan_.num_line_rounds; ++i)
      for (LineMove& line : lines_) line.step(density_, state_, streams_, learn, line_workspace_);
  }
  for (Index i = 0; i < plan_.num_trajectories; ++i) {
    const double acceptance = hmc_.step(density_, state_, streams_, learn, metric_sums, hmc_workspace_);
    if (!learn) acceptance_sum_ += acceptance;
    if (visit) visit();
    num_trajectories_ += learn ? 0.0 : 1.0;
  }
  num_evaluations_ +=
      width() *
      (plan_.num_trajectories * (hmc_.num_leapfrog + 1) +
       (sites_ ? plan_.num_fields + plan_.num_line_rounds * static_cast<Index>(lines_.size()) + 2 : 0));
}

}  // namespace craggy
