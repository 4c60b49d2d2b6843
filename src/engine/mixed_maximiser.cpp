#include "engine/mixed_maximiser.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "acquisition/latin_hypercube.hpp"
#include "acquisition/maximiser.hpp"
#include "acquisition/projected_ascent.hpp"
#include "acquisition/starts.hpp"
#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/random.hpp"
#include "engine/encoded_history.hpp"
#include "engine/moves.hpp"
#include "engine/new_point.hpp"
#include "engine/partial_acquisitions.hpp"
#include "space/codec.hpp"

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr std::array shake_distances = {0.3, 0.1, 0.03, 0.01};  // of local samples, in turn
constexpr Index max_samples = 2048;
constexpr Index moves_per_round = 4;        // before the real coordinates are looked at again
constexpr double negligible_gain = 1e-9;    // relative to max(1, |value|)
constexpr std::size_t fewest_climbers = 3;  // that go on while they gain

struct Climber {
  Codes full_point;
  Codes point;
  double value = minus_infinity;
};

bool is_gain(double from, double to) {
  return to > from && !(to - from <= negligible_gain * std::max(1.0, std::abs(from)));
}

class Maximiser {
 public:
  Maximiser(const Acquisition& acquisition, const Space& space, const PointSet& occupied,
            const MixedOptions& options, RandomStream& stream, ThreadPool* pool)
      : acquisition_(acquisition),
        space_(space),
        occupied_(occupied),
        options_(options),
        stream_(stream),
        pool_(pool),
        moves_(space) {}

  std::optional<BestPoint> search(const ConstMatrixRef& anchors) {
    std::vector<Climber> climbers = starts(anchors);
    for (Index round = 0; round < options_.max_rounds && !climbers.empty(); ++round) {
      // Many values in order are taken for real once: after that they are moved one by one, which is exact.
      std::vector<bool> has_gained = ascend(climbers, round == 0);
      for (Index i = 0; i < moves_per_round; ++i) {
        const std::vector<bool> has_moved = move(climbers);
        for (std::size_t c = 0; c < climbers.size(); ++c) has_gained[c] = has_gained[c] || has_moved[c];
        if (std::find(has_moved.begin(), has_moved.end(), true) == has_moved.end()) break;
      }
      climbers = hopeful(climbers, has_gained);
    }
    return best_;
  }

