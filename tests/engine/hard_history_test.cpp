// Histories that are legal, but hard for the numbers: each has to give a finite, new point inside the space.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/suggest.hpp>
#include <craggy/space/grammar.hpp>

#include "support/property.hpp"

namespace craggy {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

double any_of(const std::vector<double>& choices) { return *rc::gen::elementOf(choices); }

double any_unit() { return static_cast<double>(*rc::gen::inRange(0, 1 << 20)) * 0x1p-20; }

Float any_domain() {
  const std::vector<Float> domains = {{0, 1},
                                      {-10, 10},
                                      {1e-5, 1e-1, true},
                                      {-1e308, 1e308},
                                      {1e-300, 1e300, true},
                                      {1.0, 1.0 + 1e-12},
                                      {0.0, 1e-310},
                                      {1e15, 1e15 + 8}};
  return domains[static_cast<std::size_t>(
      *rc::gen::weightedElement<int>({{5, 0}, {5, 1}, {3, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 7}}))];
}

Space any_space() {
  std::vector<Parameter> parameters{{"x", any_domain()}};
  for (const char* name : {"y", "z"})
    if (*rc::gen::arbitrary<bool>()) parameters.push_back({name, any_domain()});
  return Space(parameters);
}

/// Points of the unit cube: anywhere, on the boundary, on top of each other, or apart by rounding only.
std::vector<std::vector<double>> any_points(std::size_t num_inputs, int num_points) {
  std::vector<std::vector<double>> points;
  for (int n = 0; n < num_points; ++n) {
    std::vector<double> point(num_inputs);
    const int kind = *rc::gen::inRange(0, 6);
    if (kind <= 1 && n > 0) point = points[static_cast<std::size_t>(*rc::gen::inRange(0, n))];
    for (double& coordinate : point) {
      if (kind == 1)
        coordinate = std::min(1.0, coordinate + any_of({0.0, 1e-15, 1e-9}));
      else if (kind == 2)
        coordinate = any_of({0.0, 1.0});
      else if (kind > 2 || n == 0)
        coordinate = any_unit();
    }
    points.push_back(point);
  }
  return points;
}

/// Objective values: constant, huge, tiny, a step, equal up to rounding, with an outlier, or everything at
/// once.
std::vector<double> any_objectives(int num_points) {
  const int kind = *rc::gen::inRange(0, 8);
  std::vector<double> objectives;
  for (int n = 0; n < num_points; ++n) {
    const double u = 2.0 * any_unit() - 1.0;
    switch (kind) {
      case 0:
        objectives.push_back(3.25);
        break;
      case 1:
        objectives.push_back(1e300 * u);
        break;
      case 2:
        objectives.push_back(1e-300 * u);
        break;
      case 3:
        objectives.push_back(u < 0.0 ? -1.0 : 1.0);
        break;
      case 4:
        objectives.push_back(1.0 + 1e-15 * u);
        break;
      case 5:
        objectives.push_back(n == 0 ? 1e12 : u);
        break;
      case 6:
        objectives.push_back(any_of({-largest, largest, 5e-324, 0.0, u}));
        break;
      default:
        objectives.push_back(u);
        break;
    }
  }
  return objectives;
}

/// Constraints: any mix of met, violated by any amount, and constant.
std::vector<double> any_constraints(std::size_t count) {
  std::vector<double> constraints;
  for (std::size_t k = 0; k < count; ++k)
    constraints.push_back(any_of({-largest, largest, 0.0, 1.0, -5e-324, -1.0, 2.0 * any_unit() - 1.0}));
  return constraints;
}

History any_history(const Space& space, bool with_constraints, const std::string& surrogate = "craggy") {
  const int num_points = *rc::gen::inRange(1, 9);
  const std::vector<std::vector<double>> points = any_points(space.size(), num_points);
  const std::vector<double> objectives = any_objectives(num_points);
  const std::size_t num_constraints = with_constraints ? *rc::gen::inRange<std::size_t>(0, 3) : 0;
  const bool reports_noise = with_constraints && surrogate != "contaminated" &&
                             *rc::gen::weightedElement<bool>({{2, false}, {1, true}});
  History history;
  for (std::size_t n = 0; n < points.size(); ++n)
    history.observations.push_back(
        {space.decode(points[n]), objectives[n], any_constraints(num_constraints),
         reports_noise ? std::optional(any_of({0.0, 1.0, 5e-324, largest, std::abs(objectives[n])}))
                       : std::nullopt});
  return history;
}

/// As cheap as can be: a chain that is far from done has to give a legal point, too.
SuggestOptions any_options() {
  SuggestOptions options;
  options.surrogate = *rc::gen::elementOf(engine_surrogate_names());
  options.inference.method = *rc::gen::elementOf(inference_names());
  options.inference.num_chains = *rc::gen::inRange<Index>(1, 3);
  options.inference.num_warmup = *rc::gen::inRange<Index>(0, 12);
  options.inference.num_draws = *rc::gen::inRange<Index>(1, 5);
  if (options.inference.method == "fast")
    options.inference.max_iterations = *rc::gen::inRange<Index>(1, 3);
  else
    options.inference.thinning = 1;
  options.acquisition = *rc::gen::elementOf(acquisition_names());
  options.incumbent = *rc::gen::element(Incumbent::best_value, Incumbent::best_mean);
  if (options.surrogate != "random") {
    if (*rc::gen::arbitrary<bool>()) options.amplitude = Amplitude::sampled;
    if (*rc::gen::arbitrary<bool>()) options.ard = true;
    options.noisy = *rc::gen::arbitrary<bool>();
  }
  return options;
}

std::string described(const Space& space, const History& history, const SuggestOptions& options) {
  std::ostringstream log;
  log.precision(17);
  for (const Parameter& parameter : space.parameters()) log << to_text(parameter) << "; ";
  log << options.surrogate << " " << options.inference.method << " " << options.acquisition << "\n";
  for (const Observation& observation : history.observations) {
    for (const double value : observation.values) log << value << ", ";
    log << "→ " << observation.objective;
    for (const double constraint : observation.constraints) log << ", " << constraint;
    log << "\n";
  }
  return log.str();
}

void expect_new_point(const Space& space, const History& history, const SuggestOptions& options) {
  RC_LOG() << described(space, history, options);
  const auto trial = static_cast<std::uint32_t>(history.observations.size() + 2);
  // As in a study: from the state that the suggestion before it left, if there was one.
  EngineWarmState warm;
  if (history.observations.size() > 1) {
    History before = history;
    before.observations.pop_back();
    warm = suggest(space, before, options, {1, trial}).warm;
  }
  const Suggestion suggestion = suggest(space, history, options, {.seed = 1, .trial = trial, .warm = &warm});
  RC_ASSERT(!suggestion.initial);
  space.check(suggestion.values);
  RC_ASSERT(!std::isnan(suggestion.acquisition));
  for (const std::vector<double>& values : history.failed) RC_ASSERT(suggestion.values != values);
  for (const std::vector<double>& values : history.pending) RC_ASSERT(suggestion.values != values);
  for (const Observation& observation : history.observations)
    RC_ASSERT(suggestion.values != observation.values);
}

TEST(HardHistory, GivesAFiniteNewPointInsideTheSpace) {
  testing::expect_property(
      [] {
        const Space space = any_space();
        History history = any_history(space, false);
        for (const std::vector<double>& point : any_points(space.size(), *rc::gen::inRange(0, 2)))
          history.pending.push_back(space.decode(point));
        expect_new_point(space, history, any_options());
      },
      2000);
}

TEST(HardHistory, SoDoesAnyMixOfConstraintsFailuresAndPendingPoints) {
  testing::expect_property(
      [] {
        const Space space = any_space();
        const SuggestOptions options = any_options();
        History history = any_history(space, true, options.surrogate);
        for (const std::vector<double>& point : any_points(space.size(), *rc::gen::inRange(0, 8)))
          (*rc::gen::arbitrary<bool>() ? history.failed : history.pending).push_back(space.decode(point));
        expect_new_point(space, history, options);
      },
      60);
}

}  // namespace
}  // namespace craggy
