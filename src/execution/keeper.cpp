#include "execution/keeper.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace craggy::execution {
namespace {

// NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): open() and prctl() are what the system offers

constexpr int exit_not_started = 127;

void report(int control, KeeperReport::Kind kind, int number) {
  const KeeperReport message{kind, number};
  send(control, &message, sizeof message, MSG_NOSIGNAL);
}

// The request as the arguments of execve(): its offsets become pointers in place.
struct ExecArguments {
  const char* program;
  char** arguments;
  char** variables;
};

bool map_request(int file, ExecArguments& to) {
  RequestHead head{};
  if (pread(file, &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) return false;
  void* memory = mmap(nullptr, head.size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (memory == MAP_FAILED) return false;
  char* const base = static_cast<char*>(memory);
  // NOLINTBEGIN(*-pro-type-reinterpret-cast, performance-no-int-to-ptr): this is what the memory file is for
  auto* const offsets = reinterpret_cast<std::uint64_t*>(base + sizeof(RequestHead));
  static_assert(sizeof(char*) == sizeof(std::uint64_t));
  const std::uint64_t count = head.num_arguments + head.num_variables + 2;
  for (std::uint64_t i = 0; i < count; ++i)
    if (offsets[i] != 0) offsets[i] += reinterpret_cast<std::uint64_t>(base);
  to.program = base + head.program;
  to.arguments = reinterpret_cast<char**>(offsets);
  to.variables = to.arguments + head.num_arguments + 1;
  // NOLINTEND(*-pro-type-reinterpret-cast, performance-no-int-to-ptr)
  return true;
}

// Signals as a program expects them: none blocked, and those that we may have made harmless for us as usual.
void restore_signals() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGCHLD}) sigaction(signal, &usual, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_command(const LaunchDescriptors& descriptors, const ExecArguments& exec,
                                 pid_t keeper, int failure_pipe) {
  const auto& numbers = descriptors.numbers;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(exit_not_started);
  bool ready = fchdir(numbers[LaunchDescriptors::folder]) == 0;
  ready = ready && dup2(numbers[LaunchDescriptors::input], STDIN_FILENO) >= 0;
  ready = ready && dup2(numbers[LaunchDescriptors::output], STDOUT_FILENO) >= 0;
  ready = ready && dup2(numbers[LaunchDescriptors::errors], STDERR_FILENO) >= 0;
  if (ready) {
    restore_signals();
    execve(exec.program, exec.arguments, exec.variables);
  }
  const int code = errno;
  [[maybe_unused]] const ssize_t written = write(failure_pipe, &code, sizeof code);
  _exit(exit_not_started);
}

// The command's process id, or -1 with errno if it could not be started.
pid_t start_command(const LaunchDescriptors& descriptors) {
  ExecArguments exec{};
  std::array<int, 2> failure{};
  if (!map_request(descriptors.numbers[LaunchDescriptors::request], exec) ||
      pipe2(failure.data(), O_CLOEXEC) != 0)
    return -1;
  const pid_t keeper = getpid();
  const pid_t command = fork();
  if (command < 0) return -1;
  if (command == 0) become_command(descriptors, exec, keeper, failure[1]);
  setpgid(command, command);  // whichever of the two comes first
  close(failure[1]);
  int code = 0;
  ssize_t count = 0;
  do count = read(failure[0], &code, sizeof code);
  while (count < 0 && errno == EINTR);
  close(failure[0]);
  if (count == 0) return command;  // the pipe closed with the start of the program
  waitpid(command, nullptr, 0);
  errno = count == static_cast<ssize_t>(sizeof code) ? code : EIO;
  return -1;
}

// SIGKILL to every child that we have, our own and adopted. The list may miss some while others come and go,
// so whoever calls this goes on until there is no child left.
void kill_children() {
  std::array<char, 4096> text{};
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  pid_t pid = 0;
  for (ssize_t count = 0; (count = read(file, text.data(), text.size())) > 0;)
    for (ssize_t i = 0; i < count; ++i) {
      const char c = text[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        pid = 10 * pid + (c - '0');
      } else {
        if (pid > 0) kill(pid, SIGKILL);
        pid = 0;
      }
    }
  close(file);
}

// The command itself is not reaped before the end, so that its number keeps naming its process group.
class Keeper {
 public:
  Keeper(int control, int child_signals, pid_t command)
      : control_(control), child_signals_(child_signals), command_(command) {}

  void watch() {
    for (;;) {
      if (!ended_) reap_until_command_ends();
      std::array<pollfd, 2> events = {{{control_, POLLIN, 0}, {ended_ ? -1 : child_signals_, POLLIN, 0}}};
      if (poll(events.data(), events.size(), -1) < 0) continue;
      if (events[1].revents != 0) drain_signals();
      if (events[0].revents == 0) continue;
      char order = 0;
      if (recv(control_, &order, 1, 0) != 1 || order == static_cast<char>(KeeperOrder::end_all)) return;
      if (order == static_cast<char>(KeeperOrder::terminate)) kill(-command_, SIGTERM);
    }
  }

  void end_all() {
    bool reaped_command = false;
    for (;;) {
      if (!reaped_command) kill(-command_, SIGKILL);
      kill_children();
      pid_t pid = 0;
      while ((pid = waitpid(-1, nullptr, WNOHANG)) > 0) reaped_command = reaped_command || pid == command_;
      if (pid < 0 && errno == ECHILD) return;
      pollfd event = {child_signals_, POLLIN, 0};
      poll(&event, 1, 10);
      drain_signals();
    }
  }

 private:
  void reap_until_command_ends() {
    for (;;) {
      siginfo_t info{};
      if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
      if (info.si_pid == command_) {
        ended_ = true;
        report(control_, info.si_code == CLD_EXITED ? KeeperReport::exited : KeeperReport::signalled,
               info.si_status);
        return;
      }
      waitpid(info.si_pid, nullptr, 0);
    }
  }

  void drain_signals() const {
    signalfd_siginfo info{};
    while (read(child_signals_, &info, sizeof info) > 0) {
    }
  }

  int control_;
  int child_signals_;
  pid_t command_;
  bool ended_ = false;
};

}  // namespace

void serve_as_keeper(const LaunchDescriptors& descriptors) {
  const int control = descriptors.numbers[LaunchDescriptors::control];
  prctl(PR_SET_NAME, "craggy-keeper");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &usual, nullptr);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_signal, nullptr);
  const int child_signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t command = child_signals < 0 ? -1 : start_command(descriptors);
  if (command < 0) {
    report(control, KeeperReport::not_started, errno);
    _exit(0);
  }
  for (std::size_t i = 0; i < LaunchDescriptors::count; ++i)
    if (i != LaunchDescriptors::control) close(descriptors.numbers[i]);
  report(control, KeeperReport::started, command);
  Keeper keeper(control, child_signals, command);
  keeper.watch();
  keeper.end_all();
  _exit(0);
}

