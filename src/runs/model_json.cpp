#include "runs/model_json.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <craggy/space/grammar.hpp>

namespace craggy::runs {
namespace {

constexpr std::array<double, 3> band = {0.025, 0.5, 0.975};

Json value_json(const Parameter& parameter, double code) {
  if (std::holds_alternative<Categorical>(parameter.domain)) return value_text(parameter, code);
  if (std::holds_alternative<Bool>(parameter.domain)) return code != 0.0;
  if (std::holds_alternative<Int>(parameter.domain)) return static_cast<std::int64_t>(code);
  return code;
}

Json values_json(const Space& space, const std::string& name, const std::vector<double>& codes) {
  const Parameter& parameter = space[space.index_of(name)];
  Json values = Json::array();
  for (const double code : codes) values.push_back(value_json(parameter, code));
  return values;
}

Json interval_json(const StudyModel::Interval& interval, const char* middle) {
  return {{middle, json_number(interval.middle)},
          {"lower", json_number(interval.lower)},
          {"upper", json_number(interval.upper)}};
}

Json rows_json(const Vector& numbers, std::size_t num_columns) {
  Json rows = Json::array();
  const std::span<const double> all(numbers.data(), static_cast<std::size_t>(numbers.size()));
  for (std::size_t i = 0; i + num_columns <= all.size(); i += num_columns)
    rows.push_back(json_numbers(all.subspan(i, num_columns)));
  return rows;
}

// Ranks from 0, the mean rank among equals.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = 0.5 * static_cast<double>(begin + end - 1);
  }
  return ranks;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> ranks_a = ranks_of(a);
  const std::vector<double> ranks_b = ranks_of(b);
  const double middle = 0.5 * (static_cast<double>(a.size()) - 1.0);
  double product = 0.0, square_a = 0.0, square_b = 0.0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    product += (ranks_a[n] - middle) * (ranks_b[n] - middle);
    square_a += (ranks_a[n] - middle) * (ranks_a[n] - middle);
    square_b += (ranks_b[n] - middle) * (ranks_b[n] - middle);
  }
  const double squares = std::sqrt(square_a * square_b);
  return squares > 0.0 ? product / squares : 0.0;
}

}  // namespace

Json model_json(const StudyModel& model, std::optional<TrialNumber> warm_from) {
  const FitDiagnostics& fit = model.diagnostics();
  Json json = {{"name", model.name()},
               {"summary", model.summary()},
               {"surrogate", model.surrogate()},
               {"sigma_h", json_numbers(model.sigma_h())},
               {"log_transformed", model.is_log_transformed()},
               {"trials", model.trials()},
               {"warm_from", warm_from ? Json(*warm_from) : Json(nullptr)},
               {"diagnostics",
                {{"rhat_max", json_number(fit.rhat_max)},
                 {"ess_min", json_number(fit.ess_min)},
                 {"divergences", fit.divergences},
                 {"jitter_raises", fit.jitter_raises},
                 {"draws", fit.draws},
                 {"chains", fit.chains},
                 {"warm", fit.warm},
                 {"seconds", json_number(fit.seconds)}}}};
  if (model.active()) json["active"] = active_json(*model.active());
  return json;
}

Json models_json(const StudyOptions& options) {
  Json models = Json::array();
  for (const ModelInfo& model : StudyModel::models(options.suggest))
    models.push_back({{"name", model.name}, {"summary", model.summary}});
  return models;
}

Json points_json(const StudyModel& model, const std::vector<std::vector<double>>& points) {
  if (points.empty()) return Json::array();
  const StudyModel::Forecast forecast = model.predict(points, band);
  const StudyModel::Worth worth = model.acquisition(points);
  Json json = Json::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto m = static_cast<Index>(i);
    json.push_back({{"params", params_json(model.space(), points[i])},
                    {"mean", json_number(forecast.mean[m])},
                    {"sd", json_number(forecast.sd[m])},
                    {"lower", json_number(forecast.quantiles(0, m))},
                    {"median", json_number(forecast.quantiles(1, m))},
                    {"upper", json_number(forecast.quantiles(2, m))},
                    {"acquisition", json_number(worth.acquisition[m])},
                    {"feasible", json_number(worth.feasible[m])},
                    {"success", json_number(worth.success[m])}});
  }
  return json;
}