  /// The best of all of them.
  std::optional<BestPoint> compare(std::vector<Codes> points) {
    // Where several are equally good, none is preferred for its place in the list.
    for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[stream_.below(i)]);
    evaluate(points);
    return best_;
  }

 private:
  /// −∞ for what is occupied or not finite. Keeps the best.
  Vector evaluate(const std::vector<Codes>& points) {
    throw_if_stopped();
    if (points.empty()) return {};
    Vector values = acquisition_.evaluate(encode(space_, points), pool_);
    for (Index m = 0; m < values.size(); ++m) {
      const Codes& point = points[static_cast<std::size_t>(m)];
      if (!std::isfinite(values[m])) values[m] = minus_infinity;
      if (occupied_.contains(point))
        values[m] = minus_infinity;
      else if (!best_ || values[m] > best_->acquisition)
        best_ = BestPoint{point, values[m]};
    }
    return values;
  }

  /// Wishes all over the space and around the anchors.
  std::vector<Codes> samples(const ConstMatrixRef& anchors) {
    const auto num_inputs = static_cast<Index>(space_.num_inputs());
    const Index num_samples =
        options_.num_samples > 0 ? options_.num_samples : std::min(max_samples, 192 + 32 * num_inputs);
    const Index num_local = anchors.cols() > 0 ? num_samples / 2 : 0;
    Matrix shares(static_cast<Index>(space_.size()), num_samples - num_local);
    sample_latin_hypercube(stream_, shares);
    std::vector<Codes> full_points;
    for (Index m = 0; m < shares.cols(); ++m) {
      Codes full_point(space_.size());
      for (std::size_t i = 0; i < full_point.size(); ++i)
        full_point[i] = space_.codec(i).pick(shares(static_cast<Index>(i), m));
      full_points.push_back(std::move(full_point));
    }
    for (Index m = 0; m < num_local; ++m) {
      const Vector anchor = anchors.col(m % anchors.cols());
      const Codes full_point =
          moves_.full_point_of(space_.decode(std::vector<double>(anchor.begin(), anchor.end())), stream_);
      const double distance = shake_distances.at((m / anchors.cols()) % std::ssize(shake_distances));
      full_points.push_back(moves_.shaken(full_point, distance, stream_));
    }
    return full_points;
  }

  std::vector<Climber> starts(const ConstMatrixRef& anchors) {
    PointSet seen;
    std::vector<Codes> full_points;
    std::vector<Codes> points;
    for (Codes& full_point : samples(anchors)) {
      Codes point = space_.canonical(full_point);
      if (!seen.insert(point)) continue;
      full_points.push_back(std::move(full_point));
      points.push_back(std::move(point));
    }
    const Vector values = evaluate(points);
    std::vector<Climber> climbers;
    for (const Index start : choose_starts(encode(space_, points), values, options_.num_starts)) {
      const auto m = static_cast<std::size_t>(start);
      climbers.push_back({full_points[m], points[m], values[start]});
    }
    return climbers;
  }

  /// In the real coordinates, and, `with_many`, in those that are nearly real.
  std::vector<bool> ascend(std::vector<Climber>& climbers, bool with_many) {
    const auto may_move = [&](std::size_t i) {
      return moves_.is_real(i) || (with_many && moves_.is_nearly_real(i));
    };
    std::vector<bool> has_gained(climbers.size(), false);
    bool any_may_move = false;
    for (std::size_t i = 0; i < space_.size(); ++i) any_may_move = any_may_move || may_move(i);
    if (!any_may_move) return has_gained;

    std::vector<Codes> points;
    points.reserve(climbers.size());
    for (const Climber& climber : climbers) points.push_back(climber.point);
    const std::vector<Maximum> summits = ascend_each(HeldAcquisition(acquisition_, space_, may_move),
                                                     encode(space_, points), options_.max_iterations, pool_);
    std::vector<Codes> full_points;
    for (std::size_t c = 0; c < climbers.size(); ++c) {
      const Vector& x = summits[c].x;
      const Codes reached = space_.decode(std::vector<double>(x.begin(), x.end()));
      Codes full_point = climbers[c].full_point;
      for (std::size_t i = 0; i < full_point.size(); ++i)
        if (may_move(i) && space_.is_active(i, climbers[c].point)) full_point[i] = reached[i];
      points[c] = space_.canonical(full_point);
      full_points.push_back(std::move(full_point));
    }
    const Vector values = evaluate(points);
    for (std::size_t c = 0; c < climbers.size(); ++c)
      has_gained[c] = take(climbers[c], full_points[c], points[c], values[static_cast<Index>(c)]);
    return has_gained;
  }

  /// Each to the best of its neighbours, if that is better.
  std::vector<bool> move(std::vector<Climber>& climbers) {
    std::vector<Codes> full_points;
    std::vector<Codes> points;
    std::vector<std::size_t> whose;
    for (std::size_t c = 0; c < climbers.size(); ++c)
      for (Codes& full_point : moves_.neighbours(climbers[c].full_point, stream_)) {
        points.push_back(space_.canonical(full_point));
        full_points.push_back(std::move(full_point));
        whose.push_back(c);
      }
    const Vector values = evaluate(points);
    std::vector<bool> has_gained(climbers.size(), false);
    std::vector<std::size_t> best(climbers.size(), points.size());
    for (std::size_t m = 0; m < points.size(); ++m) {
      std::size_t& so_far = best[whose[m]];
      if (so_far == points.size() || values[static_cast<Index>(m)] > values[static_cast<Index>(so_far)])
        so_far = m;
    }
    for (std::size_t c = 0; c < climbers.size(); ++c)
      if (best[c] < points.size())
        has_gained[c] =
            take(climbers[c], full_points[best[c]], points[best[c]], values[static_cast<Index>(best[c])]);
    return has_gained;
  }

  static bool take(Climber& climber, const Codes& full_point, const Codes& point, double value) {
    if (!is_gain(climber.value, value)) return false;
    climber = {full_point, point, value};
    return true;
  }

  /// Those that still gain, each point once, the better half of them.
  static std::vector<Climber> hopeful(const std::vector<Climber>& climbers,
                                      const std::vector<bool>& has_gained) {
    std::vector<Climber> left;
    PointSet seen;
    for (std::size_t c = 0; c < climbers.size(); ++c)
      if (has_gained[c] && seen.insert(climbers[c].point)) left.push_back(climbers[c]);
    std::stable_sort(left.begin(), left.end(),
                     [](const Climber& a, const Climber& b) { return a.value > b.value; });
    left.resize(std::min(left.size(), std::max(fewest_climbers, climbers.size() / 2)));
    return left;
  }

  const Acquisition& acquisition_;
  const Space& space_;
  const PointSet& occupied_;
  const MixedOptions& options_;
  RandomStream& stream_;
  ThreadPool* pool_;
  Moves moves_;
  std::optional<BestPoint> best_;
};

}  // namespace

std::optional<BestPoint> maximise_over_points(const Acquisition& acquisition, const Space& space,
                                              const PointSet& occupied, const ConstMatrixRef& anchors,
                                              const MixedOptions& options, RandomStream& stream,
                                              ThreadPool* pool) {
  check_size("the inputs of the acquisition", static_cast<std::size_t>(acquisition.num_inputs()),
             space.num_inputs());
  Maximiser maximiser(acquisition, space, occupied, options, stream, pool);
  std::optional<std::vector<Codes>> few = free_points(space, occupied, options.max_listed);
  return few ? maximiser.compare(std::move(*few)) : maximiser.search(anchors);
}

BestPoint choose_mixed_point(const Acquisition& acquisition, const Space& space, const PointSet& occupied,
                             const ConstMatrixRef& anchors, bool by_delta_cover, RandomStream& stream,
                             ThreadPool* pool) {
  const MixedOptions options;
  if (by_delta_cover && !free_points(space, occupied, options.max_listed)) {
    const Maximum found = maximise_by_delta_cover(*at_points(acquisition, space, occupied), {}, stream, pool);
    const std::vector<double> values = space.decode(std::vector<double>(found.x.begin(), found.x.end()));
    return {free_point(space, values, occupied, stream), found.value};
  }
  const std::optional<BestPoint> found =
      maximise_over_points(acquisition, space, occupied, anchors, options, stream, pool);
  if (found) return *found;
  const Codes anywhere = space.pick(std::vector<double>(space.size(), 0.5));
  return {free_point(space, anywhere, occupied, stream), minus_infinity};
}

}  // namespace craggy
