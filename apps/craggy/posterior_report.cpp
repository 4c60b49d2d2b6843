#include "posterior_report.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>

#include "samplers/diagnostics.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy::cli {
namespace {

// "lengthscale, latent[1..25]": the blocks in their order.
std::string coordinate_order(const ParameterBlocks& blocks, Index num_labels) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, Index count) {
    parts.push_back(count == 1 ? name : fmt::format("{}[1..{}]", name, count));
  };
  for (const ParameterBlock& block : blocks)
    if (block.count > 0) add(block.name, block.count);
  if (num_labels > 0) add("label", num_labels);
  return fmt::format("{}", fmt::join(parts, ", "));
}

void check_points(const CsvTable& points, const Layout& layout, const std::string& order) {
  if (points.values.rows() != layout.total())
    throw InvalidArgument(fmt::format("{}: there are {} coordinates per point, but it has to be {}: {}",
                                      points.file, points.values.rows(), layout.total(), order));
  for (Index m = 0; m < points.values.cols(); ++m)
    for (Index i = layout.num_parameters(); i < layout.total(); ++i)
      if (points.values(i, m) != 0.0 && points.values(i, m) != 1.0)
        points.fail(i, m, "a label has to be 0 or 1");
}

}  // namespace

PredictionReport predict_at(const Fit& fit, const Dataset& data, const ConstMatrixRef& X, ThreadPool* pool) {
  const Prediction prediction = fit.posterior.predict(X, pool);
  const Matrix quantiles = fit.posterior.quantiles(X, std::array{0.025, 0.975}, pool);
  const auto log_ei = log_expected_improvement(fit.posterior, data.y.minCoeff());
  const double log_scale = std::log(data.standardisation.scale);

  PredictionReport report;
  report.mean = prediction.mean;
  report.variance = prediction.variance;
  report.sd = prediction.sd;
  report.expected_improvement = (log_ei->evaluate(X, pool).array() + log_scale).exp();
  report.lower = quantiles.row(0).transpose();
  report.upper = quantiles.row(1).transpose();
  report.diagnostics = fit.diagnostics;
  const PredictiveDiagnostics predictive = predictive_diagnostics(fit, X, pool);
  report.diagnostics.rhat_max = worse_rhat(fit.diagnostics.rhat_max, predictive.rhat_max);
  report.diagnostics.ess_min = worse_ess(fit.diagnostics.ess_min, predictive.ess_min);
  return report;
}

DensityReport density_at(const std::shared_ptr<const Surrogate>& surrogate,
                         const std::shared_ptr<const Dataset>& data, double jitter, const CsvTable& points) {
  SurrogateDensity density(surrogate, data, jitter);
  const Layout& layout = density.layout();
  const ParameterBlocks blocks = surrogate->blocks({data->num_inputs(), data->size()});
  check_points(points, layout, coordinate_order(blocks, density.num_labels()));

  DensityReport report;
  report.coordinates = parameter_names(blocks);
  for (Index n = 1; n <= density.num_labels(); ++n) report.coordinates.push_back(fmt::format("label[{}]", n));
  report.gradient.setConstant(layout.total(), points.values.cols(), NAN);
  for (Index m = 0; m < points.values.cols(); ++m) {
    Vector gradient = Vector::Zero(density.size());
    report.log_density.push_back(density.evaluate(points.values.col(m), gradient));
    if (std::isfinite(report.log_density.back())) report.gradient.col(m).head(density.size()) = gradient;
  }
  return report;
}

void add_json(Json& document, const PredictionReport& report) {
  document["mean"] = json_numbers(report.mean);
  document["sd"] = json_numbers(report.sd);
  document["variance"] = json_numbers(report.variance);
  document["ei"] = json_numbers(report.expected_improvement);
  document["lower"] = json_numbers(report.lower);
  document["upper"] = json_numbers(report.upper);
  const FitDiagnostics& fit = report.diagnostics;
  document["diagnostics"] = {{"rhat_max", json_number(fit.rhat_max)},
                             {"ess_min", json_number(fit.ess_min)},
                             {"divergences", fit.divergences},
                             {"jitter_raises", fit.jitter_raises},
                             {"draws", fit.draws},
                             {"chains", fit.chains},
                             {"stop_reason", name_of(fit.stop_reason)},
                             {"seconds", json_number(fit.seconds)},
                             {"ess_tail_min", json_number(fit.ess_tail_min)},
                             {"rhat_max_latent", json_number(fit.rhat_max_latent)},
                             {"ess_min_latent", json_number(fit.ess_min_latent)},
                             {"acceptance", json_number(fit.acceptance)},
                             {"ebfmi_min", json_number(fit.ebfmi_min)},
                             {"failed_factorisations", fit.failed_factorisations},
                             {"jitter", json_number(fit.jitter)},
                             {"density_evaluations", fit.density_evaluations}};
}

void add_json(Json& document, const DensityReport& report) {
  document["log_density"] = json_numbers(report.log_density);
  document["gradient"] = Json::array();
  for (Index m = 0; m < report.gradient.cols(); ++m)
    document["gradient"].push_back(json_numbers(Vector(report.gradient.col(m))));
  document["coordinates"] = report.coordinates;
}

}  // namespace craggy::cli
