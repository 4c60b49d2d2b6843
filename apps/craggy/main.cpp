// The executable `craggy`: hands the arguments and what is known about the terminal to run_cli().
#include <iostream>

#include "cli.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
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
