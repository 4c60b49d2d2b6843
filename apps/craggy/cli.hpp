// The whole command line as a function, so that tests run it in-process.
#pragma once

#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace craggy::cli {

struct Surroundings {
  Terminal terminal{};
  std::stop_token stop{};   // asks the command to end early, cleanly
  std::stop_token abort{};  // asks again: the command ends at once, or kills what it runs and then ends
};

/// Runs `craggy ARGS…` and returns its exit code (exit_code.hpp). A caller's mistake is one line on `err` and
/// nothing on `out`.
int run_cli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
            const Surroundings& surroundings = {});

}  // namespace craggy::cli
