// One vector of doubles, a lane per chain, and the functions of it that the hot kernels need. Included only
// by the files that are compiled once per instruction set: everything lives in a namespace of that
// instruction set, and nothing of the standard library is used, so that no code made for a newer machine can
// be merged into the rest.
#pragma once

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef CRAGGY_SIMD
#error "CRAGGY_SIMD names the instruction set: baseline, v3 or v4"
#endif

namespace craggy::lanes::CRAGGY_SIMD {

#if defined(__AVX512F__)
inline constexpr int width = 8;
inline constexpr int tile = 5;
#elif defined(__AVX2__)
inline constexpr int width = 4;
inline constexpr int tile = 3;
#else
inline constexpr int width = 2;
inline constexpr int tile = 3;
#endif

// may_alias: plain arrays of doubles are read and written through it.
// NOLINTNEXTLINE(modernize-use-using): attributes of this kind need a typedef
typedef double Vec __attribute__((vector_size(width * 8), may_alias));
// NOLINTNEXTLINE(modernize-use-using)
typedef long long Bits __attribute__((vector_size(width * 8), may_alias));

inline Vec splat(double value) { return value - Vec{}; }

inline Vec max(Vec a, Vec b) { return b > a ? b : a; }  // a where one is NaN

// min(limit, x), which is x where that is NaN.
inline Vec capped(Vec x, double limit) {
#if defined(__AVX512F__)
  return (Vec)_mm512_maskz_min_pd(0xff, (__m512d)splat(limit), (__m512d)x);
#elif defined(__AVX2__)
  return (Vec)_mm256_min_pd((__m256d)splat(limit), (__m256d)x);
#else
  return x > limit ? splat(limit) : x;
#endif
}

// In a fixed order: by halves.
inline double sum_of_lanes(Vec x) {
  double sums[width];
  for (int lane = 0; lane < width; ++lane) sums[lane] = x[lane];
  for (int half = width / 2; half > 0; half /= 2)
    for (int lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  return sums[0];
}

inline Vec sqrt(Vec x) {
#if defined(__AVX512F__)
  return (Vec)_mm512_maskz_sqrt_pd(0xff, (__m512d)x);  // the plain one warns in GCC 12
#elif defined(__AVX2__)
  return (Vec)_mm256_sqrt_pd((__m256d)x);
#else
  Vec root;
  for (int lane = 0; lane < width; ++lane) root[lane] = __builtin_sqrt(x[lane]);
  return root;
#endif
}

// exp(−x) for x ≥ 0 to 2 units in the last place. From x = 708 on, before results become denormal, it stays
// at 3e-308. NaN stays. −x = (n/steps)·ln 2 + r, so that exp(−x) = 2^(n/steps)·exp(r) with a short
// polynomial.
inline Vec exp_minus(Vec x) {
#if defined(__AVX512F__)
  constexpr int steps = 8;  // the fractional powers of two are looked up in a register
#else
  constexpr int steps = 1;
#endif
  constexpr double steps_per_ln2 = steps * 1.4426950408889634074;
  // The upper 33 bits of ln 2, so that n·ln2_high is exact, and the rest; division by a power of two keeps
  // that.
  constexpr double ln2_high = 6.93147180369123816490e-01 / steps;
  constexpr double ln2_low = 1.90821492927058770002e-10 / steps;
  constexpr double round_to_integer =
      6755399441055744.0;  // 1.5·2⁵²: adding it leaves the integer in the low bits
  const Vec y = capped(x, 708.0);
  const Vec shifted = -y * steps_per_ln2 + round_to_integer;
  const Vec n = shifted - round_to_integer;
  const Vec r = (-y - n * ln2_high) - n * ln2_low;  // |r| ≤ ln(2)/(2·steps)
  const Vec r2 = r * r;
  const Vec r4 = r2 * r2;
  // Taylor polynomials whose next term is below 1e-17, in independent halves (Estrin).
  const Vec p01 = 1.0 + r;
  const Vec p23 = 1.0 / 2 + r * (1.0 / 6);
  const Vec p45 = 1.0 / 24 + r * (1.0 / 120);
#if defined(__AVX512F__)
  const Vec p678 = 1.0 / 720 + r * (1.0 / 5040) + r2 * (1.0 / 40320);
  const Vec polynomial = (p01 + r2 * p23) + r4 * (p45 + r2 * p678);
  constexpr Vec powers = {1.0,
                          1.0905077326652576592,
                          1.1892071150027210667,
                          1.2968395546510096659,
                          1.4142135623730950488,
                          1.5422108254079408236,
                          1.6817928305074290861,
                          1.8340080864093424635};  // 2^(k/8)
  // The low three bits of n choose the power, the others are added to its exponent.
  const Bits power = (Bits)_mm512_maskz_permutexvar_pd(0xff, (__m512i)shifted, (__m512d)powers);
  const Bits whole = ((Bits)shifted << 49) & ~0xfffffffffffffLL;
  return polynomial * (Vec)(power + whole);
#else
  const Vec p67 = 1.0 / 720 + r * (1.0 / 5040);
  const Vec p89 = 1.0 / 40320 + r * (1.0 / 362880);
  const Vec pab = 1.0 / 3628800 + r * (1.0 / 39916800);
  const Vec pcd = 1.0 / 479001600 + r * (1.0 / 6227020800);
  const Vec low = (p01 + r2 * p23) + r4 * (p45 + r2 * p67);
  const Vec high = (p89 + r2 * pab) + r4 * pcd;
  const Vec polynomial = low + (r4 * r4) * high;
  const Bits exponent = ((Bits)shifted + 1023) << 52;
  return polynomial * (Vec)exponent;
#endif
}

// log x of positive, finite, normal numbers to 2 units in the last place.
inline Vec log(Vec x) {
  constexpr long long sqrt_half = 0x3fe6a09e667f3bcdLL;  // the bits of √½
  constexpr double ln2_high = 6.93147180369123816490e-01;
  constexpr double ln2_low = 1.90821492927058770002e-10;
  // x = m·2ᵉ with m in [√½, √2).
  const Bits exponent = ((Bits)x - sqrt_half) >> 52;
  const Vec m = (Vec)((Bits)x - (exponent << 52));
  const Vec e = __builtin_convertvector(exponent, Vec);
  // log m = 2·atanh(s) = 2·(s + s³/3 + s⁵/5 + …), |s| < 0.172.
  const Vec f = m - 1.0;
  const Vec s = f / (m + 1.0);
  const Vec s2 = s * s;
  Vec series = splat(1.0 / 21);
  for (int k = 19; k >= 3; k -= 2) series = 1.0 / k + s2 * series;
  // 2·s = f − s·f, exactly enough not to lose the last bits where m is near 1.
  const Vec log_m = f - s * (f - 2.0 * s2 * series);
  return e * ln2_high + (log_m + e * ln2_low);
}

}  // namespace craggy::lanes::CRAGGY_SIMD
