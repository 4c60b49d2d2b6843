#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/check.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

template <typename Number>
std::optional<Number> read_all(std::string_view text) {
  text = without_plus(trimmed(text));
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Unit {
  std::string_view name;
  double milliseconds;
};
// Longer names before those that they begin with.
constexpr std::array<Unit, 6> units = {
    {{"ms", 1.0}, {"min", 6e4}, {"s", 1e3}, {"m", 6e4}, {"h", 3.6e6}, {"d", 8.64e7}}};

// "1h30m": numbers with units, each smaller than the one before; or a plain number of seconds.
std::optional<double> read_duration(std::string_view text) {
  if (const std::optional<double> seconds = read_all<double>(text)) return 1e3 * *seconds;
  double total = 0.0;
  double last_unit = std::numeric_limits<double>::infinity();
  while (!text.empty()) {
    const std::size_t number_end = std::min(text.find_first_not_of("+.0123456789"), text.size());
    const std::optional<double> number = read_all<double>(text.substr(0, number_end));
    text = trimmed(text.substr(number_end));
    const auto unit = std::find_if(units.begin(), units.end(),
                                   [&](const Unit& each) { return text.starts_with(each.name); });
    if (!number || unit == units.end() || unit->milliseconds >= last_unit) return std::nullopt;
    total += *number * unit->milliseconds;
    last_unit = unit->milliseconds;
    text = trimmed(text.substr(unit->name.size()));
  }
  return total;
}

}  // namespace

std::optional<double> to_double(std::string_view text) { return read_all<double>(text); }

double parse_double(std::string_view name, std::string_view text) {
  const std::optional<double> value = to_double(text);
  if (!value || !std::isfinite(*value))
    fail_argument(name, fmt::format("'{}'", trimmed(text)), "it has to be a finite number");
  return *value;
}

std::int64_t parse_whole(std::string_view name, std::string_view text, std::int64_t minimum) {
  const std::optional<std::int64_t> value = read_all<std::int64_t>(text);
  if (!value || *value < minimum)
    fail_argument(name, fmt::format("'{}'", trimmed(text)),
                  fmt::format("it has to be a whole number of at least {}", minimum));
  return *value;
}

std::uint64_t parse_unsigned(std::string_view name, std::string_view text) {
  const std::optional<std::uint64_t> value = read_all<std::uint64_t>(text);
  if (!value)
    fail_argument(
        name, fmt::format("'{}'", trimmed(text)),
        fmt::format("it has to be a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max()));
  return *value;
}

std::vector<double> parse_list(std::string_view name, std::string_view text) {
  std::vector<double> values;
  for (const std::string_view field : split(text, ','))
    values.push_back(parse_double(fmt::format("{}{}", name, values.size() + 1), field));
  return values;
}

std::chrono::milliseconds parse_duration(std::string_view name, std::string_view text) {
  constexpr double ten_years = 3652.5 * 8.64e7;
  const double milliseconds = read_duration(trimmed(text)).value_or(-1.0);
  if (!(milliseconds >= 1.0 && milliseconds <= ten_years))
    fail_argument(name, fmt::format("'{}'", trimmed(text)),
                  "it has to be a time such as 500ms, 90s, 10m, 1h30m or 2d");
  return std::chrono::milliseconds(std::llround(milliseconds));
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

std::string exact_number(double value) { return fmt::format("{}", value); }

std::string duration(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace craggy::cli
