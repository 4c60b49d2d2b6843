#include "dashboard/http_server.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

#include "base/plain_reason.hpp"
#include "dashboard/http_connection.hpp"

namespace craggy::cli {
namespace {

using execution::Descriptor;

constexpr std::size_t most_connections = 600;
constexpr std::size_t num_answering = 3;
constexpr std::size_t most_requests_waiting = 256;
constexpr auto time_between_signs_of_life = std::chrono::seconds(15);  // on a stream, for proxies between us

struct Addresses {
  explicit Addresses(const HttpAddress& address) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    const int failed =
        getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &first);
    if (failed != 0)
      throw Error(fmt::format("cannot listen on '{}': {}", address.host, gai_strerror(failed)));
  }
  ~Addresses() { freeaddrinfo(first); }
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  addrinfo* first = nullptr;
};

Descriptor listen_on(const HttpAddress& address) {
  const Addresses addresses(address);
  int error = EADDRNOTAVAIL;
  for (const addrinfo* each = addresses.first; each != nullptr; each = each->ai_next) {
    Descriptor found(socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int yes = 1;
    if (found.number() >= 0 && setsockopt(found.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(found.number(), each->ai_addr, each->ai_addrlen) == 0 && listen(found.number(), SOMAXCONN) == 0)
      return found;
    error = errno;
  }
  throw Error(fmt::format("cannot listen on {}, port {}: {}", address.host, address.port,
                          std::generic_category().message(error)));
}

int port_of(int socket) {
  sockaddr_storage place{};
  socklen_t length = sizeof place;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&place), &length) != 0) return 0;
  return place.ss_family == AF_INET6 ? ntohs(reinterpret_cast<const sockaddr_in6&>(place).sin6_port)
                                     : ntohs(reinterpret_cast<const sockaddr_in&>(place).sin_port);
}

// The threads that answer requests.
class Answering {
 public:
  explicit Answering(const HttpServer::Handler& handler) : handler_(handler) {
    for (std::size_t i = 0; i < num_answering; ++i)
      threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }

  ~Answering() {
    for (std::jthread& thread : threads_) thread.request_stop();
    changed_.notify_all();
  }

  void add(HttpRequest request, Reply reply) {
    {
      const std::lock_guard lock(mutex_);
      if (requests_.size() < most_requests_waiting) {
        requests_.emplace_back(std::move(request), std::move(reply));
        changed_.notify_one();
        return;
      }
    }
    reply(error_response(503, "too many requests are waiting"));
  }

 private:
  void serve(const std::stop_token& stop) {
    for (;;) {
      std::pair<HttpRequest, Reply> next;
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return !requests_.empty(); })) return;
        next = std::move(requests_.front());
        requests_.pop_front();
      }
      try {
        handler_(next.first, next.second);
      } catch (const std::exception& error) {
        next.second(error_response(500, plain_reason(error)));
      }
    }
  }

  const HttpServer::Handler& handler_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::pair<HttpRequest, Reply>> requests_;
  std::vector<std::jthread> threads_;
};

}  // namespace

struct HttpServer::Mailbox {
  Mailbox() : bell(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (bell.number() < 0) throw Error("cannot make an event descriptor");
  }

  void ring() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t ignored = write(bell.number(), &one, sizeof one);
  }

  void answer(std::uint64_t connection, HttpResponse response) {
    {
      const std::lock_guard lock(mutex);
      answers.emplace_back(connection, std::move(response));
    }
    ring();
  }

  Descriptor bell;
  std::mutex mutex;  // of what follows
  std::vector<std::pair<std::uint64_t, HttpResponse>> answers;
  std::vector<std::shared_ptr<const std::string>> events;
};

// What the one thread does that waits on all connections.
class HttpServer::Loop {
 public:
  Loop(HttpServer& server, const Handler& handler) : server_(server), answering_(handler) {}

  void run(const std::stop_token& stop) {
    const std::stop_callback wake(stop, [this] { server_.mailbox_->ring(); });
    while (!stop.stop_requested()) {
      wait();
      take_mail();
      sweep();
    }
    server_.num_streams_ = 0;
  }

 private:
  using State = HttpConnection::State;

  void wait() {
    std::vector<pollfd> places = {{server_.mailbox_->bell.number(), POLLIN, 0},
                                  {server_.listening_.number(), POLLIN, 0}};
    std::vector<std::uint64_t> ids;
    for (const auto& [id, connection] : connections_) {
      short events = connection.wants_to_write() ? POLLOUT : 0;
      if (connection.state() != State::waiting) events |= POLLIN;
      places.push_back({connection.socket(), events, 0});
      ids.push_back(id);
    }
    constexpr int look_again = 500;  // milliseconds: at what has taken too long
    if (poll(places.data(), places.size(), look_again) <= 0) return;
    now_ = Clock::now();
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (const short events = places[i + 2].revents; events != 0) serve(ids[i], events);
    if (places[1].revents != 0) accept_all();
  }

