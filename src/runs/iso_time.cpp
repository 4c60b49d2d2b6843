#include "runs/iso_time.hpp"

#include <charconv>
#include <chrono>

namespace craggy::runs {
namespace {

// The number in the first `digits` characters, which it takes away, with what has to follow them.
std::optional<int> take(std::string_view& text, std::size_t digits, char behind) {
  if (text.size() <= digits || text[digits] != behind) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  text.remove_prefix(digits + 1);
  return number;
}

}  // namespace

std::optional<Timestamp> parse_iso_time(std::string_view text) {
  namespace chrono = std::chrono;
  const auto year = take(text, 4, '-');
  const auto month = year ? take(text, 2, '-') : std::nullopt;
  const auto day = month ? take(text, 2, 'T') : std::nullopt;
  const auto hour = day ? take(text, 2, ':') : std::nullopt;
  const auto minute = hour ? take(text, 2, ':') : std::nullopt;
  if (!minute) return std::nullopt;
  std::optional<int> fraction = 0;
  std::optional<int> second = take(text, 2, 'Z');
  if (!second) {
    second = take(text, 2, '.');
    fraction = take(text, 6, 'Z');
  }
  const chrono::year_month_day date(chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day)));
  if (!second || !fraction || !text.empty() || !date.ok() || *hour > 23 || *minute > 59 || *second > 60)
    return std::nullopt;
  return Timestamp(chrono::sys_days(date)) + chrono::hours(*hour) + chrono::minutes(*minute) +
         chrono::seconds(*second) + chrono::microseconds(*fraction);
}

}  // namespace craggy::runs
