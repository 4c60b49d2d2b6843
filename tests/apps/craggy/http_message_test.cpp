// Requests as they come from good browsers, bad programs and attackers; responses as they go out.
#include "dashboard/http_message.hpp"

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

ParsedHead parsed(const std::string& text) { return parse_head(text); }

TEST(HttpMessage, AWholeHead) {
  const std::string text =
      "GET /api/studies/a%2Fb?since=3&through=x%3D1+y HTTP/1.1\r\nHost: localhost:80\r\nX-Two: a\r\nx-two:  b \r\n"
      "Cookie: first=1; craggy_token=%41b; last=\r\n\r\nrest";
  const ParsedHead found = parsed(text);
  ASSERT_TRUE(found.head);
  const HttpRequest& request = found.head->request;
  EXPECT_EQ(found.head->length, text.size() - 4);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/api/studies/a%2Fb");
  EXPECT_EQ(request.query, (std::map<std::string, std::string>{{"since", "3"}, {"through", "x=1 y"}}));
  EXPECT_EQ(request.header("host"), "localhost:80");
  EXPECT_EQ(request.header("x-two"), "a, b");
  EXPECT_EQ(request.header("missing"), "");
  EXPECT_EQ(request.cookie("craggy_token"), "%41b");
  EXPECT_EQ(request.cookie("last"), "");
  EXPECT_TRUE(found.head->keep_alive);
}

TEST(HttpMessage, MoreHasToCome) {
  const std::string text = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const ParsedHead found = parsed(text.substr(0, length));
    EXPECT_FALSE(found.head) << length;
    EXPECT_EQ(found.refused, 0) << length;
  }
}

TEST(HttpMessage, WhatIsNoRequestIsRefused) {
  for (const auto& [text, status] : std::vector<std::pair<std::string, int>>{
           {"hello\r\n\r\n", 400},
           {"GET x HTTP/1.1\r\n\r\n", 400},
           {"GET http://elsewhere/ HTTP/1.1\r\n\r\n", 400},
           {"G@T / HTTP/1.1\r\n\r\n", 400},
           {"GET / HTTP/2.0\r\n\r\n", 505},
           {"GET /\x01 HTTP/1.1\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nName : x\r\n\r\n", 400},
           {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
           {"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", 400},
           {"POST / HTTP/1.1\r\nContent-Length: -3\r\n\r\n", 400},
           {"POST / HTTP/1.1\r\nContent-Length: 3x\r\n\r\n", 400},
           {"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
           {"POST / HTTP/1.1\r\nContent-Length: 70000\r\n\r\n", 413},
           {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501},
       }) {
    EXPECT_FALSE(parsed(text).head) << text;
    EXPECT_EQ(parsed(text).refused, status) << text;
  }
}

TEST(HttpMessage, AHeadThatDoesNotEndIsRefused) {
  const std::string text = "GET / HTTP/1.1\r\nX: " + std::string(largest_head, 'a');
  EXPECT_EQ(parsed(text).refused, 431);
  EXPECT_EQ(parsed(text + "\r\n\r\n").refused, 431);
}

TEST(HttpMessage, WhetherTheConnectionStays) {
  EXPECT_FALSE(parsed("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").head->keep_alive);
  EXPECT_FALSE(parsed("GET / HTTP/1.0\r\n\r\n").head->keep_alive);
  EXPECT_TRUE(parsed("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").head->keep_alive);
}

TEST(HttpMessage, Escapes) {
  EXPECT_EQ(decoded("a%20b+c"), "a b+c");
  EXPECT_EQ(decoded("a+b", true), "a b");
  for (const char* broken : {"%", "%4", "%zz", "%00", "a%2"})
    EXPECT_EQ(decoded(broken), std::nullopt) << broken;
  EXPECT_EQ(parse_query("a=%zz&b=2&&=3&c"), (std::map<std::string, std::string>{{"b", "2"}, {"c", ""}}));
}

TEST(HttpMessage, AResponse) {
  HttpResponse response = text_response(200, "text/plain", "hello");
  response.headers.emplace_back("ETag", "\"1-2\"");
  EXPECT_EQ(head_of(response, true),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nETag: \"1-2\"\r\n"
            "Connection: keep-alive\r\n\r\n");
  response.is_stream = true;
  EXPECT_EQ(head_of(response, true).find("Content-Length"), std::string::npos);
  EXPECT_EQ(*error_response(404, "no \"x\"").body, "{\"error\":\"no \\\"x\\\"\"}\n");
}

}  // namespace
}  // namespace craggy::cli
