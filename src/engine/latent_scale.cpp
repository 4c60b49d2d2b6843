#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/engine/latent_scale.hpp>

#include "base/check.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "engine/enum_names.hpp"
#include "engine/latent_scale_text.hpp"

namespace craggy {
namespace {

struct Level {
  double number;
  bool in_diagonals;
};

[[noreturn]] void fail_text(std::string_view text, std::string_view rule) {
  fail_argument("sigma_h", fmt::format("'{}'", text), rule);
}

bool begins_a_number(std::string_view text) {
  return !text.empty() && std::string_view("0123456789.+-").find(text.front()) != std::string_view::npos;
}

LatentScaleRule parse_rule(std::string_view name, std::string_view text) {
  if (const auto rule = find_named<LatentScaleRule>(name)) return *rule;
  const std::string guess = closest_match(name, all_words<LatentScaleRule>());
  fail_text(text,
            fmt::format("it has to be hierarchical, rotated, averaged or inferred, a number such as 0.14 "
                        "or 0.1d (d = √Q), a set such as 0.1d,0.02d,0, or a rule with a set such as "
                        "rotated:0.1d,0{}",
                        guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
}

Level parse_level(std::string_view item, std::string_view text) {
  if (item.empty()) fail_text(text, "a level of the set is empty");
  const bool in_diagonals = item.back() == 'd';
  const std::string_view digits = in_diagonals ? item.substr(0, item.size() - 1) : item;
  double number = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size())
    fail_text(text, fmt::format("its level '{}' is not a number such as 0.14 or 0.1d", item));
  if (!(std::isfinite(number) && number >= 0.0))
    fail_text(text, fmt::format("its level '{}' has to be finite and at least 0", item));
  return {number, in_diagonals};
}

void parse_levels(std::string_view list, std::string_view text, LatentScale& scale) {
  scale.levels.clear();
  bool any_in_diagonals = false;
  bool any_absolute = false;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const Level level = parse_level(trimmed(list.substr(begin, end - begin)), text);
    if (std::find(scale.levels.begin(), scale.levels.end(), level.number) != scale.levels.end())
      fail_text(text, fmt::format("the level {} occurs twice", level.number));
    scale.levels.push_back(level.number);
    if (level.number != 0.0) (level.in_diagonals ? any_in_diagonals : any_absolute) = true;  // 0 is 0d
    begin = end + 1;
  }
  if (any_in_diagonals && any_absolute) fail_text(text, "either all of its levels or none may end in d");
  scale.absolute = any_absolute;
}

}  // namespace

LatentScale parse_latent_scale(std::string_view text) {
  LatentScale scale;
  const std::string_view whole = trimmed(text);
  if (begins_a_number(whole)) {
    parse_levels(whole, text, scale);
    return scale;
  }
  const std::size_t colon = whole.find(':');
  scale.rule = parse_rule(trimmed(whole.substr(0, colon)), text);
  if (colon != std::string_view::npos) parse_levels(whole.substr(colon + 1), text, scale);
  return scale;
}

std::string to_text(const LatentScale& scale) {
  std::vector<std::string> levels;
  levels.reserve(scale.levels.size());
  for (const double level : scale.levels)
    levels.push_back(fmt::format("{}{}", level, scale.absolute || level == 0.0 ? "" : "d"));
  return fmt::format("{}:{}", word_of(scale.rule), fmt::join(levels, ","));
}

void from_text(std::string_view text, LatentScale& scale) { scale = parse_latent_scale(text); }

std::vector<double> absolute_levels(const LatentScale& scale, std::size_t num_parameters) {
  if (scale.levels.empty()) fail_argument("the number of levels of sigma_h", "0", "at least one is needed");
  check_at_least("num_parameters", static_cast<long>(num_parameters), 1);
  const double unit = scale.absolute ? 1.0 : std::sqrt(static_cast<double>(num_parameters));
  std::vector<double> levels;
  for (std::size_t i = 0; i < scale.levels.size(); ++i) {
    const std::string name = fmt::format("level {} of sigma_h", i + 1);
    const double level = check_non_negative(name, unit * check_non_negative(name, scale.levels[i]));
    if (std::find(levels.begin(), levels.end(), level) != levels.end())
      fail_argument(name, fmt::format("{}", scale.levels[i]), "it occurs twice");
    levels.push_back(level);
  }
  return levels;
}

std::vector<double> levels_for_trial(const LatentScale& scale, std::size_t num_parameters, std::uint64_t seed,
                                     std::uint32_t trial) {
  std::vector<double> levels = absolute_levels(scale, num_parameters);
  switch (scale.rule) {
    case LatentScaleRule::drawn: {
      RandomStream stream(seed, {trial, 0, Purpose::latent_scale});
      return {levels[stream.below(levels.size())]};
    }
    case LatentScaleRule::rotated:
      return {levels[trial % levels.size()]};
    case LatentScaleRule::averaged:
    case LatentScaleRule::inferred:
      break;
  }
  return levels;
}

}  // namespace craggy
