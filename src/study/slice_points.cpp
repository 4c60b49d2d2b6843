#include "study/slice_points.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

#include "base/check.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"
#include "space/to_text.hpp"

namespace craggy {

std::vector<double> spread_codes(const Space& space, std::size_t parameter, std::size_t num_values) {
  check_at_least("num_values", static_cast<long>(num_values), 2);
  const Codec& codec = space.codec(parameter);
  const bool has_order = !std::holds_alternative<Categorical>(space[parameter].domain);
  const std::optional<std::uint64_t> all = codec.num_values();
  std::vector<double> codes;
  if (all && (*all <= num_values || !has_order)) {
    for (std::uint64_t rank = 0; rank < *all; ++rank) codes.push_back(codec.code(rank));
    return codes;
  }
  for (std::size_t i = 0; i < num_values; ++i)
    codes.push_back(codec.pick(static_cast<double>(i) / static_cast<double>(num_values - 1)));
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

std::vector<double> with_codes(const Space& space, const std::vector<double>& at,
                               const std::vector<std::pair<std::size_t, double>>& codes) {
  space.check(at);
  std::vector<double> values = at;
  std::vector<bool> given(space.size(), false);
  for (const auto& [parameter, code] : codes) {
    values[parameter] = code;
    given[parameter] = true;
  }
  for (const std::size_t i : space.activity().order())  // parents first
    if (!given[i] && !space.is_active(i, at) && space.is_active(i, values))
      values[i] = space.codec(i).pick(0.5);
  return space.canonical(values);
}

std::string unmet_condition(const Space& space, std::size_t parameter, const std::vector<double>& at) {
  std::string unmet;
  for (std::optional<std::size_t> i = parameter; i && !space.is_active(*i, at);) {
    unmet = to_text(*space[*i].condition);
    i = space.activity().rule(*i)->parent;
  }
  return unmet;
}

}  // namespace craggy
