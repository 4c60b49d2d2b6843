// `craggy bench choice`: whether the short, warm fit of a suggestion chooses as a long reference posterior
// would.
#include <algorithm>
#include <array>
#include <cmath>
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
#include "inference/option_fields.hpp"
#include "json_output.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

struct Reference {
  std::vector<double> mean, variance, ei;
};

Reference read_reference(const std::string& file, Index num_points) {
  std::ifstream stream(file);
  const Json document = Json::parse(stream, nullptr, false);
  Reference reference;
  for (auto [key, values] :
       {std::pair{"mean", &reference.mean}, {"variance", &reference.variance}, {"ei", &reference.ei}}) {
    if (document.is_discarded() || !document.contains(key))
      throw InvalidArgument(fmt::format(R"({}: not a JSON file with "mean", "variance" and "ei")", file));
    try {
      *values = document[key].get<std::vector<double>>();
    } catch (const Json::exception&) {
      throw InvalidArgument(fmt::format("{}: \"{}\" has to be a list of numbers", file, key));
    }
    if (static_cast<Index>(values->size()) != num_points)
      throw InvalidArgument(
          fmt::format("{}: {} numbers in \"{}\" for {} candidates", file, values->size(), key, num_points));
  }
  return reference;
}

// The rms of the mean's error in predictive standard deviations, and Σ|EI − reference| / Σ reference.
double mean_error(const Vector& mean, const Reference& reference) {
  double sum = 0.0;
  for (std::size_t m = 0; m < reference.mean.size(); ++m)
    sum += std::pow(mean[static_cast<Index>(m)] - reference.mean[m], 2) / reference.variance[m];
  return std::sqrt(sum / static_cast<double>(reference.mean.size()));
}
double ei_error(const Vector& log_ei, const Reference& reference) {
  double error = 0.0;
  double total = 0.0;
  for (std::size_t m = 0; m < reference.ei.size(); ++m) {
    error += std::abs(std::exp(log_ei[static_cast<Index>(m)]) - reference.ei[m]);
    total += reference.ei[m];
  }
  return error / total;
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
  parser.text(
      "--reference", "FILE", reference_file,
      R"(JSON file with "mean", "variance" and "ei", one number per candidate, for outputs as they are)");
  parser.text("--sigma-h", "LEVEL", level, "Scale of the detail to be ignored");
  parser.whole("--seeds", num_seeds, 1, "Seeds, from 1");
  parser.whole("--threads", threads, "Threads");
  parser.flag("--json", json, "Print JSON");
  const Fields fields = of_groups(fields_of(inference), std::array{inference_group});
  add_options(parser, fields);
  parser.examples({"craggy bench choice --data D.csv --at P.csv --reference long.json"});
  if (!parser.parse(arguments, context)) return exit_done;
  for (const auto& [option, value] :
       {std::pair{"--data", &data_file}, {"--at", &points_file}, {"--reference", &reference_file}})
    if (value->empty()) throw InvalidArgument(fmt::format("{} is missing: a file", option));
  check_options_given(parser, fields);
  check_inference_options(inference);

  const CsvPoints observed = read_points(data_file, CsvOutputs::y);
  const Matrix X = read_points(points_file, CsvOutputs::none).X;
  const Reference reference = read_reference(reference_file, X.cols());
  const double best = *std::max_element(reference.ei.begin(), reference.ei.end());
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

  std::vector<double> choices;
  std::vector<double> mean_errors;
  std::vector<double> ei_errors;
  std::vector<double> seconds;
  for (Index seed = 1; seed <= num_seeds; ++seed) {
    const auto key = static_cast<std::uint64_t>(seed);
    const Fit before = fit(surrogate, earlier, first, {.seed = key, .trial = 0}, &pool, context.stop);
    const Stopwatch watch;
    const Fit after = fit(surrogate, data, inference, {.seed = key, .trial = 1}, &pool, context.stop,
                          before.warm ? &*before.warm : nullptr);
    seconds.push_back(watch.cpu_seconds());
    Index chosen = 0;
    const Vector log_ei = log_expected_improvement(after.posterior, data->y.minCoeff())->evaluate(X, &pool);
    log_ei.maxCoeff(&chosen);
    choices.push_back(reference.ei[static_cast<std::size_t>(chosen)] / best);
    mean_errors.push_back(mean_error(after.posterior.predict(X, &pool).mean, reference));
    ei_errors.push_back(ei_error(log_ei, reference));
  }
  const auto num_good = std::count_if(choices.begin(), choices.end(), [](double c) { return c >= good; });
  const double share = static_cast<double>(num_good) / static_cast<double>(num_seeds);
  if (json)
    write_json(context.out, {{"n", N},
                             {"dim", X.rows()},
                             {"seeds", num_seeds},
                             {"share_good", share},
                             {"choices", json_numbers(choices)},
                             {"mean_error", median(mean_errors)},
                             {"ei_error", median(ei_errors)},
                             {"cpu_seconds", median(seconds)}});
  else
    context.out << fmt::format(
        "{} of {} choices are worth at least {} of the best; a fit takes {:.1f} ms; its error is {:.3f} "
        "standard deviations in the mean and {:.0f} % in the expected improvement (medians)\n",
        num_good, num_seeds, good, 1e3 * median(seconds), median(mean_errors), 100.0 * median(ei_errors));
  return exit_done;
}

}  // namespace craggy::cli
