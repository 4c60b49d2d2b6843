#include "inference/run_fast.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "base/cancellation.hpp"
#include "inference/carried_over.hpp"
#include "inference/lane_batch.hpp"
#include "inference/stragglers.hpp"
#include "samplers/diagnostics.hpp"

namespace craggy {
namespace {

using Clock = std::chrono::steady_clock;

// What an earlier fit learnt of the metric counts for this many draws per chain.
constexpr double carried_draws_per_chain = 5.0;

constexpr Index longest_round = 95;  // iterations between two looks at the chains

// Looking at the chains costs a sort per quantity, so that long chains are looked at through this many draws
// of each.
constexpr Index draws_looked_at = 128;

// Shorter ones renew the metric once: inverting it costs as much as a few iterations.
constexpr Index long_warmup = 16;

constexpr double step_size_in_fitting_metric = 0.3;

// What one batch did after warm-up: the states of all its lanes at every visit.
struct Trace {
  std::vector<LaneArray> states;
  std::vector<std::vector<double>> log_densities;
};

// The given level, or a lower one where half of its lanes or more would have no chain.
SimdLevel level_for(Index num_chains, SimdLevel highest) {
  SimdLevel chosen = available_simd_levels().front();
  for (SimdLevel level : available_simd_levels())
    if (level <= highest && lane_kernels(level).width < 2 * num_chains) chosen = level;
  return chosen;
}

class FastSampler {
 public:
  FastSampler(const FitProblem& problem, const FastLength& length, const InferenceOptions& options,
              const FitSeed& seed, ThreadPool& pool)
      : problem_(problem),
        length_(length),
        seed_(seed),
        pool_(pool),
        carried_(
            problem.surrogate->layout({problem.data->num_inputs(), problem.data->size()}).num_parameters()) {
    const SimdLevel level = level_for(length_.num_chains, simd_level_of(options));
    if (options.time_budget)
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(*options.time_budget));
    const int width = lane_kernels(level).width;
    const Index num_batches = (length_.num_chains + width - 1) / width;
    for (Index b = 0; b < num_batches; ++b)
      batches_.push_back(std::make_unique<LaneBatch>(problem, level, seed, b * width,
                                                     length_.brief ? MovePlan::brief() : MovePlan{}));
    traces_.resize(batches_.size());
    metric_sums_.assign(batches_.size(), FisherMetric(batches_.front()->size()));
  }

  // From the prior, or from where an earlier fit ended. False if a chain finds no start there, or none of an
  // earlier fit's chains can go on.
  bool begin(const std::optional<WarmState>& warm) {
    if (warm)
      carried_ =
          FisherMetric(warm->fisher, carried_draws_per_chain * static_cast<double>(length_.num_chains));
    std::vector<char> started(batches_.size(), 1);
    for_batches([&](std::size_t b) {
      LaneBatch& batch = *batches_[b];
      if (!warm) {
        started[b] = batch.begin_from_prior() ? 1 : 0;
        return;
      }
      for (int w = 0; w < batch.width(); ++w) batch.set_start(w, warm->states.col(chain_of(b, w)));
      batch.begin();
    });
    if (warm) {
      if (!gather()) return false;
      has_metric_ = true;
      for (const auto& batch : batches_) {
        batch->hmc().step_size.set(warm->step_size);
        for (std::size_t i = 0; i < batch->lines().size(); ++i)
          batch->lines()[i].width.set(warm->widths.at(i));
      }
      pool_metric();
    }
    return std::all_of(started.begin(), started.end(), [](char s) { return s != 0; });
  }

  // The metric is renewed on the way; the last stretch finds the step size that goes with it.
  void warm_up() {
    const Index n = length_.num_warmup;
    advance({.iterations = n / 4, .learn = true, .collect_metric = has_metric_});
    if (!has_metric_) gather();
    advance({.iterations = n / 2 - n / 4, .learn = true, .collect_metric = true});
    pool_metric();
    advance({.iterations = 3 * n / 4 - n / 2, .learn = true, .collect_metric = true});
    if (n >= long_warmup) pool_metric();
    advance({.iterations = n - 3 * n / 4, .learn = true});
    pool_widths();
  }

