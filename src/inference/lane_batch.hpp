// A few chains in lockstep on one surrogate's posterior, with all the moves that mix it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "inference/run_sampler.hpp"
#include "samplers/field_move.hpp"
#include "samplers/lane_hmc.hpp"
#include "samplers/line_move.hpp"
#include "samplers/pool_sweep.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {

/// How often each move is made in one iteration. The numbers were found on histories of real runs, for many
/// iterations; `brief` is for a few from a warm start, where a cheaper iteration buys more of them.
struct MovePlan {
  Index num_trajectories = 2;
  Index num_leapfrog = 10;
  Index num_fields = 6;       // only where there are sites
  Index num_line_rounds = 2;  // each makes every line move once
  PoolSweep pool{};
  FieldMove field{};

  static MovePlan brief() {
    return {.num_trajectories = 1,
            .num_leapfrog = 8,
            .num_fields = 4,
            .num_line_rounds = 1,
            .pool = {.num_candidates = 12}};
  }
};

class LaneBatch {
 public:
  /// Chains first_chain, first_chain + 1, …, as many as the level has lanes.
  LaneBatch(const FitProblem& problem, SimdLevel level, const FitSeed& seed, Index first_chain,
            const MovePlan& plan);

  int width() const { return density_.width(); }
  Index size() const { return density_.size(); }
  const LaneState& state() const { return state_; }

  void set_start(int lane, const Vector& u);
  /// From the starts that were set, or each from the best of a few draws from the prior, so that chains start
  /// apart but not absurdly. False if the density or its gradient fails at one of them.
  bool begin();
  bool begin_from_prior();
  /// Goes on in this lane from where another chain is.
  void take_over(int lane, const Vector& u, double log_density);

  /// One iteration of all moves; the first iterations may learn widths and step sizes, and collect the
  /// metric. `visit` is called where a state is worth recording: after the sweep and after every trajectory.
  void iterate(bool learn, FisherMetric* metric_sums, const std::function<void()>& visit = {});

  // What is learnt, for the driver to pool over batches.
  LaneHmc& hmc() { return hmc_; }
  std::vector<LineMove>& lines() { return lines_; }

  double mean_acceptance() const { return acceptance_sum_ / std::max(num_trajectories_, 1.0); }
  long num_evaluations() const { return num_evaluations_; }

 private:
  std::shared_ptr<const Surrogate> surrogate_;
  Shape shape_;
  FitSeed seed_;
  Index first_chain_;
  LaneDensity density_;
  MovePlan plan_;
  LaneState state_;
  LaneStreams streams_;
  LaneHmc hmc_;
  std::vector<LineMove> lines_;
  std::unique_ptr<SiteMap> sites_;  // null without sites

  PoolSweep::Workspace pool_workspace_;
  FieldMove::Workspace field_workspace_;
  LineMove::Workspace line_workspace_;
  LaneHmc::Workspace hmc_workspace_;
  double acceptance_sum_ = 0.0;
  double num_trajectories_ = 0.0;
  long num_evaluations_ = 0;
};

/// The line moves that a surrogate has: its lengthscale alone and together with the sites, its amplitude, and
/// the ridge along which a Matérn 5/2 hardly changes at short range (amplitude ∝ l⁵).
std::vector<LineMove> line_moves(const Surrogate& surrogate, const Shape& shape, bool has_sites);

}  // namespace craggy
