#include "execution/descriptor.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace craggy::execution {
namespace {

[[noreturn]] void throw_system_error(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

int control(int descriptor, int command, int argument) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const int result = fcntl(descriptor, command, argument);
  if (result < 0) throw_system_error("fcntl");
  return result;
}

Ends socket_pair(int type) {
  std::array<int, 2> numbers{};
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, numbers.data()) != 0) throw_system_error("socketpair");
  return {Descriptor(numbers[0]), Descriptor(numbers[1])};
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Ends make_output_pipe() {
  std::array<int, 2> numbers{};
  if (pipe2(numbers.data(), O_CLOEXEC) != 0) throw_system_error("pipe2");
  Ends ends{Descriptor(numbers[0]), Descriptor(numbers[1])};
  control(ends.ours.number(), F_SETFL, O_NONBLOCK);
  return ends;
}

Ends make_input_socket() {
  Ends ends = socket_pair(SOCK_STREAM);
  control(ends.ours.number(), F_SETFL, O_NONBLOCK);
  return ends;
}

Ends make_message_socket() { return socket_pair(SOCK_SEQPACKET); }

}  // namespace craggy::execution
