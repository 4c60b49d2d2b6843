#include "child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace craggy::testbeds {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

[[noreturn]] void throw_system_error(int code, const char* what) {
  throw std::system_error(code, std::generic_category(), what);
}

int control(int descriptor, int command, int argument) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const int result = fcntl(descriptor, command, argument);
  if (result < 0) throw_system_error(errno, "fcntl");
  return result;
}

struct Ends {
  Descriptor ours;
  Descriptor theirs;
};

// Numbers above those of the standard streams, so that none of the child's ends is overwritten while another
// one takes its place. Closed in every other program that some thread may start meanwhile.
Ends ends_of(const std::array<int, 2>& numbers) {
  std::array<Descriptor, 2> originals = {Descriptor(numbers[0]), Descriptor(numbers[1])};
  std::array<Descriptor, 2> moved;
  for (std::size_t i = 0; i < 2; ++i)
    moved[i] = Descriptor(control(originals[i].number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  control(moved[0].number(), F_SETFL, O_NONBLOCK);
  return {std::move(moved[0]), std::move(moved[1])};
}

Ends make_input() {
  std::array<int, 2> numbers{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers.data()) != 0)
    throw_system_error(errno, "socketpair");
  return ends_of(numbers);
}

Ends make_output() {
  std::array<int, 2> numbers{};
  if (pipe2(numbers.data(), O_CLOEXEC) != 0) throw_system_error(errno, "pipe2");
  return ends_of(numbers);
}

void check_spawn(int code, const char* what) {
  if (code != 0) throw_system_error(code, what);
}

// Which streams the child gets.
class FileActions {
 public:
  FileActions() { check_spawn(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init"); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void use_as(const Descriptor& descriptor, int stream) {
    check_spawn(posix_spawn_file_actions_adddup2(&actions_, descriptor.number(), stream),
                "posix_spawn_file_actions_adddup2");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// A process group of its own, no signal blocked, and those that we may have made harmless for us as usual.
class Attributes {
 public:
  Attributes() {
    check_spawn(posix_spawnattr_init(&attributes_), "posix_spawnattr_init");
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGTERM, SIGINT}) sigaddset(&usual, signal);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    check_spawn(posix_spawnattr_setflags(
                    &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF),
                "posix_spawnattr_setflags");
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& added) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!added.contains(std::string(text.substr(0, text.find('='))))) variables.emplace_back(text);
  }
  for (const auto& [name, value] : added) variables.push_back(fmt::format("{}={}", name, value));
  return variables;
}

// As the old interfaces of the system want it.
std::vector<char*> null_terminated(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string describe(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return fmt::format("exited with status {}", info.si_status);
  return fmt::format("was ended by signal {} ({})", info.si_status, strsignal(info.si_status));
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

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::map<std::string, std::string>& environment) {
  Ends in = make_input();
  Ends out = make_output();
  Ends err = make_output();
  FileActions actions;
  actions.use_as(in.theirs, STDIN_FILENO);
  actions.use_as(out.theirs, STDOUT_FILENO);
  actions.use_as(err.theirs, STDERR_FILENO);
  const Attributes attributes;
  std::vector<std::string> words = command;
  std::vector<std::string> variables = merged_environment(environment);
  check_spawn(posix_spawnp(&pid_, words.front().c_str(), actions.get(), attributes.get(),
                           null_terminated(words).data(), null_terminated(variables).data()),
              words.front().c_str());
  input = std::move(in.ours);
  output = std::move(out.ours);
  errors = std::move(err.ours);
}

ChildProcess::~ChildProcess() { end(std::chrono::seconds(2)); }

std::string ChildProcess::end(milliseconds patience) {
  if (pid_ < 0) return "";
  input.close();
  const bool by_itself = has_ended(patience);
  if (!by_itself) {
    signal_group(SIGTERM);
    has_ended(milliseconds(500));
  }
  // Also what the child itself has left behind. It is not reaped yet, so its number belongs to nobody else.
  signal_group(SIGKILL);
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED) != 0)
    if (errno != EINTR) break;
  pid_ = -1;
  return by_itself && info.si_signo == SIGCHLD ? describe(info) : "";
}

bool ChildProcess::has_ended(milliseconds patience) const {
  const Clock::time_point deadline = Clock::now() + patience;
  for (milliseconds pause(1);; pause = std::min(2 * pause, milliseconds(20))) {
    siginfo_t info{};
    const int code = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG);
    if (code == 0 && info.si_pid == pid_) return true;
    if (code != 0 && errno != EINTR) return true;  // somebody else has reaped it
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

void ChildProcess::signal_group(int signal) const { kill(-pid_, signal); }

}  // namespace craggy::testbeds
