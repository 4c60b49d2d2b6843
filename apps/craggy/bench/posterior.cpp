// `craggy bench posterior`: effective draws of log l per second of processor time.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/engine/latent_scale.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/cancellation.hpp"
#include "bench/bench.hpp"
#include "bench/stopwatch.hpp"
#include "csv.hpp"
#include "exit_code.hpp"
#include "inference/option_fields.hpp"
#include "inference/run_sampler.hpp"
#include "json_output.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "samplers/diagnostics.hpp"

namespace craggy::cli {

int bench_posterior(Arguments arguments, const Context& context) {
  std::string file;
  std::string level = "0.1d";
  InferenceOptions inference;
  std::uint64_t seed = 0;
  std::uint64_t threads = 1;
  bool print_draws = false;
  bool json = false;
  OptionParser parser(
      "bench posterior",
      "Samples the latent GP's posterior of a CSV file and gives the effective draws of the log "
      "lengthscale per second of processor time, warm-up included.");
  parser.group("Posterior");
  parser.text("--data", "FILE", file, "CSV file with the columns x1,x2,...,y");
  parser.text("--sigma-h", "LEVEL", level, "Scale of the detail to be ignored");
  parser.flag("--draws-of-log-l", print_draws, "Print the draws of every chain too, in JSON");
  parser.flag("--json", json, "Print JSON");
  const Fields fields = of_groups(fields_of(inference), std::array{inference_group});
  add_options(
      parser, fields,
      {{"num_draws", {.left_open = "all for fast, 100 for nuts and paper"}},
       {"num_warmup",
        {.left_open = "100 for fast, 150 for nuts, 30000 for paper, 1000 where paper samples by slice"}}});
  add_seed_and_threads(parser, seed, threads);
  parser.examples({"craggy bench posterior --data D.csv --sigma-h 0.1d"});
  if (!parser.parse(arguments, context)) return exit_done;
  if (file.empty()) throw InvalidArgument("--data is missing: a CSV file with the columns x1,x2,...,y");
  check_options_given(parser, fields);
  check_inference_options(inference);
  if (inference.method == "fast") {
    // A fixed length, and every state that is visited a draw.
    inference.num_warmup = inference.num_warmup.value_or(100);
    inference.max_iterations = inference.max_iterations.value_or(500);
    inference.num_draws =
        inference.num_draws.value_or(3 * *inference.max_iterations * inference.num_chains.value_or(16));
  }

  const CsvPoints observed = read_points(file, CsvOutputs::y);
  const std::vector<double> levels =
      absolute_levels(parse_latent_scale(level), static_cast<std::size_t>(observed.X.rows()));
  const FitProblem problem{make_surrogate("latent", {.sigma_h = levels}),
                           std::make_shared<const Dataset>(make_dataset(observed.X, observed.y)),
                           inference.jitter};
  ThreadPool pool(threads);
  const Stopwatch watch;
  const StopScope scope(context.stop);
  const std::optional<SamplerRun> run = run_sampler(problem, inference, nullptr, {.seed = seed}, pool);
  const double cpu_seconds = watch.cpu_seconds();
  if (!run) throw Error("no start of the sampler has a finite log density: a larger --jitter helps");

  const Matrix log_l = coordinate_draws(run->chains, 0);
  const Matrix log_density = log_density_draws(run->chains);
  const double ess = ess_bulk(log_l);
  const double worst = worse_rhat(rhat(log_l), rhat(log_density));
  if (!json) {
    context.out << fmt::format(
        "{} draws in {:.2f} s of processor time: {:.0f} effective draws of log l, {:.0f} per second; worst "
        "R-hat {:.3f}\n",
        log_l.size(), cpu_seconds, ess, ess / cpu_seconds, worst);
    return exit_done;
  }
  Json report = {{"n", observed.X.cols()},
                 {"dim", observed.X.rows()},
                 {"chains", log_l.cols()},
                 {"draws", log_l.size()},
                 {"cpu_seconds", cpu_seconds},
                 {"ess", json_number(ess)},
                 {"ess_per_second", json_number(ess / cpu_seconds)},
                 {"rhat_log_l", json_number(rhat(log_l))},
                 {"rhat_max", json_number(worst)}};
  if (print_draws) {
    report["log_lengthscale"] = Json::array();
    for (Index c = 0; c < log_l.cols(); ++c) report["log_lengthscale"].push_back(json_numbers(log_l.col(c)));
  }
  write_json(context.out, report);
  return exit_done;
}

}  // namespace craggy::cli
