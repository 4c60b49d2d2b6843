#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/thread_pool.hpp>
#include <craggy/study/study.hpp>
#include <craggy/study/study_model.hpp>
#include <craggy/study/study_view.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "engine/history_model.hpp"
#include "study/slice_points.hpp"
#include "study/trial_history.hpp"

namespace craggy {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double lower_probability = 0.025;

// Every draw weighs the same.
StudyModel::Interval interval_of(Vector draws, bool middle_is_mean) {
  const double mean = draws.mean();
  std::sort(draws.begin(), draws.end());
  const auto quantile = [&](double probability) {
    const double position = probability * static_cast<double>(draws.size() - 1);
    const auto below = static_cast<Index>(position);
    const Index above = std::min(below + 1, draws.size() - 1);
    const double share = position - static_cast<double>(below);
    return (1.0 - share) * draws[below] + share * draws[above];
  };
  return {middle_is_mean ? mean : quantile(0.5), quantile(lower_probability),
          quantile(1.0 - lower_probability)};
}

double quantile_of(std::vector<double> values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// As IgnoredDetail::score says.
void score_details(std::vector<StudyModel::IgnoredDetail>& details, double sign, const ObjectiveMap& map) {
  constexpr double sd_per_median = 1.4826;  // of a Gaussian: standard deviation over median magnitude
  constexpr double least_share = 1e-3;
  std::vector<double> observed, ignored, sds;
  for (const StudyModel::IgnoredDetail& detail : details) {
    const double own = sign * detail.believed;
    observed.push_back(map.forward(sign * detail.observed));
    ignored.push_back(std::abs(observed.back() - map.forward(own)));
    sds.push_back(0.5 * (map.forward(own + detail.sd) - map.forward(own - detail.sd)));
  }
  const double usual = sd_per_median * quantile_of(ignored, 0.5);
  const double least = least_share * (quantile_of(observed, 0.75) - quantile_of(observed, 0.25));
  for (std::size_t n = 0; n < details.size(); ++n) {
    const double unit = std::hypot(sds[n], usual, least);
    details[n].score = unit > 0.0 ? ignored[n] / unit : 0.0;
    details[n].stands_out = details[n].score >= least_score_that_stands_out;
  }
}

void check_probabilities(std::span<const double> probabilities) {
  for (std::size_t p = 0; p < probabilities.size(); ++p) {
    const std::string name = fmt::format("probability {}", p + 1);
    if (!(probabilities[p] > 0.0 && probabilities[p] < 1.0))
      fail_argument(name, fmt::format("{}", probabilities[p]), "it has to be between 0 and 1");
    if (p > 0 && !(probabilities[p] > probabilities[p - 1]))
      fail_argument(name, fmt::format("{}", probabilities[p]), "probabilities have to rise");
  }
}

}  // namespace

struct StudyModel::State {
  State(const StudyOptions& study, TrialHistory its_history, TrialNumber next,
        const StudyModelOptions& options)
      : space(study.space),
        direction(study.direction),
        pool(options.num_threads),
        history(std::move(its_history)),
        model(space, history.history, study.suggest, {study.seed, next}, options.model, &pool, options.warm) {
    for (const ModelInfo& each : StudyModel::models(study.suggest))
      if (each.name == model.model().name) summary = each.summary;
    if (model.active()) keep(model.observations());
  }

  // What follows is about the observations that the model has seen.
  void keep(const std::vector<Index>& seen) {
    TrialHistory kept;
    for (const Index n : seen) {
      kept.history.observations.push_back(history.history.observations[static_cast<std::size_t>(n)]);
      kept.observed.push_back(history.observed[static_cast<std::size_t>(n)]);
    }
    history = std::move(kept);
  }

  bool maximises() const { return direction == Direction::maximise; }
  double sign() const { return maximises() ? -1.0 : 1.0; }
  double observed(std::size_t n) const { return sign() * history.history.observations[n].objective; }

  // What the model has to be asked for: quantiles of what is maximised are those of the other side.
  std::vector<double> own(std::span<const double> probabilities) const {
    check_probabilities(probabilities);
    std::vector<double> result(probabilities.begin(), probabilities.end());
    if (maximises())
      for (double& probability : result) probability = 1.0 - probability;
    return result;
  }
  Forecast in_own_direction(OwnMoments moments) const {
    return {sign() * moments.mean, std::move(moments.sd), sign() * moments.quantiles};
  }