void serve_as_launcher(int socket) {
  // A session of its own: neither Ctrl-C nor a signal to craggy's process group gets here, and a command that
  // opens /dev/tty to ask something is told that there is none instead of being stopped.
  setsid();
  prctl(PR_SET_NAME, "craggy-launcher");
  constexpr int place = STDERR_FILENO + 1;
  if (socket != place && dup2(socket, place) < 0) _exit(1);
  close_range(place + 1, ~0U, 0);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, nullptr);  // keepers that have ended leave nothing to be reaped

  for (;;) {
    char byte = 0;
    iovec data = {&byte, 1};
    LaunchDescriptors descriptors{};
    alignas(cmsghdr) std::array<unsigned char, CMSG_SPACE(sizeof descriptors.numbers)> buffer{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = buffer.data();
    message.msg_controllen = buffer.size();
    const ssize_t count = recvmsg(place, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    const cmsghdr* head = CMSG_FIRSTHDR(&message);
    if (head == nullptr || head->cmsg_len != CMSG_LEN(sizeof descriptors.numbers)) continue;
    __builtin_memcpy(descriptors.numbers.data(), CMSG_DATA(head), sizeof descriptors.numbers);
    const pid_t keeper = fork();
    if (keeper == 0) {
      close(place);
      serve_as_keeper(descriptors);
    }
    if (keeper < 0) report(descriptors.numbers[LaunchDescriptors::control], KeeperReport::not_started, errno);
    for (const int number : descriptors.numbers) close(number);
  }
}

// NOLINTEND(cppcoreguidelines-pro-type-vararg)

}  // namespace craggy::execution
