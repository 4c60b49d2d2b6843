#include "base/check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row.back();
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
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, value.size() / 2) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(value, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

void check_known(std::string_view name, std::string_view value, std::span<const std::string> known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  const std::string guess = closest_match(value, known);
  fail_argument(name, fmt::format("'{}'", value),
                fmt::format("it has to be one of {}{}", fmt::join(known, ", "),
                            guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
}

}  // namespace craggy
