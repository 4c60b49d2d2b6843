// Register tiles: R × C accumulators of one vector each, the inner loops of everything of cubic cost.
#pragma once

#include "linalg/lanes/vec.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

// Lower triangular matrices are packed by rows: row i has i + 1 entries, an entry is one vector.
inline Vec* packed_row(Vec* matrix, long i) { return matrix + i * (i + 1) / 2; }
inline const Vec* packed_row(const Vec* matrix, long i) { return matrix + i * (i + 1) / 2; }

template <int R, int C>
struct Tile {
  Vec at[R][C];

  static Tile zero() {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): set below, at less cost than by {}
    Tile result;
    for (auto& row : result.at)
      for (Vec& entry : row) entry = Vec{};
    return result;
  }

  // at[r][c] += Σ_k A(i + r, k)·A(j + c, k) for k in [begin, end): rows times rows of one packed matrix.
  void add_rows_by_rows(const Vec* A, long i, long j, long begin, long end) {
    const Vec* left[R];
    const Vec* right[C];
    for (int r = 0; r < R; ++r) left[r] = packed_row(A, i + r);
    for (int c = 0; c < C; ++c) right[c] = packed_row(A, j + c);
    Tile sum = *this;
    for (long k = begin; k < end; ++k)
      for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) sum.at[r][c] += left[r][k] * right[c][k];
    *this = sum;
  }

  // at[r][c] += Σ_k A(i + r, k)·A(k, j + c): rows times columns.
  void add_rows_by_columns(const Vec* A, long i, long j, long begin, long end) {
    const Vec* left[R];
    for (int r = 0; r < R; ++r) left[r] = packed_row(A, i + r);
    const Vec* right = packed_row(A, begin) + j;
    Tile sum = *this;
    for (long k = begin; k < end; right += ++k)
      for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) sum.at[r][c] += left[r][k] * right[c];
    *this = sum;
  }

  // at[r][c] += Σ_k A(k, i + r)·A(k, j + c): columns times columns.
  void add_columns_by_columns(const Vec* A, long i, long j, long begin, long end) {
    const Vec* row = packed_row(A, begin);
    Tile sum = *this;
    for (long k = begin; k < end; row += ++k)
      for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) sum.at[r][c] += row[i + r] * row[j + c];
    *this = sum;
  }
};

}  // namespace craggy::lanes::CRAGGY_SIMD
