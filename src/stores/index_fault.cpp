#include "stores/index_fault.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace craggy::stores {
namespace {

// Everything here may be done in a signal handler.

constexpr std::string_view sentence =
    "craggy: the index of the store's log, the file that ends in -shm, was cut short while it was in use; all "
    "that had been stored is in the store and its log, and the same command resumes\n";

int code = 1;
struct sigaction before {};

// One line of /proc/self/maps after the other: "7f00-7f80 rw-s 00000000 fd:00 42   /home/me/tune.db-shm".
class MapsReader {
 public:
  explicit MapsReader(std::uintptr_t address) : address_(address) {}

  /// Whether the line that ends here is the index that the address is in.
  bool take(char c) {
    if (c == '\n') {
      const bool found = begin_ <= address_ && address_ < end_ && is_index();
      *this = MapsReader(address_);
      return found;
    }
    if (column_ < 2)
      read_range(c);
    else
      keep(c);
    return false;
  }

 private:
  void read_range(char c) {
    std::uintptr_t& number = column_ == 0 ? begin_ : end_;
    if (c == (column_ == 0 ? '-' : ' '))
      ++column_;
    else
      number = 16 * number + static_cast<std::uintptr_t>(c <= '9' ? c - '0' : c - 'a' + 10);
  }

  void keep(char c) {
    std::rotate(last_.begin(), last_.begin() + 1, last_.end());
    last_.back() = c;
  }

  bool is_index() const {
    const std::string_view line(last_.data(), last_.size());
    return line.ends_with("-shm") || line.ends_with("-shm (deleted)");
  }

  std::uintptr_t address_;
  std::uintptr_t begin_ = 0;
  std::uintptr_t end_ = 0;
  int column_ = 0;
  std::array<char, 16> last_{};
};

bool is_in_index(const void* address) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): that is how POSIX opens files
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the file has addresses as numbers
  MapsReader reader(reinterpret_cast<std::uintptr_t>(address));
  std::array<char, 1024> text{};
  bool found = false;
  for (ssize_t count = 0; !found && (count = read(file, text.data(), text.size())) > 0;)
    for (std::size_t i = 0; !found && i < static_cast<std::size_t>(count); ++i) found = reader.take(text[i]);
  close(file);
  return found;
}

void take_fault(int signal, siginfo_t* info, void* /*context*/) {
  if (info->si_code == BUS_ADRERR && is_in_index(info->si_addr)) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, sentence.data(), sentence.size());
    _exit(code);
  }
  sigaction(signal, &before, nullptr);
  raise(signal);  // as soon as this returns
}

}  // namespace

void end_on_index_fault(int exit_code) {
  code = exit_code;
  struct sigaction action {};
  action.sa_sigaction = take_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before);
}

}  // namespace craggy::stores
