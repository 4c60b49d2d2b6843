#include "engine/encoded_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <craggy/base/result.hpp>

#include "base/check.hpp"
#include "engine/compressed_objectives.hpp"

namespace craggy {
namespace {

// An observation whose noise is this many times the spread of all observations tells nothing as it is.
constexpr double largest_relative_noise = 1e6;

Vector reported_variances(const History& history, const Vector& slopes, double scale) {
  const auto reports = [](const Observation& observation) { return observation.noise_stddev.has_value(); };
  if (std::none_of(history.observations.begin(), history.observations.end(), reports)) return {};
  Vector variances(std::ssize(history.observations));
  for (Index n = 0; n < variances.size(); ++n) {
    const Observation& observation = history.observations[static_cast<std::size_t>(n)];
    const double noise =
        slopes[n] * observation.noise_stddev.value_or(std::numeric_limits<double>::quiet_NaN()) / scale;
    variances[n] =
        noise > largest_relative_noise ? largest_relative_noise * largest_relative_noise : noise * noise;
  }
  return variances;
}

}  // namespace

void check_history(const Space& space, const History& history) {
  for (std::size_t n = 0; n < history.observations.size(); ++n) {
    const Observation& observation = history.observations[n];
    space.check(observation.values);
    check_finite(fmt::format("the objective of observation {}", n + 1), observation.objective);
    for (std::size_t k = 0; k < observation.constraints.size(); ++k)
      check_finite(fmt::format("constraint {} of observation {}", k + 1, n + 1), observation.constraints[k]);
    if (observation.noise_stddev)
      check_non_negative(fmt::format("the noise_stddev of observation {}", n + 1), *observation.noise_stddev);
    const std::size_t expected = history.observations.front().constraints.size();
    if (observation.constraints.size() != expected)
      fail_argument(fmt::format("the number of constraints of observation {}", n + 1),
                    fmt::format("{}", observation.constraints.size()),
                    fmt::format("it has to be {}, as in observation 1", expected));
  }
  for (const auto* points : {&history.failed, &history.pending})
    for (const std::vector<double>& point : *points) space.check(point);
}

std::vector<std::vector<double>> occupied_points(const History& history) {
  std::vector<std::vector<double>> points = history.pending;
  points.insert(points.end(), history.failed.begin(), history.failed.end());
  for (const Observation& observation : history.observations) points.push_back(observation.values);
  return points;
}

Matrix encode(const Space& space, const std::vector<std::vector<double>>& points) {
  Matrix X(static_cast<Index>(space.num_inputs()), std::ssize(points));
  for (Index p = 0; p < X.cols(); ++p) {
    const std::vector<double> unit = space.encode(points[static_cast<std::size_t>(p)]);
    X.col(p) = Eigen::Map<const Vector>(unit.data(), X.rows());
  }
  return X;
}

EncodedHistory encode(const Space& space, const History& history, Objectives which) {
  const Index N = std::ssize(history.observations);
  EncodedHistory result;
  std::vector<std::vector<double>> points;
  Vector objectives(N);
  result.constraints.resize(std::ssize(history.observations.front().constraints), N);
  for (Index n = 0; n < N; ++n) {
    const Observation& observation = history.observations[static_cast<std::size_t>(n)];
    points.push_back(observation.values);
    objectives[n] = observation.objective;
    std::copy(observation.constraints.begin(), observation.constraints.end(),
              result.constraints.col(n).begin());
    if (is_feasible(observation.constraints)) result.feasible.push_back(n);
  }
  Vector slopes = Vector::Ones(N);
  if (which == Objectives::compressed) {
    CompressedObjectives compression = compressed(objectives);
    objectives = std::move(compression.values);
    slopes = std::move(compression.slopes);
    result.map = compression.map;
  }
  result.data = std::make_shared<const Dataset>(make_dataset(encode(space, points), objectives));
  result.reported_variances = reported_variances(history, slopes, result.data->standardisation.scale);
  result.reports_noise = (result.reported_variances.array() > 0.0).any();
  result.failed = encode(space, history.failed);
  result.pending = encode(space, history.pending);
  result.diagonal = std::sqrt(static_cast<double>(space.size()));
  return result;
}

}  // namespace craggy
