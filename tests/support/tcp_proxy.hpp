// A TCP port on loopback whose connections end at a Unix socket, by way of a process that can be stopped,
// killed, or told to break connections at the worst moment.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/forked.hpp"

namespace craggy::testing {

class TcpProxy {
 public:
  /// What becomes of a connection whose client sends COMMIT; every second time, so that there is progress.
  enum class OnCommit { forward, break_before, break_after };

  explicit TcpProxy(std::string socket_path, OnCommit on_commit = OnCommit::forward)
      : socket_path_(std::move(socket_path)), on_commit_(on_commit) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(
        &address);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): as sockets are used
    if (bind(listener_, plain, size) != 0 || listen(listener_, 128) != 0 ||
        getsockname(listener_, plain, &size) != 0)
      throw std::runtime_error("no port for the proxy");
    port_ = ntohs(address.sin_port);
    start();
  }
  ~TcpProxy() {
    process_.reset();
    close(listener_);
  }
  TcpProxy(const TcpProxy&) = delete;
  TcpProxy& operator=(const TcpProxy&) = delete;

  int port() const { return port_; }

  void start() {
    process_ = std::make_unique<Forked>([this] { return serve(); });
  }
  void kill() { process_.reset(); }           // connections are reset, new ones wait unanswered
  void freeze() { process_->kill(SIGSTOP); }  // everything waits
  void thaw() { process_->kill(SIGCONT); }

 private:
  struct Pair {
    int client;
    int server;
    std::string commit_name;  // of the prepared statement, once there is one
  };

  int connect_to_server() const {
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(static_cast<char*>(address.sun_path), socket_path_.c_str(), sizeof address.sun_path - 1);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as sockets are used
    if (connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return server;
    close(server);
    return -1;
  }

  int serve() {
    std::vector<Pair> pairs;
    for (;;) {
      std::vector<pollfd> streams = {{listener_, POLLIN, 0}};
      for (const Pair& pair : pairs) {
        streams.push_back({pair.client, POLLIN, 0});
        streams.push_back({pair.server, POLLIN, 0});
      }
      poll(streams.data(), streams.size(), -1);
      for (std::size_t i = 0; i < pairs.size(); ++i)
        if ((streams[1 + 2 * i].revents != 0 &&
             !pass_on(pairs[i].client, pairs[i].server, &pairs[i].commit_name)) ||
            (streams[2 + 2 * i].revents != 0 && !pass_on(pairs[i].server, pairs[i].client, nullptr))) {
          close(pairs[i].client);
          close(pairs[i].server);
          pairs[i].client = -1;
        }
      std::erase_if(pairs, [](const Pair& pair) { return pair.client < 0; });
      if (streams[0].revents != 0) {
        const int client = accept(listener_, nullptr, nullptr);
        const int server = connect_to_server();
        if (server >= 0)
          pairs.push_back({client, server, {}});
        else
          close(client);
      }
    }
  }

  // False if the connection is to be closed. `commit_name` is null for what comes from the server.
  bool pass_on(int from, int to, std::string* commit_name) {
    std::array<char, 65536> buffer{};
    const ssize_t count = recv(from, buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    const std::string_view data(buffer.data(), static_cast<std::size_t>(count));
    const bool breaks = commit_name != nullptr && commits(data, *commit_name) &&
                        on_commit_ != OnCommit::forward && ++num_commits_ % 2 == 1;
    if (breaks && on_commit_ == OnCommit::break_before) return false;
    if (send(to, data.data(), data.size(), MSG_NOSIGNAL) != count) return false;
    if (!breaks) return true;
    recv(to, buffer.data(), buffer.size(), 0);  // the server has done it, but nobody hears of that
    return false;
  }

  // A statement is sent once as NAME\0TEXT\0 and later by its name.
  static bool commits(std::string_view data, std::string& name) {
    const std::size_t text = data.find(std::string_view("\0COMMIT\0", 8));
    if (text != std::string_view::npos) {
      const std::size_t begin = text == 0 ? 0 : data.substr(0, text).rfind('\0') + 1;
      name = data.substr(begin, text - begin);
      while (!name.empty() && name.front() != 'c') name.erase(0, 1);  // what stands before it is the length
    }
    return !name.empty() && data.find(name + '\0') != std::string_view::npos;
  }

  std::string socket_path_;
  OnCommit on_commit_;
  int listener_ = -1;
  int port_ = 0;
  int num_commits_ = 0;
  std::unique_ptr<Forked> process_;
};

}  // namespace craggy::testing
