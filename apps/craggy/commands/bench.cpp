// `craggy bench`: micro-benchmarks, each with its yardstick measured in the same run where there is one.
#include "bench/bench.hpp"

#include <array>
#include <vector>

#include <craggy/base/check.hpp>
#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

struct Benchmark {
  std::string name;
  std::string summary;
  int (*run)(Arguments, const Context&);
};

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> all = {
      {"gradient", "log density and gradient of the latent GP, against OpenBLAS", bench_gradient},
      {"posterior", "effective draws per second of processor time", bench_posterior},
      {"suggest", "one whole suggestion", bench_suggest},
      {"choice", "choices of the short fit against a long reference", bench_choice},
  };
  return all;
}

}  // namespace

int bench(Arguments arguments, const Context& context) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h") {
    context.out << "Usage: craggy bench WHAT [OPTIONS]\n\n";
    for (const Benchmark& benchmark : benchmarks())
      context.out << labelled("  " + benchmark.name, benchmark.summary, 14, context.text_width());
    context.out << "\nEach has its own --help. Machines are noisy: compare ratios, not seconds.\n";
    return exit_done;
  }
  std::vector<std::string> names;
  for (const Benchmark& benchmark : benchmarks()) names.push_back(benchmark.name);
  check_known("the benchmark", arguments.front(), names);
  for (const Benchmark& benchmark : benchmarks())
    if (benchmark.name == arguments.front()) return benchmark.run(arguments.subspan(1), context);
  return exit_misuse;
}

}  // namespace craggy::cli
