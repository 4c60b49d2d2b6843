// What a model believes of the objective of a history, in the objective's own units: the fit of a suggestion,
// to be looked at. Smaller is better here; the study knows of directions (study/study_model.hpp).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/belief.hpp"
#include "engine/encoded_history.hpp"
#include "engine/model.hpp"
#include "engine/variance_shares.hpp"

namespace craggy {

/// Of the objective at several points.
struct OwnMoments {
  Vector mean;
  Vector sd;
  Matrix quantiles;  // probabilities × points
};

/// Each observation as the others predict it (posterior/leave_one_out.hpp).
struct LeftOut {
  OwnMoments moments;
  Vector probability;  // of a value up to the one that was observed
  Vector log_density;  // of that one
  Vector effective_draws;
};

struct Worth {
  Vector acquisition;  // what a suggestion maximises
  Vector feasible;     // probability that all constraints are met
  Vector success;      // probability that the evaluation succeeds
};

/// Immutable.
class HistoryModel {
 public:
  /// Fits as `suggest` does at seed.trial, or the model of that name (model_entries). Throws InvalidArgument
  /// for a history without observations, a surrogate without a model or an unknown name.
  HistoryModel(Space space, const History& history, SuggestOptions options, const FitSeed& seed,
               std::string_view name = {}, ThreadPool* pool = nullptr, const EngineWarmState& warm = {});

  const Model& model() const { return *model_; }
  const EncodedHistory& history() const { return encoded_; }
  /// Where it has not learned from all observations, as a suggestion would not: what from, and which.
  const std::optional<ActiveData>& active() const { return active_; }
  const std::vector<Index>& observations() const { return observations_; }

  /// Of the function, without noise. Quantiles go through the inverse of the map of objectives; mean and sd
  /// are as ObjectiveMap::inverse_moments says. Where no objective was changed, the plain prediction.
  OwnMoments predict(const std::vector<std::vector<double>>& points, std::span<const double> probabilities,
                     ThreadPool* pool = nullptr) const;

  Worth worth(const std::vector<std::vector<double>>& points, ThreadPool* pool = nullptr) const;

  LeftOut leave_one_out(std::span<const double> probabilities, ThreadPool* pool = nullptr) const;

  /// |h_n| in the unit cube, draws × observations; 0 without a latent input.
  Matrix latent_distances() const;

  /// Of the mean of each draw, on the scale that the model sees, over Space::pick of uniform shares.
  VarianceShares importance(Index num_points, ThreadPool* pool = nullptr) const;

 private:
  /// From the scale that the model sees to that of the objective.
  void bring_back(OwnMoments& warped) const;

  Space space_;
  SuggestOptions options_;
  std::optional<ActiveData> active_;
  std::vector<Index> observations_;  // of the active set
  EncodedHistory encoded_;
  Vector objectives_;  // of what is encoded
  std::optional<Model> model_;
  std::unique_ptr<const Belief> belief_;  // of model_
};

}  // namespace craggy
