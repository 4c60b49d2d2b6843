// Values as text and back.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "space/codec.hpp"
#include "space/messages.hpp"
#include "space/texts.hpp"

namespace craggy {
namespace {

constexpr double rounding_of_a_step = 1e-9;  // in steps

std::string named(const Parameter& parameter) { return fmt::format("'{}'", parameter.name); }

double parse(const Parameter& parameter, const Float& domain, std::string_view text) {
  const double value = parse_number(named(parameter), text);
  if (!(value >= domain.low && value <= domain.high))
    fail_argument(named(parameter), shown(text),
                  fmt::format("it has to lie in [{}, {}]", domain.low, domain.high));
  return value;
}

double parse(const Parameter& parameter, const Step& domain, std::string_view text) {
  const double value = parse_number(named(parameter), text);
  const GridCodec grid(domain);
  const double nearest = grid.code(grid.nearest_rank(value));
  if (!(std::abs(value - nearest) <= rounding_of_a_step * domain.step))
    fail_argument(named(parameter), shown(text),
                  fmt::format("it has to be one of {}, {}, …, {}; the nearest is {}", domain.low,
                              grid.code(1), grid.code(grid.num_values() - 1), nearest));
  return nearest;
}

double parse(const Parameter& parameter, const Int& domain, std::string_view text) {
  const std::int64_t value = parse_whole_number(named(parameter), text);
  if (value < domain.low || value > domain.high)
    fail_argument(named(parameter), shown(text),
                  fmt::format("it has to be a whole number from {} to {}", domain.low, domain.high));
  return static_cast<double>(value);
}

double parse(const Parameter& parameter, const Categorical& domain, std::string_view text) {
  const auto found = std::find(domain.choices.begin(), domain.choices.end(), text);
  if (found == domain.choices.end())
    fail_argument(
        named(parameter), shown(text),
        fmt::format("it has to be one of {}{}", listed(domain.choices), guess(text, domain.choices)));
  return static_cast<double>(found - domain.choices.begin());
}

double parse(const Parameter& parameter, const Bool&, std::string_view text) {
  if (text != "true" && text != "false")
    fail_argument(named(parameter), shown(text), "it has to be true or false");
  return text == "true" ? 1.0 : 0.0;
}

}  // namespace

std::string value_text(const Parameter& parameter, double code) {
  if (const auto* categories = std::get_if<Categorical>(&parameter.domain))
    return categories->choices.at(static_cast<std::size_t>(code));
  if (std::holds_alternative<Bool>(parameter.domain)) return code == 0.0 ? "false" : "true";
  if (std::holds_alternative<Int>(parameter.domain))
    return fmt::format("{}", static_cast<std::int64_t>(code));
  return fmt::format("{}", code);
}

double parse_value(const Parameter& parameter, std::string_view text) {
  return std::visit([&](const auto& domain) { return parse(parameter, domain, text); }, parameter.domain);
}

}  // namespace craggy
