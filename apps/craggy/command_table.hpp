// The commands of `craggy` as data: what dispatches, completes and documents them goes over these tables.
#pragma once

#include <string>
#include <vector>

#include "context.hpp"

namespace craggy::cli {

struct Command {
  std::string name;
  std::string summary;
  int (*run)(Arguments, const Context&);
  const std::vector<Command>& (*parts)() = nullptr;  // of a command that has commands of its own
  bool minds_abort = false;  // ends by itself, soon and cleanly, when it is interrupted a second time
};

const std::vector<Command>& all_commands();

/// What every command takes; in place of a command with parts stand its parts.
std::vector<CommandDescription> describe_commands();

/// Runs the part that the first argument names; lists the parts if there is none or the help was asked for.
/// `what` is for the message about an unknown one: "the benchmark".
int run_part(const std::string& command, const std::string& what, const std::vector<Command>& parts,
             Arguments arguments, const Context& context);

}  // namespace craggy::cli
