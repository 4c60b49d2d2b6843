// What a suggestion looks at once a history is too long for one exact model of all of it: the observations
// around the region in which it searches, the best, and a spread of the rest.
#pragma once

#include <optional>
#include <vector>

#include <craggy/engine/suggest.hpp>

#include "engine/encoded_history.hpp"
#include "engine/region.hpp"

namespace craggy {

/// The box of the unit cube in which a suggestion is looked for.
struct SearchBox {
  Vector low, high;
  Vector centre;
  double side = 1.0;
  std::vector<Index> bounded{};  // inputs that it bounds

  bool contains(const ConstVectorRef& x) const;
};

struct ActiveSet {
  std::vector<Index> observations;  // of the whole history, rising
  std::vector<Index> failed, pending;
  std::vector<Index> far_pending;  // that are only kept away from
  Matrix exhausted;                // where regions have ended, while the next one is sought
  Region region;
  bool looks_everywhere = false;  // all over the space, by a model of all observations
  SearchBox box;
  Index num_all = 0;  // observations of the whole history

  /// The part of a history that a model learns from.
  History part_of(const History& history) const;
  /// Only what lies in the box counts for an incumbent, and pending points without a fantasy are kept away
  /// from.
  void restrict(EncodedHistory& encoded, const Space& space, const History& whole) const;
  ActiveData summary() const;
};

/// How many observations of which kind.
struct ActiveSizes {
  Index near = 112;
  Index best = 8;
  Index spread = 40;
  Index failed = 40;
  Index pending = 32;

  /// For at most `max_exact` observations.
  static ActiveSizes up_to(Index max_exact);
};

/// Every fifth trial looks all over the space: a region knows nothing of what is outside.
bool looks_beyond_its_region(std::uint32_t trial);

/// Nothing up to options.max_exact observations: then everything is used. A function of its arguments; `warm`
/// says which inputs matter. With `beyond` the set is that of a search all over the space, as it always is
/// between one region and the next.
std::optional<ActiveSet> choose_active_set(const Space& space, const History& history,
                                           const SuggestOptions& options, const EngineWarmState& warm,
                                           bool beyond = false);

/// The options with which an active set is fitted: with half as many chains, unless a number was asked for,
/// where an evaluation of the density costs as much as two do with fewer inputs.
SuggestOptions options_for_active_set(SuggestOptions options, Index num_inputs);

/// 1/lengthscale of each input relative to the others, as the warm state has them, at most a factor of 4 up
/// or down; 1 where it says nothing.
Vector relative_precision(const Space& space, const EngineWarmState& warm);

/// `count` of the candidates, each as far as can be from `taken` and from those before it, by the distance
/// between columns of X. Fewer if there are no more.
std::vector<Index> spread_of(const ConstMatrixRef& X, const std::vector<Index>& candidates,
                             const std::vector<Index>& taken, Index count);

}  // namespace craggy
