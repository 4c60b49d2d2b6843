#include "engine/history_model.hpp"

#include <cmath>

#include <fmt/format.h>

#include "acquisition/feasibility.hpp"
#include "base/check.hpp"
#include "base/special_functions.hpp"
#include "engine/active_set.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/leave_one_out.hpp"
#include "posterior/mixture_quantile.hpp"
#include "posterior/raw_scale.hpp"

namespace craggy {
namespace {

void check_can_be_modelled(const Space& space, const History& history, const SuggestOptions& options) {
  check_options(options, space.size());
  check_history(space, history);
  if (options.surrogate == random_points)
    fail_argument("surrogate", fmt::format("'{}'", options.surrogate),
                  fmt::format("it has no model of the objective; '{}' has", shipped_default));
  if (history.observations.empty())
    fail_argument("the number of observations", "0", "a model needs at least one");
}

Vector objectives_of(const History& history) {
  Vector objectives(std::ssize(history.observations));
  for (Index n = 0; n < objectives.size(); ++n)
    objectives[n] = history.observations[static_cast<std::size_t>(n)].objective;
  return objectives;
}

// What a model learns from, and the active set that it comes of where that is not everything.
struct Learned {
  std::optional<ActiveSet> active;
  EncodedHistory encoded;
  Vector objectives;
};

Learned learned_from(const Space& space, const History& history, const SuggestOptions& options,
                     const EngineWarmState& warm) {
  check_can_be_modelled(space, history, options);
  Learned learned{choose_active_set(space, history, options, warm), {}, {}};
  const History part = learned.active ? learned.active->part_of(history) : history;
  learned.encoded = encode(
      space, part, options.surrogate == shipped_default ? Objectives::compressed : Objectives::as_told);
  if (learned.active) learned.active->restrict(learned.encoded, space, history);
  learned.objectives = objectives_of(part);
  return learned;
}

}  // namespace

HistoryModel::HistoryModel(Space space, const History& history, SuggestOptions options, const FitSeed& seed,
                           std::string_view name, ThreadPool* pool, const EngineWarmState& warm)
    : space_(std::move(space)), options_(std::move(options)) {
  Learned learned = learned_from(space_, history, options_, warm);
  encoded_ = std::move(learned.encoded);
  objectives_ = std::move(learned.objectives);
  if (learned.active) {
    active_ = learned.active->summary();
    observations_ = learned.active->observations;
  }
  const SuggestOptions fitted_with =
      active_ ? options_for_active_set(options_, encoded_.data->num_inputs()) : options_;
  model_.emplace(fit_model(fitted_with, space_, encoded_.data, seed, warm, pool, encoded_.reported_variances,
                           name, active_ ? FirstFit::grown : FirstFit::from_prior));
  belief_ =
      std::make_unique<const Belief>(options_, model_->posterior, model_->search, encoded_, seed, pool);
}

OwnMoments HistoryModel::predict(const std::vector<std::vector<double>>& points,
                                 std::span<const double> probabilities, ThreadPool* pool) const {
  const Matrix X = encode(space_, points);
  Prediction prediction = model_->posterior.predict(X, pool);
  OwnMoments result{std::move(prediction.mean), std::move(prediction.sd),
                    model_->posterior.quantiles(X, probabilities, pool)};
  bring_back(result);
  return result;
}

void HistoryModel::bring_back(OwnMoments& warped) const {
  for (double& quantile : warped.quantiles.reshaped()) quantile = encoded_.map.inverse(quantile);
  for (Index m = 0; m < warped.mean.size(); ++m) {
    const auto [mean, sd] = encoded_.map.inverse_moments(warped.mean[m], warped.sd[m]);
    warped.mean[m] = mean;
    warped.sd[m] = sd;
  }
}

Worth HistoryModel::worth(const std::vector<std::vector<double>>& points, ThreadPool* pool) const {
  const Matrix X = encode(space_, points);
  Worth worth{belief_->acquisition().evaluate(X, pool), Vector::Ones(X.cols()), Vector::Ones(X.cols())};
  for (const Posterior& constraint : belief_->constraints())
    worth.feasible.array() *= log_feasibility(constraint)->evaluate(X, pool).array().exp();
  if (const auto& success = belief_->success()) worth.success = success->probability(X, pool);
  return worth;
}

LeftOut HistoryModel::leave_one_out(std::span<const double> probabilities, ThreadPool* pool) const {
  const Dataset& data = *encoded_.data;
  const Standardisation& raw = data.standardisation;
  const Index N = data.size();
  const craggy::LeaveOneOut others = craggy::leave_one_out(model_->posterior, data.y, pool);
  LeftOut result{{Vector(N), Vector(N), Matrix(std::ssize(probabilities), N)},
                 Vector(N),
                 others.log_density,
                 others.effective_draws};
  parallel_for(pool, static_cast<std::size_t>(N), [&](std::size_t observation) {
    const auto n = static_cast<Index>(observation);
    const auto mean = others.mean.col(n);
    const auto variance = others.variance.col(n);
    const auto weights = others.weights.col(n);
    const double centre = mean.dot(weights);
    const double spread = std::sqrt(weights.dot(variance + (mean.array() - centre).square().matrix()));
    result.moments.mean[n] = raw_value(raw, centre);
    result.moments.sd[n] = saturated(raw.scale * spread);
    for (std::size_t p = 0; p < probabilities.size(); ++p) {
      const double quantile = mixture_quantile(mean, variance, weights, probabilities[p]);
      result.moments.quantiles(static_cast<Index>(p), n) = raw_value(raw, quantile);
    }
    result.probability[n] = 0.0;
    for (Index c = 0; c < mean.size(); ++c)
      result.probability[n] += weights[c] * normal_cdf((data.y[n] - mean[c]) / std::sqrt(variance[c]));
    result.log_density[n] += std::log(encoded_.map.slope(objectives_[n])) - std::log(raw.scale);
  });
  bring_back(result.moments);
  return result;
}

Matrix HistoryModel::latent_distances() const {
  Matrix distances(model_->posterior.num_draws(), encoded_.data->size());
  Index first = 0;
  for (const DrawGroupPtr& group : model_->posterior.groups()) {
    distances.middleRows(first, group->num_draws()) = group->observation_terms().latent_distance;
    first += group->num_draws();
  }
  return distances;
}

VarianceShares HistoryModel::importance(Index num_points, ThreadPool* pool) const {
  const Posterior& posterior = model_->posterior;
  const auto num_draws = static_cast<double>(posterior.num_draws());
  const auto means = [&](const ConstMatrixRef& shares) {
    std::vector<std::vector<double>> points;
    for (Index m = 0; m < shares.cols(); ++m) {
      const Vector column = shares.col(m);
      points.push_back(space_.pick({column.data(), static_cast<std::size_t>(column.size())}));
    }
    Matrix result = Matrix::Zero(posterior.num_draws(), shares.cols());
    posterior.for_each_block(
        encode(space_, points), pool, [&](Index first, const PredictiveComponents& block) {
          for (Index c = 0; c < block.weights.size(); ++c)
            result.row(posterior.draw_of_component()[static_cast<std::size_t>(c)])
                .segment(first, block.mean.cols()) += num_draws * block.weights[c] * block.mean.row(c);
        });
    return result;
  };
  return variance_shares(static_cast<Index>(space_.size()), num_points, means);
}

}  // namespace craggy
