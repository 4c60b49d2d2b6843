// `craggy posterior`: what a study's surrogate believes; or fits one to a CSV file and predicts, or gives its
// log density.
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "commands/commands.hpp"
#include "csv.hpp"
#include "engine/model.hpp"
#include "engine/option_fields.hpp"
#include "exit_code.hpp"
#include "look/study_posterior.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "posterior_report.hpp"
#include "study/study_settings.hpp"
#include "surrogates/surrogate.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr double rhat_limit = 1.05;

// Longer than for a suggestion: somebody will read these numbers.
constexpr double fast_target_rhat = 1.02;

struct PosteriorOptions {
  StudyPosteriorOptions study;
  std::string data;
  std::vector<std::string> at;
  std::string density_at;
  SuggestOptions suggest{.surrogate = "latent"};  // surrogate and inference
  std::uint64_t seed = 0;
  std::uint64_t threads = 0;
  bool json = false;
};

// Nothing that was given is passed over.
void check_only_of_a_study(const OptionParser& parser, const Fields& fields) {
  std::vector<std::string> given;
  for (const char* name : {"--density-at", "--seed"})
    if (parser.given(name)) given.emplace_back(name);
  for (const Field& field : fields)
    for (std::string& name : given_options(parser, field)) given.push_back(std::move(name));
  if (!given.empty())
    throw InvalidArgument(fmt::format(
        "{} is for --data, a CSV file with the columns x1,x2,...,y: a study has its own", given.front()));
}

void check_only_of_a_file(const OptionParser& parser, const PosteriorOptions& options) {
  if (!options.study.study.empty())
    throw InvalidArgument("--data is given beside a study; only one of them can be looked at");
  for (const char* name : {"--store", "--model", "--slice", "--grid", "--through"})
    if (parser.given(name)) throw InvalidArgument(fmt::format("{} is for a study, not for --data", name));
  if (options.at.empty() && options.density_at.empty())
    throw InvalidArgument("--at is missing: a CSV file with the columns x1,x2,... (or --density-at)");
  if (options.at.size() > 1)
    throw InvalidArgument("--at is given twice; with --data there is one file of points");
}

bool parse(Arguments arguments, const Context& context, PosteriorOptions& options) {
  OptionParser parser(
      "posterior",
      "Says what a study's surrogate believes: how well it predicts, which parameters matter, which values it "
      "ignores; or its predictions at points and along parameters, in the objective's own units. With --data it "
      "fits a surrogate to the rows of a CSV file instead, with inputs in the unit cube and outputs on any "
      "scale, and predicts at the points of another.");
  const auto add_to = [](std::vector<std::string>& list) {
    return [&list](const std::string& text) { list.push_back(text); };
  };
  parser.optional_positional("STUDY", options.study.study,
                             "Name of the study [default: the newest, unless --data is given]");
  parser.group("Of a study");
  options.study.store = default_store;
  add_store_option(parser, options.study.store);
  parser.text("--model", "NAME", options.study.model,
              "Which of the models that take turns [default: the one whose turn is next]");
  parser.repeated(
      "--at", "POINT", add_to(options.at),
      "Predict there: the number of a trial, 'best', or lr=0.01,opt=sgd, the rest as in the best trial "
      "(with --data: a CSV file with the columns x1,x2,...)");
  parser.repeated("--slice", "NAME", add_to(options.study.slices), "Predict along this parameter");
  parser.repeated("--grid", "NAME,NAME", add_to(options.study.grids),
                  "Predict over these two parameters; with --json");
  parser.text("--through", "POINT", options.study.through,
              "Where slices and grids have their other parameters [default: the best trial]");
  parser.group("Of a file");
  parser.text("--data", "FILE", options.data,
              "CSV file with the columns x1,x2,...,y: inputs in [0, 1] and raw outputs");
  parser.text("--density-at", "FILE", options.density_at,
              "CSV file with one unconstrained point per row: gives the log density and its gradient there");
  parser.flag("--json", options.json, "Print JSON, with all diagnostics");
  const Fields fields = of_groups(fields_of(options.suggest), std::array{surrogate_group, inference_group});
  add_options(parser, fields,
              {{"surrogate", {.names = surrogate_names()}},
               {"sigma_h",
                {.help = "Scale of the detail to be ignored: a distance in the unit cube (0.1414) or, with "
                         "d, in its diagonals (0.1d)",
                 .left_open = "0.1d"}},
               {"num_draws",
                {.left_open = fmt::format("1024 to 4096 for fast, {} for nuts, 100 for paper",
                                          nuts_report_length.num_draws)}},
               {"num_warmup",
                {.left_open = fmt::format("100 to 150 for fast, {} for nuts, 30000 for paper, 1000 where "
                                          "paper samples by slice",
                                          nuts_report_length.num_warmup)}},
               {"target_rhat", {.left_open = fmt::format("{}", fast_target_rhat)}}});
  parser.group("Run");
  add_seed_and_threads(parser, options.seed, options.threads);
  parser.examples(
      {"craggy posterior tune", "craggy posterior tune --at 12 --at lr=0.01,opt=sgd",
       "craggy posterior tune --slice lr --json", "craggy posterior --data D.csv --at P.csv",
       "craggy posterior --data D.csv --surrogate latent --sigma-h 0.1414 --at P.csv --draws 8000 --json",
       "craggy posterior --data D.csv --surrogate noiseless --density-at U.csv --json"});
  if (!parser.parse(arguments, context)) return false;
  if (options.data.empty()) {
    check_only_of_a_study(parser, fields);
    return true;
  }
  check_only_of_a_file(parser, options);
  check_options_given(parser, fields);
  InferenceOptions& inference = options.suggest.inference;
  check_inference_options(inference);
  if (inference.method == "fast" && !inference.target_rhat) inference.target_rhat = fast_target_rhat;
  if (inference.method == "nuts") {
    inference.num_warmup = inference.num_warmup.value_or(nuts_report_length.num_warmup);
    inference.num_draws = inference.num_draws.value_or(nuts_report_length.num_draws);
  }
  return true;
}