  StopReason sample() {
    for (Index round = 0; round < length_.max_rounds; ++round) {
      advance({.iterations = length_.round_length, .record = true});
      if (length_.target_rhat > 1.0 && worst_rhat() <= length_.target_rhat) return StopReason::converged;
      if (out_of_time()) return StopReason::time_spent;
    }
    return length_.target_rhat > 1.0 ? StopReason::work_spent : StopReason::completed;
  }

  std::vector<Chain> chains() const {
    const Index kept = std::max<Index>(1, (length_.num_draws + length_.num_chains - 1) / length_.num_chains);
    const std::vector<Index> places = kept_visits(kept);
    std::vector<Chain> chains(static_cast<std::size_t>(length_.num_chains));
    for (Index c = 0; c < length_.num_chains; ++c) {
      const auto [b, w] = lane_of(c);
      Chain& chain = chains[static_cast<std::size_t>(c)];
      chain.draws.resize(batches_.front()->size(), static_cast<Index>(places.size()));
      chain.log_density.resize(chain.draws.cols());
      for (Index i = 0; i < chain.draws.cols(); ++i) {
        const auto visit = static_cast<std::size_t>(places[static_cast<std::size_t>(i)]);
        chain.draws.col(i) = traces_[b].states[visit].lane(w);
        chain.log_density[i] = traces_[b].log_densities[visit][static_cast<std::size_t>(w)];
      }
      chain.mean_acceptance = batches_[b]->mean_acceptance();
      chain.num_evaluations = batches_[b]->num_evaluations() / batches_[b]->width();
      chain.tuning.step_size = batches_[b]->hmc().step_size.value();
      chain.tuning.inverse_metric = batches_[b]->hmc().metric.inverse.diagonal();
    }
    return chains;
  }

  WarmState warm_state() const {
    WarmState warm;
    warm.surrogate = problem_.surrogate->name;
    warm.inputs = problem_.data->X;
    warm.states.resize(batches_.front()->size(), length_.num_chains);
    for (Index c = 0; c < length_.num_chains; ++c) {
      const auto [b, w] = lane_of(c);
      warm.states.col(c) = batches_[b]->state().q.lane(w);
    }
    warm.fisher = carried_.mean();
    warm.step_size = batches_.front()->hmc().step_size.value();
    for (const LineMove& line : batches_.front()->lines()) warm.widths.push_back(line.width.value());
    return warm;
  }

 private:
  struct Lane {
    std::size_t batch;
    int lane;
  };
  Lane lane_of(Index chain) const {
    const int width = batches_.front()->width();
    return {static_cast<std::size_t>(chain / width), static_cast<int>(chain % width)};
  }
  // Lanes without a chain of their own repeat the last one's start and are not heard.
  Index chain_of(std::size_t batch, int lane) const {
    return std::min(static_cast<Index>(batch) * batches_.front()->width() + lane, length_.num_chains - 1);
  }

  // False if no chain has a finite log density.
  bool gather() {
    std::vector<double> log_densities;
    for (const auto& batch : batches_)
      log_densities.insert(log_densities.end(), batch->state().log_density.begin(),
                           batch->state().log_density.end());
    const std::optional<std::vector<TakeOver>> take_overs =
        gather_stragglers(log_densities, length_.num_chains, plausible_spread(batches_.front()->size()));
    if (!take_overs) return false;
    for (const TakeOver& each : *take_overs) {
      const auto [b, w] = lane_of(each.straggler);
      const auto [from_batch, from] = lane_of(each.leader);
      const LaneState& there = batches_[from_batch]->state();
      batches_[b]->take_over(w, there.q.lane(from), there.log_density[static_cast<std::size_t>(from)]);
    }
    return true;
  }

