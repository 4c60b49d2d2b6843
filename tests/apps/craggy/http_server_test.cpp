// The server on a real socket: good clients, slow ones, broken ones, and very many of them.
#include "dashboard/http_server.hpp"

#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

namespace craggy::cli {
namespace {

// A client that says exactly what it is told to.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
    const timeval limit{.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }

  void say(const std::string& text) const {
    EXPECT_EQ(send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }

  void try_to_say(const std::string& text) const {
    send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL);
  }

  /// Up to and with `end`; what came if the connection ends before.
  std::string hear(const std::string& end) {
    while (heard_.find(end) == std::string::npos) {
      char part[4096];
      const ssize_t count = recv(socket_.number(), part, sizeof part, 0);
      if (count <= 0) break;
      heard_.append(part, static_cast<std::size_t>(count));
    }
    const std::size_t length =
        std::min(heard_.find(end), heard_.size() - std::min(heard_.size(), end.size())) + end.size();
    const std::string result = heard_.substr(0, length);
    heard_.erase(0, length);
    return result;
  }

  bool is_closed() { return hear("\x01never\x01").empty() || recv_is_over(); }

 private:
  bool recv_is_over() const {
    char byte = 0;
    return recv(socket_.number(), &byte, 1, 0) <= 0;
  }

  execution::Descriptor socket_;
  std::string heard_;
};

constexpr const char* get = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n";

class HttpServerTest : public ::testing::Test {
 protected:
  HttpServerTest()
      : thread_([this](const std::stop_token& stop) {
          server_.run([](const HttpRequest& request, const Reply& reply) { answer(request, reply); }, stop);
        }) {}

  static void answer(const HttpRequest& request, const Reply& reply) {
    if (request.path == "/throw") throw Error("it broke");
    HttpResponse response =
        text_response(200, "text/plain", request.method + " " + request.path + " " + request.body + "\n");
    if (request.path == "/events") {
      response.is_stream = true;
      response.body = std::make_shared<const std::string>("retry: 1\n\n");
    }
    if (request.path == "/large")
      response.body = std::make_shared<const std::string>(std::string(3'000'000, '-') + "end\n");
    reply(std::move(response));
  }

  Client client() const { return Client(server_.port()); }

  HttpServer server_{HttpAddress{}};
  std::jthread thread_;
};

TEST_F(HttpServerTest, AnswersOnOneConnectionAgainAndAgain) {
  Client browser = client();
  for (int i = 0; i < 3; ++i) {
    browser.say(get);
    EXPECT_NE(browser.hear("GET /hello \n").find("HTTP/1.1 200 OK"), std::string::npos);
  }
  browser.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo");
  browser.say("dy");
  EXPECT_TRUE(browser.hear("POST /x body\n").ends_with("POST /x body\n"));
  browser.say(std::string(get) + get);  // the second before the first is answered
  EXPECT_TRUE(browser.hear("GET /hello \n").ends_with("GET /hello \n"));
  EXPECT_TRUE(browser.hear("GET /hello \n").ends_with("GET /hello \n"));
}

TEST_F(HttpServerTest, ARequestMayComeByteByByte) {
  Client slow = client();
  for (const char c : std::string(get)) slow.say(std::string(1, c));
  EXPECT_TRUE(slow.hear("GET /hello \n").ends_with("GET /hello \n"));
}

TEST_F(HttpServerTest, WhatAHandlerThrowsIsAnError) {
  Client browser = client();
  browser.say("GET /throw HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(browser.hear("it broke\"}\n").find("500 Internal Server Error"), std::string::npos);
}

TEST_F(HttpServerTest, WhatIsLargeArrivesWhole) {
  Client browser = client();
  browser.say("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_GT(browser.hear("end\n").size(), 3'000'000U);
}

TEST_F(HttpServerTest, AHeadHasNoBody) {
  Client browser = client();
  browser.say("HEAD /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string heard = browser.hear("nothing of the kind");
  EXPECT_NE(heard.find("Content-Length: 13\r\n"), std::string::npos);
  EXPECT_TRUE(heard.ends_with("\r\n\r\n")) << heard;
}

TEST_F(HttpServerTest, AHeadOfAStreamHasNoEvents) {
  Client browser = client();
  browser.say("HEAD /events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string heard = browser.hear("nothing of the kind");  // the connection ends
  EXPECT_TRUE(heard.starts_with("HTTP/1.1 200 OK\r\n")) << heard;
  EXPECT_TRUE(heard.ends_with("\r\n\r\n")) << heard;
  browser = client();
  browser.say("HEAD /events HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(browser.hear("nothing of the kind").find("Connection: close"), std::string::npos);
}

TEST_F(HttpServerTest, WhatIsNoRequestIsRefusedAndOver) {
  Client broken = client();
  broken.say("\x16\x03\x01 hello\r\n\r\n");
  EXPECT_NE(broken.hear("cannot be read\"}\n").find("400 Bad Request"), std::string::npos);
  EXPECT_TRUE(broken.is_closed());
}

TEST_F(HttpServerTest, EventsReachAllWhoListen) {
  Client first = client();
  Client second = client();
  for (Client* each : {&first, &second}) {
    each->say("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_NE(each->hear("retry: 1\n\n").find("200 OK"), std::string::npos);
  }
  server_.broadcast("change", "{\"study\":\"a\"}");
  for (Client* each : {&first, &second})
    EXPECT_EQ(each->hear("}\n\n"), "event: change\ndata: {\"study\":\"a\"}\n\n");
}

// Resident memory in kilobytes.
std::size_t memory() {
  std::size_t pages = 0, resident = 0;
  FILE* file = std::fopen("/proc/self/statm", "r");
  EXPECT_EQ(std::fscanf(file, "%zu %zu", &pages, &resident), 2);
  std::fclose(file);
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

TEST_F(HttpServerTest, SlowAndBrokenConnectionsCostLittleAndStopNobody) {
  const std::size_t before = memory();
  std::vector<Client> bad;
  for (int i = 0; i < 200; ++i) {
    bad.push_back(client());
    if (i % 4 == 0) bad.back().say("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");  // and then nothing
    if (i % 4 == 1)
      bad.back().try_to_say("GET / HTTP/1.1\r\nX: " + std::string(1 << 20, 'a'));  // 1 MB of a header
    if (i % 4 == 2) bad.back().say("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nno more");
  }
  Client good = client();
  for (int i = 0; i < 20; ++i) {
    good.say(get);
    EXPECT_TRUE(good.hear("GET /hello \n").ends_with("GET /hello \n"));
  }
  EXPECT_LT(memory(), before + 50'000);
}

TEST_F(HttpServerTest, NewConnectionsTakeThePlaceOfTheSlowest) {
  std::vector<Client> slow;
  for (int i = 0; i < 700; ++i) {
    slow.push_back(client());
    slow.back().try_to_say("GET / HT");
  }
  Client good = client();
  good.say(get);
  EXPECT_TRUE(good.hear("GET /hello \n").ends_with("GET /hello \n"));
}

TEST(HttpServer, APortThatIsTakenIsAnError) {
  const HttpServer first({.port = 0});
  EXPECT_THROW(HttpServer({.port = first.port()}), Error);
  EXPECT_THROW(HttpServer({.host = "no.such.host.invalid"}), Error);
}

}  // namespace
}  // namespace craggy::cli
