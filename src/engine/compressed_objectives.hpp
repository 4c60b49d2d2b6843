// Objectives as the shipped default sees them: what is far above the rest is brought nearer to it.
#pragma once

#include <craggy/linalg/types.hpp>

#include "engine/objective_map.hpp"

namespace craggy {

struct CompressedObjectives {
  Vector values;
  Vector slopes;  // of the map at each value, by which its noise shrinks
  ObjectiveMap map{};
};

/// A value y that is more than s above the lowest, b, is replaced by b + s + s·log(1 + log(1 + e)), where s
/// is three times the distance of a median from b and e = (y − b − s)/s; the others stay. So the order
/// stays, most objectives are as they were told, and a simulation that blew up, by however many orders of
/// magnitude, does not make everything else look flat once the data are standardised. The median is the
/// largest of those of the first n, n ≥ 10 (of all where there are fewer): how high values are where a search
/// has not settled yet. In the order of the evaluations. As they are if the lowest is that median. The map is
/// the identity where it has nothing to change.
CompressedObjectives compressed(const ConstVectorRef& objectives);

}  // namespace craggy
