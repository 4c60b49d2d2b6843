// Matérn 5/2 with main effects over pairs of points, a lane per chain. Scaled squared distances are 5·r² and,
// of a group, 5·J·r_j².
#pragma once

#include "kernels/lane_main_effects.hpp"
#include "kernels/lanes/matern52.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

// 5·J and √(5·J), by which squared distances and distances in one group are scaled, and the weights of the
// joint kernel and of one group.
struct EffectWeights {
  explicit EffectWeights(const LaneEffects& effects)
      : scale(5.0 * static_cast<double>(effects.num_groups)),
        root_scale(__builtin_sqrt(scale)),
        joint(1.0 - *vec(effects.share)),
        group(*vec(effects.share) / static_cast<double>(effects.num_groups)) {}
  double scale;
  double root_scale;
  Vec joint;
  Vec group;
};

// A point, with the decays of its coordinates where there are any.
struct EffectPoint {
  const Vec* own;
  const Vec* falling;
  const Vec* rising;
};

inline bool are_known(const LaneDecays& decays) { return decays.falling != nullptr; }

inline EffectPoint effect_point(const Vec* own, long dimension, const LaneDecays& decays, long num_groups,
                                long n) {
  if (!are_known(decays)) return {own + n * dimension, nullptr, nullptr};
  return {own + n * dimension, vec(decays.falling) + n * num_groups, vec(decays.rising) + n * num_groups};
}

inline bool fill_decays(const LaneEffects& effects, long count, long dimension, const Vec* own, Vec* falling,
                        Vec* rising) {
  // e^±700 are doubles. A coordinate of s·u is rounded by 1e-16·s·u, and so much is the relative error of a
  // product: up to 1e-13, far below any jitter.
  constexpr double farthest = 700.0;
  const double root_scale = EffectWeights(effects).root_scale;
  for (long j = 0; j < effects.num_groups; ++j)
    if (effects.ends[j] != j + 1) return false;
  for (long n = 0; n < count; ++n)
    for (long j = 0; j < effects.num_groups; ++j) {
      const Vec distance = root_scale * own[n * dimension + j];
      for (int w = 0; w < width; ++w)
        if (!(distance[w] >= 0.0 && distance[w] <= farthest)) return false;
      falling[n * effects.num_groups + j] = exp_minus(distance);
      rising[n * effects.num_groups + j] = 1.0 / falling[n * effects.num_groups + j];
    }
  return true;
}

inline Vec squared_distance_of(const Vec* u, const Vec* v, long first, long end) {
  Vec sum = {};
  for (long p = first; p < end; ++p) {
    const Vec difference = u[p] - v[p];
    sum += difference * difference;
  }
  return sum;
}

// Group j alone, from its squared distance. With decays it is one coordinate, and
// e^(−|a − b|) = min(e^(−a)·e^b, e^a·e^(−b)): neither a square root nor an exponential.
template <bool Products>
ValueAndSlope effect_of_group(const EffectWeights& weights, const EffectPoint& u, const EffectPoint& v,
                              long j, Vec squared_distance) {
  if constexpr (Products) {
    const Vec a = weights.root_scale * max(u.own[j] - v.own[j], v.own[j] - u.own[j]);
    const Vec there = u.falling[j] * v.rising[j];
    const Vec back = u.rising[j] * v.falling[j];
    const Vec decay = there < back ? there : back;
    const Vec linear = 1.0 + a;
    return {(linear + weights.scale * squared_distance * (1.0 / 3.0)) * decay, linear * decay * (-1.0 / 6.0)};
  } else {
    return matern52(weights.scale * squared_distance);
  }
}

struct JointAndEffects {
  Vec joint;
  Vec effects;  // summed over the groups
};

template <bool Products>
JointAndEffects correlations(long dimension, const LaneEffects& effects, const EffectWeights& weights,
                             const EffectPoint& u, const EffectPoint& v) {
  Vec distance = {};
  Vec sum = {};
  long first = 0;
  for (long j = 0; j < effects.num_groups; ++j) {
    const long end = Products ? j + 1 : effects.ends[j];
    const Vec of_group = squared_distance_of(u.own, v.own, first, end);
    distance += of_group;
    sum += effect_of_group<Products>(weights, u, v, j, of_group).value;
    first = end;
  }
  distance += squared_distance_of(u.own, v.own, first, dimension);
  return {matern52(5.0 * distance).value, sum};
}

