#include "shells/shells.hpp"

#include <algorithm>
#include <array>

#include "text.hpp"

namespace craggy::cli {

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text)
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  return quoted + "'";
}

std::string first_sentence(std::string_view help) {
  std::string_view text = help.substr(0, help.find(" [default"));
  for (const std::string_view end : {"; ", ". ", ": "}) text = text.substr(0, text.find(end));
  return std::string(trimmed(text));
}

bool names_file(std::string_view placeholder) {
  constexpr std::array<std::string_view, 4> kinds = {"FILE", "DIR", "PATH", "URL"};
  return std::find(kinds.begin(), kinds.end(), placeholder) != kinds.end();
}

bool names_study(const OptionDescription& option) { return option.names.back() == "--study"; }
bool names_study(const ArgumentDescription& argument) { return argument.name == "STUDY"; }

}  // namespace craggy::cli
