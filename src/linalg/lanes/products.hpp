// Products of packed matrices with vectors and with many columns at once.
#pragma once

#include "linalg/lanes/cholesky.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

inline Vec dot(const Vec* a, const Vec* b, long count) {
  // Four sums, so that one addition need not wait for the one before.
  Vec sum[4] = {};
  long k = 0;
  for (; k + 4 <= count; k += 4)
    for (int s = 0; s < 4; ++s) sum[s] += a[k + s] * b[k + s];
  for (; k < count; ++k) sum[0] += a[k] * b[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

inline void solve_lower(long n, const Vec* L, const Vec* b, Vec* x, Vec* squared_norm) {
  Vec norm = {};
  for (long i = 0; i < n; ++i) {
    const Vec* row = packed_row(L, i);
    x[i] = (b[i] - dot(row, x, i)) * row[i];
    norm += x[i] * x[i];
  }
  *squared_norm = norm;
}

inline void multiply_transposed(long n, const Vec* M, const Vec* x, Vec* out) {
  for (long i = 0; i < n; ++i) {
    const Vec* row = packed_row(M, i);
    for (long j = 0; j < i; ++j) out[j] += row[j] * x[i];
    out[i] = row[i] * x[i];
  }
}

inline void multiply_symmetric(long n, const Vec* P, const Vec* x, Vec* out) {
  for (long i = 0; i < n; ++i) {
    const Vec* row = packed_row(P, i);
    Vec sum = {};
    for (long j = 0; j < i; ++j) {
      sum += row[j] * x[j];
      out[j] += row[j] * x[i];
    }
    out[i] = sum + row[i] * x[i];
  }
}

// Σ_k<i A(i + r, k)·B(k, c), the part of rows [i, i + R) times columns [c, c + C) that is left of the
// diagonal tile.
template <int R, int C>
Tile<R, C> left_product(const Vec* A, long i, long m, const Vec* B, long c) {
  const Vec* rows[R];
  for (int r = 0; r < R; ++r) rows[r] = packed_row(A, i + r);
  const Vec* columns = B + c;
  auto sum = Tile<R, C>::zero();
  for (long k = 0; k < i; ++k, columns += m)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < C; ++s) sum.at[r][s] += rows[r][k] * columns[s];
  return sum;
}

template <int R, int C>
void add_squared_norms(const Vec* M, long i, long m, const Vec* B, long c, Vec* out) {
  auto product = left_product<R, C>(M, i, m, B, c);
  for (int r = 0; r < R; ++r) {
    const Vec* row = packed_row(M, i + r) + i;
    for (int s = 0; s < C; ++s) {
      Vec entry = product.at[r][s];
      for (int k = 0; k <= r; ++k) entry += row[k] * B[(i + k) * m + c + s];
      out[c + s] += entry * entry;
    }
  }
}

template <int R, int C>
void add_quadratic_forms(const Vec* P, long i, long m, const Vec* B, long c, Vec* out) {
  // bᵀ·P·b = Σ_i b_i·(2·Σ_{j<i} P_ij·b_j + P_ii·b_i).
  auto product = left_product<R, C>(P, i, m, B, c);
  for (int r = 0; r < R; ++r) {
    const Vec* row = packed_row(P, i + r) + i;
    for (int s = 0; s < C; ++s) {
      Vec below = product.at[r][s];
      for (int k = 0; k < r; ++k) below += row[k] * B[(i + k) * m + c + s];
      const Vec b = B[(i + r) * m + c + s];
      out[c + s] += b * (2.0 * below + row[r] * b);
    }
  }
}

// Columns in tiles, so that a tile of columns stays in the nearest cache while the matrix streams past.
inline constexpr int column_tile = tile == 5 ? 4 : 3;

// Calls body<R, C>(i, c) for tiles that cover n rows and m columns. Rows in panels, outermost: a panel stays
// in the second-level cache while all columns pass, whatever the size of the matrix.
template <class Body>
void for_panels(long n, long m, const Body& body) {
  constexpr long panel_size = (256L << 10) / (width * 8L);  // entries
  long begin = 0;
  while (begin < n) {
    long end = begin;
    do end += tile;
    while (end < n && (end + tile) * (end + tile + 1) / 2 - begin * (begin + 1) / 2 <= panel_size);
    end = end < n ? end : n;
    long c = 0;
    for (; c + column_tile <= m; c += column_tile)
      for_row_tiles(end - begin,
                    [&]<int R>(long i) { body.template operator()<R, column_tile>(begin + i, c); });
    for (; c < m; ++c)
      for_row_tiles(end - begin, [&]<int R>(long i) { body.template operator()<R, 1>(begin + i, c); });
    begin = end;
  }
}

inline void squared_norms(long n, const Vec* M, long m, const Vec* B, Vec* out) {
  for (long c = 0; c < m; ++c) out[c] = Vec{};
  for_panels(n, m, [&]<int R, int C>(long i, long c) { add_squared_norms<R, C>(M, i, m, B, c, out); });
}

// Rows [i, i + R) of M: y = M·b for columns [c, c + C), then out += Mᵀ·y while the rows are at hand.
template <int R, int C>
void add_gram(const Vec* M, long i, long m, const Vec* B, long c, Vec* out, Vec* norms) {
  auto product = left_product<R, C>(M, i, m, B, c);
  const Vec* rows[R];
  for (int r = 0; r < R; ++r) rows[r] = packed_row(M, i + r);
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < C; ++s) {
      for (int k = 0; k <= r; ++k) product.at[r][s] += rows[r][i + k] * B[(i + k) * m + c + s];
      norms[c + s] += product.at[r][s] * product.at[r][s];
    }
  Vec* columns = out + c;
  for (long k = 0; k < i; ++k, columns += m)
    for (int s = 0; s < C; ++s) {
      Vec sum = columns[s];
      for (int r = 0; r < R; ++r) sum += rows[r][k] * product.at[r][s];
      columns[s] = sum;
    }
  for (int k = 0; k < R; ++k, columns += m)
    for (int s = 0; s < C; ++s) {
      Vec sum = {};
      for (int r = k; r < R; ++r) sum += rows[r][i + k] * product.at[r][s];
      columns[s] = sum;
    }
}

