#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>

#include "base/check.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"
#include "space/messages.hpp"
#include "space/to_text.hpp"

namespace craggy {
namespace {

/// The parameters themselves, if each of them can be.
const std::vector<Parameter>& checked(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) fail_argument("the number of parameters", "0", "a space needs at least one");
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string what = fmt::format("the name of parameters[{}]", i);
    check_name(what, parameters[i].name);
    const auto [earlier, is_new] = positions.emplace(parameters[i].name, i);
    if (!is_new)
      fail_argument(what, shown(parameters[i].name),
                    fmt::format("parameters[{}] has that name already", earlier->second));
    check_domain(parameters[i]);
  }
  return parameters;
}

std::string rule_of_values(const Float& domain) {
  return fmt::format("it has to lie in [{}, {}]", domain.low, domain.high);
}
std::string rule_of_values(const Step& domain) {
  return fmt::format("it has to be {} or a whole number of steps of {} above, up to {}", domain.low,
                     domain.step, domain.high);
}
std::string rule_of_values(const Int& domain) {
  return fmt::format("it has to be a whole number from {} to {}", domain.low, domain.high);
}
std::string rule_of_values(const Categorical& domain) {
  return fmt::format("it has to be the position of a category, 0 to {}", domain.choices.size() - 1);
}
std::string rule_of_values(const Bool&) { return "it has to be 0 or 1"; }

void check_unit(std::string_view name, std::span<const double> unit) {
  for (std::size_t i = 0; i < unit.size(); ++i)
    if (!(unit[i] >= 0.0 && unit[i] <= 1.0))
      fail_argument(fmt::format("{}[{}]", name, i), fmt::format("{}", unit[i]), "it has to lie in [0, 1]");
}

constexpr double inactive_coordinate = 0.5;

}  // namespace

struct Space::Structure {
  std::unordered_map<std::string, std::size_t> positions;
  std::vector<Codec> codecs;
  Activity activity;
  std::vector<std::size_t> first_inputs;
  std::size_t num_inputs = 0;
  bool is_continuous = true;
  std::optional<std::uint64_t> num_points;

  explicit Structure(const std::vector<Parameter>& parameters) : activity(checked(parameters)) {
    for (const Parameter& parameter : parameters) {
      positions.emplace(parameter.name, positions.size());
      codecs.emplace_back(parameter.domain);
      first_inputs.push_back(num_inputs);
      num_inputs += codecs.back().num_inputs();
      if (!codecs.back().is_real()) is_continuous = false;
    }
    if (activity.has_conditions()) is_continuous = false;
    num_points = count_points(codecs, activity);
  }
};

Space::Space(std::vector<Parameter> parameters)
    : parameters_(std::move(parameters)), structure_(std::make_shared<const Structure>(parameters_)) {}

bool Space::is_continuous() const { return structure_->is_continuous; }
bool Space::is_active(std::size_t i, std::span<const double> values) const {
  return structure_->activity.is_active(i, values);
}
const Activity& Space::activity() const { return structure_->activity; }
const Codec& Space::codec(std::size_t i) const { return structure_->codecs[i]; }
std::size_t Space::num_inputs() const { return structure_->num_inputs; }
std::size_t Space::first_input(std::size_t i) const { return structure_->first_inputs[i]; }
std::optional<std::uint64_t> Space::num_points() const { return structure_->num_points; }

std::size_t Space::index_of(std::string_view name) const {
  const auto found = structure_->positions.find(std::string(name));
  if (found != structure_->positions.end()) return found->second;
  std::vector<std::string> names(parameters_.size());
  std::transform(parameters_.begin(), parameters_.end(), names.begin(),
                 [](const Parameter& parameter) { return parameter.name; });
  fail_argument("the parameter", shown(name),
                fmt::format("it has to be one of {}{}", listed(names), guess(name, names)));
}

void Space::check(std::span<const double> values) const {
  check_size("values", values.size(), parameters_.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!structure_->codecs[i].contains(values[i]))
      fail_argument(
          fmt::format("'{}'", parameters_[i].name), fmt::format("{}", values[i]),
          std::visit([](const auto& domain) { return rule_of_values(domain); }, parameters_[i].domain));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<Condition>& condition = parameters_[i].condition;
    if (condition && values[i] != structure_->codecs[i].first() && !is_active(i, values))
      fail_argument(fmt::format("'{}'", parameters_[i].name), fmt::format("{}", values[i]),
                    fmt::format("it is inactive here, where not {}, and then has to be {}",
                                to_text(*condition), structure_->codecs[i].first()));
  }
}

std::vector<double> Space::canonical(std::span<const double> values) const {
  check_size("values", values.size(), parameters_.size());
  std::vector<double> result(values.begin(), values.end());
  for (const std::size_t i : structure_->activity.order())
    if (!is_active(i, result)) result[i] = structure_->codecs[i].first();
  return result;
}

std::vector<double> Space::encode(std::span<const double> values) const {
  check(values);
  std::vector<double> unit(structure_->num_inputs, inactive_coordinate);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_active(i, values))
      structure_->codecs[i].encode(values[i], std::span(unit).subspan(structure_->first_inputs[i],
                                                                      structure_->codecs[i].num_inputs()));
  return unit;
}

std::vector<double> Space::decode_by(const auto& code_of) const {
  std::vector<double> values(parameters_.size());
  for (const std::size_t i : structure_->activity.order())
    values[i] = is_active(i, values) ? code_of(i) : structure_->codecs[i].first();
  return values;
}

std::vector<double> Space::decode(std::span<const double> unit) const {
  check_size("unit", unit.size(), structure_->num_inputs);
  check_unit("unit", unit);
  return decode_by([&](std::size_t i) {
    return structure_->codecs[i].decode(
        unit.subspan(structure_->first_inputs[i], structure_->codecs[i].num_inputs()));
  });
}

std::vector<double> Space::pick(std::span<const double> shares) const {
  check_size("shares", shares.size(), parameters_.size());
  check_unit("shares", shares);
  return decode_by([&](std::size_t i) { return structure_->codecs[i].pick(shares[i]); });
}

std::vector<std::vector<double>> Space::points(std::uint64_t limit) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (structure_->codecs[i].is_real())
      fail_argument(fmt::format("the number of values of '{}'", parameters_[i].name), "infinite",
                    "only a space without float and log parameters can be gone through");
  std::vector<std::vector<double>> result;
  std::vector<std::uint64_t> ranks(size(), 0);
  std::vector<double> values(size());
  for (std::size_t i = 0; i < size(); ++i) values[i] = structure_->codecs[i].first();
  // Like a counter whose last digit changes most often. Digits behind the one that changes begin anew; what
  // is inactive stays at its first value.
  const std::vector<std::size_t>& order = structure_->activity.order();
  const auto can_advance = [&](std::size_t i) {
    return ranks[i] + 1 < *structure_->codecs[i].num_values() && is_active(i, values);
  };
  while (result.size() < limit) {
    result.push_back(values);
    const auto digit = std::find_if(order.rbegin(), order.rend(), can_advance);
    if (digit == order.rend()) break;
    values[*digit] = structure_->codecs[*digit].code(++ranks[*digit]);
    for (auto later = order.rbegin(); later != digit; ++later) {
      ranks[*later] = 0;
      values[*later] = structure_->codecs[*later].first();
    }
  }
  return result;
}

}  // namespace craggy
