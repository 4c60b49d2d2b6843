// Where an axis has its ticks, and what is written there.
#pragma once

#include <string>
#include <vector>

namespace craggy::charts {

struct Tick {
  double value;
  std::string label;
};

/// The multiples of 1, 2 or 5 times a power of ten in [low, high] whose number comes nearest to `wanted` (of
/// two as near the more), all written with the same number of decimals. Throws InvalidArgument unless low <
/// high and wanted ≥ 1.
std::vector<Tick> nice_ticks(double low, double high, int wanted);

struct Range {
  double low = 0.0;
  double high = 1.0;
};

/// [low, high] with a share of its length added at either end.
Range widened(Range range, double share);

}  // namespace craggy::charts
