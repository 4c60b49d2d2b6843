// Cholesky factor and inverse of as many packed symmetric matrices as there are lanes, in place.
#pragma once

#include "linalg/lane_kernels.hpp"
#include "linalg/lanes/tiles.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

// Calls body<R>(i) for tiles of R = `tile` rows at i = 0, tile, …, and once with the rows that are left.
template <int R, class Body>
void for_last_rows(long i, long rest, const Body& body) {
  if constexpr (R > 1) {
    if (rest < R) return for_last_rows<R - 1>(i, rest, body);
  }
  body.template operator()<R>(i);
}
template <class Body>
void for_row_tiles(long n, const Body& body) {
  long i = 0;
  for (; i + tile <= n; i += tile) body.template operator()<tile>(i);
  if constexpr (tile > 1) {
    if (i < n) for_last_rows<tile - 1>(i, n - i, body);
  }
}

// Matrices of a lower order are done within milliseconds.
inline constexpr long lowest_order_with_looks = 256;

// As for_row_tiles, with a look before each tile whether to go on; a tile is at most quadratic work.
template <class Body>
void for_row_tiles_until(StopLook stop_requested, long n, const Body& body) {
  if (n < lowest_order_with_looks) return for_row_tiles(n, body);
  long i = 0;
  for (; i + tile <= n; i += tile) {
    if (stop_requested()) return;
    body.template operator()<tile>(i);
  }
  if constexpr (tile > 1) {
    if (i < n) for_last_rows<tile - 1>(i, n - i, body);
  }
}

// A product of positive numbers that neither over- nor underflows: mantissa·2^exponent.
struct ScaledProduct {
  Vec mantissa = splat(1.0);
  Bits exponent = {};

  void multiply(Vec factor) {
    constexpr long long exponent_mask = 0x7ffLL << 52;
    constexpr long long exponent_of_one = 1023LL << 52;
    const Vec product = mantissa * factor;
    exponent += (((Bits)product & exponent_mask) >> 52) - 1023;
    mantissa = (Vec)(((Bits)product & ~exponent_mask) | exponent_of_one);
  }
  double log(int lane) const {
    return __builtin_log(mantissa[lane]) + 0.69314718055994530942 * static_cast<double>(exponent[lane]);
  }
};

struct Pivots {
  Vec smallest = splat(1.0);  // NaN or not positive where the matrix is not positive definite
  ScaledProduct product;

  void add(Vec pivot) {
    smallest = pivot > smallest ? smallest : pivot;
    product.multiply(pivot);
  }
};

// The diagonal of a factor holds 1/L_ii: only the reciprocals are needed, and divisions are slow.

// Rows [i, i + R) and columns [j, j + C) of the factor, left of the diagonal.
template <int R, int C>
void factorise_tile(Vec* A, long i, long j) {
  auto sum = Tile<R, C>::zero();
  sum.add_rows_by_rows(A, i, j, 0, j);
  for (int r = 0; r < R; ++r) {
    Vec* row = packed_row(A, i + r) + j;
    for (int c = 0; c < C; ++c) {
      const Vec* pivot_row = packed_row(A, j + c) + j;
      Vec entry = row[c] - sum.at[r][c];
      for (int k = 0; k < c; ++k) entry -= row[k] * pivot_row[k];
      row[c] = entry * pivot_row[c];
    }
  }
}

template <int R>
void factorise_diagonal_tile(Vec* A, long i, Pivots& pivots) {
  auto sum = Tile<R, R>::zero();
  sum.add_rows_by_rows(A, i, i, 0, i);
  for (int r = 0; r < R; ++r) {
    Vec* row = packed_row(A, i + r) + i;
    for (int c = 0; c <= r; ++c) {
      const Vec* pivot_row = packed_row(A, i + c) + i;
      Vec entry = row[c] - sum.at[r][c];
      for (int k = 0; k < c; ++k) entry -= row[k] * pivot_row[k];
      if (c < r) {
        row[c] = entry * pivot_row[c];
      } else {
        pivots.add(entry);
        row[c] = 1.0 / sqrt(entry);
      }
    }
  }
}

