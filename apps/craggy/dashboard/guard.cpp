#include "dashboard/guard.hpp"

#include <algorithm>
#include <array>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include "dashboard/html.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view cookie_name = "craggy_token";

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return result;
}

// "[::1]:8080" is "::1", "localhost:8080" is "localhost".
std::string without_port(std::string_view host) {
  if (host.starts_with('[')) return lower(host.substr(1, host.find(']') - 1));
  return lower(host.substr(0, host.find(':')));
}

bool is_number(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

std::string own_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? lower(name.data()) : "";
}

HttpResponse redirect(std::string place) {
  HttpResponse response = text_response(303, "text/plain; charset=utf-8", "");
  response.headers.emplace_back("Location", std::move(place));
  return response;
}

HttpResponse login_page(const std::string& action, bool was_wrong) {
  return text_response(
      401, "text/html; charset=utf-8",
      fmt::format(
          "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>craggy</title>"
          "<meta name=\"viewport\" content=\"width=device-width\"></head><body><main>\n<h1>craggy</h1>\n"
          "<form method=\"post\" action=\"{}login\"><p><label>Token <input name=\"token\" type=\"password\" "
          "autofocus></label> <button>Open</button></p>{}</form>\n</main></body></html>\n",
          html_text(action), was_wrong ? "<p role=\"alert\">That is not the token.</p>" : ""));
}

}  // namespace

bool is_loopback(std::string_view host) {
  const std::string name = without_port(host == "::1" ? "[::1]" : host);
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_number(name));
}

bool are_equal(std::string_view secret, std::string_view given) {
  unsigned difference = secret.size() == given.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned char>(secret[i]) ^
                  static_cast<unsigned char>(given.empty() ? 0 : given[i % given.size()]);
  return difference == 0;
}

Guard::Guard(GuardOptions options) : options_(std::move(options)) {
  for (std::string& name : options_.host_names) name = lower(name);
  if (std::string name = own_name(); !name.empty()) options_.host_names.push_back(std::move(name));
}

// A page of somebody else's can make a name of its own lead here (DNS rebinding), but not a number.
bool Guard::is_known_host(std::string_view header) const {
  if (header.empty()) return false;
  const std::string host = without_port(header);
  return host == "localhost" || is_number(host) ||
         std::find(options_.host_names.begin(), options_.host_names.end(), host) != options_.host_names.end();
}

bool Guard::knows_token(const HttpRequest& request) const {
  if (options_.token.empty()) return true;
  constexpr std::string_view bearer = "bearer ";  // in any case
  const std::string_view header = request.header("authorization");
  if (lower(header.substr(0, bearer.size())) == bearer)
    return are_equal(options_.token, header.substr(bearer.size()));
  const std::optional<std::string> cookie = decoded(request.cookie(cookie_name));
  return cookie && are_equal(options_.token, *cookie);
}

std::optional<HttpResponse> Guard::log_in(const HttpRequest& request) const {
  if (options_.token.empty()) return std::nullopt;
  const bool is_form = request.method == "POST" && request.path == "/login";
  const bool is_link = request.method == "GET" && request.path == "/" && request.query.contains("token");
  if (!is_form && !is_link) return std::nullopt;
  std::map<std::string, std::string> fields = is_form ? parse_query(request.body) : request.query;
  if (!are_equal(options_.token, fields["token"])) return login_page(root(), true);
  std::string value;
  for (const char c : options_.token) value += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  HttpResponse response = redirect(root());
  response.headers.emplace_back(
      "Set-Cookie", fmt::format("{}={}; Path={}; HttpOnly; SameSite=Strict", cookie_name, value, root()));
  return response;
}

std::optional<HttpResponse> Guard::check(HttpRequest& request) const {
  if (!is_known_host(request.header("host")))
    return error_response(421, "the dashboard is not known by this name; --host-name NAME makes it so");
  if (!options_.base_path.empty()) {
    if (request.path == options_.base_path) return redirect(root());
    if (!request.path.starts_with(root())) return error_response(404, "there is nothing at this address");
    request.path.erase(0, options_.base_path.size());
  }
  if (std::optional<HttpResponse> response = log_in(request)) return response;
  if (!knows_token(request)) {
    const bool is_page = request.path == "/" || request.path == "/login";
    return is_page ? login_page(root(), false) : error_response(401, "the token is missing, or another one");
  }
  if (request.method == "POST") {
    // A form of another page can post, but not JSON, nor without the browser saying where it came from.
    if (!request.header("content-type").starts_with("application/json"))
      return error_response(415, "the body has to be JSON");
    const std::string_view site = request.header("sec-fetch-site");
    if (!site.empty() && site != "same-origin" && site != "none")
      return error_response(403, "this was asked for by another page");
  }
  return std::nullopt;
}

void add_security_headers(HttpResponse& response) {
  for (
      const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
          {"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
           "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}})
    response.headers.emplace_back(name, value);
}

}  // namespace craggy::cli
