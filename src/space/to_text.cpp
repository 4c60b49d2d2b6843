#include "space/to_text.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "space/texts.hpp"

namespace craggy {
namespace {

std::string listed_names(const std::vector<std::string>& names) {
  std::vector<std::string> texts(names.size());
  std::transform(names.begin(), names.end(), texts.begin(), quoted_if_needed);
  return fmt::format("({})", fmt::join(texts, ","));
}

std::string arguments(const Float& domain) { return fmt::format("({},{})", domain.low, domain.high); }
std::string arguments(const Int& domain) { return fmt::format("({},{})", domain.low, domain.high); }
std::string arguments(const Step& domain) {
  return fmt::format("({},{},{})", domain.low, domain.high, domain.step);
}
std::string arguments(const Categorical& domain) { return listed_names(domain.choices); }
std::string arguments(const Bool&) { return ""; }

}  // namespace

std::string_view symbol(Comparison comparison) {
  constexpr std::array<std::string_view, 7> symbols = {"==", "!=", "<", "<=", ">", ">=", "in"};
  return symbols.at(static_cast<std::size_t>(comparison));
}

std::string to_text(const Condition& condition) {
  const bool is_list = condition.comparison == Comparison::in || condition.values.size() != 1;
  return fmt::format("{} {} {}", condition.parent, symbol(condition.comparison),
                     is_list ? listed_names(condition.values) : quoted_if_needed(condition.values.front()));
}

std::string to_text(const Parameter& parameter) {
  return fmt::format("{}={}{}{}", parameter.name, kind_of(parameter.domain),
                     std::visit([](const auto& domain) { return arguments(domain); }, parameter.domain),
                     parameter.condition ? " if " + to_text(*parameter.condition) : "");
}

}  // namespace craggy
