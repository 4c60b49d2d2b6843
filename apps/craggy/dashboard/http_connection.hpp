// One connection: what has come of a request, what is still to be sent, and until when either has to be done.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "dashboard/http_message.hpp"
#include "execution/descriptor.hpp"

namespace craggy::cli {

using Clock = std::chrono::steady_clock;

class HttpConnection {
 public:
  enum class State {
    reading,    // a request is to come, or some of it is there
    waiting,    // the request is whole, and somebody works on the answer
    streaming,  // events are sent whenever there are any
    closed,
  };

  HttpConnection(execution::Descriptor socket, Clock::time_point now);

  int socket() const { return socket_.number(); }
  State state() const { return state_; }
  bool wants_to_write() const { return !outgoing_.empty(); }
  Clock::time_point deadline() const { return deadline_; }
  Clock::time_point began() const { return began_; }

  /// Takes what has come. A request that is whole now is handed out.
  std::optional<HttpRequest> receive(Clock::time_point now);
  /// The next request, if that has come already.
  std::optional<HttpRequest> next_request(Clock::time_point now);
  void respond(const HttpResponse& response, Clock::time_point now);
  void send_event(const std::shared_ptr<const std::string>& event, Clock::time_point now);
  void write(Clock::time_point now);
  void close();

 private:
  void refuse(int status, Clock::time_point now);
  void push(std::shared_ptr<const std::string> bytes, Clock::time_point now);
  void ended_writing(Clock::time_point now);

  execution::Descriptor socket_;
  State state_ = State::reading;
  std::string incoming_;
  std::optional<HttpHead> head_;  // once it has come, while the body is to come
  std::deque<std::shared_ptr<const std::string>> outgoing_;
  std::size_t offset_ = 0;    // into the first of them
  std::size_t backlog_ = 0;   // bytes in all of them
  bool keep_alive_ = true;    // after the present request
  bool is_answered_ = false;  // its response is in `outgoing_`
  bool has_body_ = true;      // not of a HEAD
  Clock::time_point began_;   // the present request
  Clock::time_point deadline_;
};

}  // namespace craggy::cli
