#include "dashboard/http_connection.hpp"

#include <array>
#include <cerrno>

#include <sys/socket.h>

namespace craggy::cli {
namespace {

// Whoever sends a byte now and then does not keep a connection by it: these are for a whole request.
constexpr auto time_for_request = std::chrono::seconds(10);
constexpr auto time_between_requests = std::chrono::seconds(60);
constexpr auto time_for_answer = std::chrono::minutes(15);  // of a model of a large study
constexpr auto time_without_progress = std::chrono::seconds(20);
constexpr std::size_t largest_backlog = 1 << 20;  // of events that nobody takes

}  // namespace

HttpConnection::HttpConnection(execution::Descriptor socket, Clock::time_point now)
    : socket_(std::move(socket)), began_(now), deadline_(now + time_for_request) {}

void HttpConnection::close() { state_ = State::closed; }

std::optional<HttpRequest> HttpConnection::receive(Clock::time_point now) {
  std::array<char, 8192> part{};
  const ssize_t count = recv(socket(), part.data(), part.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return std::nullopt;
  if (count <= 0) {
    close();
    return std::nullopt;
  }
  if (state_ != State::reading) return std::nullopt;  // more than was asked for, of an event stream
  if (incoming_.empty() && !head_) {
    began_ = now;
    deadline_ = now + time_for_request;
  }
  incoming_.append(part.data(), static_cast<std::size_t>(count));
  return next_request(now);
}

std::optional<HttpRequest> HttpConnection::next_request(Clock::time_point now) {
  if (state_ != State::reading) return std::nullopt;
  if (!head_) {
    ParsedHead parsed = parse_head(incoming_);
    if (parsed.refused != 0) refuse(parsed.refused, now);
    if (!parsed.head) return std::nullopt;
    head_ = std::move(parsed.head);
    incoming_.erase(0, head_->length);
  }
  if (incoming_.size() < head_->body_length) return std::nullopt;
  HttpRequest request = std::move(head_->request);
  request.body = incoming_.substr(0, head_->body_length);
  incoming_.erase(0, head_->body_length);
  if (incoming_.size() > largest_head) incoming_.clear();  // nobody sends so many requests at once
  keep_alive_ = head_->keep_alive;
  has_body_ = request.method != "HEAD";
  head_.reset();
  incoming_.shrink_to_fit();
  state_ = State::waiting;
  deadline_ = now + time_for_answer;
  return request;
}

void HttpConnection::refuse(int status, Clock::time_point now) {
  keep_alive_ = false;
  incoming_ = std::string();
  state_ = State::waiting;
  respond(error_response(status, "the request cannot be read"), now);
}

void HttpConnection::push(std::shared_ptr<const std::string> bytes, Clock::time_point now) {
  if (bytes->empty()) return;
  if (outgoing_.empty()) deadline_ = now + time_without_progress;
  backlog_ += bytes->size();
  outgoing_.push_back(std::move(bytes));
}

void HttpConnection::respond(const HttpResponse& response, Clock::time_point now) {
  if (state_ != State::waiting) return;
  keep_alive_ = keep_alive_ && !response.is_stream;
  push(std::make_shared<const std::string>(head_of(response, keep_alive_)), now);
  if (has_body_ && response.status != 304) push(response.body, now);
  if (response.is_stream && has_body_)
    state_ = State::streaming;
  else
    is_answered_ = true;
}

void HttpConnection::send_event(const std::shared_ptr<const std::string>& event, Clock::time_point now) {
  if (state_ != State::streaming) return;
  if (backlog_ + event->size() > largest_backlog) return close();
  push(event, now);
}

void HttpConnection::write(Clock::time_point now) {
  while (!outgoing_.empty()) {
    const std::string& bytes = *outgoing_.front();
    const ssize_t count =
        send(socket(), bytes.data() + offset_, bytes.size() - offset_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count <= 0) return close();
    offset_ += static_cast<std::size_t>(count);
    backlog_ -= static_cast<std::size_t>(count);
    deadline_ = now + time_without_progress;
    if (offset_ < bytes.size()) continue;
    offset_ = 0;
    outgoing_.pop_front();
  }
  ended_writing(now);
}

void HttpConnection::ended_writing(Clock::time_point now) {
  if (state_ == State::streaming) deadline_ = Clock::time_point::max();
  if (!is_answered_) return;
  is_answered_ = false;
  if (!keep_alive_) return close();
  state_ = State::reading;
  began_ = now;
  deadline_ = now + (incoming_.empty() ? Clock::duration(time_between_requests) : time_for_request);
}

}  // namespace craggy::cli
