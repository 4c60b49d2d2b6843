// Made-up objectives on the unit cube, one for each seed: a bowl with a few wells, for measurements over as
// many problems as one likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace craggy::problems {

/// Over uniform points the values have about mean 0 and standard deviation 1. Immutable.
class Landscape {
 public:
  Landscape(std::size_t dim, std::uint64_t seed);

  std::size_t dim() const { return dim_; }
  double operator()(std::span<const double> x) const;

  /// The lowest value at points that `allowed` lets pass, as good as a search of several thousand points and
  /// local steps from the best of them finds it; ∞ if none of them is allowed.
  using Allowed = std::function<bool(std::span<const double>)>;
  struct Lowest {
    std::vector<double> x;
    double value;
  };
  Lowest lowest(const Allowed& allowed = [](std::span<const double>) { return true; }) const;

 private:
  struct Well {
    std::vector<double> centre;
    double depth;
    double width;
  };
  double raw(std::span<const double> x) const;

  std::size_t dim_;
  std::uint64_t seed_;
  std::vector<double> bowl_;
  std::vector<Well> wells_;
  double shift_ = 0.0;
  double scale_ = 1.0;
};

}  // namespace craggy::problems