Json slice_json(const StudyModel& model, const StudyModel::Slice& slice) {
  Json json = {{"parameter", slice.parameter}};
  if (!slice.inactive.empty()) {
    json["inactive"] = slice.inactive;
    return json;
  }
  json["values"] = values_json(model.space(), slice.parameter, slice.codes);
  for (const char* key : {"mean", "sd", "lower", "median", "upper", "acquisition", "feasible", "success"})
    json[key] = Json::array();
  for (const Json& point : points_json(model, slice.points))
    for (const auto& [key, value] : point.items())
      if (key != "params") json[key].push_back(value);
  return json;
}

Json grid_json(const StudyModel& model, const StudyModel::Grid& grid) {
  Json json = {{"parameters", grid.parameters}};
  if (!grid.inactive.empty()) {
    json["inactive"] = grid.inactive;
    return json;
  }
  const std::size_t num_columns = grid.columns.size();
  json["rows"] = values_json(model.space(), grid.parameters[0], grid.rows);
  json["columns"] = values_json(model.space(), grid.parameters[1], grid.columns);
  json["mean"] = rows_json(grid.forecast.mean, num_columns);
  json["sd"] = rows_json(grid.forecast.sd, num_columns);
  Vector acquisition = model.acquisition(grid.points).acquisition;
  for (std::size_t i = 0; i < grid.active.size(); ++i)
    if (!grid.active[i]) acquisition[static_cast<Index>(i)] = std::nan("");
  json["acquisition"] = rows_json(acquisition, num_columns);
  return json;
}

Json ignored_json(const std::vector<StudyModel::IgnoredDetail>& details) {
  Json json = Json::array();
  for (const StudyModel::IgnoredDetail& detail : details)
    json.push_back({{"trial", detail.trial},
                    {"observed", json_number(detail.observed)},
                    {"believed", json_number(detail.believed)},
                    {"sd", json_number(detail.sd)},
                    {"ignored", json_number(detail.ignored)},
                    {"score", json_number(detail.score)},
                    {"stands_out", detail.stands_out},
                    {"latent", detail.latent ? interval_json(*detail.latent, "median") : Json(nullptr)}});
  return json;
}

Json left_out_json(const std::vector<StudyModel::LeftOut>& left_out) {
  Json json = Json::array();
  for (const StudyModel::LeftOut& each : left_out)
    json.push_back({{"trial", each.trial},
                    {"observed", json_number(each.observed)},
                    {"mean", json_number(each.mean)},
                    {"sd", json_number(each.sd)},
                    {"lower", json_number(each.quantiles.front())},
                    {"upper", json_number(each.quantiles.back())},
                    {"probability", json_number(each.probability)},
                    {"log_density", json_number(each.log_density)},
                    {"effective_draws", json_number(each.effective_draws)}});
  return json;
}

Json importance_json(const std::vector<StudyModel::Importance>& importance) {
  Json json = Json::array();
  for (const StudyModel::Importance& each : importance)
    json.push_back({{"parameter", each.parameter},
                    {"alone", interval_json(each.alone, "mean")},
                    {"total", interval_json(each.total, "mean")}});
  return json;
}

Calibration calibration_of(const std::vector<StudyModel::LeftOut>& left_out) {
  Calibration calibration{.num_observations = left_out.size()};
  if (left_out.empty()) return calibration;
  const double share = 1.0 / static_cast<double>(left_out.size());
  std::vector<double> predicted;
  std::vector<double> observed;
  for (const StudyModel::LeftOut& each : left_out) {
    if (each.probability >= 0.025 && each.probability <= 0.975) calibration.covered += share;
    if (each.probability >= 0.25 && each.probability <= 0.75) calibration.covered_half += share;
    calibration.mean_log_density += share * each.log_density;
    predicted.push_back(each.mean);
    observed.push_back(each.observed);
  }
  calibration.rank_correlation = rank_correlation(predicted, observed);
  return calibration;
}

Json calibration_json(const Calibration& calibration) {
  return {{"observations", calibration.num_observations},
          {"covered", json_number(calibration.covered)},
          {"covered_half", json_number(calibration.covered_half)},
          {"rank_correlation", json_number(calibration.rank_correlation)},
          {"mean_log_density", json_number(calibration.mean_log_density)}};
}

}  // namespace craggy::runs
