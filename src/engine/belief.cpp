#include "engine/belief.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acquisition/feasibility.hpp"
#include "acquisition/keep_away.hpp"
#include "acquisition/log_product.hpp"
#include "acquisition/success.hpp"
#include "base/random.hpp"
#include "engine/constraint_model.hpp"
#include "posterior/means_at_observations.hpp"

namespace craggy {
namespace {

// Next to a failure another evaluation would fail as well, or, if failures are mere chance, can be made a
// little further away. In diagonals.
constexpr double radius_of_failure = 0.02;

// A failed evaluation costs as much as another and gains nothing, and where the rest of the space has little
// left to gain, the acquisition would go on paying that price: the more failures there were, the surer a
// success has to be. What each of them adds to the exponent of its probability.
constexpr double price_of_failure = 0.3;

// From what was seen, of a model that avoids these points: as a share of the spacing of as many points on a
// grid.
constexpr double share_of_spacing = 0.1;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Streams of the fantasies, by what is made up.
enum : std::uint16_t { objective_chain = 0, success_chain = 1, first_constraint_chain = 2 };

RandomStream fantasy_stream(const FitSeed& seed, std::size_t chain) {
  return RandomStream(
      seed.seed,
      {.trial = seed.trial, .chain = static_cast<std::uint16_t>(chain), .purpose = Purpose::fantasy});
}

// The best of the feasible observations, or ∞.
double known_incumbent(Incumbent which, const Posterior& posterior, const EncodedHistory& history,
                       ThreadPool* pool) {
  if (history.feasible.empty()) return infinity;
  if (which == Incumbent::best_value) return history.data->y(history.feasible).minCoeff();
  return means_at_observations(posterior, *history.data, pool)(history.feasible).minCoeff();
}

std::unique_ptr<Acquisition> away_from_seen(const EncodedHistory& history) {
  Matrix seen(history.data->num_inputs(), history.data->size() + history.pending.cols());
  seen << history.data->X, history.pending;
  const double num_parameters = history.diagonal * history.diagonal;
  const double spacing = std::pow(static_cast<double>(seen.cols()), -1.0 / num_parameters);
  return log_keep_away(std::move(seen), share_of_spacing * history.extent * spacing);
}

// Scenarios × pending points: whether the evaluation ends as an incumbent might, with a value and feasible.
// A scenario takes one draw of the objective and one of each constraint, all in turn.
using Outcomes = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

Outcomes fantasised_outcomes(const Matrix& pending, const Fantasies& objective,
                             const std::vector<Fantasies>& constraints,
                             const std::optional<SuccessModel>& success, const FitSeed& seed) {
  Index num_scenarios = objective.values.rows();
  for (const Fantasies& constraint : constraints)
    num_scenarios = std::max(num_scenarios, constraint.values.rows());
  Outcomes counts = Outcomes::Constant(num_scenarios, pending.cols(), true);
  if (success) {
    RandomStream stream = fantasy_stream(seed, success_chain);
    const Vector probability = success->probability(pending);
    for (Index s = 0; s < counts.rows(); ++s)
      for (Index p = 0; p < counts.cols(); ++p) counts(s, p) = stream.uniform() < probability[p];
  }
  for (const Fantasies& constraint : constraints)
    for (Index s = 0; s < counts.rows(); ++s)
      for (Index p = 0; p < counts.cols(); ++p)
        counts(s, p) = counts(s, p) && constraint.values(s % constraint.values.rows(), p) <= 0.0;
  return counts;
}

// For each component: the better of what is known and of what its draw made up.
Vector fantasised_incumbents(const Fantasies& objective, const Outcomes& counts, double known) {
  const std::vector<Index>& draws = objective.posterior.draw_of_component();
  Vector result = Vector::Constant(std::ssize(draws), known);
  for (Index c = 0; c < result.size(); ++c) {
    const Index s = draws[static_cast<std::size_t>(c)];
    for (Index p = 0; p < counts.cols(); ++p)
      if (counts(s, p)) result[c] = std::min(result[c], objective.values(s, p));
  }
  return result;
}

// For each draw of a constraint: in how many of its scenarios something feasible has still to be found.
Vector weights_of_search(const Outcomes& counts, Index num_draws) {
  Vector weights = Vector::Zero(num_draws);
  for (Index s = 0; s < counts.rows(); ++s)
    if (!counts.row(s).any()) weights[s % num_draws] += 1.0;
  return weights;
}

// `incumbents`: one, or one for each component. Next to other factors a bound has to be a worth.
std::unique_ptr<Acquisition> improvement(const SuggestOptions& options, const Posterior& posterior,
                                         const Vector& incumbents, bool alone) {
  const SimdLevel level = simd_level_of(options.inference);
  std::unique_ptr<Acquisition> result =
      incumbents.size() == 1
          ? make_acquisition(options.acquisition, posterior, incumbents[0], options.confidence_weight, level)
          : make_acquisition(options.acquisition, posterior, incumbents, options.confidence_weight, level);
  if (alone || options.acquisition == "ei") return result;
  return log_softplus(std::move(result), incumbents.mean());
}

}  // namespace

Belief::Belief(const SuggestOptions& options, const Posterior& posterior, const SearchRules& rules,
               const EncodedHistory& history, const FitSeed& seed, ThreadPool* pool) {
  const bool is_noisy = options.noisy || history.reports_noise;
  const bool avoids_seen_points = rules.avoids_seen_points && !is_noisy;
  if (history.failed.cols() > 0) success_.emplace(history.data->X, history.failed, history.diagonal, pool);
  for (Index k = 0; k < history.constraints.rows(); ++k)
    constraints_.push_back(fit_constraint(history.data->X, history.constraints.row(k).transpose(),
                                          options.noisy || history.reports_noise, history.diagonal,
                                          simd_level_of(options.inference), seed, pool));

  const Incumbent asked = incumbent_of(options, history.reports_noise);
  const Incumbent of_model = options.incumbent || is_noisy ? asked : rules.incumbent.value_or(asked);
  best_ = known_incumbent(asked, posterior, history, pool);
  const double incumbent = of_model == asked ? best_ : known_incumbent(of_model, posterior, history, pool);
  improves_ = incumbent < infinity;
  Vector incumbents = Vector::Constant(1, incumbent);
  Outcomes counts;
  if (history.pending.cols() > 0) {
    RandomStream stream = fantasy_stream(seed, objective_chain);
    fantasies_ = fantasise(posterior, history.pending, stream, pool);
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      stream = fantasy_stream(seed, first_constraint_chain + k);
      constraint_fantasies_.push_back(fantasise(constraints_[k], history.pending, stream, pool));
    }
    counts = fantasised_outcomes(history.pending, *fantasies_, constraint_fantasies_, success_, seed);
    improves_ = improves_ || counts.rowwise().any().all();
    incumbents = fantasised_incumbents(*fantasies_, counts, incumbent);
  }

