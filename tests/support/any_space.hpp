// Random parameters and spaces of every kind, for properties that have to hold in all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>

#include "space/codec.hpp"

namespace craggy::testing {

inline double any_share() {
  const int kind = *rc::gen::inRange(0, 12);
  if (kind == 0) return 0.0;
  if (kind == 1) return 1.0;
  return static_cast<double>(*rc::gen::arbitrary<std::uint64_t>() >> 11U) * 0x1p-53;
}

inline std::vector<double> any_shares(std::size_t count) {
  std::vector<double> shares(count);
  for (double& share : shares) share = any_share();
  return shares;
}

inline Int any_int(std::int64_t limit) {
  const std::int64_t a = *rc::gen::inRange<std::int64_t>(-limit, limit + 1);
  const std::int64_t b = *rc::gen::inRange<std::int64_t>(-limit, limit + 1);
  return {std::min(a, b), std::max(a, b)};
}

/// Whole numbers on a log scale, of any size up to `limit`.
inline Int any_log_int(std::int64_t limit) {
  const auto any_bound = [&] {
    const auto exponent = *rc::gen::inRange<unsigned>(0, 46);
    return std::clamp<std::int64_t>(*rc::gen::inRange<std::int64_t>(1, (std::int64_t{1} << exponent) + 1), 1,
                                    limit);
  };
  const std::int64_t a = any_bound();
  const std::int64_t b = any_bound();
  return {std::min(a, b), std::max(a, b), true};
}

inline Step any_step(int max_steps) {
  const double step = *rc::gen::element(0.1, 0.25, 0.01, 1.0, 3.0, 1e-3, 1.0 / 3.0, 7e5, 2.5e-7);
  const double low = *rc::gen::element(0.0, 1.0, -0.3, -1.0, 0.1, -7.25, 1.0 / 7.0) * step;
  const int num_steps = *rc::gen::inRange(1, max_steps + 1);
  // At a step, or somewhere behind it.
  const double beyond = *rc::gen::element(0.0, 0.5, 0.9);
  return {low, low + (num_steps + beyond) * step, step};
}

inline std::string any_choice() {
  const auto letters = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 0x80));
  std::string choice;
  for (const int letter : letters) choice += static_cast<char>(letter);
  return choice + *rc::gen::element<std::string>("", "é", "√", "\U0001f600", "a b", "\"", "\\");
}

inline Categorical any_categories(std::size_t max_count) {
  Categorical domain;
  const auto count = *rc::gen::inRange<std::size_t>(2, max_count + 1);
  while (domain.choices.size() < count) {
    const std::string choice = any_choice() + std::to_string(domain.choices.size());
    domain.choices.push_back(choice);
  }
  return domain;
}

inline Float any_float() {
  const double low = *rc::gen::element(0.0, -1.0, 1e-5, 1.0 / 3.0, -1e300, 1e-300, 12345.678);
  const double high = *rc::gen::element(1.0, 2.0 / 3.0, 1e5, 1e300);
  const bool log = low > 0.0 && *rc::gen::arbitrary<bool>();
  return {std::min(low, high), std::max(low, high), log};
}

/// With at most `max_values` values, unless it is a float.
inline Domain any_domain(bool with_floats, int max_values) {
  switch (*rc::gen::inRange(with_floats ? 0 : 1, 6)) {
    case 0:
      return any_float();
    case 1: {
      Int domain = any_int(1000);
      domain.high = std::min<std::int64_t>(domain.high, domain.low + max_values - 1);
      return domain;
    }
    case 2: {
      Int domain = any_log_int(5000);
      domain.high = std::min<std::int64_t>(domain.high, domain.low + max_values - 1);
      return domain;
    }
    case 3:
      return any_step(std::max(1, max_values - 1));
    case 4:
      return any_categories(static_cast<std::size_t>(std::clamp(max_values, 2, 5)));
    default:
      return Bool{};
  }
}

/// A condition on `parent` that some of its values pass.
inline Condition any_condition(const Parameter& parent) {
  const Codec codec(parent.domain);
  const auto text_at = [&](double share) { return value_text(parent, codec.pick(share)); };
  if (codec.is_real())
    return {parent.name,
            *rc::gen::element(Comparison::less_equal, Comparison::greater_equal),
            {text_at(any_share())}};
  const bool has_order =
      !std::holds_alternative<Categorical>(parent.domain) && !std::holds_alternative<Bool>(parent.domain);
  if (has_order && *rc::gen::arbitrary<bool>())
    return {parent.name,
            *rc::gen::element(Comparison::less_equal, Comparison::greater_equal),
            {text_at(any_share())}};
  if (*codec.num_values() > 1 && *rc::gen::arbitrary<bool>())
    return {parent.name, Comparison::not_equal, {text_at(any_share())}};
  std::vector<std::string> values = {text_at(any_share())};
  const std::string other = text_at(any_share());
  if (other == values[0]) return {parent.name, Comparison::equal, values};
  values.push_back(other);
  return {parent.name, Comparison::in, values};
}

/// One to `max_size` parameters, some of them on condition of others, in any order.
inline Space any_space(std::size_t max_size, bool with_floats = true, int max_values = 6) {
  const auto size = *rc::gen::inRange<std::size_t>(1, max_size + 1);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < size; ++i) {
    Parameter parameter{std::string("p").append(std::to_string(i)), any_domain(with_floats, max_values)};
    if (i > 0 && *rc::gen::inRange(0, 3) > 0)
      parameter.condition = any_condition(parameters[*rc::gen::inRange<std::size_t>(0, i)]);
    parameters.push_back(std::move(parameter));
  }
  if (*rc::gen::arbitrary<bool>()) std::reverse(parameters.begin(), parameters.end());
  return Space(parameters);
}

inline std::string described(const Space& space) {
  std::string text;
  for (const Parameter& parameter : space.parameters()) text += to_text(parameter) + "\n";
  return text;
}

}  // namespace craggy::testing
