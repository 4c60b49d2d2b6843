#include "engine/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "priors/scalar_prior.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"
#include "surrogates/lengthscales.hpp"

namespace craggy {
namespace {

constexpr double largest_ratio = 4.0;  // between the weight of an input and the usual one

constexpr Index many_inputs = 50;
constexpr Index few_chains = 8;

// As many values in order as can be tried one by one are rather names than a scale.
constexpr std::uint64_t few_values = 8;

// From pending points without a fantasy, as a share of the spacing of as many on a grid; and from where
// regions have ended, in diagonals.
constexpr double share_of_spacing = 0.1;
constexpr double reach_of_exhausted = 0.05;

// Pending points this far outside the box, as a share of its side, cannot matter inside.
constexpr double reach_of_pending = 0.25;

struct BoundedInputs {
  std::vector<Index> inputs;
  double smallest_step = 0.0;  // of the parameter with the most values
};

// Real numbers and long scales. What is inactive now and then has no distance from what is active.
BoundedInputs bounded_inputs(const Space& space) {
  BoundedInputs result;
  double smallest_step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.activity().rule(i)) continue;
    const Codec& codec = space.codec(i);
    const bool is_name =
        std::holds_alternative<Categorical>(space[i].domain) || std::holds_alternative<Bool>(space[i].domain);
    const std::optional<std::uint64_t> num_values = codec.num_values();
    if (is_name || (num_values && *num_values <= few_values)) continue;
    result.inputs.push_back(static_cast<Index>(space.first_input(i)));
    smallest_step = std::min(smallest_step, num_values ? 1.0 / static_cast<double>(*num_values - 1) : 0.0);
  }
  if (!result.inputs.empty()) result.smallest_step = smallest_step;
  return result;
}

Matrix encoded_points(const Space& space, const History& history) {
  Matrix X(static_cast<Index>(space.num_inputs()), std::ssize(history.observations));
  for (Index n = 0; n < X.cols(); ++n) {
    const std::vector<double> unit = space.encode(history.observations[static_cast<std::size_t>(n)].values);
    X.col(n) = Eigen::Map<const Vector>(unit.data(), X.rows());
  }
  return X;
}