  std::vector<std::unique_ptr<Acquisition>> factors;
  if (improves_)
    factors.push_back(
        improvement(options, fantasies_ ? fantasies_->posterior : posterior, incumbents,
                    constraints_.empty() && !success_ && !avoids_seen_points && history.kept_away.empty()));
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    // On average over its fantasies the probability of a constraint is what it is without them. Only a search
    // for the first feasible point has to know what it was if those that are pending are not.
    if (improves_ || constraint_fantasies_.empty()) {
      factors.push_back(log_feasibility(constraints_[k]));
    } else {
      const Posterior& fantasised = constraint_fantasies_[k].posterior;
      factors.push_back(log_feasibility(fantasised, weights_of_search(counts, fantasised.num_draws())));
    }
  }
  if (success_) {
    const auto num_failed = static_cast<double>(history.failed.cols());
    factors.push_back(log_success(*success_, 1.0 + price_of_failure * num_failed));
    factors.push_back(log_keep_away(history.failed, radius_of_failure * history.extent * history.diagonal));
  }
  if (avoids_seen_points) factors.push_back(away_from_seen(history));
  for (const auto& [points, radius] : history.kept_away) factors.push_back(log_keep_away(points, radius));
  acquisition_ = factors.size() == 1 ? std::move(factors.front()) : log_product(std::move(factors));
}

}  // namespace craggy
