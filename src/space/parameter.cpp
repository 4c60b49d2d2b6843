#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include <craggy/space/parameter.hpp>

#include "base/check.hpp"
#include "space/codec.hpp"
#include "space/messages.hpp"
#include "space/texts.hpp"

namespace craggy {
namespace {

constexpr double max_steps = 0x1p40;  // rounding errors are then below a hundredth of a step

std::string lower_bound_of(const std::string& name) { return fmt::format("the lower bound of '{}'", name); }
std::string upper_bound_of(const std::string& name) { return fmt::format("the upper bound of '{}'", name); }

void check_bounds(const std::string& name, double low, double high) {
  check_finite(lower_bound_of(name), low);
  check_finite(upper_bound_of(name), high);
  if (low >= high)
    fail_argument(lower_bound_of(name), fmt::format("{}", low),
                  fmt::format("it has to be below the upper bound, {}", high));
}

void check(const std::string& name, const Float& domain) {
  check_bounds(name, domain.low, domain.high);
  if (domain.log && domain.low <= 0.0)
    fail_argument(lower_bound_of(name), fmt::format("{}", domain.low), "a log parameter needs it above 0");
}

void check(const std::string& name, const Step& domain) {
  const auto& [low, high, step] = domain;
  check_bounds(name, low, high);
  const std::string what = fmt::format("the step of '{}'", name);
  check_positive(what, step);
  const double range = high - low;
  const double finest = std::max({std::abs(low), std::abs(high), range}) / max_steps;
  if (!(step >= finest))
    fail_argument(what, fmt::format("{}", step),
                  std::isfinite(finest)
                      ? fmt::format("between {} and {} it has to be at least {}", low, high, finest)
                      : fmt::format("{} and {} are too far apart to be divided into steps", low, high));
  if (GridCodec(domain).num_values() < 2)
    fail_argument(what, fmt::format("{}", step),
                  fmt::format("it has to fit at least once between the bounds, {} and {}", low, high));
}

void check_whole_bound(const std::string& what, std::int64_t bound) {
  if (bound < -largest_int || bound > largest_int)
    fail_argument(what, fmt::format("{}", bound),
                  fmt::format("whole numbers go up to ±2^53, {}", largest_int));
}

void check(const std::string& name, const Int& domain) {
  const auto& [low, high, log] = domain;
  check_whole_bound(lower_bound_of(name), low);
  check_whole_bound(upper_bound_of(name), high);
  if (low > high)
    fail_argument(lower_bound_of(name), fmt::format("{}", low),
                  fmt::format("it has to be at most the upper bound, {}", high));
  if (log && low < 1)
    fail_argument(lower_bound_of(name), fmt::format("{}", low), "a logint parameter needs it above 0");
  if (log && high > largest_log_int)
    fail_argument(
        upper_bound_of(name), fmt::format("{}", high),
        fmt::format("a logint goes up to 2^45, {}, so that every value has a place of its own in the "
                    "unit interval",
                    largest_log_int));
  if (high - low > largest_int)
    fail_argument(
        upper_bound_of(name), fmt::format("{}", high),
        fmt::format("it has to be within 2^53 of the lower bound, {}, so that every value has a place "
                    "of its own in the unit interval",
                    low));
}

void check(const std::string& name, const Categorical& domain) {
  const std::string what = fmt::format("the number of categories of '{}'", name);
  const std::size_t count = domain.choices.size();
  if (count < 2)
    fail_argument(what, fmt::format("{}", count),
                  "there has to be a choice: give at least two different ones");
  if (count > max_choices)
    fail_argument(what, fmt::format("{}", count), fmt::format("there may be at most {}", max_choices));
  std::unordered_set<std::string_view> seen;
  for (const std::string& choice : domain.choices) {
    const std::string one = fmt::format("a category of '{}'", name);
    if (!is_text(choice)) fail_argument(one, shown(choice), "it has to be text in UTF-8, without the byte 0");
    if (!seen.insert(choice).second)
      fail_argument(one, shown(choice), "it occurs twice: give at least two different ones, each once");
  }
}

void check(const std::string&, const Bool&) {}

}  // namespace

void check_name(std::string_view what, std::string_view name) {
  if (name.empty()) fail_argument(what, "''", "it must not be empty");
  const auto bad = std::find_if_not(name.begin(), name.end(), is_name_character);
  if (bad != name.end())
    fail_argument(what, shown(name),
                  fmt::format("it may hold ASCII letters, digits and _ - . only, and not {}",
                              shown(name.substr(static_cast<std::size_t>(bad - name.begin()), 1))));
  if (name.front() == '-' || (name.front() >= '0' && name.front() <= '9'))
    fail_argument(what, shown(name), "it has to begin with a letter, _ or .");
  if (name.size() > max_name_length)
    fail_argument(what, shown(name),
                  fmt::format("it may have at most {} characters, and not {}", max_name_length, name.size()));
}

void check_domain(const Parameter& parameter) {
  std::visit([&](const auto& domain) { check(parameter.name, domain); }, parameter.domain);
}

std::string kind_of(const Domain& domain) {
  if (const auto* real = std::get_if<Float>(&domain)) return real->log ? "log" : "float";
  if (const auto* whole = std::get_if<Int>(&domain)) return whole->log ? "logint" : "int";
  if (std::holds_alternative<Step>(domain)) return "step";
  return std::holds_alternative<Categorical>(domain) ? "categorical" : "bool";
}

}  // namespace craggy
