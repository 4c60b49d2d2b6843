// `craggy experiment`: the paper's experiments, from running them to tables and figures.
#include "experiment/experiment.hpp"

#include <string>
#include <vector>

#include <craggy/base/check.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

struct Step {
  std::string name;
  std::string summary;
  int (*run)(Arguments, const Context&);
};

const std::vector<Step>& steps() {
  static const std::vector<Step> all = {
      {"run", "run a suite, or go on with it", experiment_run},
      {"suites", "list the suites and what methods there are", experiment_suites},
      {"rerun", "run a recorded repetition again and compare", experiment_rerun},
      {"compact", "write the records of a folder in their short form", experiment_compact},
      {"table", "mean gap, regret, claims or seconds of recorded repetitions", experiment_table},
      {"figure", "draw one of the paper's figures", experiment_figure},
      {"report", "a page that puts recorded repetitions beside the paper's figures", experiment_report},
  };
  return all;
}

}  // namespace

int experiment(Arguments arguments, const Context& context) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h") {
    context.out << "Usage: craggy experiment WHAT [OPTIONS]\n\n";
    for (const Step& step : steps())
      context.out << labelled("  " + step.name, step.summary, 14, context.text_width());
    context.out << "\nEach has its own --help.\n";
    return exit_done;
  }
  std::vector<std::string> names;
  for (const Step& step : steps()) names.push_back(step.name);
  check_known("what to do with experiments", arguments.front(), names);
  for (const Step& step : steps())
    if (step.name == arguments.front()) return step.run(arguments.subspan(1), context);
  return exit_misuse;
}

}  // namespace craggy::cli
