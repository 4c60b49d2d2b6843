// The executable `craggy`: hands the arguments and what is known about the terminal to run_cli().
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

#include "cli.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
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

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  const craggy::cli::InterruptWatch interrupt;
  const std::vector<std::string> args(argv + 1, argv + argc);
  const int code = craggy::cli::run_cli(args, std::cout, std::cerr,
                                        {.terminal = craggy::cli::detect_terminal(),
                                         .stop = interrupt.token(),
                                         .abort = interrupt.abort_token()});
  if (std::cout.flush()) return code;
  std::cerr << "craggy: cannot write to the standard output\n";
  return craggy::cli::exit_failed;
}
