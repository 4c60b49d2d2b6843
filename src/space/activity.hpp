// Which parameters are active at a point: conditions on parents, and on their parents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <craggy/space/parameter.hpp>

#include "space/codec.hpp"

namespace craggy {

/// A comparison with the codes of a parent's values.
class CodeTest {
 public:
  CodeTest(Comparison comparison, std::vector<double> codes);
  bool holds(double code) const;
  std::span<const double> codes() const { return codes_; }

 private:
  Comparison comparison_;
  std::vector<double> codes_;  // ascending
};

class Activity {
 public:
  struct Rule {
    std::size_t parent;
    CodeTest test;
  };

  /// Throws InvalidArgument for a parent that is not there, a circle, a comparison that the parent's kind
  /// does not know, or one that never holds. Names are known to differ.
  explicit Activity(const std::vector<Parameter>& parameters);

  bool has_conditions() const { return has_conditions_; }
  const std::optional<Rule>& rule(std::size_t i) const { return rules_[i]; }
  const std::vector<std::size_t>& order() const { return order_; }  // parents before their children
  bool is_active(std::size_t i, std::span<const double> codes) const;

 private:
  void place_parents_first(const std::vector<std::string>& names);

  std::vector<std::optional<Rule>> rules_;
  std::vector<std::size_t> order_;
  bool has_conditions_ = false;
};

/// How many different points there are, each with its inactive parameters fixed. Nothing if one of them is
/// real, or if the number does not fit into 64 bits.
std::optional<std::uint64_t> count_points(std::span<const Codec> codecs, const Activity& activity);

}  // namespace craggy
