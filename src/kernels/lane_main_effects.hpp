// Matérn 5/2 with main effects (main_effects.hpp) on lane arrays. The coordinates are those of each lane,
// divided by its lengthscales (`LanePoints::own`); shared distances and a scale are not for these kernels.
#pragma once

#include "kernels/lane_matern52.hpp"

namespace craggy {

/// Which of the coordinates go together, and how much of the variance is theirs: group j has the coordinates
/// before ends[j] that no group before it has. Coordinates behind the last group have no effect of their own.
struct LaneEffects {
  long num_groups;
  const long* ends;
  const double* share;  // one lane vector
};

/// e^(−√(5J)·u) and e^(√(5J)·u) of the coordinates u that have an effect, J per point. With those of both
/// points a pair costs products where it would cost an exponential for every group. Null where they are not
/// known.
struct LaneDecays {
  const double* falling = nullptr;
  const double* rising = nullptr;
};

/// Coordinates that are laid out like LanePoints::own, and their decays.
struct LaneOthers {
  const double* own = nullptr;
  LaneDecays decays;
};

struct LaneMainEffects {
  /// Writes the decays of `count` points with `dimension` coordinates each. False, and they are of no use,
  /// where a group has more than one coordinate or, in any lane, a coordinate with an effect is negative, too
  /// large or not a number.
  bool (*fill_decays)(const LaneEffects& effects, long count, long dimension, const double* own,
                      double* falling, double* rising);

  /// K = amplitude·k + diag(variances), packed.
  void (*matrix)(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                 const double* variances, double* K);

  /// Pulls G = ½·(α·αᵀ − P), the gradient of a log likelihood in K, back: writes the gradient in the
  /// coordinates and in the share.
  void (*contract)(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                   const double* P, const double* alpha, double* d_own, double* d_share);

  /// k (N × m, rows together) between the points and m others.
  void (*cross)(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays, long m,
                const LaneOthers& others, double* k);

  /// d_others (laid out like the others) = Σ_n weights_nc · ∂k_nc/∂others_c, with weights laid out like k.
  void (*cross_pull_back)(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                          long m, const LaneOthers& others, const double* weights, double* d_others);
};

/// The level has to be available on this machine.
const LaneMainEffects& lane_main_effects(SimdLevel level);

}  // namespace craggy
