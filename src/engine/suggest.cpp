#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/suggest.hpp>

#include "acquisition/feasibility.hpp"
#include "acquisition/in_box.hpp"
#include "acquisition/maximiser.hpp"
#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/random.hpp"
#include "engine/active_set.hpp"
#include "engine/belief.hpp"
#include "engine/encoded_history.hpp"
#include "engine/global_model.hpp"
#include "engine/initial_design.hpp"
#include "engine/mixed_maximiser.hpp"
#include "engine/model.hpp"
#include "engine/new_point.hpp"

namespace craggy {
namespace {

constexpr Index num_anchors = 3;

// An ascent of so many costs as much as two of half as many, and rarely ends anywhere else.
constexpr Index many_inputs = 50;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The best observations, of which feasible ones are the better, around which the acquisition is sampled more
// densely.
Matrix best_points(const EncodedHistory& history) {
  const Dataset& data = *history.data;
  std::vector<Index> order = history.feasible;
  if (order.empty())
    for (Index n = 0; n < data.size(); ++n) order.push_back(n);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return data.y[a] < data.y[b]; });
  Matrix best(data.num_inputs(), std::min(num_anchors, std::ssize(order)));
  for (Index i = 0; i < best.cols(); ++i) best.col(i) = data.X.col(order[static_cast<std::size_t>(i)]);
  return best;
}

bool uses_delta_cover(const SuggestOptions& options) {
  const std::string own_default = options.inference.method == "paper" ? "delta_cover" : "multistart";
  return options.maximiser.value_or(own_default) == "delta_cover";
}

Maximum maximise(const SuggestOptions& options, const Acquisition& acquisition, const Matrix& anchors,
                 RandomStream& stream, ThreadPool* pool) {
  if (uses_delta_cover(options)) return maximise_by_delta_cover(acquisition, {}, stream, pool);
  MultistartOptions size;
  if (acquisition.num_inputs() > many_inputs) size.num_starts /= 2;
  return maximise_by_multistart(acquisition, anchors, size, stream, pool);
}

Maximum maximise_in(const SearchBox& box, const SuggestOptions& options, const Acquisition& acquisition,
                    const Matrix& anchors, RandomStream& stream, ThreadPool* pool) {
  const Vector width = box.high - box.low;
  const Matrix shares = (anchors.colwise() - box.low).array().colwise() / width.array();
  Maximum maximum = maximise(options, *stretched_over_box(acquisition, box.low, box.high),
                             shares.cwiseMax(0.0).cwiseMin(1.0), stream, pool);
  maximum.x = (box.low + width.cwiseProduct(maximum.x)).cwiseMax(0.0).cwiseMin(1.0);
  return maximum;
}

// The point with the largest acquisition that is not occupied, and that acquisition.
BestPoint choose_point(const SuggestOptions& options, const Space& space, const Acquisition& acquisition,
                       const EncodedHistory& history, const ActiveSet* active,
                       std::span<const std::vector<double>> occupied, const PointSet& avoided,
                       RandomStream& stream, ThreadPool* pool) {
  const Matrix anchors = best_points(history);
  if (space.is_continuous()) {
    const Maximum maximum = active == nullptr
                                ? maximise(options, acquisition, anchors, stream, pool)
                                : maximise_in(active->box, options, acquisition, anchors, stream, pool);
    return {new_point(space, {maximum.x.begin(), maximum.x.end()}, occupied, stream), maximum.value};
  }
  if (active == nullptr)
    return choose_mixed_point(acquisition, space, avoided, anchors, uses_delta_cover(options), stream, pool);
  const SearchBox& box = active->box;
  return choose_mixed_point(*drawn_into_box(acquisition, box.low, box.high, box.bounded, box.side), space,
                            avoided, anchors, uses_delta_cover(options), stream, pool);
}

// Below the best objective nothing is compressed, so that an improvement there has the units that were told.
std::optional<double> expected_improvement(const Matrix& x, const Model& model, const Belief& belief,
                                           const Reason& reason, SimdLevel level) {
  if (!std::isfinite(belief.best())) return std::nullopt;
  const double log_share = log_expected_improvement(model.posterior, belief.best(), level)->evaluate(x)[0];
  const double log_scale = std::log(model.posterior.standardisation().scale);
  return std::exp(log_share + log_scale) * reason.success.value_or(1.0) * reason.feasible.value_or(1.0);
}

