#include "execution/braces.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "base/printable.hpp"

namespace craggy::execution {

std::vector<BracePart> split_at_braces(std::string_view text, const FailText& fail) {
  std::vector<BracePart> parts;
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      plain += c;
    } else if (i + 1 < text.size() && text[i + 1] == c) {
      plain += c;
      ++i;
    } else if (c == '}') {
      fail("it has a '}' that closes nothing; write '}}' for a brace");
    } else {
      const std::size_t end = text.find_first_of("{}", i + 1);
      if (end == std::string_view::npos || text[end] == '{') {
        fail("it has a '{' that is not closed; write '{{' for a brace");
        break;
      }
      if (!plain.empty()) parts.push_back({std::exchange(plain, {})});
      parts.push_back({std::string(text.substr(i + 1, end - i - 1)), true});
      i = end;
    }
  }
  if (!plain.empty() || parts.empty()) parts.push_back({std::move(plain)});
  return parts;
}

std::size_t find_placeholder(const std::string& name, std::span<const std::string> known,
                             const FailText& fail) {
  const auto found = std::find(known.begin(), known.end(), name);
  if (found == known.end()) {
    const std::string guess = name.empty() ? "" : closest_match(name, known);  // {} is hardly a parameter
    fail(fmt::format("there is no parameter '{}'{}", excerpt(name),
                     guess.empty() ? fmt::format("; there are {}; write '{{{{' and '}}}}' for braces",
                                                 excerpt(fmt::format("{}", fmt::join(known, ", "))))
                                   : fmt::format("; did you mean '{{{}}}'?", guess)));
  }
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace craggy::execution
