#include "stores/number_list.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/stores/store.hpp>

namespace craggy::stores {

std::string to_list(std::span<const double> numbers) { return fmt::format("[{}]", fmt::join(numbers, ",")); }

std::vector<double> parse_list(std::string_view text) {
  const auto fail = [&] {
    throw StoreError(fmt::format("the store holds '{}' where an array of numbers has to be", text));
  };
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') fail();
  std::vector<double> numbers;
  const char* at = text.data() + 1;
  const char* const end = text.data() + text.size() - 1;
  while (at != end) {
    if (!numbers.empty() && *at++ != ',') fail();
    const auto [next, error] = std::from_chars(at, end, numbers.emplace_back());
    if (error != std::errc()) fail();
    at = next;
  }
  return numbers;
}

}  // namespace craggy::stores
