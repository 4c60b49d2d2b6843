// The values of one parameter: how many there are, their order, and where they stand in the unit cube.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include <craggy/space/parameter.hpp>

namespace craggy {

/// Linear, or linear in the logarithm.
class FloatCodec {
 public:
  explicit FloatCodec(const Float& domain) : domain_(domain) {}
  double first() const { return domain_.low; }
  bool contains(double code) const { return code >= domain_.low && code <= domain_.high; }
  double encode(double code) const;
  double decode(double unit) const;

 private:
  Float domain_;
};

/// Evenly spaced values: value number r of n stands at r/(n − 1), but owns the interval [r/n, (r + 1)/n], so
/// that even numbers in [0, 1] give even values.
class GridCodec {
 public:
  explicit GridCodec(const Int& domain);
  explicit GridCodec(const Step& domain);
  std::uint64_t num_values() const { return num_values_; }
  double code(std::uint64_t rank) const;
  std::uint64_t nearest_rank(double code) const;
  double encode(double code) const { return position(nearest_rank(code)); }
  double decode(double unit) const;

 private:
  double position(std::uint64_t rank) const;

  double low_;
  double high_;
  double step_;
  // 10^d where all values have d decimals: 0.1 + 2·0.1 is then 0.3, and not 0.30000000000000004. Else 0.
  double decimal_scale_ = 0.0;
  std::uint64_t num_values_;
};

/// Whole numbers, linear in the logarithm: a value owns what rounds to it.
class LogIntCodec {
 public:
  explicit LogIntCodec(const Int& domain);
  std::uint64_t num_values() const { return static_cast<std::uint64_t>(high_ - low_) + 1; }
  double code(std::uint64_t rank) const { return low_ + static_cast<double>(rank); }
  std::uint64_t nearest_rank(double code) const;
  double encode(double code) const;
  double decode(double unit) const;

 private:
  double low_;
  double high_;
  double log_ratio_;  // log(high/low)
};

/// One coordinate per choice, 1/√2 for the one that is chosen and 0 for the others: any two are 1 apart.
class ChoiceCodec {
 public:
  explicit ChoiceCodec(const Categorical& domain) : num_choices_(domain.choices.size()) {}
  std::uint64_t num_values() const { return num_choices_; }
  static void encode(double code, std::span<double> unit);
  static double decode(std::span<const double> unit);

 private:
  std::size_t num_choices_;
};

class BoolCodec {};

/// Any of them.
class Codec {
 public:
  explicit Codec(const Domain& domain);  // which has to be legal

  bool is_real() const { return std::holds_alternative<FloatCodec>(codec_); }
  std::size_t num_inputs() const;                   // coordinates in the unit cube
  std::optional<std::uint64_t> num_values() const;  // nothing for a float
  double first() const;                             // the code at rank 0, or the lowest real number
  bool contains(double code) const;

  /// For kinds with a number of values: they in ascending order. `rank` is of the nearest one.
  double code(std::uint64_t rank) const;
  std::uint64_t nearest_rank(double code) const;

  /// `unit` has num_inputs() coordinates. Kinds with a number of values come back exactly.
  void encode(double code, std::span<double> unit) const;
  double decode(std::span<const double> unit) const;

  /// The code that owns `share` in [0, 1], one number whatever the kind: an even one gives an even choice.
  double pick(double share) const;

 private:
  std::variant<FloatCodec, GridCodec, LogIntCodec, ChoiceCodec, BoolCodec> codec_;
};

}  // namespace craggy
