#include "standard_stream.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace craggy::cli {
namespace {

std::string sentence_for(int error) {
  if (error == EPIPE) return "nobody reads the standard output any more";
  if (error == 0) return "cannot write to the standard output";
  return fmt::format("cannot write to the standard output: {}", std::generic_category().message(error));
}

}  // namespace

StandardStream::StandardStream(int descriptor, OnFailure on_failure)
    : descriptor_(descriptor), on_failure_(on_failure) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

StandardStream::int_type StandardStream::overflow(int_type c) {
  if (!write_all()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

int StandardStream::sync() { return write_all() ? 0 : -1; }

bool StandardStream::write_all() {
  const char* at = pbase();
  int error = 0;
  while (at < pptr() && error == 0) {
    const ssize_t count = write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
    if (count >= 0) {
      at += count;
    } else if (errno == EAGAIN) {  // somebody else has made it so; there will be room
      pollfd event = {descriptor_, POLLOUT, 0};
      poll(&event, 1, -1);
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  if (error != 0) error_ = error;
  return error == 0 || on_failure_ == OnFailure::forget;
}

bool StandardStream::has_lost_reader() const {
  pollfd event = {descriptor_, 0, 0};
  return poll(&event, 1, 0) == 1 && (event.revents & POLLERR) != 0;
}

void check_written(std::ostream& out) {
  if (out.flush()) return;
  const auto* stream = dynamic_cast<const StandardStream*>(out.rdbuf());
  throw OutputLost(sentence_for(stream == nullptr ? 0 : stream->error()));
}

void check_reader(std::ostream& out) {
  const auto* stream = dynamic_cast<const StandardStream*>(out.rdbuf());
  if (stream != nullptr && stream->has_lost_reader()) throw OutputLost(sentence_for(EPIPE));
}

}  // namespace craggy::cli