// One level of σ_h, as a distance in the unit cube; none for a surrogate without a latent input.
std::vector<double> single_level(const SuggestOptions& options, Index num_inputs) {
  if (!surrogate_entry(options.surrogate).uses_sigma_h) return {};
  const LatentScale scale = options.sigma_h.value_or(LatentScale{.levels = {0.1}});
  if (scale.rule != LatentScaleRule::drawn || scale.levels.size() != 1)
    throw InvalidArgument("--sigma-h has to be one level here, such as 0.1414 or 0.1d: a fit has only one");
  return absolute_levels(scale, static_cast<std::size_t>(num_inputs));
}

void print_predictions(const PredictionReport& report, const Matrix& X, const Context& context) {
  std::vector<Column> columns;
  const bool with_inputs = X.rows() <= 4;  // more do not fit beside the rest
  for (Index q = 0; with_inputs && q < X.rows(); ++q)
    columns.push_back({fmt::format("x{}", q + 1), Align::right});
  if (!with_inputs) columns.push_back({"point", Align::right});
  for (const char* title : {"mean", "sd", "2.5 %", "97.5 %", "EI"}) columns.push_back({title, Align::right});

  std::vector<std::vector<std::string>> rows;
  for (Index m = 0; m < X.cols(); ++m) {
    std::vector<std::string> row;
    for (Index q = 0; with_inputs && q < X.rows(); ++q) row.push_back(fmt::format("{:.4g}", X(q, m)));
    if (!with_inputs) row.push_back(std::to_string(m + 1));
    for (const Vector* values :
         {&report.mean, &report.sd, &report.lower, &report.upper, &report.expected_improvement})
      row.push_back(fmt::format("{:.5g}", (*values)[m]));
    rows.push_back(row);
  }
  context.out << table(columns, rows) << '\n';

  const FitDiagnostics& fit = report.diagnostics;
  const std::string convergence =
      std::isnan(fit.rhat_max) ? "convergence unknown: too few draws, or nothing that varies"
                               : fmt::format("worst R-hat {:.3f}, smallest effective sample size {:.0f}",
                                             fit.rhat_max, fit.ess_min);
  if (fit.chains == 0)
    context.out << fmt::format("{} points of a quadrature in {}; nothing has to converge\n", fit.draws,
                               duration(fit.seconds));
  else
    context.out << fmt::format("{} draws from {} chain{} in {}; {}\n", fit.draws, fit.chains,
                               fit.chains == 1 ? "" : "s", duration(fit.seconds), convergence);
  context.out << fmt::format("{} divergences, {} jitter raises, {} failed factorisations\n", fit.divergences,
                             fit.jitter_raises, fit.failed_factorisations);
  if (fit.rhat_max > rhat_limit)
    context.out << fmt::format(
        "An R-hat above {} means that the chains disagree: more --warmup and --iterations (nuts: --draws) "
        "may help\n",
        rhat_limit);
}

void print_densities(const DensityReport& report, const Context& context) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t m = 0; m < report.log_density.size(); ++m)
    rows.push_back({std::to_string(m + 1), exact_number(report.log_density[m]),
                    short_number(report.gradient.col(static_cast<Index>(m)).norm())});
  context.out << table({{"point", Align::right},
                        {"log density", Align::right},
                        {"norm of gradient", Align::right}},
                       rows)
              << '\n';
}

}  // namespace

int posterior(Arguments arguments, const Context& context) {
  PosteriorOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const StopScope scope(context.stop);
  if (options.data.empty()) {
    options.study.at = options.at;
    options.study.threads = options.threads;
    options.study.json = options.json;
    return study_posterior(options.study, context);
  }

  const CsvPoints observed = read_points(options.data, CsvOutputs::y);
  const SuggestOptions& suggest = options.suggest;
  const auto data = std::make_shared<const Dataset>(make_dataset(observed.X, observed.y));
  const std::shared_ptr<const Surrogate> surrogate =
      make_surrogate(suggest.surrogate, surrogate_options(suggest, single_level(suggest, observed.X.rows()),
                                                          static_cast<std::size_t>(observed.X.rows())));

  std::optional<DensityReport> densities;
  if (!options.density_at.empty())
    densities = density_at(surrogate, data, suggest.inference.jitter,
                           read_csv(std::filesystem::path(options.density_at), CsvHeader::optional));

  std::optional<PredictionReport> predictions;
  Matrix X;
  if (!options.at.empty()) {
    X = read_points(options.at.front(), CsvOutputs::none).X;
    if (X.rows() != observed.X.rows())
      throw InvalidArgument(fmt::format("{}: there are {} inputs, but {} has {}", options.at.front(),
                                        X.rows(), options.data, observed.X.rows()));
    ThreadPool pool(options.threads);
    const Fit fitted = fit(surrogate, data, suggest.inference, {.seed = options.seed}, &pool, context.stop);
    predictions = predict_at(fitted, *data, X, &pool);
  }

  if (options.json) {
    Json document = Json::object();
    if (predictions) add_json(document, *predictions);
    if (densities) add_json(document, *densities);
    write_json(context.out, document);
    return exit_done;
  }
  if (densities) print_densities(*densities, context);
  if (predictions) print_predictions(*predictions, X, context);
  return exit_done;
}

}  // namespace craggy::cli
