// The targets that runs have reached over evaluations, a curve for each method.
#pragma once

#include <string>

#include "charts/plot.hpp"
#include "results/benchmark.hpp"

namespace craggy::results {

/// "benchmarks-hpo", also the name of its file without the ending.
std::string benchmark_figure_name(const BenchmarkSuite& suite);

/// Of the ranked methods, those with the best mean rank first in the legend.
charts::Figure benchmark_figure(const Benchmark& benchmark);

}  // namespace craggy::results