  Space space;
  Direction direction;
  mutable ThreadPool pool;
  TrialHistory history;
  HistoryModel model;
  std::string summary;
};

StudyModel::StudyModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
StudyModel::StudyModel(StudyModel&&) noexcept = default;
StudyModel& StudyModel::operator=(StudyModel&&) noexcept = default;
StudyModel::~StudyModel() = default;

std::vector<ModelInfo> StudyModel::models(const SuggestOptions& options) {
  std::vector<ModelInfo> models;
  for (ModelEntry& entry : model_entries(options))
    models.push_back({std::move(entry.name), std::move(entry.summary)});
  return models;
}

StudyModel StudyModel::fit(const StudyOptions& study, const std::vector<TrialRecord>& trials,
                           const StudyModelOptions& options, const std::stop_token& stop) {
  std::vector<const TrialRecord*> records;
  TrialNumber next = 0;
  for (const TrialRecord& trial : trials) {
    records.push_back(&trial);
    next = std::max(next, trial.number + 1);
  }
  TrialHistory history = history_of(records, num_constraints_of(records), study.direction,
                                    takes_reported_noise(study.suggest.surrogate));
  if (history.observed.empty())
    fail_argument("the number of finished trials", "0", "a model needs at least one");
  const StopScope scope(stop);
  return StudyModel(std::make_unique<State>(study, std::move(history), next, options));
}

StudyModel StudyModel::fit(const Study& study, const StudyModelOptions& options,
                           const std::stop_token& stop) {
  return fit(study.options(), study.trials(), options, stop);
}

StudyModel StudyModel::fit(const StudyView& study, const StudyModelOptions& options,
                           const std::stop_token& stop) {
  return fit(study.options(), study.trials(), options, stop);
}

const std::string& StudyModel::name() const { return state_->model.model().name; }
const std::string& StudyModel::summary() const { return state_->summary; }
const std::string& StudyModel::surrogate() const { return state_->model.model().surrogate; }
const std::vector<double>& StudyModel::sigma_h() const { return state_->model.model().sigma_h; }
const FitDiagnostics& StudyModel::diagnostics() const { return state_->model.model().diagnostics; }
const EngineWarmState& StudyModel::warm() const { return state_->model.model().warm; }
const Space& StudyModel::space() const { return state_->space; }
Direction StudyModel::direction() const { return state_->direction; }
const std::vector<TrialNumber>& StudyModel::trials() const { return state_->history.observed; }
const std::optional<ActiveData>& StudyModel::active() const { return state_->model.active(); }
bool StudyModel::is_log_transformed() const { return !state_->model.history().map.is_identity(); }

StudyModel::Forecast StudyModel::predict(const std::vector<std::vector<double>>& points,
                                         std::span<const double> probabilities,
                                         const std::stop_token& stop) const {
  const StopScope scope(stop);
  return state_->in_own_direction(state_->model.predict(points, state_->own(probabilities), &state_->pool));
}

StudyModel::Slice StudyModel::slice(std::string_view parameter, const std::vector<double>& at,
                                    std::size_t num_values, std::span<const double> probabilities,
                                    const std::stop_token& stop) const {
  const StopScope scope(stop);
  const Space& space = state_->space;
  const std::size_t i = space.index_of(parameter);
  space.check(at);
  Slice slice{.parameter = std::string(parameter), .inactive = unmet_condition(space, i, at)};
  if (!slice.inactive.empty()) return slice;
  slice.codes = spread_codes(space, i, num_values);
  for (const double code : slice.codes) slice.points.push_back(with_codes(space, at, {{i, code}}));
  slice.forecast = predict(slice.points, probabilities);
  return slice;
}

StudyModel::Grid StudyModel::grid(std::string_view row_parameter, std::string_view column_parameter,
                                  const std::vector<double>& at, std::size_t num_values,
                                  std::span<const double> probabilities, const std::stop_token& stop) const {
  const StopScope scope(stop);
  const Space& space = state_->space;
  const std::size_t i = space.index_of(row_parameter);
  const std::size_t j = space.index_of(column_parameter);
  if (i == j)
    fail_argument("the second parameter of the grid", fmt::format("'{}'", column_parameter),
                  "it has to be another one than the first");
  space.check(at);
  Grid grid{.parameters = {std::string(row_parameter), std::string(column_parameter)}};
  grid.rows = spread_codes(space, i, num_values);
  grid.columns = spread_codes(space, j, num_values);
  std::vector<std::vector<double>> active_points;
  for (const double row : grid.rows)
    for (const double column : grid.columns) {
      grid.points.push_back(with_codes(space, at, {{i, row}, {j, column}}));
      grid.active.push_back(space.is_active(i, grid.points.back()) && space.is_active(j, grid.points.back()));
      if (grid.active.back()) active_points.push_back(grid.points.back());
    }
  if (active_points.empty()) {
    const std::string of_row = unmet_condition(space, i, at);
    return {.parameters = grid.parameters,
            .inactive = of_row.empty() ? unmet_condition(space, j, at) : of_row};
  }
  const Forecast forecast = predict(active_points, probabilities);
  const auto count = std::ssize(grid.points);
  grid.forecast = {Vector::Constant(count, nan), Vector::Constant(count, nan),
                   Matrix::Constant(forecast.quantiles.rows(), count, nan)};
  for (Index m = 0, from = 0; m < count; ++m) {
    if (!grid.active[static_cast<std::size_t>(m)]) continue;
    grid.forecast.mean[m] = forecast.mean[from];
    grid.forecast.sd[m] = forecast.sd[from];
    grid.forecast.quantiles.col(m) = forecast.quantiles.col(from++);
  }
  return grid;
}

StudyModel::Worth StudyModel::acquisition(const std::vector<std::vector<double>>& points,
                                          const std::stop_token& stop) const {
  const StopScope scope(stop);
  craggy::Worth worth = state_->model.worth(points, &state_->pool);
  return {std::move(worth.acquisition), std::move(worth.feasible), std::move(worth.success)};
}

std::vector<StudyModel::IgnoredDetail> StudyModel::latent_magnitude(const std::stop_token& stop) const {
  const StopScope scope(stop);
  std::vector<std::vector<double>> points;
  for (const Observation& observation : state_->history.history.observations)
    points.push_back(observation.values);
  const Forecast believed = predict(points, {});
  const Matrix distances = state_->model.latent_distances();
  const bool has_latents = (distances.array() > 0.0).any();
  std::vector<IgnoredDetail> result;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const auto m = static_cast<Index>(n);
    IgnoredDetail detail{.trial = trials()[n],
                         .observed = state_->observed(n),
                         .believed = believed.mean[m],
                         .sd = believed.sd[m]};
    detail.ignored = detail.observed - detail.believed;
    if (has_latents) detail.latent = interval_of(distances.col(m), false);
    result.push_back(detail);
  }
  score_details(result, state_->sign(), state_->model.history().map);
  return result;
}