  void serve(std::uint64_t id, short events) {
    const auto found = connections_.find(id);
    if (found == connections_.end()) return;
    HttpConnection& connection = found->second;
    if ((events & POLLIN) != 0) {
      if (std::optional<HttpRequest> request = connection.receive(now_)) hand_over(id, *std::move(request));
    } else if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
      connection.close();
    }
    if ((events & POLLOUT) != 0) write(id, connection);
  }

  void write(std::uint64_t id, HttpConnection& connection) {
    connection.write(now_);
    // A client may have sent its next request already.
    if (std::optional<HttpRequest> request = connection.next_request(now_))
      hand_over(id, *std::move(request));
  }

  void hand_over(std::uint64_t id, HttpRequest request) {
    answering_.add(std::move(request), [mailbox = server_.mailbox_, id](HttpResponse response) {
      mailbox->answer(id, std::move(response));
    });
  }

  void accept_all() {
    for (;;) {
      Descriptor socket(accept4(server_.listening_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (socket.number() < 0) {
        if (errno == EMFILE || errno == ENFILE) close_slowest();
        return;
      }
      if (connections_.size() >= most_connections && !close_slowest()) continue;
      const int yes = 1;
      setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      connections_.emplace(next_id_++, HttpConnection(std::move(socket), now_));
    }
  }

  // Makes room: of those that have not sent a whole request the one that has had the longest time for it.
  bool close_slowest() {
    auto slowest = connections_.end();
    for (auto each = connections_.begin(); each != connections_.end(); ++each)
      if (each->second.state() == State::reading && !each->second.wants_to_write() &&
          (slowest == connections_.end() || each->second.began() < slowest->second.began()))
        slowest = each;
    if (slowest == connections_.end()) return false;
    connections_.erase(slowest);
    return true;
  }

  void take_mail() {
    std::uint64_t ignored = 0;
    [[maybe_unused]] const ssize_t count = read(server_.mailbox_->bell.number(), &ignored, sizeof ignored);
    std::vector<std::pair<std::uint64_t, HttpResponse>> answers;
    std::vector<std::shared_ptr<const std::string>> events;
    {
      const std::lock_guard lock(server_.mailbox_->mutex);
      answers.swap(server_.mailbox_->answers);
      events.swap(server_.mailbox_->events);
    }
    now_ = Clock::now();
    for (const auto& [id, response] : answers)
      if (const auto found = connections_.find(id); found != connections_.end()) {
        found->second.respond(response, now_);
        write(id, found->second);
      }
    if (now_ - last_sign_ > time_between_signs_of_life) {
      events.push_back(std::make_shared<const std::string>(":\n\n"));
      last_sign_ = now_;
    }
    for (const auto& event : events)
      for (auto& [id, connection] : connections_)
        if (connection.state() == State::streaming) {
          connection.send_event(event, now_);
          connection.write(now_);
        }
  }

  void sweep() {
    std::size_t streams = 0;
    std::erase_if(connections_, [&](const auto& entry) {
      const HttpConnection& connection = entry.second;
      const bool ends = connection.state() == State::closed || now_ > connection.deadline();
      if (!ends && connection.state() == State::streaming) ++streams;
      return ends;
    });
    server_.num_streams_ = streams;
  }

  HttpServer& server_;
  std::map<std::uint64_t, HttpConnection> connections_;
  std::uint64_t next_id_ = 0;
  Clock::time_point now_ = Clock::now();
  Clock::time_point last_sign_ = now_;
  Answering answering_;
};

HttpServer::HttpServer(const HttpAddress& address)
    : listening_(listen_on(address)),
      port_(port_of(listening_.number())),
      mailbox_(std::make_shared<Mailbox>()) {}

HttpServer::~HttpServer() = default;

void HttpServer::run(const Handler& handler, const std::stop_token& stop) { Loop(*this, handler).run(stop); }

void HttpServer::broadcast(const std::string& name, const std::string& data) {
  {
    const std::lock_guard lock(mailbox_->mutex);
    mailbox_->events.push_back(
        std::make_shared<const std::string>(fmt::format("event: {}\ndata: {}\n\n", name, data)));
  }
  mailbox_->ring();
}

}  // namespace craggy::cli
