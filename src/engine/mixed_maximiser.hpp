// Maximises an acquisition over the points of a space that are not only real numbers. It is asked only about
// points that can be evaluated: values are rounded, and inactive ones stand at 0.5.
#pragma once

#include <optional>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/space/space.hpp>

#include "base/random.hpp"
#include "engine/point_set.hpp"

namespace craggy {

struct MixedOptions {
  std::uint64_t max_listed = 2000;  // so many free points are compared one by one
  Index num_samples = 0;            // 0: 192 + 32 for each input, at most 2048
  Index num_starts = 12;
  Index max_iterations = 50;  // per ascent
  Index max_rounds = 10;      // of ascents and moves
};

struct BestPoint {
  std::vector<double> values;
  double acquisition = 0.0;  // −∞ if it was not finite anywhere
};

/// The point with the largest acquisition found that is not occupied; nothing if none was found. Few points
/// are compared one by one. Else samples, half of them around the anchors (Q × A, may have no columns); from
/// the best of them, in turn, ascents in the real coordinates and the best of all single moves in the others
/// (Moves), until neither gains. The same bits for any number of threads.
std::optional<BestPoint> maximise_over_points(const Acquisition& acquisition, const Space& space,
                                              const PointSet& occupied, const ConstMatrixRef& anchors,
                                              const MixedOptions& options, RandomStream& stream,
                                              ThreadPool* pool = nullptr);

/// The next point to evaluate: by maximise_over_points, or by δ-cover sampling where it is asked for and
/// there are too many points to list.
BestPoint choose_mixed_point(const Acquisition& acquisition, const Space& space, const PointSet& occupied,
                             const ConstMatrixRef& anchors, bool by_delta_cover, RandomStream& stream,
                             ThreadPool* pool = nullptr);

/// The acquisition at the nearest points of the space, −∞ where they are occupied, for maximisers of the unit
/// cube. All that is referred to has to outlive it.
std::unique_ptr<Acquisition> at_points(const Acquisition& acquisition, const Space& space,
                                       const PointSet& occupied);

}  // namespace craggy
