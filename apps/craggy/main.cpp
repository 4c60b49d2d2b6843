// The executable `craggy`: hands the arguments and what is known about the terminal to run_cli().
#include <csignal>
#include <exception>
#include <ostream>

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include "base/plain_reason.hpp"
#include "cli.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "standard_stream.hpp"
#include "stores/index_fault.hpp"
#include "terminal.hpp"

namespace {

// A standard stream that was closed would be the next file that is opened, and what is printed would end up
// there. In its place comes one that fails on use.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
    const bool is_open = fcntl(stream, F_GETFD) != -1;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): likewise; the lowest number that is free is taken
    if (!is_open && open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

// A reader that has left and a limit on the size of files are errors of the write, such as a full disk is,
// and are treated like one. Commands of trials get these signals back.
void turn_signals_into_errors() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  craggy::stores::end_on_index_fault(craggy::cli::exit_store_unreachable);
}

// Of large arrays, which grow with every trial, nothing is to stay behind in pieces: they go back to the
// system when they are freed. Left to itself, the allocator keeps them once it has seen some, up to 32 MB
// each.
void give_large_memory_back() {
#ifdef __GLIBC__
  constexpr int one_megabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, one_megabyte);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  using craggy::cli::StandardStream;
  give_large_memory_back();
  occupy_closed_streams();
  turn_signals_into_errors();
  StandardStream output(STDOUT_FILENO, StandardStream::OnFailure::fail);
  StandardStream notes(STDERR_FILENO, StandardStream::OnFailure::forget);
  std::ostream out(&output);
  std::ostream err(&notes);
  err << std::unitbuf;
  try {
    const craggy::cli::InterruptWatch interrupt;
    const std::vector<std::string> args(argv + 1, argv + argc);
    return craggy::cli::run_cli(args, out, err,
                                {.terminal = craggy::cli::detect_terminal(),
                                 .stop = interrupt.token(),
                                 .abort = interrupt.abort_token()});
  } catch (const std::exception& error) {  // not even a thread for signals
    err << "craggy: " << craggy::plain_reason(error) << '\n';
    return craggy::cli::exit_failed;
  }
}
