// `craggy bench`: micro-benchmarks, each with its yardstick measured in the same run where there is one.
// Machines are noisy: compare ratios, not seconds.
#include "bench/bench.hpp"

#include "command_table.hpp"
#include "commands/commands.hpp"

namespace craggy::cli {

const std::vector<Command>& bench_parts() {
  static const std::vector<Command> all = {
      {"gradient", "log density and gradient of the latent GP, against OpenBLAS", bench_gradient},
      {"posterior", "effective draws per second of processor time", bench_posterior},
      {"suggest", "one whole suggestion", bench_suggest},
      {"choice", "choices of the short fit against a long reference", bench_choice},
      {"run", "what a trial costs around a command that does nothing", bench_run},
      {"failures", "how many evaluations go where they fail", bench_failures},
      {"import", "bringing many earlier evaluations into a study", bench_import},
      {"noise", "which trial to take, and what to repeat, where values are noisy", bench_noise},
      {"store", "asking and telling without a model, alone and with many processes", bench_store},
      {"verdicts", "false alarms and misses of the verdicts on a study's health", bench_verdicts},
  };
  return all;
}

int bench(Arguments arguments, const Context& context) {
  return run_part("bench", "the benchmark", bench_parts(), arguments, context);
}

}  // namespace craggy::cli
