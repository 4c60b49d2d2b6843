// `craggy experiment`: the paper's experiments, from running them to tables and figures.
#include "experiment/experiment.hpp"

#include "command_table.hpp"
#include "commands/commands.hpp"

namespace craggy::cli {

const std::vector<Command>& experiment_parts() {
  static const std::vector<Command> all = {
      {"run", "run a suite, or resume it", experiment_run},
      {"suites", "list the suites and the methods", experiment_suites},
      {"rerun", "run a recorded repetition again and compare", experiment_rerun},
      {"compact", "write the records of a folder in their short form", experiment_compact},
      {"table", "mean gap, regret, claims or seconds of recorded repetitions", experiment_table},
      {"figure", "draw one of the paper's figures", experiment_figure},
      {"benchmarks", "a page that puts craggy beside other methods", experiment_benchmarks},
      {"report", "a page that puts recorded repetitions beside the paper's figures", experiment_report},
  };
  return all;
}

int experiment(Arguments arguments, const Context& context) {
  return run_part("experiment", "what to do with experiments", experiment_parts(), arguments, context);
}

}  // namespace craggy::cli
