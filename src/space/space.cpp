#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/space/space.hpp>

namespace craggy {
namespace {

void check_name(std::span<const Parameter> parameters, std::size_t i) {
  const std::string& name = parameters[i].name;
  const std::string position = fmt::format("the name of parameters[{}]", i);
  if (name.empty()) fail_argument(position, "''", "it must not be empty");
  for (std::size_t earlier = 0; earlier < i; ++earlier)
    if (parameters[earlier].name == name)
      fail_argument(position, fmt::format("'{}'", name),
                    fmt::format("parameters[{}] has that name already", earlier));
}

void check_domain(const Parameter& parameter) {
  const auto& [low, high, log] = parameter.domain;
  const std::string lower_bound = fmt::format("the lower bound of '{}'", parameter.name);
  check_finite(lower_bound, low);
  check_finite(fmt::format("the upper bound of '{}'", parameter.name), high);
  if (low >= high)
    fail_argument(lower_bound, fmt::format("{}", low),
                  fmt::format("it has to be below the upper bound, {}", high));
  if (log && low <= 0.0)
    fail_argument(lower_bound, fmt::format("{}", low), "a log parameter needs it above 0");
}

/// log(x / low) for x ≥ low > 0. A quotient near 1 would lose the digits that tell x from low, one above
/// 1e308 would overflow.
double log_ratio(double x, double low) {
  const double excess = (x - low) / low;
  return excess < 1.0 ? std::log1p(excess) : std::log(x) - std::log(low);
}

double encode_linear(double x, double low, double high) {
  const double range = high - low;
  if (std::isfinite(range)) return (x - low) / range;
  return (0.5 * x - 0.5 * low) / (0.5 * high - 0.5 * low);
}

double encode_log(double x, double low, double high) {
  return std::min(log_ratio(x, low) / log_ratio(high, low), 1.0);
}

double decode_log(double unit, double low, double high) {
  if (unit == 1.0) return high;
  const double exponent = unit * log_ratio(high, low);
  // Bounds may be up to e^1454 apart, exp overflows above e^709.
  constexpr double largest_exponent = 700.0;
  const double value = exponent < largest_exponent
                           ? low * std::exp(exponent)
                           : low * std::exp(0.5 * exponent) * std::exp(0.5 * exponent);
  return std::clamp(value, low, high);  // takes off what rounding may have added
}

}  // namespace

Space::Space(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  if (parameters_.empty()) fail_argument("the number of parameters", "0", "a space needs at least one");
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    check_name(parameters_, i);
    check_domain(parameters_[i]);
  }
}

std::size_t Space::index_of(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& parameter) { return parameter.name == name; });
  if (found == parameters_.end()) {
    std::vector<std::string> names(parameters_.size());
    std::transform(parameters_.begin(), parameters_.end(), names.begin(),
                   [](const Parameter& parameter) { return parameter.name; });
    check_known("the parameter", name, names);  // throws
  }
  return static_cast<std::size_t>(found - parameters_.begin());
}

void Space::check(std::span<const double> values) const {
  check_size("values", values.size(), parameters_.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [name, domain] = parameters_[i];
    if (!(values[i] >= domain.low && values[i] <= domain.high))  // true for NaN, too
      fail_argument(fmt::format("'{}'", name), fmt::format("{}", values[i]),
                    fmt::format("it has to lie in [{}, {}]", domain.low, domain.high));
  }
}

std::vector<double> Space::encode(std::span<const double> values) const {
  check(values);
  std::vector<double> unit(values.size());
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const auto& [low, high, log] = parameters_[i].domain;
    unit[i] = log ? encode_log(values[i], low, high) : encode_linear(values[i], low, high);
  }
  return unit;
}

std::vector<double> Space::decode(std::span<const double> unit) const {
  check_size("unit", unit.size(), parameters_.size());
  std::vector<double> values(unit.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(unit[i] >= 0.0 && unit[i] <= 1.0))
      fail_argument(fmt::format("unit[{}]", i), fmt::format("{}", unit[i]), "it has to lie in [0, 1]");
    const auto& [low, high, log] = parameters_[i].domain;
    values[i] = log ? decode_log(unit[i], low, high) : std::lerp(low, high, unit[i]);
  }
  return values;
}

}  // namespace craggy