// A = L·Lᵀ. Writes log |A| per lane, NaN where A is not positive definite.
inline void factorise(long n, Vec* A, double* log_determinant, StopLook stop_requested) {
  Pivots pivots;
  for_row_tiles_until(stop_requested, n, [&]<int R>(long i) {
    for (long j = 0; j < i; j += tile) factorise_tile<R, tile>(A, i, j);
    factorise_diagonal_tile<R>(A, i, pivots);
  });
  for (int lane = 0; lane < width; ++lane)
    log_determinant[lane] = pivots.smallest[lane] > 0.0 ? pivots.product.log(lane) : __builtin_nan("");
}

// Rows [i, i + R) and columns [j, j + C) of L⁻¹, left of the diagonal tile: −(L_II)⁻¹·Σ_k L(I, k)·L⁻¹(k, J).
// Overwrites L, of which the columns from j on are still whole.
template <int R, int C>
void invert_factor_tile(Vec* A, long i, long j) {
  auto sum = Tile<R, C>::zero();
  // The triangle on the diagonal of the columns first, then the full rows below it.
  for (int k = 0; k < C; ++k)
    for (int r = 0; r < R; ++r)
      for (int c = 0; c <= k; ++c) sum.at[r][c] += packed_row(A, i + r)[j + k] * packed_row(A, j + k)[j + c];
  sum.add_rows_by_columns(A, i, j, j + C, i);
  for (int r = 0; r < R; ++r) {
    const Vec* row = packed_row(A, i + r) + i;
    for (int c = 0; c < C; ++c) {
      Vec entry = sum.at[r][c];
      for (int k = 0; k < r; ++k) entry += row[k] * sum.at[k][c];
      sum.at[r][c] = -entry * row[r];
    }
  }
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c) packed_row(A, i + r)[j + c] = sum.at[r][c];
}

template <int R>
void invert_diagonal_tile(Vec* A, long i) {
  for (int r = 0; r < R; ++r) {
    Vec* row = packed_row(A, i + r) + i;
    for (int c = 0; c < r; ++c) {
      Vec entry = row[c] * packed_row(A, i + c)[i + c];
      for (int k = c + 1; k < r; ++k) entry += row[k] * packed_row(A, i + k)[i + c];
      row[c] = -entry * row[r];
    }
  }
}

// From the factor of `factorise` to L⁻¹, in place.
inline void invert_factor(long n, Vec* A, StopLook stop_requested) {
  for_row_tiles_until(stop_requested, n, [&]<int R>(long i) {
    for (long j = 0; j < i; j += tile) invert_factor_tile<R, tile>(A, i, j);
    invert_diagonal_tile<R>(A, i);
  });
}

// Rows [i, i + R) and columns [j, j + C) of MᵀM for the lower triangular M, j + C ≤ i or, for the diagonal
// tile, j = i.
template <int R, int C>
void multiply_tile(long n, Vec* A, long i, long j) {
  auto sum = Tile<R, C>::zero();
  for (int k = 0; k < R; ++k) {
    const Vec* row = packed_row(A, i + k);
    for (int r = 0; r <= k; ++r)
      for (int c = 0; c < C && j + c <= i + k; ++c) sum.at[r][c] += row[i + r] * row[j + c];
  }
  sum.add_columns_by_columns(A, i, j, i + R, n);
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C && j + c <= i + r; ++c) packed_row(A, i + r)[j + c] = sum.at[r][c];
}

// From L⁻¹ to A⁻¹ = (L⁻¹)ᵀ·L⁻¹, in place: row tiles downwards, because a row of the result needs no row above
// it.
inline void multiply_by_transpose(long n, Vec* A, StopLook stop_requested) {
  for_row_tiles_until(stop_requested, n, [&]<int R>(long i) {
    for (long j = 0; j < i; j += tile) multiply_tile<R, tile>(n, A, i, j);
    multiply_tile<R, R>(n, A, i, i);
  });
}

}  // namespace craggy::lanes::CRAGGY_SIMD