// Of the values that are suggested in the end, which rounding may have moved.
Reason reason_for(const Space& space, const std::vector<double>& values, const EncodedHistory& history,
                  const Model& model, const Belief& belief, SimdLevel level) {
  const Matrix x = encode(space, {values});
  const Prediction prediction = model.posterior.predict(x);
  const ObjectiveMap::Moments objective = history.map.inverse_moments(prediction.mean[0], prediction.sd[0]);
  Reason reason{.model = model.name,
                .mean = objective.mean,
                .sd = objective.sd,
                .acquisition = belief.acquisition().evaluate(x)[0],
                .success = {},
                .feasible = {},
                .improvement = {}};
  if (const auto& success = belief.success()) reason.success = success->probability(x)[0];
  for (const Posterior& constraint : belief.constraints())
    reason.feasible = reason.feasible.value_or(1.0) * std::exp(log_feasibility(constraint)->evaluate(x)[0]);
  reason.improvement = expected_improvement(x, model, belief, reason, level);
  return reason;
}

}  // namespace

Suggestion suggest(const Space& space, const History& history, const SuggestOptions& options,
                   const SuggestRequest& request) {
  const auto& [seed, trial, pool, stop, warm_before] = request;
  const StopScope scope(stop);
  const EngineWarmState warm = warm_before != nullptr ? *warm_before : EngineWarmState();
  check_options(options, space.size());
  check_history(space, history);
  const std::vector<std::vector<double>> occupied = occupied_points(history);
  // Of real numbers there is no end, and one point is found among many without a set of them.
  const PointSet avoided =
      space.is_continuous() ? PointSet() : points_to_avoid(space, occupied, history.pending);

  Suggestion suggestion;
  suggestion.exhausted = space.num_points() && PointSet(occupied).is_all_of(space);
  const bool initial =
      history.observations.empty() || trial < static_cast<std::uint32_t>(options.num_initial);
  if (initial || options.surrogate == random_points) {
    suggestion.initial = initial;
    if (!initial) suggestion.surrogate = options.surrogate;
    suggestion.warm = warm;
    RandomStream stream(seed, {.trial = trial, .chain = 0, .purpose = Purpose::acquisition});
    const std::string_view design = initial ? std::string_view(options.initial_design) : "uniform";
    std::vector<double> shares = initial_point(design, space.size(), seed, trial);
    const bool all_failed = history.observations.empty() && !history.failed.empty();
    if (options.surrogate != random_points && all_failed &&
        trial >= static_cast<std::uint32_t>(options.num_initial))
      shares = away_from(space, std::move(shares), occupied, stream);
    suggestion.values = space.is_continuous() ? new_point(space, shares, occupied, stream)
                                              : free_point(space, space.pick(shares), avoided, stream);
    return suggestion;
  }

  const std::optional<ActiveSet> active = choose_active_set(space, history, options, warm, looks_beyond_its_region(trial));
  const Objectives objectives =
      options.surrogate == shipped_default ? Objectives::compressed : Objectives::as_told;
  EncodedHistory encoded = encode(space, active ? active->part_of(history) : history, objectives);
  if (active) {
    active->restrict(encoded, space, history);
    suggestion.active = active->summary();
  }
  const auto fit_begin = std::chrono::steady_clock::now();
  Model model =
      active && active->looks_everywhere
          ? fit_global_model(options, space, history, encoded, {seed, trial}, warm, pool)
          : fit_model(active ? options_for_active_set(options, encoded.data->num_inputs()) : options, space,
                      encoded.data, {seed, trial}, warm, pool, encoded.reported_variances, {},
                      active ? FirstFit::grown : FirstFit::from_prior);
  suggestion.surrogate = model.surrogate;
  suggestion.sigma_h = model.sigma_h;
  suggestion.diagnostics = model.diagnostics;
  suggestion.warm = std::move(model.warm);
  suggestion.fit_seconds = seconds_since(fit_begin);

  const auto acquisition_begin = std::chrono::steady_clock::now();
  const Belief belief(options, model.posterior, model.search, encoded, {seed, trial}, pool);
  RandomStream stream(seed, {.trial = trial, .chain = 0, .purpose = Purpose::acquisition});
  BestPoint best = choose_point(options, space, belief.acquisition(), encoded, active ? &*active : nullptr,
                                occupied, avoided, stream, pool);
  suggestion.acquisition = best.acquisition;
  suggestion.values = std::move(best.values);
  suggestion.reason =
      reason_for(space, suggestion.values, encoded, model, belief, simd_level_of(options.inference));
  suggestion.acquisition_seconds = seconds_since(acquisition_begin);
  return suggestion;
}

std::vector<double> unless_taken(const Space& space, const History& history,
                                 const std::vector<double>& values, std::uint64_t seed, std::uint32_t trial) {
  const std::vector<std::vector<double>> occupied = occupied_points(history);
  if (std::find(occupied.begin(), occupied.end(), values) == occupied.end()) return values;
  RandomStream stream(seed, {.trial = trial, .chain = 1, .purpose = Purpose::acquisition});
  return space.is_continuous()
             ? new_point(space, space.encode(values), occupied, stream)
             : free_point(space, values, points_to_avoid(space, occupied, history.pending), stream);
}

}  // namespace craggy
