// Cholesky at the sizes of a study, in floating-point operations per second, so that sizes can be compared.
#include <cmath>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "linalg/cholesky.hpp"

namespace {

using craggy::Index;
using craggy::Matrix;

/// A well-conditioned covariance: B·Bᵀ/N + I with standard normal entries of B.
Matrix random_covariance(Index size) {
  craggy::RandomStream stream(1);
  const Matrix B = Matrix::NullaryExpr(size, size, [&] { return stream.normal(); });
  return B * B.transpose() / static_cast<double>(size) + Matrix::Identity(size, size);
}

void count_operations(benchmark::State& state, double operations_per_iteration) {
  state.counters["flops"] =
      benchmark::Counter(operations_per_iteration, benchmark::Counter::kIsIterationInvariantRate);
}

void factorise(benchmark::State& state) {
  const Matrix A = random_covariance(state.range(0));
  craggy::Cholesky cholesky;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cholesky.factorise(A));
  }
  count_operations(state, std::pow(static_cast<double>(state.range(0)), 3) / 3.0);
}

void invert(benchmark::State& state) {
  const Matrix A = random_covariance(state.range(0));
  craggy::Cholesky cholesky;
  if (!cholesky.factorise(A)) {
    state.SkipWithError("the covariance is not positive definite");
    return;
  }
  Matrix inverse;
  for (auto _ : state) {
    cholesky.inverse(inverse);
    benchmark::DoNotOptimize(inverse.data());
  }
  count_operations(state, 2.0 * std::pow(static_cast<double>(state.range(0)), 3) / 3.0);
}

BENCHMARK(factorise)->Name("cholesky/factorise")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK(invert)->Name("cholesky/inverse")->RangeMultiplier(2)->Range(8, 512);

}  // namespace
