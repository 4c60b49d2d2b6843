#include "stores/postgres_refusal.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace craggy::stores {
namespace {

constexpr std::size_t state_length = 5;

bool is_state(std::string_view text) {
  return text.size() == state_length && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isdigit(c) != 0 || std::isupper(c) != 0;
         });
}

// The place of ":  28P01: " in a line; npos if there is none.
std::size_t find_state(std::string_view line) {
  for (std::size_t at = line.find(":  "); at != std::string_view::npos; at = line.find(":  ", at + 1))
    if (at + 3 + state_length < line.size() && is_state(line.substr(at + 3, state_length)) &&
        line[at + 3 + state_length] == ':')
      return at;
  return std::string_view::npos;
}

}  // namespace

PostgresRefusal parse_refusal(std::string_view text) {
  PostgresRefusal refusal;
  bool is_server_error = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const std::size_t at = find_state(line); at != std::string::npos) {
      refusal.state = line.substr(at + 3, state_length);
      line.erase(at + 3, state_length + 2);
      is_server_error = true;
    } else if (is_server_error && line.ends_with(".c:" + line.substr(line.rfind(':') + 1))) {
      continue;  // LOCATION, in whatever language: the line that ends in "auth.c:326"
    }
    refusal.message += line + '\n';
  }
  while (refusal.message.ends_with('\n')) refusal.message.pop_back();
  return refusal;
}

bool may_pass(const PostgresRefusal& refusal) {
  // Classes of PostgreSQL's appendix A: connection failures, lack of resources, an operator at work.
  constexpr std::array passing = {"08", "53", "57P"};
  return refusal.state.empty() || std::any_of(passing.begin(), passing.end(), [&](const char* each) {
           return refusal.state.starts_with(each);
         });
}

}  // namespace craggy::stores