template <bool Products>
void fill_effects_matrix(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                         const Vec* variances, Vec* K) {
  const EffectWeights weights(effects);
  const Vec amplitude = *vec(points.amplitude);
  const auto point = [&](long n) {
    return effect_point(vec(points.own), points.dimension, decays, effects.num_groups, n);
  };
  for (long i = 0; i < points.num_points; ++i) {
    Vec* row = packed_row(K, i);
    const EffectPoint u = point(i);
    for (long j = 0; j < i; ++j) {
      const JointAndEffects k = correlations<Products>(points.dimension, effects, weights, u, point(j));
      row[j] = amplitude * (weights.joint * k.joint + weights.group * k.effects);
    }
    row[i] = amplitude + variances[i];
  }
}

// The same, and calls visit(p, ½·∂k/∂u_p) for all coordinates, with k of unit amplitude. dk/dr² is 5·dk/dρ of
// the joint kernel and 5·J·dk/dρ of a group.
template <bool Products, typename Visit>
JointAndEffects correlations_and_slopes(long dimension, const LaneEffects& effects,
                                        const EffectWeights& weights, const EffectPoint& u,
                                        const EffectPoint& v, const Visit& visit) {
  const ValueAndSlope joint = matern52(5.0 * squared_distance_of(u.own, v.own, 0, dimension));
  const Vec joint_slope = 5.0 * weights.joint * joint.slope;
  const Vec weight_of_group = weights.scale * weights.group;
  Vec sum = {};
  long first = 0;
  for (long j = 0; j < effects.num_groups; ++j) {
    const long end = Products ? j + 1 : effects.ends[j];
    const ValueAndSlope of_group =
        effect_of_group<Products>(weights, u, v, j, squared_distance_of(u.own, v.own, first, end));
    const Vec slope = joint_slope + weight_of_group * of_group.slope;
    for (long p = first; p < end; ++p) visit(p, slope * (u.own[p] - v.own[p]));
    sum += of_group.value;
    first = end;
  }
  for (long p = first; p < dimension; ++p) visit(p, joint_slope * (u.own[p] - v.own[p]));
  return {joint.value, sum};
}

// The gradient in a pair, which stands for the two entries K_ij and K_ji, is α_i·α_j − P_ij.
template <bool Products>
void contract_effects(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                      const Vec* P, const Vec* alpha, Vec* d_own, Vec* d_share) {
  const EffectWeights weights(effects);
  const long dimension = points.dimension;
  const Vec amplitude = *vec(points.amplitude);
  const auto point = [&](long n) {
    return effect_point(vec(points.own), dimension, decays, effects.num_groups, n);
  };
  for (long e = 0; e < points.num_points * dimension; ++e) d_own[e] = Vec{};
  Vec in_share = {};
  for (long i = 0; i < points.num_points; ++i) {
    const EffectPoint u = point(i);
    for (long j = 0; j < i; ++j) {
      const Vec gradient = amplitude * (alpha[i] * alpha[j] - P[i * (i + 1) / 2 + j]);
      const JointAndEffects k = correlations_and_slopes<Products>(
          dimension, effects, weights, u, point(j), [&](long p, Vec half_slope) {
            const Vec pull = 2.0 * gradient * half_slope;
            d_own[i * dimension + p] += pull;
            d_own[j * dimension + p] -= pull;
          });
      in_share += gradient * (k.effects / static_cast<double>(effects.num_groups) - k.joint);
    }
  }
  *d_share = in_share;
}

template <bool Products>
void fill_effects_cross(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                        long m, const LaneOthers& others, Vec* k) {
  const EffectWeights weights(effects);
  const Vec amplitude = *vec(points.amplitude);
  for (long n = 0; n < points.num_points; ++n)
    for (long c = 0; c < m; ++c) {
      const JointAndEffects at = correlations<Products>(
          points.dimension, effects, weights,
          effect_point(vec(points.own), points.dimension, decays, effects.num_groups, n),
          effect_point(vec(others.own), points.dimension, others.decays, effects.num_groups, c));
      k[n * m + c] = amplitude * (weights.joint * at.joint + weights.group * at.effects);
    }
}

template <bool Products>
void pull_back_effects_cross(const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
                             long m, const LaneOthers& others, const Vec* gradients, Vec* d_others) {
  const EffectWeights weights(effects);
  const long dimension = points.dimension;
  const Vec amplitude = *vec(points.amplitude);
  for (long e = 0; e < m * dimension; ++e) d_others[e] = Vec{};
  for (long n = 0; n < points.num_points; ++n)
    for (long c = 0; c < m; ++c) {
      const Vec gradient = 2.0 * amplitude * gradients[n * m + c];
      correlations_and_slopes<Products>(
          dimension, effects, weights,
          effect_point(vec(others.own), dimension, others.decays, effects.num_groups, c),
          effect_point(vec(points.own), dimension, decays, effects.num_groups, n),
          [&](long p, Vec half_slope) { d_others[c * dimension + p] += gradient * half_slope; });
    }
}

}  // namespace craggy::lanes::CRAGGY_SIMD
