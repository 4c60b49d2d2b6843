#include "dashboard/http_message.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "runs/json.hpp"

namespace craggy::cli {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The text before `separator`, which is taken from `rest` together with it.
std::string_view take(std::string_view& rest, std::string_view separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + separator.size());
  return part;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == 0x7f; });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

// False if the lines are no headers, or say the same thing twice that must be said once.
bool parse_headers(std::string_view lines, HttpRequest& request) {
  while (!lines.empty()) {
    const std::string_view line = take(lines, "\r\n");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)) || has_control(line))
      return false;
    const std::string name = lower(line.substr(0, colon));
    const std::string value(without_blanks(line.substr(colon + 1)));
    const auto [entry, is_new] = request.headers.emplace(name, value);
    if (is_new) continue;
    if (name == "host" || name == "content-length" || name == "transfer-encoding") return false;
    entry->second += (name == "cookie" ? "; " : ", ") + value;
  }
  return true;
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = headers.find(std::string(name));
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view HttpRequest::cookie(std::string_view name) const {
  std::string_view rest = header("cookie");
  while (!rest.empty()) {
    std::string_view pair = without_blanks(take(rest, ";"));
    if (take(pair, "=") == name) return pair;
  }
  return {};
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_blank) c = ' ';
    if (c == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(16 * high + low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    result += c;
  }
  return result;
}

std::map<std::string, std::string> parse_query(std::string_view text) {
  std::map<std::string, std::string> query;
  while (!text.empty()) {
    std::string_view pair = take(text, "&");
    const std::optional<std::string> name = decoded(take(pair, "="), true);
    const std::optional<std::string> value = decoded(pair, true);
    if (name && value && !name->empty()) query[*name] = *value;
  }
  return query;
}

ParsedHead parse_head(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, largest_head).find("\r\n\r\n");
  if (end == std::string_view::npos) return {.head = {}, .refused = bytes.size() >= largest_head ? 431 : 0};
  HttpHead head{.length = end + 4};
  std::string_view lines = bytes.substr(0, end);
  std::string_view first = take(lines, "\r\n");
  const std::string_view method = take(first, " ");
  std::string_view target = take(first, " ");
  if (!is_token(method) || target.empty() || target.front() != '/' || has_control(target)) return {{}, 400};
  if (first != "HTTP/1.1" && first != "HTTP/1.0") return {{}, first.starts_with("HTTP/") ? 505 : 400};
  HttpRequest& request = head.request;
  request.method = method;
  request.path = take(target, "?");
  request.query = parse_query(target);
  if (!parse_headers(lines, request)) return {{}, 400};
  if (request.headers.contains("transfer-encoding")) return {{}, 501};
  if (const std::string_view length = request.header("content-length");
      request.headers.contains("content-length")) {
    const auto [rest, error] =
        std::from_chars(length.data(), length.data() + length.size(), head.body_length);
    if (error != std::errc() || rest != length.data() + length.size()) return {{}, 400};
    if (head.body_length > largest_body) return {{}, 413};
  }
  const std::string connection = lower(request.header("connection"));
  head.keep_alive = first == "HTTP/1.1" ? connection != "close" : connection == "keep-alive";
  return {std::move(head), 0};
}

HttpResponse text_response(int status, std::string type, std::string body) {
  return {.status = status,
          .type = std::move(type),
          .body = std::make_shared<const std::string>(std::move(body))};
}

HttpResponse error_response(int status, std::string_view message) {
  const runs::Json json = {{"error", message}};
  return text_response(status, "application/json",
                       json.dump(-1, ' ', false, runs::Json::error_handler_t::replace) + "\n");
}

std::string head_of(const HttpResponse& response, bool keep_alive) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason_phrase(response.status));
  if (response.status != 304) head += fmt::format("Content-Type: {}\r\n", response.type);
  if (!response.is_stream && response.status != 304)
    head += fmt::format("Content-Length: {}\r\n", response.body->size());
  for (const auto& [name, value] : response.headers) head += fmt::format("{}: {}\r\n", name, value);
  head += keep_alive && !response.is_stream ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return head;
}

}  // namespace craggy::cli
