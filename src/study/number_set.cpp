#include "study/number_set.hpp"

#include <charconv>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy {

std::string to_ranges(std::span<const TrialNumber> numbers) {
  std::string text;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t last = begin;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (begin > 0) text += ',';
    text += fmt::format("{}", numbers[begin]);
    if (last > begin) text += fmt::format("-{}", numbers[last]);
    begin = last + 1;
  }
  return text;
}

std::vector<TrialNumber> parse_ranges(std::string_view text) {
  std::vector<TrialNumber> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto fail = [&] {
    fail_argument("a set of trials", fmt::format("'{}'", text), "it has to be as 0-17,19, increasing");
  };
  const auto read = [&] {
    TrialNumber number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (!numbers.empty() && number <= numbers.back())) fail();
    at = next;
    return number;
  };
  while (at != end) {
    numbers.push_back(read());
    if (at != end && *at == '-') {
      ++at;
      const TrialNumber last = read();
      constexpr TrialNumber longest = 100'000'000;  // a text must not be able to fill the memory
      if (last - numbers.back() > longest) fail();
      while (numbers.back() != last) numbers.push_back(numbers.back() + 1);
    }
    if (at != end && (*at++ != ',' || at == end)) fail();
  }
  return numbers;
}

}  // namespace craggy