double median_size(std::vector<double> sizes) {
  if (sizes.empty()) return 1.0;
  const auto middle = sizes.begin() + std::ssize(sizes) / 2;
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

// By how much constraints are violated, each in units of its usual violation.
Vector violations(const History& history) {
  const Index N = std::ssize(history.observations);
  Vector total = Vector::Zero(N);
  for (std::size_t k = 0; k < history.observations.front().constraints.size(); ++k) {
    std::vector<double> sizes;
    for (const Observation& each : history.observations)
      if (each.constraints[k] > 0.0) sizes.push_back(each.constraints[k]);
    const double unit = median_size(std::move(sizes));
    for (Index n = 0; n < N; ++n) {
      const double value = history.observations[static_cast<std::size_t>(n)].constraints[k];
      if (value > 0.0) total[n] += std::max(value / unit, std::numeric_limits<double>::min());
    }
  }
  return total;
}

RegionHistory region_history(const Space& space, const History& history, std::vector<Index> bounded) {
  RegionHistory result{encoded_points(space, history), Vector(std::ssize(history.observations)),
                       violations(history), std::move(bounded)};
  for (Index n = 0; n < result.size(); ++n)
    result.objective[n] = history.observations[static_cast<std::size_t>(n)].objective;
  return result;
}

// The first `count` in the order of `key`, equal ones by their place.
std::vector<Index> smallest(const Vector& key, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(key.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto first = order.begin() + std::min(count, std::ssize(order));
  std::partial_sort(order.begin(), first, order.end(),
                    [&](Index a, Index b) { return key[a] < key[b] || (key[a] == key[b] && a < b); });
  order.erase(first, order.end());
  return order;
}

Vector distances_from(const ConstMatrixRef& X, const ConstVectorRef& centre) {
  return (X.colwise() - centre).colwise().squaredNorm().transpose();
}

std::vector<Index> complement(const std::vector<Index>& rising, Index count) {
  std::vector<Index> result;
  auto next = rising.begin();
  for (Index i = 0; i < count; ++i) {
    if (next != rising.end() && *next == i)
      ++next;
    else
      result.push_back(i);
  }
  return result;
}

void sort(std::vector<Index>& indices) { std::sort(indices.begin(), indices.end()); }

// Chosen from one history after the other.
class Chooser {
 public:
  Chooser(const Space& space, const History& history, const ActiveSizes& sizes, const Vector& precision)
      : space_(space), history_(history), sizes_(sizes), precision_(precision) {
    const BoundedInputs bounded = bounded_inputs(space);
    seen_ = region_history(space, history, bounded.inputs);
    rules_ = RegionRules::for_inputs(seen_.X.rows(), bounded.smallest_step);
    scaled_ = precision_.asDiagonal() * seen_.X;
  }

  ActiveSet choose(Index num_exact, bool beyond) {
    ActiveSet active;
    active.num_all = seen_.size();
    active.region = replay_region(seen_, num_exact, rules_);
    active.looks_everywhere = beyond || active.region.is_seeking;
    everywhere_ = active.looks_everywhere;
    active.box = box_of(active.region);
    active.observations = observations(active.region);
    if (everywhere_) active.exhausted = seen_.X(Eigen::all, active.region.exhausted);
    const Matrix failed = precision_.asDiagonal() * encode(space_, history_.failed);
    active.failed = around(active.region, failed, sizes_.failed);
    const Matrix pending = encode(space_, history_.pending);
    active.pending = around(active.region, precision_.asDiagonal() * pending, sizes_.pending);
    for (const Index p : complement(active.pending, pending.cols()))
      if (may_matter(active.box, pending.col(p))) active.far_pending.push_back(p);
    return active;
  }

 private:
  SearchBox box_of(const Region& region) const {
    const Index Q = seen_.X.rows();
    SearchBox box{Vector::Zero(Q), Vector::Ones(Q), seen_.X.col(region.centre), 1.0, seen_.bounded};
    if (everywhere_ || seen_.bounded.empty()) return box;
    box.side = region.side;
    for (const Index q : seen_.bounded) {
      box.low[q] = std::max(0.0, box.centre[q] - 0.5 * region.side);
      box.high[q] = std::min(1.0, box.centre[q] + 0.5 * region.side);
    }
    return box;
  }

  std::vector<Index> observations(const Region& region) const {
    std::vector<char> is_taken(static_cast<std::size_t>(seen_.size()), 0);
    std::vector<Index> taken;
    const auto take = [&](Index n) {
      if (is_taken[static_cast<std::size_t>(n)] != 0) return;
      is_taken[static_cast<std::size_t>(n)] = 1;
      taken.push_back(n);
    };
    const Index total = sizes_.near + sizes_.best + sizes_.spread;
    take(region.centre);
    if (!everywhere_)
      for (const Index n : smallest(distances_from(scaled_, scaled_.col(region.centre)), sizes_.near))
        take(n);
    for (const Index n : best(sizes_.best)) take(n);
    // Those near the centre are far from the spread, or stand for it: one of them is enough to keep away
    // from.
    std::vector<Index> rest;
    for (Index n = 0; n < seen_.size(); ++n)
      if (is_taken[static_cast<std::size_t>(n)] == 0) rest.push_back(n);
    for (const Index n : spread_of(scaled_, rest, {region.centre}, total - std::ssize(taken))) take(n);
    sort(taken);
    return taken;
  }

  std::vector<Index> best(Index count) const {
    std::vector<Index> order(static_cast<std::size_t>(seen_.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const auto end = order.begin() + std::min(count, std::ssize(order));
    std::partial_sort(order.begin(), end, order.end(), [&](Index a, Index b) {
      return seen_.is_better(a, b) || (!seen_.is_better(b, a) && a < b);
    });
    order.erase(end, order.end());
    return order;
  }

  // Of points that are scaled like the observations.
  std::vector<Index> around(const Region& region, const Matrix& points, Index count) const {
    std::vector<Index> chosen;
    if (!everywhere_) {
      chosen = smallest(distances_from(points, scaled_.col(region.centre)), count);
    } else if (points.cols() > 0) {
      std::vector<Index> all(static_cast<std::size_t>(points.cols()));
      std::iota(all.begin(), all.end(), Index{0});
      chosen = spread_of(points, all, {}, count);
    }
    sort(chosen);
    return chosen;
  }

  static bool may_matter(const SearchBox& box, const ConstVectorRef& x) {
    return std::all_of(box.bounded.begin(), box.bounded.end(), [&](Index q) {
      return x[q] >= box.low[q] - reach_of_pending * box.side &&
             x[q] <= box.high[q] + reach_of_pending * box.side;
    });
  }

  const Space& space_;
  const History& history_;
  ActiveSizes sizes_;
  Vector precision_;
  RegionHistory seen_;
  RegionRules rules_;
  bool everywhere_ = false;
  Matrix scaled_;  // the observations, by the precision of each input
};

template <typename Element>
std::vector<Element> picked(const std::vector<Element>& from, const std::vector<Index>& places) {
  std::vector<Element> result;
  result.reserve(places.size());
  for (const Index place : places) result.push_back(from[static_cast<std::size_t>(place)]);
  return result;
}

}  // namespace

bool SearchBox::contains(const ConstVectorRef& x) const {
  return std::all_of(bounded.begin(), bounded.end(),
                     [&](Index q) { return x[q] >= low[q] && x[q] <= high[q]; });
}

ActiveSizes ActiveSizes::up_to(Index max_exact) {
  ActiveSizes sizes;
  sizes.best = std::max<Index>(1, max_exact / 20);
  sizes.spread = max_exact / 4;
  sizes.near = std::max<Index>(1, max_exact - sizes.best - sizes.spread);
  sizes.failed = std::max<Index>(1, max_exact / 4);
  return sizes;
}

History ActiveSet::part_of(const History& history) const {
  return {picked(history.observations, observations), picked(history.failed, failed),
          picked(history.pending, pending)};
}

void ActiveSet::restrict(EncodedHistory& encoded, const Space& space, const History& whole) const {
  encoded.extent = std::min(1.0, box.side);
  const double diagonal = encoded.diagonal;
  if (!far_pending.empty()) {
    const double spacing = std::pow(static_cast<double>(far_pending.size()), -1.0 / (diagonal * diagonal));
    encoded.kept_away.push_back(
        {encode(space, picked(whole.pending, far_pending)), share_of_spacing * encoded.extent * spacing});
  }
  if (exhausted.cols() > 0) encoded.kept_away.push_back({exhausted, reach_of_exhausted * diagonal});
  if (!looks_everywhere)
    std::erase_if(encoded.feasible, [&](Index n) { return !box.contains(encoded.data->X.col(n)); });
}

ActiveData ActiveSet::summary() const {
  return {.observations = std::ssize(observations),
          .of = num_all,
          .side = box.bounded.empty() || looks_everywhere ? 1.0 : std::min(1.0, region.side),
          .restarts = region.restarts,
          .everywhere = looks_everywhere};
}

std::vector<Index> spread_of(const ConstMatrixRef& X, const std::vector<Index>& candidates,
                             const std::vector<Index>& taken, Index count) {
  Vector nearest = Vector::Constant(std::ssize(candidates), std::numeric_limits<double>::infinity());
  const auto keep_away_from = [&](Index n) {
    for (Index i = 0; i < nearest.size(); ++i)
      nearest[i] =
          std::min(nearest[i], (X.col(candidates[static_cast<std::size_t>(i)]) - X.col(n)).squaredNorm());
  };
  for (const Index n : taken) keep_away_from(n);
  std::vector<Index> chosen;
  while (std::ssize(chosen) < std::min(count, nearest.size())) {
    Index farthest = 0;
    nearest.maxCoeff(&farthest);
    chosen.push_back(candidates[static_cast<std::size_t>(farthest)]);
    keep_away_from(chosen.back());
    nearest[farthest] = -1.0;  // also where it stands at the same place as another
  }
  return chosen;
}

Vector relative_precision(const Space& space, const EngineWarmState& warm) {
  const auto Q = static_cast<Index>(space.num_inputs());
  std::vector<Index> groups;
  for (std::size_t i = 0; i < space.size(); ++i)
    groups.insert(groups.end(), space.codec(i).num_inputs(), static_cast<Index>(i));
  const Lengthscales related("lengthscale", priors::log_normal(0.0, 1.0), LengthscaleKind::related, groups);
  const Index count = related.count(Q);
  Vector log_lengthscales = Vector::Zero(Q);
  double num_states = 0.0;
  for (const auto& [model, sigma_h, state] : warm.entries) {
    const bool is_related = model.find("lengthscales=related") != std::string::npos;
    if (!is_related || state.inputs.rows() != Q || state.states.rows() < count) continue;
    for (Index chain = 0; chain < state.states.cols(); ++chain, num_states += 1.0)
      log_lengthscales += related.expand(state.states.col(chain).head(count), Q, Q).array().log().matrix();
  }
  if (num_states == 0.0 || !log_lengthscales.allFinite()) return Vector::Ones(Q);
  log_lengthscales /= num_states;
  const double usual = log_lengthscales.mean();
  return (usual - log_lengthscales.array())
      .exp()
      .cwiseMax(1.0 / largest_ratio)
      .cwiseMin(largest_ratio)
      .matrix();
}

bool looks_beyond_its_region(std::uint32_t trial) { return trial % 5 == 4; }

SuggestOptions options_for_active_set(SuggestOptions options, Index num_inputs) {
  std::optional<Index>& num_chains = options.inference.num_chains;
  if (options.inference.method == "fast" && num_inputs > many_inputs && !num_chains) num_chains = few_chains;
  return options;
}

std::optional<ActiveSet> choose_active_set(const Space& space, const History& history,
                                           const SuggestOptions& options, const EngineWarmState& warm,
                                           bool beyond) {
  const Index limit = max_exact_of(options);
  if (std::ssize(history.observations) <= limit) return std::nullopt;
  return Chooser(space, history, ActiveSizes::up_to(limit), relative_precision(space, warm))
      .choose(limit, beyond);
}

}  // namespace craggy
