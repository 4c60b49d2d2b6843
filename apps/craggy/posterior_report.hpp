// What `craggy posterior` computes: predictions at points, and the log density at unconstrained points.
#pragma once

#include <string>
#include <vector>

#include <craggy/inference/fit.hpp>

#include "csv.hpp"
#include "json_output.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy::cli {

/// All on the scale of the raw outputs.
struct PredictionReport {
  Vector mean, sd, variance, expected_improvement, lower, upper;
  FitDiagnostics diagnostics;  // R-hat and ESS: the worst of the fit's own and of the predictive means
};

/// Predictions at the columns of X. Expected improvement is over the best output, and the quantiles are 2.5
/// and 97.5 %.
PredictionReport predict_at(const Fit& fit, const Dataset& data, const ConstMatrixRef& X, ThreadPool* pool);

struct DensityReport {
  std::vector<double> log_density;  // −∞ where the covariance cannot be factorised
  Matrix gradient;  // coordinates × points; NaN in such places and for labels, which have none
  std::vector<std::string> coordinates;
};

/// The columns of `points` are unconstrained coordinates. Throws InvalidArgument unless they fit the
/// surrogate.
DensityReport density_at(const std::shared_ptr<const Surrogate>& surrogate,
                         const std::shared_ptr<const Dataset>& data, double jitter, const CsvTable& points);

/// Fields as documented for scripts.
void add_json(Json& document, const PredictionReport& report);
void add_json(Json& document, const DensityReport& report);

}  // namespace craggy::cli
