#include "runs/alike_failures.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "runs/texts.hpp"

namespace craggy::runs {
namespace {

// 1, -0.5 and 3.2e-05 are the same then.
std::string without_numbers(std::string_view text) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view of_numbers = "0123456789.+-eE";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(of_numbers, at), text.size());
    const std::string_view run = text.substr(at, end - at);
    if (run.find_first_of(digits) != std::string_view::npos)
      result += '#';
    else
      result += run;
    if (end < text.size()) result += text[end];
    at = end + 1;
  }
  return result;
}

}  // namespace

void AlikeFailures::add(const Outcome& outcome) {
  Outcome plain = outcome;
  plain.output_tail.clear();  // how far it came is not why it failed
  const std::string kind =
      fmt::format("{} {}", outcome.exit_code.value_or(-1), without_numbers(reason_of(plain)));
  most_ = std::max(most_, ++counts_[kind]);
}

}  // namespace craggy::runs