  bool out_of_time() const { return deadline_ && Clock::now() >= *deadline_; }

  void for_batches(const std::function<void(std::size_t)>& body) {
    pool_.parallel_for(batches_.size(), body);
  }

  struct Stretch {
    Index iterations = 0;
    bool learn = false;           // step sizes and widths
    bool collect_metric = false;  // from the gradients
    bool record = false;          // what the chains visit
  };

  void advance(const Stretch& stretch) {
    for_batches([&](std::size_t b) {
      LaneBatch& batch = *batches_[b];
      const std::function<void()> visit = [&] {
        traces_[b].states.push_back(batch.state().q);
        traces_[b].log_densities.push_back(batch.state().log_density);
      };
      for (Index i = 0; i < stretch.iterations; ++i) {
        throw_if_stopped();
        if (out_of_time() && (!stretch.record || !traces_[b].states.empty())) break;
        batch.iterate(stretch.learn, stretch.collect_metric ? &metric_sums_[b] : nullptr,
                      stretch.record ? visit : nullptr);
      }
    });
    if (!stretch.record) return;
    // Batches that ran out of time may have come to different places.
    std::size_t shortest = traces_.front().states.size();
    for (const Trace& trace : traces_) shortest = std::min(shortest, trace.states.size());
    for (Trace& trace : traces_) {
      trace.states.erase(trace.states.begin() + static_cast<std::ptrdiff_t>(shortest), trace.states.end());
      trace.log_densities.resize(shortest);
    }
  }

  // All batches go on with the same metric, from the gradients of all.
  void pool_metric() {
    for (FisherMetric& sums : metric_sums_) {
      carried_.merge(sums);
      sums = FisherMetric(batches_.front()->size());
    }
    const DenseMetric metric = carried_.metric();
    for (const auto& batch : batches_) {
      batch->hmc().metric = metric;
      batch->hmc().step_size.restart();
      // In a metric that fits, a good step size depends on little else; before, it tells nothing about it.
      if (!has_metric_) batch->hmc().step_size.set(step_size_in_fitting_metric);
    }
    has_metric_ = true;
  }

  // … and with the same widths and step size, the geometric means.
  void pool_widths() {
    const auto pooled = [&](const auto& width_of) {
      double sum_of_logs = 0.0;
      for (const auto& batch : batches_) sum_of_logs += std::log(width_of(*batch).value());
      const double mean = std::exp(sum_of_logs / static_cast<double>(batches_.size()));
      for (const auto& batch : batches_) width_of(*batch).set(mean);
    };
    pooled([](LaneBatch& batch) -> StepWidth& { return batch.hmc().step_size; });
    for (std::size_t i = 0; i < batches_.front()->lines().size(); ++i)
      pooled([i](LaneBatch& batch) -> StepWidth& { return batch.lines()[i].width; });
  }

  // Places in the traces, evenly spaced, the last one included.
  std::vector<Index> kept_visits(Index count) const {
    const auto total = static_cast<Index>(traces_.front().states.size());
    const Index kept = std::min(count, total);
    std::vector<Index> places;
    for (Index i = 1; i <= kept; ++i) places.push_back(i * total / kept - 1);
    return places;
  }

  double worst_rhat() const {
    const std::vector<Index> places = kept_visits(draws_looked_at);
    const Layout::Slice covariance =
        problem_.surrogate->layout({problem_.data->num_inputs(), problem_.data->size()}).covariance;
    Matrix draws(static_cast<Index>(places.size()), length_.num_chains);
    const auto rhat_of = [&](const auto& quantity) {
      for (Index c = 0; c < length_.num_chains; ++c)
        for (Index i = 0; i < draws.rows(); ++i)
          draws(i, c) = quantity(lane_of(c), static_cast<std::size_t>(places[static_cast<std::size_t>(i)]));
      return rhat(draws);
    };
    double worst = rhat_of([&](const Lane& at, std::size_t i) {
      return traces_[at.batch].log_densities[i][static_cast<std::size_t>(at.lane)];
    });
    for (Index e = covariance.begin; e < covariance.begin + covariance.size; ++e)
      worst = worse_rhat(worst, rhat_of([&](const Lane& at, std::size_t i) {
                           return traces_[at.batch].states[i].at(e, at.lane);
                         }));
    return std::isnan(worst) ? INFINITY : worst;
  }

