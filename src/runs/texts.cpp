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

constexpr std::size_t longest_line = 200;  // bytes of a line that is shown among others

constexpr std::string_view before_last_output = "the last line of its output: ";

std::string without_last_output(std::string message) {
  const std::size_t first = std::min(message.find('\n'), message.size());
  if (std::string_view(message).substr(first).substr(0, before_last_output.size() + 1) ==
      fmt::format("\n{}", before_last_output))
    message.erase(first, std::min(message.find('\n', first + 1), message.size()) - first);
  return message;
}

std::string end_of(std::string_view text, std::size_t size) {
  if (text.size() <= size) return std::string(text);
  const auto is_inside_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  text.remove_prefix(text.size() - size);
  while (!text.empty() && is_inside_character(text.front())) text.remove_prefix(1);
  return fmt::format("… {}", text);
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

std::string failure_message(const Outcome& outcome) {
  constexpr std::size_t kept_errors = 4096;  // bytes: every look at a study reads them
  std::string message = outcome.failure;
  const std::string_view last = last_line(outcome.output_tail);
  const bool is_said = outcome.failure.starts_with("no value: ");
  if (!last.empty() && !is_said)
    message += fmt::format("\n{}{}", before_last_output, excerpt(last, longest_line));
  if (!outcome.error_tail.empty()) message += "\n" + end_of(outcome.error_tail, kept_errors);
  return message;
}

// What a failed program says last is mostly why it failed.
std::string reason_of(const std::string& message) {
  const std::size_t first = std::min(message.find('\n'), message.size());
  std::string reason = excerpt(std::string_view(message).substr(0, first), longest_line);
  const std::string_view last = last_line(std::string_view(message).substr(first));
  if (!last.empty()) reason += ": " + excerpt(last, longest_line);
  return reason;
}

std::string reason_of(const Outcome& outcome) { return reason_of(failure_message(outcome)); }

// What a program printed last may differ where the reason is the same: then it is left out.
std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;  // with what it printed, by without
  for (const TrialRecord& record : records)
    if (record.state == TrialState::failed && record.message.empty())
      ++counts["no reason given"]["no reason given"];
    else if (record.state == TrialState::failed)
      ++counts[reason_of(without_last_output(record.message))][reason_of(record.message)];
  std::vector<std::pair<std::string, std::size_t>> sorted;
  for (const auto& [reason, with_output] : counts) {
    std::size_t count = 0;
    for (const auto& each : with_output) count += each.second;
    sorted.emplace_back(with_output.size() == 1 ? with_output.begin()->first : reason, count);
  }
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
