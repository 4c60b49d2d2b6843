// `craggy demo`: the shipped default, the latent GP and a plain GP on the paper's hard case, from the same
// starts.
#include <chrono>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "demo/demo_report.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "progress.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

constexpr std::int64_t most_pairs = 10'000;

struct DemoOptions {
  std::int64_t pairs = 12;
  std::int64_t trials = 50;
  std::uint64_t seed = 1;
  std::uint64_t threads = 0;
  bool json = false;
};

bool parse(Arguments arguments, const Context& context, DemoOptions& options) {
  OptionParser parser(
      "demo",
      "Minimises the Corrupted Holder Table, a hilly function with steps on top, with the shipped default, "
      "the latent GP of the paper and a plain GP, many times and from the same starting points, and shows "
      "which one gets how far.");
  parser.whole("--pairs", options.pairs, 1, "Pairs of starting points, from each of which all three begin");
  parser.whole("--trials", options.trials, 1, "Evaluations of each run, the starting points included");
  parser.whole("--seed", options.seed, "Seed of the first pair; the others have the numbers that follow");
  parser.whole("--threads", options.threads,
               "Runs at the same time, each on one thread; 0: one per processor. Changes no result");
  parser.flag("--json", options.json, "Print JSON, with the whole histories");
  parser.examples({"craggy demo", "craggy demo --pairs 40 --seed 100"});
  if (!parser.parse(arguments, context)) return false;
  if (options.pairs > most_pairs)
    fail_argument("--pairs", fmt::format("{}", options.pairs),
                  fmt::format("it has to be at most {}", most_pairs));
  return true;
}

// Shows where the runs are: after every evaluation on a terminal, elsewhere at every tenth of them.
class DemoProgress {
 public:
  DemoProgress(const PairedPlan& plan, const Context& context, bool quiet)
      : plan_(plan),
        progress_(context.err, context.terminal,
                  {.quiet = quiet, .plain_every = (plan.num_evaluations() + 9) / 10}) {}

  void show(std::size_t evaluations, double work_done) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    const double left = spent.count() * (1.0 - work_done) / work_done;
    progress_.show(evaluations, plan_.num_evaluations(),
                   fmt::format("{} % of {} runs done, {} left", 100 * evaluations / plan_.num_evaluations(),
                               plan_.pairs * plan_.surrogates.size(), duration(left)));
  }

 private:
  const PairedPlan& plan_;
  Progress progress_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

int demo(Arguments arguments, const Context& context) {
  DemoOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const PairedPlan plan{.problem = &testbeds::find_problem("corrupted_holder_table"),
                        .surrogates = {"craggy", "latent", "noiseless"},
                        .pairs = static_cast<std::size_t>(options.pairs),
                        .trials = static_cast<std::size_t>(options.trials),
                        .seed = options.seed,
                        .threads = options.threads};
  if (!options.json) introduce(plan, context);
  const std::vector<FinishedRun> finished = [&] {
    DemoProgress progress(plan, context, options.json);
    return run_pairs(plan, context.stop,
                     [&](std::size_t evaluations, double work) { progress.show(evaluations, work); });
  }();
  const bool interrupted = finished.size() < plan.pairs * plan.surrogates.size();

  if (options.json)
    write_json(context.out, pairs_json(plan, finished, interrupted));
  else
    print_pairs(plan, finished, context);
  if (!interrupted) return exit_done;
  context.err << fmt::format("craggy: interrupted after {} of {} pairs\n", whole_pairs(plan, finished).size(),
                             plan.pairs);
  return exit_interrupted;
}

}  // namespace craggy::cli
