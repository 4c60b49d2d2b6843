#include "runs/spreadsheet_text.hpp"

#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace craggy::runs {
namespace {

constexpr std::string_view dangerous = "=+-@\t\r\n";

// With digits: a spreadsheet would look for something that is called "inf" in -inf.
bool is_number(std::string_view text) {
  const std::string_view digits = without_plus(text);
  double number = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() && std::isfinite(number);
}

}  // namespace

std::string to_spreadsheet(std::string_view text) {
  const bool looks_like_ours = text.starts_with('\'');
  const bool looks_like_formula =
      !text.empty() && dangerous.find(text.front()) != std::string_view::npos && !is_number(text);
  std::string cell;
  if (looks_like_ours || looks_like_formula) cell += '\'';
  return cell += text;
}

std::string from_spreadsheet(std::string_view cell) {
  if (cell.starts_with('\'')) cell.remove_prefix(1);
  return std::string(cell);
}

}  // namespace craggy::runs