std::vector<StudyModel::LeftOut> StudyModel::leave_one_out(std::span<const double> probabilities,
                                                           const std::stop_token& stop) const {
  const StopScope scope(stop);
  craggy::LeftOut left_out = state_->model.leave_one_out(state_->own(probabilities), &state_->pool);
  const Forecast forecast = state_->in_own_direction(std::move(left_out.moments));
  std::vector<LeftOut> result;
  for (std::size_t n = 0; n < trials().size(); ++n) {
    const auto m = static_cast<Index>(n);
    const auto quantiles = forecast.quantiles.col(m);
    const double probability = left_out.probability[m];
    result.push_back({.trial = trials()[n],
                      .observed = state_->observed(n),
                      .mean = forecast.mean[m],
                      .sd = forecast.sd[m],
                      .quantiles = {quantiles.begin(), quantiles.end()},
                      .probability = state_->maximises() ? 1.0 - probability : probability,
                      .log_density = left_out.log_density[m],
                      .effective_draws = left_out.effective_draws[m]});
  }
  return result;
}

std::vector<StudyModel::Importance> StudyModel::importance(std::size_t num_points,
                                                           const std::stop_token& stop) const {
  const StopScope scope(stop);
  const VarianceShares shares = state_->model.importance(static_cast<Index>(num_points), &state_->pool);
  std::vector<Importance> result;
  for (std::size_t i = 0; i < state_->space.size(); ++i) {
    const auto row = static_cast<Index>(i);
    result.push_back({state_->space[i].name, interval_of(shares.first.row(row).transpose(), true),
                      interval_of(shares.total.row(row).transpose(), true)});
  }
  return result;
}

}  // namespace craggy
