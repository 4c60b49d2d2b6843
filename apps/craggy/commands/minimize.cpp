// `craggy minimize`: optimises a built-in problem and says how close to its minimum that came.
#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "engine/option_fields.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "problem_run.hpp"
#include "progress.hpp"
#include "study/run_end_text.hpp"
#include "study/stopping_options.hpp"
#include "terminal_plot.hpp"
#include "testbeds/catalogue.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

struct MinimizeOptions {
  std::string problem;
  std::int64_t trials = 50;
  RunPlan plan{};
  SuggestOptions suggest;
  std::uint64_t seed = 0;
  std::uint64_t threads = 0;
  bool json = false;
  bool quiet = false;
};

bool parse(Arguments arguments, const Context& context, MinimizeOptions& options) {
  OptionParser parser(
      "minimize",
      "Minimises a built-in problem and shows the gap (share of the way from the best start to the "
      "reference minimum) and the regret (distance from it).");
  parser.positional("PROBLEM", options.problem, "Name of the problem; craggy problems lists them");
  parser.argument_choices(testbeds::problem_names());
  parser.group("Run");
  parser.whole("--trials", options.trials, 1, "Evaluations, the initial ones included");
  add_stopping_options(parser, options.plan);
  add_seed_and_threads(parser, options.seed, options.threads);
  parser.flag("--json", options.json, "Print JSON, with the whole history");
  parser.flag("--quiet", options.quiet, "No progress line and no plot");
  SuggestOptions& suggest = options.suggest;
  add_options(parser, fields_of(suggest));
  parser.examples(
      {"craggy minimize corrupted_holder_table",
       "craggy minimize hartmann6 --trials 30 --surrogate latent --sigma-h rotated --seed 7 --json"});
  if (!parser.parse(arguments, context)) return false;
  check_options_given(parser, fields_of(suggest));
  check_stopping_options(options.plan, suggest);
  options.plan.max_trials = trial_limit(options.trials);
  return true;
}

std::string progress_line(const ProblemRun& run, std::size_t trials) {
  return fmt::format("trial {}/{}  best {}  gap {:.3f}  {} left", run.size(), trials,
                     short_number(run.best_value()), run.gap(),
                     duration(seconds_left(run.seconds_per_trial(), trials)));
}

void print_result(const ProblemRun& run, const MinimizeOptions& options, const Context& context) {
  const problems::Problem& problem = run.problem();
  context.out << fmt::format("{}, {} evaluation{}, surrogate {}, seed {}\n\n", problem.title, run.size(),
                             run.size() == 1 ? "" : "s", run.surrogate(), run.seed());
  const auto line = [&](std::string_view label, std::string_view text) {
    context.out << labelled(fmt::format("  {}", label), text, 14, context.text_width());
  };
  line("best value", short_number(run.best_value()));
  line("at", named_point(problem, run.best_point()));
  line("gap", fmt::format("{:.4f}", run.gap()));
  line("regret", fmt::format("{} above the reference, {}", short_number(run.regret()),
                             short_number(problem.score_reference)));
  line("time", duration(run.seconds()));
  if (options.quiet) return;
  PlotOptions plot = plot_options_for(context.terminal);
  plot.reference = problem.score_reference;
  context.out << '\n' << plot_best_so_far({{"best so far", run.best_so_far()}}, plot);
}

}  // namespace

int minimize(Arguments arguments, const Context& context) {
  MinimizeOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const auto trials = static_cast<std::size_t>(options.trials);
  ProblemRun run(testbeds::find_problem(options.problem), options.suggest, options.seed, options.threads);

  RunEnd end{};
  {
    Progress progress(context.err, context.terminal, {.quiet = options.quiet});
    end = run.run(options.plan, context.stop,
                  [&] { progress.show(run.size(), trials, progress_line(run, trials)); });
  }
  const bool interrupted = end == RunEnd::interrupted;
  const std::string why =
      interrupted
          ? fmt::format("interrupted after {} of {} evaluations", run.size(), trials)
          : why_it_ended(
                end, {.plan = options.plan, .counts = run.counts(), .best = run.best(), .any_started = true});

  if (options.json) {
    Json document = run.json();
    runs::add_end(document, end, why);
    write_json(context.out, document);
  } else if (run.size() > 0) {
    print_result(run, options, context);
  }
  if (interrupted || !options.quiet) context.err << fmt::format("craggy: {}\n", why);
  return interrupted ? exit_interrupted : exit_done;
}

}  // namespace craggy::cli
