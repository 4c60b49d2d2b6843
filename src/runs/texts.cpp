#include "runs/texts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/text.hpp"
#include "study/enum_names.hpp"

namespace craggy::runs {
namespace {

// The last line of `text` that is not blank.
std::string_view last_line(std::string_view text) {
  constexpr std::string_view blanks = " \t\n";
  const std::size_t end = text.find_last_not_of(blanks);
  if (end == std::string_view::npos) return {};
  const std::size_t line_break = text.rfind('\n', end);
  return trimmed(text.substr(0, end + 1).substr(line_break == std::string_view::npos ? 0 : line_break + 1));
}

// What a failed program says last is mostly why it failed.
std::string reason_from(std::string_view failure, std::string_view error_tail) {
  constexpr std::size_t longest = 200;
  std::string reason = excerpt(failure, longest);
  const std::string_view last = last_line(error_tail);
  if (!last.empty()) reason += ": " + excerpt(last, longest);
  return reason;
}

}  // namespace

std::string direction_word(Direction direction) { return std::string(word_of(direction)); }

std::string model_of(const TrialRecord& record) {
  if (!record.suggestion) return "";
  return record.suggestion->initial ? "initial design" : record.suggestion->surrogate;
}

std::optional<double> seconds_of(const AttemptRow& attempt) {
  if (!attempt.ended || *attempt.ended < attempt.started) return std::nullopt;  // the clock was set back
  return std::chrono::duration<double>(*attempt.ended - attempt.started).count();
}

std::string reason_of(const std::string& message) {
  const std::size_t first = std::min(message.find('\n'), message.size());
  return reason_from(std::string_view(message).substr(0, first), std::string_view(message).substr(first));
}

std::string reason_of(const Outcome& outcome) { return reason_from(outcome.failure, outcome.error_tail); }

std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records) {
  std::map<std::string, std::size_t> counts;
  for (const TrialRecord& record : records)
    if (record.state == TrialState::failed)
      ++counts[record.message.empty() ? "no reason given" : reason_of(record.message)];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

std::string with_uncertainty(double mean, double sd) {
  const bool is_plain = sd >= 1e-6 && sd < 1e6 && std::abs(mean) < 1e9;
  if (!is_plain) return fmt::format("{:.4g} ± {:.2g}", mean, sd);
  const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(sd))));
  return fmt::format("{:.{}f} ± {:.{}f}", mean, decimals, sd, decimals);
}

std::string time_text(Timestamp time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(
                         std::chrono::time_point_cast<std::chrono::system_clock::duration>(time))));
}

std::string iso_time(Timestamp time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(second)),
                     (time - second).count());
}

}  // namespace craggy::runs
