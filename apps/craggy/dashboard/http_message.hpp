// A request and a response of HTTP/1.1, as far as the dashboard speaks it: no chunked bodies, no pipelining,
// little memory for whatever comes.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace craggy::cli {

inline constexpr std::size_t largest_head = 16 * 1024;
inline constexpr std::size_t largest_body = 64 * 1024;

struct HttpRequest {
  std::string method{};
  std::string path{};                            // as it was sent, without the query
  std::map<std::string, std::string> query{};    // decoded; of equal names the last
  std::map<std::string, std::string> headers{};  // names in lower case
  std::string body{};

  /// "" for a header that is not there. The name is in lower case.
  std::string_view header(std::string_view name) const;
  /// The value of a cookie, "" without it.
  std::string_view cookie(std::string_view name) const;
};

struct HttpHead {
  HttpRequest request{};
  std::size_t length = 0;       // in bytes, with the empty line
  std::size_t body_length = 0;  // that is to follow
  bool keep_alive = true;
};

/// What stands at the beginning of `bytes`: a whole head; nothing as long as more has to come; or what is
/// wrong, as the status to answer with.
struct ParsedHead {
  std::optional<HttpHead> head{};
  int refused = 0;
};
ParsedHead parse_head(std::string_view bytes);

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body = std::make_shared<std::string>();
  std::vector<std::pair<std::string, std::string>> headers{};
  bool is_stream = false;  // of events: the connection stays open, and `body` is only what it begins with
};

HttpResponse text_response(int status, std::string type, std::string body);
/// {"error": message}
HttpResponse error_response(int status, std::string_view message);

/// The bytes up to the body.
std::string head_of(const HttpResponse& response, bool keep_alive);

/// "%2F" is "/", and where `plus_is_blank`, "+" is " ". Nothing for a broken escape or a zero byte.
std::optional<std::string> decoded(std::string_view text, bool plus_is_blank = false);

/// "a=1&b=2", as in addresses and forms; parts that are broken are left out.
std::map<std::string, std::string> parse_query(std::string_view text);

}  // namespace craggy::cli
