// Matérn 5/2 over pairs of points, a lane per chain.
// With the scaled squared distance ρ = 5·r² and a = √ρ: k = (1 + a + ρ/3)·e⁻ᵃ and dk/dρ = −(1 + a)·e⁻ᵃ/6.
#pragma once

#include "kernels/lane_matern52.hpp"
#include "linalg/lanes/tiles.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

inline Vec* vec(double* x) { return reinterpret_cast<Vec*>(x); }
inline const Vec* vec(const double* x) { return reinterpret_cast<const Vec*>(x); }

struct ValueAndSlope {
  Vec value;
  Vec slope;  // in ρ
};

inline ValueAndSlope matern52(Vec rho) {
  const Vec a = sqrt(rho);
  const Vec decay = exp_minus(a);
  const Vec linear = 1.0 + a;
  return {(linear + rho * (1.0 / 3.0)) * decay, linear * decay * (-1.0 / 6.0)};
}

// D = 0 stands for a number of coordinates that is known only at run time.
template <int D>
long dimension_of(const LanePoints& points) {
  return D > 0 ? D : points.dimension;
}

template <int D>
Vec squared_distance(double shared, const Vec* u, const Vec* v, long dimension) {
  Vec sum = splat(shared);
  for (long d = 0; d < (D > 0 ? D : dimension); ++d) {
    const Vec difference = u[d] - v[d];
    sum += difference * difference;
  }
  return sum;
}

template <int D>
void fill_matrix(const LanePoints& points, const Vec* variances, Vec* K, Vec* slopes) {
  const long dimension = dimension_of<D>(points);
  const Vec* own = vec(points.own);
  const Vec scale = 5.0 * *vec(points.scale);
  const Vec amplitude = *vec(points.amplitude);
  for (long i = 0; i < points.num_points; ++i) {
    Vec* row = packed_row(K, i);
    const long first = i * (i + 1) / 2;
    for (long j = 0; j < i; ++j) {
      const double shared = points.shared != nullptr ? points.shared[first + j] : 0.0;
      const ValueAndSlope k =
          matern52(scale * squared_distance<D>(shared, own + i * dimension, own + j * dimension, dimension));
      row[j] = amplitude * k.value;
      if (slopes != nullptr) slopes[first + j] = amplitude * k.slope;
    }
    row[i] = amplitude + variances[i];
  }
}

// dL/dρ of a pair, which stands for the two entries K_ij and K_ji, is w = (α_i·α_j − P_ij)·dk/dρ. Then
// dL/du_id = Σ_j w·2·scale·(u_id − u_jd) and dL/d log l = −2·Σ w·ρ.
template <int D>
void contract_pairs(const LanePoints& points, const Vec* P, const Vec* alpha, const Vec* slopes, Vec* d_own,
                    Vec* d_log_lengthscale) {
  const long dimension = dimension_of<D>(points);
  const Vec* own = vec(points.own);
  const Vec scale = 5.0 * *vec(points.scale);
  for (long e = 0; e < points.num_points * dimension; ++e) d_own[e] = Vec{};
  Vec weighted_distances = {};
  for (long i = 0; i < points.num_points; ++i) {
    const long first = i * (i + 1) / 2;
    const Vec* u_i = own + i * dimension;
    for (long j = 0; j < i; ++j) {
      const Vec* u_j = own + j * dimension;
      const Vec weight = (alpha[i] * alpha[j] - P[first + j]) * slopes[first + j];
      Vec distance = splat(points.shared != nullptr ? points.shared[first + j] : 0.0);
      for (long d = 0; d < dimension; ++d) {
        const Vec difference = u_i[d] - u_j[d];
        const Vec pull = weight * difference;
        distance += difference * difference;
        d_own[i * dimension + d] += pull;
        d_own[j * dimension + d] -= pull;
      }
      weighted_distances += weight * distance;
    }
  }
  for (long e = 0; e < points.num_points * dimension; ++e) d_own[e] *= 2.0 * scale;
  *d_log_lengthscale = -2.0 * scale * weighted_distances;
}

template <int D>
void fill_cross(const LanePoints& points, long m, const double* shared, const Vec* others, Vec* k) {
  const long dimension = dimension_of<D>(points);
  const Vec scale = 5.0 * *vec(points.scale);
  const Vec amplitude = *vec(points.amplitude);
  for (long n = 0; n < points.num_points; ++n) {
    const Vec* u = vec(points.own) + n * dimension;
    Vec* row = k + n * m;
    if (others == nullptr) {
      Vec own = {};
      for (long d = 0; d < dimension; ++d) own += u[d] * u[d];
      for (long c = 0; c < m; ++c) row[c] = amplitude * matern52(scale * (own + shared[n * m + c])).value;
    } else {
      for (long c = 0; c < m; ++c)
        row[c] = amplitude * matern52(scale * squared_distance<D>(shared != nullptr ? shared[n * m + c] : 0.0,
                                                                  u, others + c * dimension, dimension))
                                 .value;
    }
  }
}

template <int D>
void fill_cross_site(const LanePoints& points, long site, long m, const Vec* others, Vec* k) {
  const long dimension = dimension_of<D>(points);
  const Vec scale = 5.0 * *vec(points.scale);
  const Vec amplitude = *vec(points.amplitude);
  for (long n = 0; n < points.num_points; ++n) {
    Vec* row = k + n * m;
    if (n == site) {
      for (long c = 0; c < m; ++c) row[c] = Vec{};
      continue;
    }
    const long pair = n > site ? n * (n + 1) / 2 + site : site * (site + 1) / 2 + n;
    const double shared = points.shared != nullptr ? points.shared[pair] : 0.0;
    const Vec* u = vec(points.own) + n * dimension;
    for (long c = 0; c < m; ++c)
      row[c] = amplitude *
               matern52(scale * squared_distance<D>(shared, u, others + c * dimension, dimension)).value;
  }
}

inline void fill_cross_and_slopes(const LanePoints& points, long m, const double* shared, const Vec* others,
                                  Vec* k, Vec* slopes) {
  const Vec scale = 5.0 * *vec(points.scale);
  const Vec amplitude = *vec(points.amplitude);
  const Vec factor = scale * amplitude;
  for (long n = 0; n < points.num_points; ++n)
    for (long c = 0; c < m; ++c) {
      const Vec* u = vec(points.own) + n * points.dimension;
      Vec distance = splat(shared != nullptr ? shared[n * m + c] : 0.0);
      for (long d = 0; d < points.dimension; ++d) {
        const Vec difference = others != nullptr ? u[d] - others[c * points.dimension + d] : u[d];
        distance += difference * difference;
      }
      const ValueAndSlope at = matern52(scale * distance);
      k[n * m + c] = amplitude * at.value;
      slopes[n * m + c] = factor * at.slope;
    }
}

inline void contract_cross(long n, long m, const Vec* slopes, const Vec* alpha, const Vec* solution,
                           const Vec* d_mean, const Vec* d_variance, double* out) {
  for (long i = 0; i < n; ++i)
    for (long c = 0; c < m; ++c) {
      const long e = i * m + c;
      out[e] = sum_of_lanes(slopes[e] * (alpha[i] * d_mean[c] - 2.0 * solution[e] * d_variance[c]));
    }
}

}  // namespace craggy::lanes::CRAGGY_SIMD
