// The search space: named parameters with their domains, and the map to and from the unit cube.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy {

/// A real parameter in [low, high]; with `log` the search sees its logarithm.
struct Float {
  double low;
  double high;
  bool log = false;
};

struct Parameter {
  std::string name;
  Float domain;
};

class Space {
 public:
  /// Throws InvalidArgument for no parameters, an empty or repeated name, a bound that is not finite, low ≥
  /// high, or low ≤ 0 with `log`.
  explicit Space(std::vector<Parameter> parameters);
  Space(std::initializer_list<Parameter> parameters) : Space(std::vector<Parameter>(parameters)) {}

  std::size_t size() const { return parameters_.size(); }
  const Parameter& operator[](std::size_t i) const { return parameters_[i]; }
  const std::vector<Parameter>& parameters() const { return parameters_; }

  /// The position of the named parameter. Throws InvalidArgument, with a guess, if there is none.
  std::size_t index_of(std::string_view name) const;

  /// Throws InvalidArgument unless there is one finite value inside its domain per parameter.
  void check(std::span<const double> values) const;

  /// Values → unit cube. Checks the values.
  std::vector<double> encode(std::span<const double> values) const;

  /// Unit cube → values, never outside the domain; 0 gives low and 1 gives high. Throws InvalidArgument for a
  /// point that is not in the cube.
  std::vector<double> decode(std::span<const double> unit) const;

 private:
  std::vector<Parameter> parameters_;
};

}  // namespace craggy
