#include "testbeds/line_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "base/text.hpp"
#include "execution/child_process.hpp"

namespace craggy::testbeds {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_errors = 500;  // characters of standard error that are worth reading

// How long poll() may wait, so that neither the deadline nor a request to stop is overslept.
int poll_timeout(Clock::time_point deadline, const std::stop_token& stop) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  const milliseconds slice = stop.stop_possible() ? milliseconds(50) : milliseconds(60'000);
  return static_cast<int>(std::clamp(left, milliseconds(0), slice).count());
}

// Appends what can be read now; false at the end of the stream.
bool read_available(int descriptor, std::string& text) {
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

// Sends what fits; false if nobody reads any more.
bool send_some(int descriptor, std::string_view& text) {
  const ssize_t count = send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  text.remove_prefix(static_cast<std::size_t>(count));
  return true;
}

}  // namespace

LineProcess::LineProcess(LineProcessOptions options) : options_(std::move(options)) {
  if (options_.command.empty() || options_.command.front().empty())
    fail_argument("the command of a helper program", "empty", "it has to name a program");
  if (options_.name.empty()) options_.name = options_.command.front();
  try {
    child_ = std::make_unique<execution::ChildProcess>(
        execution::CommandOptions{.command = options_.command, .environment = options_.environment});
  } catch (const std::system_error& error) {
    throw Error(fmt::format("{} cannot be started: {}", options_.name, error.code().message()));
  }
}

LineProcess::~LineProcess() = default;

std::string LineProcess::exchange(std::string_view line, const std::stop_token& stop) {
  if (line.find('\n') != std::string_view::npos)
    fail_argument("a line to a helper program", fmt::format("'{}'", line), "it has to be one line");
  if (!child_) throw Error(fmt::format("{} has ended, so it cannot be asked any more", options_.name));
  read_output();
  if (!received_.empty()) fail(fmt::format("said '{}' without being asked", trimmed(received_)));
  return wait_for_answer(fmt::format("{}\n", line), stop);
}

std::string LineProcess::wait_for_answer(std::string_view to_send, const std::stop_token& stop) {
  const Clock::time_point deadline = Clock::now() + options_.answer_limit;
  for (;;) {
    if (stop.stop_requested()) {
      child_->end(milliseconds(0));
      child_.reset();
      throw Cancelled();
    }
    std::array<pollfd, 3> streams = {{{child_->output.number(), POLLIN, 0},
                                      {child_->errors.number(), POLLIN, 0},
                                      {to_send.empty() ? -1 : child_->input.number(), POLLOUT, 0}}};
    const int num_ready = poll(streams.data(), streams.size(), poll_timeout(deadline, stop));
    if (num_ready < 0 && errno != EINTR) fail("cannot be waited for");
    if (num_ready <= 0) {
      if (Clock::now() < deadline) continue;
      fail(fmt::format("gave no answer within {:g} s",
                       std::chrono::duration<double>(options_.answer_limit).count()),
           milliseconds(0));
    }
    if (streams[1].revents != 0) read_errors();
    if (streams[0].revents != 0) {
      const bool open = read_output();
      const std::size_t end = received_.find('\n');
      if (to_send.empty() && end != std::string::npos) {
        std::string answer = received_.substr(0, end);
        received_.erase(0, end + 1);
        return answer;
      }
      if (!open) fail("gave no answer");
    }
    if (streams[2].revents != 0 && !send_some(child_->input.number(), to_send))
      fail("does not read what it is asked");
  }
}

bool LineProcess::read_output() { return read_available(child_->output.number(), received_); }

void LineProcess::read_errors() {
  if (child_->errors.number() < 0) return;
  if (!read_available(child_->errors.number(), last_errors_)) child_->errors.close();
  if (last_errors_.size() > kept_errors) last_errors_.erase(0, last_errors_.size() - kept_errors);
}

// The helper is in no state to be asked again, so it goes; one that is about to end gets the time to say why.
void LineProcess::fail(std::string_view what, milliseconds patience) {
  const std::string ending = child_->end(patience);
  read_errors();
  child_.reset();
  const std::string_view errors = trimmed(last_errors_);
  throw Error(fmt::format("{} {}{}{}", options_.name, what, ending.empty() ? "" : "; it " + ending,
                          errors.empty() ? "" : fmt::format("; the end of its messages: {}", errors)));
}

}  // namespace craggy::testbeds
