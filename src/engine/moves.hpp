// Steps from one point of a space to another: what gradients cannot do where values are whole numbers, names
// or conditions.
//
// Everything here works on full points: a code for every parameter, also for those that are inactive at the
// moment. space.canonical(full_point) is the point. When a move makes a parameter active, its code is there.
#pragma once

#include <vector>

#include <craggy/space/space.hpp>

#include "base/random.hpp"
#include "space/codec.hpp"

namespace craggy {

using Codes = std::vector<double>;

class Moves {
 public:
  explicit Moves(const Space& space);

  /// Whether a gradient can move the parameter: it is real, or has so many values in order that it may be
  /// taken for real and rounded afterwards.
  bool is_real(std::size_t i) const { return space_.codec(i).is_real(); }
  bool is_nearly_real(std::size_t i) const { return kinds_[i] == Kind::many; }

  /// Every point that differs in one parameter by a step: to each other name or small number of values, one
  /// up or down, or a longer jump. Where that makes further parameters count, a second time with new random
  /// full points for them. Real parameters jump only where others depend on them.
  std::vector<Codes> neighbours(const Codes& full_point, RandomStream& stream) const;

  /// A random point near by: real coordinates by about `distance` of the cube's diagonal in all, others now
  /// and then by a step.
  Codes shaken(const Codes& full_point, double distance, RandomStream& stream) const;

  /// A full point for the point, with random codes where parameters are inactive.
  Codes full_point_of(const Codes& point, RandomStream& stream) const;

 private:
  enum class Kind {
    real,
    names,  // without an order
    few,    // values in order
    many,
  };

  std::vector<double> other_codes(std::size_t i, double code, RandomStream& stream) const;
  double moved_in_unit(std::size_t i, double code, double by) const;

  const Space& space_;
  std::vector<Kind> kinds_;
  std::vector<bool> is_parent_;
};

}  // namespace craggy