inline void multiply_gram(long n, const Vec* M, long m, const Vec* B, Vec* out, Vec* norms) {
  for (long c = 0; c < m; ++c) norms[c] = Vec{};
  for_row_tiles(n, [&]<int R>(long i) {
    long c = 0;
    for (; c + column_tile <= m; c += column_tile) add_gram<R, column_tile>(M, i, m, B, c, out, norms);
    for (; c < m; ++c) add_gram<R, 1>(M, i, m, B, c, out, norms);
  });
}

inline void quadratic_forms(long n, const Vec* P, long m, const Vec* B, Vec* out) {
  for (long c = 0; c < m; ++c) out[c] = Vec{};
  long c = 0;
  for (; c + column_tile <= m; c += column_tile)
    for_row_tiles(n, [&]<int R>(long i) { add_quadratic_forms<R, column_tile>(P, i, m, B, c, out); });
  for (; c < m; ++c) for_row_tiles(n, [&]<int R>(long i) { add_quadratic_forms<R, 1>(P, i, m, B, c, out); });
}

inline void weighted_sums(long n, const Vec* x, long m, const Vec* B, Vec* out) {
  long c = 0;
  for (; c + 8 <= m; c += 8) {
    Vec sum[8] = {};
    for (long i = 0; i < n; ++i)
      for (int s = 0; s < 8; ++s) sum[s] += x[i] * B[i * m + c + s];
    for (int s = 0; s < 8; ++s) out[c + s] = sum[s];
  }
  for (; c < m; ++c) {
    Vec sum = {};
    for (long i = 0; i < n; ++i) sum += x[i] * B[i * m + c];
    out[c] = sum;
  }
}

inline void add_rank_two(long n, Vec* P, const Vec* p, Vec c, const Vec* b, Vec d) {
  for (long i = 0; i < n; ++i) {
    Vec* row = packed_row(P, i);
    const Vec p_i = c * p[i];
    const Vec b_i = d * b[i];
    for (long j = 0; j <= i; ++j) row[j] += p_i * p[j] + b_i * b[j];
  }
}

template <int R>
void multiply_shared_rows(long n, const double* A, long i, const Vec* x, Vec* out) {
  Vec sum[R] = {};
  for (long j = 0; j < n; ++j)
    for (int r = 0; r < R; ++r) sum[r] += A[(i + r) * n + j] * x[j];
  for (int r = 0; r < R; ++r) out[i + r] = sum[r];
}

inline void multiply_shared(long n, const double* A, const Vec* x, Vec* out) {
  for_row_tiles(n, [&]<int R>(long i) { multiply_shared_rows<R>(n, A, i, x, out); });
}

}  // namespace craggy::lanes::CRAGGY_SIMD
