// A small HTTP server: one thread waits on all connections, a few others answer requests. However many
// connections are slow or broken, each costs a few kilobytes and no thread, and is closed when its time is
// up.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "dashboard/http_message.hpp"
#include "execution/descriptor.hpp"

namespace craggy::cli {

/// Takes the answer to a request: once, from any thread, also when the connection is gone.
using Reply = std::function<void(HttpResponse)>;

struct HttpAddress {
  std::string host = "127.0.0.1";  // a name or a number
  int port = 0;                    // 0: any that is free
};

class HttpServer {
 public:
  /// Called by several threads at once; what it throws is answered with 500.
  using Handler = std::function<void(const HttpRequest& request, const Reply& reply)>;

  /// Listens from now on. Throws Error, with the reason, where that cannot be.
  explicit HttpServer(const HttpAddress& address);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }

  /// Serves until it is stopped.
  void run(const Handler& handler, const std::stop_token& stop);

  /// To all who asked for a stream of events: "event: NAME\ndata: DATA\n\n". From any thread.
  void broadcast(const std::string& name, const std::string& data);
  /// How many streams of events are open.
  std::size_t num_streams() const { return num_streams_; }

 private:
  class Loop;
  struct Mailbox;  // what other threads have for the one that waits on the connections

  execution::Descriptor listening_;
  int port_ = 0;
  std::atomic<std::size_t> num_streams_ = 0;
  std::shared_ptr<Mailbox> mailbox_;
};

}  // namespace craggy::cli
