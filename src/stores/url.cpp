#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "base/text.hpp"
#include "stores/clean_text.hpp"

namespace craggy {
namespace {

constexpr std::string_view hidden = "***";
constexpr std::string_view forms =
    "it has to be sqlite:///FILE, a path that ends in .db, postgresql://USER@HOST/DATABASE, or memory:";

bool is_postgres(std::string_view text) {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Whether every % is followed by two hexadecimal digits that do not mean a zero byte, as libpq wants it.
bool is_percent_encoded(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (at + 2 >= text.size()) return false;
    const int high = hex_digit(text[at + 1]);
    const int low = hex_digit(text[at + 2]);
    if (high < 0 || low < 0 || (high == 0 && low == 0)) return false;
  }
  return true;
}

// Where the scheme of a URL ends; 0 if it has none that we know of.
std::size_t end_of_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return 0;
  if (text.substr(colon).starts_with("://")) return colon + 3;
  const std::string scheme = lower(text.substr(0, colon));
  return scheme == "postgresql" || scheme == "postgres" || scheme == "sqlite" ? colon + 1 : 0;
}

// In a text that is no URL of ours, whatever comes after a colon may be a password.
std::string shown_when_refused(std::string_view text) {
  std::string shown = redacted(text);
  if (text.starts_with("sqlite:///")) return shown;
  const std::size_t colon = shown.find(':', end_of_scheme(shown));
  if (colon != std::string::npos) shown.replace(colon + 1, std::string::npos, hidden);
  return shown;
}

[[noreturn]] void fail_url(std::string_view text, std::string_view rule) {
  fail_argument("the store", fmt::format("'{}'", shown_when_refused(text)), rule);
}

void check_text(std::string_view text) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (text.empty()) fail_argument("the store", "empty", forms);
  if (std::any_of(text.begin(), text.end(), is_control) || !stores::is_utf8(text))
    fail_url(text, "it has to be UTF-8 without control characters");
}

SqliteUrl parse_sqlite(std::string_view text) {
  constexpr std::string_view prefix = "sqlite:///";
  if (!text.starts_with(prefix))
    fail_url(
        text,
        "a file is given with three slashes, as in sqlite:///tune.db, or with four if its path is absolute");
  const std::string_view path = text.substr(prefix.size());
  if (path.empty() || path.ends_with('/')) fail_url(text, "it has to name a file");
  // SQLite itself would take these for something else than a file.
  if (path == ":memory:" || lower(path).starts_with("file:")) fail_url(text, "it has to name a file");
  return {std::string(path)};
}

// HOST:PORT,HOST:PORT with numbers as ports. What does not look so is often a password with a special
// character in it, and must not get as far as to an error message of somebody else.
bool has_numeric_ports(std::string_view hosts) {
  while (!hosts.empty()) {
    const std::string_view host = hosts.substr(0, hosts.find(','));
    hosts.remove_prefix(std::min(host.size() + 1, hosts.size()));
    const std::size_t bracket = host.rfind(']');  // of an IPv6 address, which has colons itself
    const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon == std::string_view::npos) continue;
    const std::string_view port = host.substr(colon + 1);
    if (port.size() > 5 ||
        !std::all_of(port.begin(), port.end(), [](unsigned char c) { return std::isdigit(c); }))
      return false;
  }
  return true;
}

PostgresUrl parse_postgres(std::string_view text) {
  if (!is_percent_encoded(text))
    fail_url(text, "a % in it has to be followed by two hexadecimal digits, as %25 for the % itself");
  std::string_view authority = text.substr(text.find("://") + 3);
  authority = authority.substr(0, authority.find_first_of("/?"));
  const std::size_t at = authority.rfind('@');
  const std::string_view user = at == std::string_view::npos ? std::string_view() : authority.substr(0, at);
  const std::string_view hosts = at == std::string_view::npos ? authority : authority.substr(at + 1);
  if (user.find('@') != std::string_view::npos || !has_numeric_ports(hosts) ||
      text.find(' ') != std::string_view::npos)
    fail_url(text,
             "it has to be postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and characters such as @ : / ? and "
             "blanks in a name or password have to be written as %40 %3A %2F %3F %20");
  return {std::string(text)};
}

// The value of OPTION in ?OPTION=VALUE&… hidden where the name says that it is a secret.
std::string redacted_options(std::string_view options) {
  std::string result;
  while (!options.empty()) {
    const std::size_t end = std::min(options.find('&'), options.size());
    const std::string_view option = options.substr(0, end);
    const std::size_t equals = std::min(option.find('='), option.size());
    // A name may be written with %, so what is not plain is not shown either.
    const std::string name = lower(option.substr(0, equals));
    const bool secret = name.find("pass") != std::string::npos || name.find("key") != std::string::npos ||
                        name.find('%') != std::string::npos;
    result += option.substr(0, equals);
    if (equals < option.size()) result += fmt::format("={}", secret ? hidden : option.substr(equals + 1));
    options.remove_prefix(end);
    if (options.empty()) break;
    result += '&';
    options.remove_prefix(1);
  }
  return result;
}

}  // namespace

StoreUrl parse_store_url(std::string_view text) {
  check_text(text);
  if (text == "memory:") return MemoryUrl{};
  if (is_postgres(text)) return parse_postgres(text);
  if (text.starts_with("sqlite:")) return parse_sqlite(text);
  if (text.find("://") == std::string_view::npos && text.ends_with(".db") &&
      !lower(text).starts_with("file:"))
    return SqliteUrl{std::string(text)};
  fail_url(text, forms);
}

std::string redacted(std::string_view url) {
  std::string clean = stores::clean_text(url);
  const std::string_view text = clean;
  const std::size_t scheme_end = text.find("://");
  // Something like a connection string, "host=… password=…": no part of it is worth the risk.
  if (scheme_end == std::string_view::npos)
    return lower(text).find("pass") != std::string::npos ? std::string(hidden) : clean;
  if (text.starts_with("sqlite:///")) return clean;
  const std::size_t begin = scheme_end + 3;
  const std::size_t question = std::min(text.find('?', begin), text.size());
  const std::string_view scheme = text.substr(0, begin);
  const std::string_view place = text.substr(begin, question - begin);
  const std::string_view options = text.substr(question);
  const std::size_t colon = place.find(':');
  const std::size_t at = place.rfind('@');
  // With no @ before the ? but one after it, the password may have a ? in it, against the rules.
  if (at == std::string_view::npos && colon != std::string_view::npos &&
      options.find('@') != std::string_view::npos)
    return fmt::format("{}{}:{}", scheme, place.substr(0, colon), hidden);
  std::string result(scheme);
  if (at != std::string_view::npos && colon < at)
    result += fmt::format("{}:{}{}", place.substr(0, colon), hidden, place.substr(at));
  else
    result += place;
  return options.empty() ? result : fmt::format("{}?{}", result, redacted_options(options.substr(1)));
}

}  // namespace craggy
