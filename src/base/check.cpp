#include "base/check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

// How many letters have to be changed, added, taken away, or swapped with the next one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string_view without_dashes(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  return name;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// What is only begun is meant if nothing else begins like that.
std::string completion(std::string_view begin, std::span<const std::string> known) {
  constexpr std::size_t shortest = 2;
  std::string found;
  if (begin.size() < shortest) return found;
  for (const std::string& candidate : known) {
    if (!lower_case(without_dashes(candidate)).starts_with(begin)) continue;
    if (!found.empty()) return "";
    found = candidate;
  }
  return found;
}

}  // namespace

void fail_argument(std::string_view name, std::string_view value, std::string_view rule) {
  throw InvalidArgument(fmt::format("{} is {}, but {}", name, value, rule));
}

double check_finite(std::string_view name, double value) {
  if (!std::isfinite(value)) fail_argument(name, fmt::format("{}", value), "it has to be a finite number");
  return value;
}

double check_positive(std::string_view name, double value) {
  if (!(std::isfinite(value) && value > 0.0))
    fail_argument(name, fmt::format("{}", value), "it has to be finite and above 0");
  return value;
}

double check_non_negative(std::string_view name, double value) {
  if (!(std::isfinite(value) && value >= 0.0))
    fail_argument(name, fmt::format("{}", value), "it has to be finite and at least 0");
  return value;
}

long check_at_least(std::string_view name, long value, long minimum) {
  if (value < minimum)
    fail_argument(name, fmt::format("{}", value), fmt::format("it has to be at least {}", minimum));
  return value;
}

void check_all_finite(std::string_view name, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) check_finite(fmt::format("{}[{}]", name, i), values[i]);
}

void check_size(std::string_view name, std::size_t actual, std::size_t expected) {
  if (actual != expected)
    fail_argument(fmt::format("the size of {}", name), fmt::format("{}", actual),
                  fmt::format("it has to be {}", expected));
}

std::string closest_match(std::string_view value, std::span<const std::string> known) {
  // One letter in three may be wrong, or one in two: with more, it is mostly another word.
  constexpr std::size_t letters_per_slip = 3;
  const std::string name = lower_case(without_dashes(value));
  std::string best;
  std::size_t best_distance =
      std::max<std::size_t>(name.size() / letters_per_slip, name.size() < 2 ? 0 : 1) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, lower_case(without_dashes(candidate)));
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best.empty() ? completion(name, known) : best;
}

namespace {

// A thousand names would bury the message.
std::string listed(std::span<const std::string> known) {
  constexpr std::size_t most = 60;
  constexpr std::size_t examples = 3;
  if (known.size() <= most) return fmt::format("{}", fmt::join(known, ", "));
  return fmt::format("{} names such as {}", known.size(), fmt::join(known.first(examples), ", "));
}

}  // namespace

void check_known(std::string_view name, std::string_view value, std::span<const std::string> known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  const std::string guess = closest_match(value, known);
  fail_argument(name, fmt::format("'{}'", value),
                fmt::format("it has to be one of {}{}", listed(known),
                            guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
}

}  // namespace craggy
