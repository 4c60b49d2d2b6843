// A piece of a test in a process of its own.
#pragma once

#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <utility>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace craggy::testing {

/// Runs a function in a child process, which ends with what it returns, or with 99 if it throws. Killed if it
/// is still there at the end, or when the test itself is killed.
class Forked {
 public:
  explicit Forked(const std::function<int()>& body) {
    std::fflush(nullptr);
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(98);
    int code = 99;
    try {
      code = body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "process %d: %s\n", getpid(), error.what());
    }
    std::fflush(nullptr);
    _exit(code);
  }

  ~Forked() {
    if (pid_ > 0) {
      kill();
      wait();
    }
  }
  Forked(Forked&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  Forked& operator=(Forked&&) = delete;
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;

  pid_t pid() const { return pid_; }
  void kill(int signal = SIGKILL) const { ::kill(pid_, signal); }

  /// Waits for the end: the exit code, or minus the signal.
  int wait() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_;
};

}  // namespace craggy::testing
