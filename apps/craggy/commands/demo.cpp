// `craggy demo`: the paper's hard case, with the latent GP next to the plain one from the same start.
#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "problem_run.hpp"
#include "progress.hpp"
#include "terminal_plot.hpp"
#include "testbeds/catalogue.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view problem_name = "corrupted_holder_table";

struct DemoOptions {
  std::int64_t trials = 50;
  std::uint64_t seed = 1;
  std::uint64_t threads = 0;
  bool json = false;
};

bool parse(Arguments arguments, const Context& context, DemoOptions& options) {
  OptionParser parser(
      "demo",
      "Minimises the Corrupted Holder Table, a hilly function with steps on top, with the latent GP of "
      "the paper and with a plain GP, from the same two starting points.");
  parser.whole("--trials", options.trials, 1, "Evaluations of each of the two, the initial ones included");
  add_seed_and_threads(parser, options.seed, options.threads);
  parser.flag("--json", options.json, "Print JSON, with the whole histories");
  parser.examples({"craggy demo", "craggy demo --seed 2"});
  return parser.parse(arguments, context);
}

void paragraph(const Context& context, std::string_view text) {
  context.out << labelled("", text, 0, context.text_width()) << '\n';
}

void introduce(const DemoOptions& options, const Context& context) {
  paragraph(
      context,
      fmt::format(
          "Two searches for the minimum of the Corrupted Holder Table, a function with many hills and steps "
          "on top of them, {} evaluations each, from the same two starting points. The plain GP "
          "(noiseless) has to explain every step; the latent GP keeps the trend and lets a latent input "
          "per evaluation absorb the rest.",
          options.trials));
  context.out << std::flush;
}

std::string progress_line(const ProblemRun& latent, const ProblemRun& noiseless, std::size_t trials) {
  std::vector<double> seconds = latent.seconds_per_trial();
  for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += noiseless.seconds_per_trial()[i];
  // Short enough for 80 columns.
  return fmt::format("{}/{}  latent {:.3f} gap {:.2f}  noiseless {:.3f} gap {:.2f}  {} left", latent.size(),
                     trials, latent.best_value(), latent.gap(), noiseless.best_value(), noiseless.gap(),
                     duration(seconds_left(seconds, trials)));
}

void print_result(const std::vector<const ProblemRun*>& runs, const Context& context) {
  std::vector<std::vector<std::string>> rows;
  std::vector<Series> series;
  for (const ProblemRun* run : runs) {
    rows.push_back({run->surrogate(), fmt::format("{:.4f}", run->best_value()),
                    named_point(run->best_point()), fmt::format("{:.3f}", run->gap()),
                    fmt::format("{:.3f}", run->regret()), duration(run->seconds())});
    series.push_back({run->surrogate(), run->best_so_far()});
  }
  PlotOptions plot = plot_options_for(context.terminal);
  plot.reference = runs.front()->problem().score_reference;
  context.out << table({{"surrogate"},
                        {"best", Align::right},
                        {"at"},
                        {"gap", Align::right},
                        {"regret", Align::right},
                        {"time", Align::right}},
                       rows)
              << '\n'
              << plot_best_so_far(series, plot) << '\n';
}

void print_what_next(const DemoOptions& options, const Context& context) {
  paragraph(
      context,
      "The gap is the share of the way from the better start to the minimum: 1 is all of it. One run is an "
      "anecdote, and either search may win it; other seeds give other starts.");
  context.out << "What to try next (in a checkout, with ./run craggy for craggy):\n";
  const auto suggest = [&](const std::string& command, std::string_view what) {
    context.out << labelled("  " + command, what, 44, context.text_width());
  };
  suggest(fmt::format("craggy demo --seed {}", options.seed + 1), "the same from another start");
  suggest(fmt::format("craggy minimize {}", problem_name), "with the shipped default");
  suggest("craggy problems", fmt::format("{} more problems", testbeds::all_problems().size() - 1));
  suggest("craggy minimize --help", "surrogates and other options");
  suggest("craggy run --help", "a command of your own");
}

}  // namespace

int demo(Arguments arguments, const Context& context) {
  DemoOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const auto trials = static_cast<std::size_t>(options.trials);
  const problems::Problem& problem = testbeds::find_problem(problem_name);
  // The initial design depends on seed and trial only, so that both begin with the same points.
  ProblemRun latent(problem, {.surrogate = "latent"}, options.seed, options.threads);
  ProblemRun noiseless(problem, {.surrogate = "noiseless"}, options.seed, options.threads);
  if (!options.json) introduce(options, context);

  bool interrupted = false;
  try {
    Progress progress(context.err, context.terminal, {.quiet = options.json, .plain_every = 10});
    while (noiseless.size() < trials) {
      latent.step(context.stop);
      noiseless.step(context.stop);
      progress.show(noiseless.size(), trials, progress_line(latent, noiseless, trials));
    }
  } catch (const Cancelled&) {
    interrupted = true;
  }

  if (options.json) {
    write_json(context.out,
               {{"runs", Json::array({latent.json(), noiseless.json()})}, {"interrupted", interrupted}});
  } else if (noiseless.size() > 0) {
    print_result({&latent, &noiseless}, context);
    if (!interrupted) print_what_next(options, context);
  }
  if (!interrupted) return exit_done;
  context.err << fmt::format("craggy: interrupted after {} of {} evaluations\n", noiseless.size(), trials);
  return exit_interrupted;
}

}  // namespace craggy::cli
