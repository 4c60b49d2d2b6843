#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/acquisition/maximiser.hpp>
#include <craggy/base/check.hpp>
#include <craggy/engine/belief.hpp>
#include <craggy/engine/initial_design.hpp>
#include <craggy/engine/model.hpp>
#include <craggy/engine/new_point.hpp>
#include <craggy/engine/suggest.hpp>

namespace craggy {
namespace {

constexpr Index num_anchors = 3;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Dataset encoded(const Space& space, const std::vector<Observation>& history) {
  Matrix X(static_cast<Index>(space.num_inputs()), static_cast<Index>(history.size()));
  Vector y(X.cols());
  for (Index n = 0; n < X.cols(); ++n) {
    const Observation& observation = history[static_cast<std::size_t>(n)];
    const std::vector<double> unit = space.encode(observation.values);
    X.col(n) = Eigen::Map<const Vector>(unit.data(), X.rows());
    y[n] = check_finite(fmt::format("the objective of observation {}", n + 1), observation.objective);
  }
  return make_dataset(std::move(X), y);
}

Matrix encoded(const Space& space, const std::vector<std::vector<double>>& points) {
  Matrix X(static_cast<Index>(space.num_inputs()), std::ssize(points));
  for (Index p = 0; p < X.cols(); ++p) {
    const std::vector<double> unit = space.encode(points[static_cast<std::size_t>(p)]);
    X.col(p) = Eigen::Map<const Vector>(unit.data(), X.rows());
  }
  return X;
}

// Points that are not to be suggested again.
std::vector<std::vector<double>> occupied_points(const Space& space, const History& history) {
  std::vector<std::vector<double>> points = history.pending;
  points.insert(points.end(), history.failed.begin(), history.failed.end());
  for (const Observation& observation : history.observations) points.push_back(observation.values);
  for (const std::vector<double>& point : points) space.check(point);
  return points;
}

// The best observations, around which the acquisition is sampled more densely.
Matrix best_points(const Dataset& data) {
  std::vector<Index> order(static_cast<std::size_t>(data.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return data.y[a] < data.y[b]; });
  Matrix best(data.num_inputs(), std::min(num_anchors, data.size()));
  for (Index i = 0; i < best.cols(); ++i) best.col(i) = data.X.col(order[static_cast<std::size_t>(i)]);
  return best;
}

Maximum maximise(const SuggestOptions& options, const Acquisition& acquisition, const Dataset& data,
                 RandomStream& stream, ThreadPool* pool, const std::stop_token& stop) {
  const std::string own_default = options.inference.method == "paper" ? "delta_cover" : "multistart";
  if (options.maximiser.value_or(own_default) == "delta_cover")
    return maximise_by_delta_cover(acquisition, {}, stream, pool, stop);
  return maximise_by_multistart(acquisition, best_points(data), {}, stream, pool, stop);
}

}  // namespace

Incumbent incumbent_of(const SuggestOptions& options) {
  return options.incumbent.value_or(options.noisy ? Incumbent::best_mean : Incumbent::best_value);
}

const std::vector<std::string>& maximiser_names() {
  static const std::vector<std::string> names = {"multistart", "delta_cover"};
  return names;
}

void check_options(const SuggestOptions& options, std::size_t num_parameters) {
  check_model_options(options, num_parameters);
  check_inference_options(options.inference);
  check_known("acquisition", options.acquisition, acquisition_names());
  check_non_negative("confidence_weight", options.confidence_weight);
  if (options.maximiser) check_known("maximiser", *options.maximiser, maximiser_names());
  check_known("initial_design", options.initial_design, initial_design_names());
  check_at_least("num_initial", options.num_initial, 1);
}

Suggestion suggest(const Space& space, const History& history, const SuggestOptions& options,
                   std::uint64_t seed, std::uint32_t trial, ThreadPool* pool, const std::stop_token& stop,
                   const EngineWarmState& warm) {
  check_options(options, space.size());
  const std::vector<std::vector<double>> occupied = occupied_points(space, history);

  Suggestion suggestion;
  const bool initial =
      history.observations.empty() || trial < static_cast<std::uint32_t>(options.num_initial);
  if (initial || options.surrogate == random_points) {
    suggestion.initial = initial;
    if (!initial) suggestion.surrogate = options.surrogate;
    suggestion.warm = warm;
    RandomStream stream(seed, {.trial = trial, .chain = 0, .purpose = Purpose::acquisition});
    const std::string_view design = initial ? std::string_view(options.initial_design) : "uniform";
    std::vector<double> unit = initial_point(design, space.size(), seed, trial);
    if (!space.is_continuous()) unit = space.encode(space.pick(unit));
    suggestion.values = new_point(space, unit, occupied, stream);
    return suggestion;
  }

  const auto data = std::make_shared<const Dataset>(encoded(space, history.observations));
  const auto fit_begin = std::chrono::steady_clock::now();
  Model model = fit_model(options, data, space.size(), {seed, trial}, warm, pool, stop);
  suggestion.surrogate = model.surrogate;
  suggestion.sigma_h = model.sigma_h;
  suggestion.diagnostics = model.diagnostics;
  suggestion.warm = std::move(model.warm);
  suggestion.fit_seconds = seconds_since(fit_begin);

  const auto acquisition_begin = std::chrono::steady_clock::now();
  const Belief belief(options, model.posterior, *data, encoded(space, history.pending), {seed, trial}, pool);
  RandomStream stream(seed, {.trial = trial, .chain = 0, .purpose = Purpose::acquisition});
  const Maximum maximum = maximise(options, belief.acquisition(), *data, stream, pool, stop);
  suggestion.acquisition = maximum.value;
  suggestion.values = new_point(space, {maximum.x.begin(), maximum.x.end()}, occupied, stream);
  suggestion.acquisition_seconds = seconds_since(acquisition_begin);
  return suggestion;
}

}  // namespace craggy
