// `craggy bench choice`: whether the short, warm fit of a suggestion chooses as a long reference posterior
// would.
#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>
#include <craggy/engine/latent_scale.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>

#include "bench/bench.hpp"
#include "bench/stopwatch.hpp"
#include "csv.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

std::vector<double> reference_ei(const std::string& file) {
  std::ifstream stream(file);
  const Json document = Json::parse(stream, nullptr, false);
  if (document.is_discarded() || !document.contains("ei"))
    throw InvalidArgument(fmt::format("{}: not a JSON file with the expected improvements \"ei\"", file));
  return document["ei"].get<std::vector<double>>();
}

}  // namespace

int bench_choice(Arguments arguments, const Context& context) {
  std::string data_file;
  std::string points_file;
  std::string reference_file;
  std::string level = "0.1d";
  InferenceOptions inference;
  Index num_seeds = 20;
  std::uint64_t threads = 1;
  bool json = false;
  constexpr double good = 0.8;
  OptionParser parser(
      "bench choice",
      "Fits all observations but the last, hands that state to a fit of all, as a study does, and compares "
      "where the expected improvement is largest with a long reference.");
  parser.text("--data", "FILE", data_file, "CSV file with the columns x1,x2,...,y");
  parser.text("--at", "FILE", points_file, "CSV file with the columns x1,x2,...: the candidates");
  parser.text("--reference", "FILE", reference_file, "JSON file with \"ei\", one number per candidate");
  parser.text("--sigma-h", "LEVEL", level, "Scale of the detail to be ignored");
  parser.whole("--seeds", num_seeds, 1, "Seeds, from 1");
  parser.whole("--threads", threads, "Threads");
  parser.flag("--json", json, "Print JSON");
  add_inference_options(parser, inference);
  if (!parser.parse(arguments, context)) return exit_done;
  check_inference_options(inference);

  const CsvPoints observed = read_points(data_file, CsvOutputs::y);
  const Matrix X = read_points(points_file, CsvOutputs::none).X;
  const std::vector<double> reference = reference_ei(reference_file);
  if (static_cast<Index>(reference.size()) != X.cols())
    throw InvalidArgument(
        fmt::format("{}: {} numbers for {} candidates", reference_file, reference.size(), X.cols()));
  const double best = *std::max_element(reference.begin(), reference.end());
  const std::vector<double> levels =
      absolute_levels(parse_latent_scale(level), static_cast<std::size_t>(observed.X.rows()));
  const auto surrogate = make_surrogate("latent", {.sigma_h = levels});
  const Index N = observed.X.cols();
  const auto data = std::make_shared<const Dataset>(make_dataset(observed.X, observed.y));
  const auto earlier =
      std::make_shared<const Dataset>(make_dataset(observed.X.leftCols(N - 1), observed.y.head(N - 1)));
  ThreadPool pool(threads);

  // The length that was asked for is that of the warm fit; the one before it has its own default.
  InferenceOptions first = inference;
  first.num_warmup = first.num_draws = first.max_iterations = std::nullopt;

  std::vector<double> choices, seconds;
  for (Index seed = 1; seed <= num_seeds; ++seed) {
    const auto key = static_cast<std::uint64_t>(seed);
    const Fit before = fit(surrogate, earlier, first, {.seed = key, .trial = 0}, &pool, context.stop);
    const Stopwatch watch;
    const Fit after = fit(surrogate, data, inference, {.seed = key, .trial = 1}, &pool, context.stop,
                          before.warm ? &*before.warm : nullptr);
    seconds.push_back(watch.cpu_seconds());
    Index chosen = 0;
    log_expected_improvement(after.posterior, data->y.minCoeff())->evaluate(X, &pool).maxCoeff(&chosen);
    choices.push_back(reference[static_cast<std::size_t>(chosen)] / best);
  }
  const auto num_good = std::count_if(choices.begin(), choices.end(), [](double c) { return c >= good; });
  const double share = static_cast<double>(num_good) / static_cast<double>(num_seeds);
  if (json)
    write_json(context.out, {{"n", N},
                             {"dim", X.rows()},
                             {"seeds", num_seeds},
                             {"share_good", share},
                             {"choices", json_numbers(choices)},
                             {"cpu_seconds", median(seconds)}});
  else
    context.out << fmt::format(
        "{} of {} choices are worth at least {} of the best; a warm fit takes {:.1f} ms\n", num_good,
        num_seeds, good, 1e3 * median(seconds));
  return exit_done;
}

}  // namespace craggy::cli
