#include "space/activity.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "space/codec.hpp"
#include "space/messages.hpp"
#include "space/texts.hpp"
#include "space/to_text.hpp"

namespace craggy {
namespace {

bool is_order(Comparison comparison) {
  return comparison == Comparison::less || comparison == Comparison::less_equal ||
         comparison == Comparison::greater || comparison == Comparison::greater_equal;
}

/// A condition and whose it is.
struct Conditional {
  Conditional(const std::string& its_name, const Condition& its_condition)
      : name(its_name), condition(its_condition) {}

  const std::string& name;
  const Condition& condition;

  std::string what() const { return fmt::format("the condition of '{}'", name); }
  [[noreturn]] void fail(const std::string& rule) const {
    fail_argument(what(), shown(to_text(condition)), rule);
  }
};

/// A comparison has to say something about values of this kind.
void check_comparison(const Conditional& child, const Parameter& parent) {
  const bool has_no_order =
      std::holds_alternative<Categorical>(parent.domain) || std::holds_alternative<Bool>(parent.domain);
  if (has_no_order && is_order(child.condition.comparison))
    child.fail(
        fmt::format("the values of '{}' have no order; compare them by ==, != or in (…)", parent.name));
  if (std::holds_alternative<Float>(parent.domain) && !is_order(child.condition.comparison))
    child.fail(
        fmt::format("'{}' is a real number, which hardly ever equals another; compare it by <, <=, > or >=",
                    parent.name));
}

void check_number_of_values(const Conditional& child) {
  const std::size_t count = child.condition.values.size();
  const bool is_list = child.condition.comparison == Comparison::in;
  if (is_list ? count == 0 || count > max_choices : count != 1)
    fail_argument(fmt::format("the number of values in {}", child.what()), fmt::format("{}", count),
                  is_list ? fmt::format("it has to be 1 to {}", max_choices) : "it has to be 1");
}

double code_of_value(const Conditional& child, const Parameter& parent, const std::string& text) {
  try {
    // What is compared by order need not be a value itself: n > 2.5.
    if (is_order(child.condition.comparison)) return parse_number(fmt::format("'{}'", parent.name), text);
    return parse_value(parent, text);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("in {}, {}", child.what(), error.what()));
  }
}

/// Whether some value passes. With an order, the first or the last does if any does.
bool can_hold(const CodeTest& test, const Parameter& parent) {
  if (const auto* real = std::get_if<Float>(&parent.domain))
    return test.holds(real->low) || test.holds(real->high);
  const Codec codec(parent.domain);
  return test.holds(codec.first()) || test.holds(codec.code(codec.num_values().value_or(1) - 1)) ||
         std::any_of(test.codes().begin(), test.codes().end(), [&](double code) { return test.holds(code); });
}

CodeTest make_test(const Conditional& child, const Parameter& parent) {
  check_comparison(child, parent);
  check_number_of_values(child);
  std::vector<double> codes;
  codes.reserve(child.condition.values.size());
  for (const std::string& text : child.condition.values) codes.push_back(code_of_value(child, parent, text));
  CodeTest test(child.condition.comparison, std::move(codes));
  if (std::adjacent_find(test.codes().begin(), test.codes().end()) != test.codes().end())
    child.fail("one of its values occurs twice");
  if (!can_hold(test, parent))
    child.fail(fmt::format("that never holds for {}", shown(to_text(Parameter{parent.name, parent.domain}))));
  return test;
}

}  // namespace

CodeTest::CodeTest(Comparison comparison, std::vector<double> codes)
    : comparison_(comparison), codes_(std::move(codes)) {
  std::sort(codes_.begin(), codes_.end());
}

bool CodeTest::holds(double code) const {
  switch (comparison_) {
    case Comparison::equal:
      return code == codes_[0];
    case Comparison::not_equal:
      return code != codes_[0];
    case Comparison::less:
      return code < codes_[0];
    case Comparison::less_equal:
      return code <= codes_[0];
    case Comparison::greater:
      return code > codes_[0];
    case Comparison::greater_equal:
      return code >= codes_[0];
    case Comparison::in:
      break;
  }
  return std::binary_search(codes_.begin(), codes_.end(), code);
}

Activity::Activity(const std::vector<Parameter>& parameters) : rules_(parameters.size()) {
  std::unordered_map<std::string_view, std::size_t> positions;
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) {
    positions.emplace(parameter.name, positions.size());
    names.push_back(parameter.name);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::optional<Condition>& condition = parameters[i].condition;
    if (!condition) continue;
    const Conditional child(parameters[i].name, *condition);
    const auto parent = positions.find(child.condition.parent);
    if (parent == positions.end())
      child.fail(fmt::format("there is no parameter {}: there are {}{}", shown(child.condition.parent),
                             listed(names), guess(child.condition.parent, names)));
    rules_[i] = Rule{parent->second, make_test(child, parameters[parent->second])};
    has_conditions_ = true;
  }
  place_parents_first(names);
}

void Activity::place_parents_first(const std::vector<std::string>& names) {
  enum class Place { open, being_placed, placed };
  std::vector<Place> places(rules_.size(), Place::open);
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    // The parameter, its parent, the parent of that, … as far as they are not placed yet.
    std::vector<std::size_t> line;
    std::optional<std::size_t> next = i;
    while (next && places[*next] == Place::open) {
      places[*next] = Place::being_placed;
      line.push_back(*next);
      const std::optional<Rule>& rule = rules_[*next];
      next = rule ? std::optional(rule->parent) : std::nullopt;
    }
    if (next && places[*next] == Place::being_placed) {
      std::vector<std::string> circle;
      for (auto at = std::find(line.begin(), line.end(), *next); at != line.end(); ++at)
        circle.push_back(names[*at]);
      circle.push_back(names[*next]);
      fail_argument(fmt::format("the parent of '{}'", circle[0]), fmt::format("'{}'", circle[1]),
                    fmt::format("the conditions go in a circle: {}", fmt::join(circle, " → ")));
    }
    for (const std::size_t placed : line) places[placed] = Place::placed;
    order_.insert(order_.end(), line.rbegin(), line.rend());
  }
}

bool Activity::is_active(std::size_t i, std::span<const double> codes) const {
  while (rules_[i]) {
    if (!rules_[i]->test.holds(codes[rules_[i]->parent])) return false;
    i = rules_[i]->parent;
  }
  return true;
}

}  // namespace craggy
