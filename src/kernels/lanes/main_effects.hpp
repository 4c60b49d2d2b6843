// Matérn 5/2 with main effects over pairs of points, a lane per chain. Scaled squared distances are 5·r² and,
// of a group, 5·J·r_j².
#pragma once

#include <craggy/kernels/lane_main_effects.hpp>

#include "matern52.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

// 5·J, and the weights of the joint kernel and of one group.
struct EffectWeights {
  explicit EffectWeights(const LaneEffects& effects)
      : scale(5.0 * static_cast<double>(effects.num_groups)),
        joint(1.0 - *vec(effects.share)),
        group(*vec(effects.share) / static_cast<double>(effects.num_groups)) {}
  double scale;
  Vec joint;
  Vec group;
};

inline Vec squared_distance_of(const Vec* u, const Vec* v, long first, long end) {
  Vec sum = {};
  for (long p = first; p < end; ++p) {
    const Vec difference = u[p] - v[p];
    sum += difference * difference;
  }
  return sum;
}

struct JointAndEffects {
  Vec joint;
  Vec effects;  // summed over the groups
};

inline JointAndEffects correlations(const LanePoints& points, const LaneEffects& effects, double scale,
                                    const Vec* u, const Vec* v) {
  Vec distance = {};
  Vec sum = {};
  long first = 0;
  for (long j = 0; j < effects.num_groups; ++j) {
    const Vec of_group = squared_distance_of(u, v, first, effects.ends[j]);
    distance += of_group;
    sum += matern52(scale * of_group).value;
    first = effects.ends[j];
  }
  distance += squared_distance_of(u, v, first, points.dimension);
  return {matern52(5.0 * distance).value, sum};
}

inline void fill_effects_matrix(const LanePoints& points, const LaneEffects& effects, const Vec* variances,
                                Vec* K) {
  const EffectWeights weights(effects);
  const Vec amplitude = *vec(points.amplitude);
  const Vec* own = vec(points.own);
  for (long i = 0; i < points.num_points; ++i) {
    Vec* row = packed_row(K, i);
    for (long j = 0; j < i; ++j) {
      const JointAndEffects k = correlations(points, effects, weights.scale, own + i * points.dimension,
                                             own + j * points.dimension);
      row[j] = amplitude * (weights.joint * k.joint + weights.group * k.effects);
    }
    row[i] = amplitude + variances[i];
  }
}

// The same, and calls visit(p, ½·∂k/∂u_p) for all coordinates, with k of unit amplitude. dk/dr² is 5·dk/dρ of
// the joint kernel and 5·J·dk/dρ of a group.
template <typename Visit>
JointAndEffects correlations_and_slopes(const LanePoints& points, const LaneEffects& effects,
                                        const EffectWeights& weights, const Vec* u, const Vec* v,
                                        const Visit& visit) {
  const ValueAndSlope joint = matern52(5.0 * squared_distance_of(u, v, 0, points.dimension));
  const Vec joint_slope = 5.0 * weights.joint * joint.slope;
  const Vec weight_of_group = weights.scale * weights.group;
  Vec sum = {};
  long first = 0;
  for (long j = 0; j < effects.num_groups; ++j) {
    const ValueAndSlope of_group =
        matern52(weights.scale * squared_distance_of(u, v, first, effects.ends[j]));
    const Vec slope = joint_slope + weight_of_group * of_group.slope;
    for (long p = first; p < effects.ends[j]; ++p) visit(p, slope * (u[p] - v[p]));
    sum += of_group.value;
    first = effects.ends[j];
  }
  for (long p = first; p < points.dimension; ++p) visit(p, joint_slope * (u[p] - v[p]));
  return {joint.value, sum};
}

// The gradient in a pair, which stands for the two entries K_ij and K_ji, is α_i·α_j − P_ij.
inline void contract_effects(const LanePoints& points, const LaneEffects& effects, const Vec* P,
                             const Vec* alpha, Vec* d_own, Vec* d_share) {
  const EffectWeights weights(effects);
  const long dimension = points.dimension;
  const Vec amplitude = *vec(points.amplitude);
  const Vec* own = vec(points.own);
  for (long e = 0; e < points.num_points * dimension; ++e) d_own[e] = Vec{};
  Vec in_share = {};
  for (long i = 0; i < points.num_points; ++i)
    for (long j = 0; j < i; ++j) {
      const Vec* u = own + i * dimension;
      const Vec* v = own + j * dimension;
      const Vec gradient = amplitude * (alpha[i] * alpha[j] - P[i * (i + 1) / 2 + j]);
      const JointAndEffects k =
          correlations_and_slopes(points, effects, weights, u, v, [&](long p, Vec half_slope) {
            const Vec pull = 2.0 * gradient * half_slope;
            d_own[i * dimension + p] += pull;
            d_own[j * dimension + p] -= pull;
          });
      in_share += gradient * (k.effects / static_cast<double>(effects.num_groups) - k.joint);
    }
  *d_share = in_share;
}

inline void fill_effects_cross(const LanePoints& points, const LaneEffects& effects, long m,
                               const Vec* others, Vec* k) {
  const EffectWeights weights(effects);
  const Vec amplitude = *vec(points.amplitude);
  for (long n = 0; n < points.num_points; ++n)
    for (long c = 0; c < m; ++c) {
      const JointAndEffects at =
          correlations(points, effects, weights.scale, vec(points.own) + n * points.dimension,
                       others + c * points.dimension);
      k[n * m + c] = amplitude * (weights.joint * at.joint + weights.group * at.effects);
    }
}

inline void pull_back_effects_cross(const LanePoints& points, const LaneEffects& effects, long m,
                                    const Vec* others, const Vec* gradients, Vec* d_others) {
  const EffectWeights weights(effects);
  const long dimension = points.dimension;
  const Vec amplitude = *vec(points.amplitude);
  for (long e = 0; e < m * dimension; ++e) d_others[e] = Vec{};
  for (long n = 0; n < points.num_points; ++n)
    for (long c = 0; c < m; ++c) {
      const Vec gradient = 2.0 * amplitude * gradients[n * m + c];
      correlations_and_slopes(
          points, effects, weights, others + c * dimension, vec(points.own) + n * dimension,
          [&](long p, Vec half_slope) { d_others[c * dimension + p] += gradient * half_slope; });
    }
}

}  // namespace craggy::lanes::CRAGGY_SIMD
