// The search space: named parameters with their domains, and the map to and from the unit cube.
//
// A point is a vector of codes (parameter.hpp), one per parameter. One that is inactive at a point holds
// its first code, so that two points are the same exactly if their vectors are equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/space/parameter.hpp>

namespace craggy {

class Activity;  // which parameters are active where
class Codec;     // the values of one parameter, and where they stand in the unit cube

class Space {
 public:
  /// Parameters in any order, parents before or after their children. Throws InvalidArgument for no
  /// parameters, a bad or repeated name, a domain that cannot be, or a condition that cannot be.
  explicit Space(std::vector<Parameter> parameters);
  Space(std::initializer_list<Parameter> parameters) : Space(std::vector<Parameter>(parameters)) {}

  bool operator==(const Space& other) const { return parameters_ == other.parameters_; }

  std::size_t size() const { return parameters_.size(); }
  const Parameter& operator[](std::size_t i) const { return parameters_[i]; }
  const std::vector<Parameter>& parameters() const { return parameters_; }

  /// The position of the named parameter. Throws InvalidArgument, with a guess, if there is none.
  std::size_t index_of(std::string_view name) const;

  /// Whether there is nothing but real parameters that are always active.
  bool is_continuous() const;

  /// Whether parameter i is active at a point; that does not depend on the codes of inactive parameters.
  bool is_active(std::size_t i, std::span<const double> values) const;
  const Activity& activity() const;

  /// The values of parameter i.
  const Codec& codec(std::size_t i) const;

  /// Throws InvalidArgument unless there is one legal code per parameter, the first one where a parameter
  /// is inactive.
  void check(std::span<const double> values) const;

  /// The same point with the first code wherever a parameter is inactive.
  std::vector<double> canonical(std::span<const double> values) const;

  /// Coordinates of the unit cube: one per parameter, but one per choice of a categorical. Those of parameter
  /// i begin at first_input(i), and there are codec(i).num_inputs() of them.
  std::size_t num_inputs() const;
  std::size_t first_input(std::size_t i) const;

  /// Values → unit cube; 0.5 where a parameter is inactive. Checks the values.
  std::vector<double> encode(std::span<const double> values) const;

  /// Unit cube → values, never outside the domain; 0 gives low and 1 gives high. Throws InvalidArgument for a
  /// point that is not in the cube. Values of kinds that are not real come back from their encoding exactly.
  std::vector<double> decode(std::span<const double> unit) const;

  /// Where the values at `unit` really stand: what is compared with what was evaluated.
  std::vector<double> snap(std::span<const double> unit) const { return encode(decode(unit)); }

  /// Values from one number in [0, 1] per parameter: uniform numbers give uniform choices. The same as decode
  /// in a space without categories.
  std::vector<double> pick(std::span<const double> shares) const;

  /// How many different points there are; nothing if there are infinitely many, or more than 64 bits can say.
  std::optional<std::uint64_t> num_points() const;

  /// The first points, at most `limit` of them, of a space without real parameters, each once. Throws
  /// InvalidArgument for a space with real parameters.
  std::vector<std::vector<double>> points(std::uint64_t limit) const;

 private:
  std::vector<double> decode_by(const auto& code_of) const;

  struct Structure;  // what follows from the parameters; copies of a space share it

  std::vector<Parameter> parameters_;
  std::shared_ptr<const Structure> structure_;
};

}  // namespace craggy
