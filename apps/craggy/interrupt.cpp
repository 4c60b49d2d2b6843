#include "interrupt.hpp"

#include <cstdlib>

#include <unistd.h>

#include "exit_code.hpp"

namespace craggy::cli {
namespace {

constexpr int end_of_watch = SIGUSR1;  // others may send it, too, as Slurm does: then it means nothing

// SIGINT, SIGTERM and SIGHUP, apart from those that whoever started us wanted to be ignored (nohup, a job in
// the background).
sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, end_of_watch);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  return signals;
}

// What comes next on a terminal is not to stand behind a line of progress.
[[noreturn]] void end_at_once() {
  if (isatty(STDERR_FILENO) == 1 && write(STDERR_FILENO, "\n", 1) < 0) std::_Exit(exit_interrupted);
  std::_Exit(exit_interrupted);
}

}  // namespace

// A thread that waits for the signals may do what a signal handler must not: request_stop() is not safe in a
// handler.
InterruptWatch::InterruptWatch() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
  thread_ = std::thread([this, signals] {
    int signal = 0;
    while (sigwait(&signals, &signal) == 0 && !ending_)
      if (signal != end_of_watch && !source_.request_stop() && !abort_.request_stop()) end_at_once();
  });
}

InterruptWatch::~InterruptWatch() {
  ending_ = true;
  pthread_kill(thread_.native_handle(), end_of_watch);
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

}  // namespace craggy::cli
