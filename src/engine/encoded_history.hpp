// A history as the models see it: points of the unit cube.
#pragma once

#include <memory>
#include <vector>

#include <craggy/engine/history.hpp>
#include <craggy/space/space.hpp>
#include <craggy/surrogates/dataset.hpp>

#include "engine/objective_map.hpp"

namespace craggy {

/// Throws InvalidArgument for points outside the space, values that are not finite, a negative noise_stddev,
/// and observations that differ in the number of their constraints.
void check_history(const Space& space, const History& history);

/// All points, none of which is to be suggested again.
std::vector<std::vector<double>> occupied_points(const History& history);

/// Points (Q × number) beside which nothing is worth while, and how far that reaches.
struct KeptAway {
  Matrix points;
  double radius;
};

struct EncodedHistory {
  std::shared_ptr<const Dataset> data;  // the observations
  ObjectiveMap map;                     // from objectives to those of the data, before they are standardised
  Matrix constraints;                   // a row per constraint, a column per observation
  std::vector<Index> feasible;          // observations that meet all constraints
  Vector reported_variances;   // of the noise, standardised, NaN where none was reported; empty: nowhere
  bool reports_noise = false;  // some observation is known to be noisy
  Matrix failed, pending;      // Q × number of points
  double diagonal = 1.0;       // √(number of parameters), the unit of lengths
  double extent = 1.0;         // of what is searched, as a share of each side of the cube
  std::vector<KeptAway> kept_away{};
};

enum class Objectives { as_told, compressed };

/// Of a history that was checked and has observations.
EncodedHistory encode(const Space& space, const History& history, Objectives which = Objectives::as_told);

/// Points as columns.
Matrix encode(const Space& space, const std::vector<std::vector<double>>& points);

}  // namespace craggy