  const FitProblem& problem_;
  FastLength length_;
  FitSeed seed_;
  ThreadPool& pool_;
  std::optional<Clock::time_point> deadline_;
  std::vector<std::unique_ptr<LaneBatch>> batches_;
  std::vector<Trace> traces_;
  std::vector<FisherMetric> metric_sums_;  // per batch, since the last pooling
  bool has_metric_ = false;
  FisherMetric carried_;  // all that is known
};

}  // namespace

FastLength fast_length(const InferenceOptions& options, Index num_observations, bool warm) {
  // The cost of an iteration grows with N³; what a person waits for should grow less. Relative to 60
  // observations:
  const double relative = 60.0 / static_cast<double>(std::max<Index>(num_observations, 1));
  const auto scaled = [&](double at_60, double power, double least, double most) {
    return static_cast<Index>(std::clamp(std::round(at_60 * std::pow(relative, power)), least, most));
  };
  FastLength length;
  length.num_chains = options.num_chains.value_or(length.num_chains);
  length.target_rhat = options.target_rhat.value_or(0.0);
  if (options.target_rhat) {
    const Index max_iterations = options.max_iterations.value_or(scaled(900.0, 0.25, 200.0, 900.0));
    length.num_warmup = options.num_warmup.value_or(scaled(150.0, 1.0, 100.0, 150.0));
    length.num_draws = options.num_draws.value_or(scaled(4096.0, 1.0, 1024.0, 4096.0));
    length.max_rounds = (max_iterations + longest_round - 1) / longest_round;
    length.round_length = max_iterations / length.max_rounds;
  } else if (warm) {
    length.brief = true;
    length.num_warmup = options.num_warmup.value_or(scaled(4.0, 1.0, 2.0, 4.0));
    length.round_length = options.max_iterations.value_or(scaled(13.0, 3.0, 3.0, 13.0));
    length.num_draws = options.num_draws.value_or(256);
  } else {
    length.num_warmup = options.num_warmup.value_or(scaled(300.0, 1.5, 40.0, 300.0));
    length.round_length = options.max_iterations.value_or(scaled(24.0, 1.0, 8.0, 24.0));
    length.num_draws = options.num_draws.value_or(160);
  }
  return length;
}

std::optional<SamplerRun> run_fast(const FitProblem& problem, const InferenceOptions& options,
                                   const WarmState* warm, const FitSeed& seed, ThreadPool& pool) {
  const Shape shape{problem.data->num_inputs(), problem.data->size()};
  std::optional<WarmState> carried;
  if (warm != nullptr)
    carried =
        carried_over(*warm, *problem.surrogate, problem.data->X,
                     fast_length(options, shape.num_observations, true).num_chains, seed.seed, seed.trial);
  const auto run = [&](const std::optional<WarmState>& start) -> std::optional<SamplerRun> {
    FastSampler sampler(problem, fast_length(options, shape.num_observations, start.has_value()), options,
                        seed, pool);
    if (!sampler.begin(start)) return std::nullopt;
    sampler.warm_up();
    const StopReason reason = sampler.sample();
    return SamplerRun{.chains = sampler.chains(),
                      .warm = sampler.warm_state(),
                      .stop_reason = reason,
                      .was_warm = start.has_value()};
  };
  // Where the density fails at a carried state, that says something of the state, not of the jitter.
  if (carried)
    if (std::optional<SamplerRun> warm_run = run(carried)) return warm_run;
  return run(std::nullopt);
}

}  // namespace craggy
