// Who gets in: by host name, token and origin.
#include "dashboard/guard.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

constexpr const char* token = "0123456789abcdef;%";

HttpRequest request(const std::string& path, std::map<std::string, std::string> headers = {},
                    const std::string& method = "GET") {
  headers.emplace("host", "localhost:8247");
  return {.method = method, .path = path, .headers = std::move(headers)};
}

// 0: it goes on.
int status(const Guard& guard, HttpRequest asked) {
  const std::optional<HttpResponse> response = guard.check(asked);
  return response ? response->status : 0;
}

std::string header(const HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return "";
}

TEST(Guard, OnlyNamesOfThisMachineAreAnswered) {
  const Guard guard({.host_names = {"Lab.example"}});
  for (const char* host :
       {"localhost", "LOCALHOST:80", "127.0.0.1:8247", "[::1]:8247", "192.168.1.7", "lab.example:443"})
    EXPECT_EQ(status(guard, request("/", {{"host", host}})), 0) << host;
  for (const char* host :
       {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[", "lab.example.org"})
    EXPECT_EQ(status(guard, request("/", {{"host", host}})), 421) << host;
}

TEST(Guard, TheTokenComesAsBearerOrCookie) {
  const Guard guard({.token = token});
  EXPECT_EQ(status(guard, request("/api/studies")), 401);
  EXPECT_EQ(status(guard, request("/")), 401);
  EXPECT_EQ(status(guard, request("/api/studies", {{"authorization", std::string("Bearer ") + token}})), 0);
  EXPECT_EQ(status(guard, request("/api/studies", {{"authorization", std::string("bearer ") + token}})), 0);
  EXPECT_EQ(status(guard, request("/api/studies", {{"authorization", "Bearer 0123456789abcdef"}})), 401);
  EXPECT_EQ(status(guard, request("/api/studies", {{"authorization", "Bearer "}})), 401);
  EXPECT_EQ(status(guard, request("/api/studies", {{"cookie", "a=b; craggy_token=0123456789abcdef%3B%25"}})),
            0);
  EXPECT_EQ(status(guard, request("/api/studies", {{"cookie", "craggy_token="}})), 401);
}

TEST(Guard, ALinkOrAFormWithTheTokenGivesTheCookie) {
  const Guard guard({.token = token, .base_path = "/craggy"});
  HttpRequest link = request("/craggy/");
  link.query["token"] = token;
  HttpRequest form =
      request("/craggy/login", {{"content-type", "application/x-www-form-urlencoded"}}, "POST");
  form.body = "token=0123456789abcdef%3B%25";
  for (HttpRequest asked : {link, form}) {
    const std::optional<HttpResponse> response = guard.check(asked);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 303);
    EXPECT_EQ(header(*response, "Location"), "/craggy/");
    const std::string cookie = header(*response, "Set-Cookie");
    EXPECT_NE(cookie.find("; Path=/craggy/; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
    EXPECT_EQ(status(guard, request("/craggy/api/studies", {{"cookie", cookie.substr(0, cookie.find(';'))}})),
              0);
  }
  form.body = "token=wrong";
  EXPECT_EQ(status(guard, form), 401);
}

TEST(Guard, TheBasePathIsTakenOff) {
  const Guard guard({.base_path = "/craggy"});
  HttpRequest asked = request("/craggy/api/studies");
  EXPECT_FALSE(guard.check(asked));
  EXPECT_EQ(asked.path, "/api/studies");
  EXPECT_EQ(status(guard, request("/craggy")), 303);
  EXPECT_EQ(status(guard, request("/")), 404);
  EXPECT_EQ(status(guard, request("/craggyx/")), 404);
}

TEST(Guard, OtherPagesCannotPost) {
  const Guard guard({});
  const auto post = [&](std::map<std::string, std::string> headers) {
    return status(guard, request("/api/studies/a/enqueue", std::move(headers), "POST"));
  };
  EXPECT_EQ(post({{"content-type", "application/json"}, {"sec-fetch-site", "same-origin"}}), 0);
  EXPECT_EQ(post({{"content-type", "application/json"}}), 0);  // a script
  EXPECT_EQ(post({{"content-type", "application/json"}, {"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(post({{"content-type", "application/json"}, {"sec-fetch-site", "same-site"}}), 403);
  EXPECT_EQ(post({{"content-type", "text/plain"}}), 415);
  EXPECT_EQ(post({}), 415);
}

TEST(Guard, ComparesEveryByte) {
  EXPECT_TRUE(are_equal("abcd", "abcd"));
  for (const char* other : {"", "a", "abce", "xbcd", "abcdabcd", "abcde"})
    EXPECT_FALSE(are_equal("abcd", other)) << other;
}

TEST(Guard, KnowsWhatIsOnThisMachineOnly) {
  for (const char* host : {"localhost", "127.0.0.1", "127.8.9.1", "::1"})
    EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* host : {"0.0.0.0", "::", "192.168.0.1", "127.evil.example", "lab"})
    EXPECT_FALSE(is_loopback(host)) << host;
}

}  // namespace
}  // namespace craggy::cli
