#include "command_table.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "base/check.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

void describe(const std::vector<Command>& commands, std::vector<CommandDescription>& into) {
  for (const Command& command : commands) {
    if (command.parts != nullptr) {
      describe(command.parts(), into);
      continue;
    }
    std::ostringstream nothing;
    Context context{nothing, nothing, {}, {}};
    context.describe = &into.emplace_back();
    command.run({}, context);
  }
}

}  // namespace

std::vector<CommandDescription> describe_commands() {
  std::vector<CommandDescription> all;
  describe(all_commands(), all);
  return all;
}

int run_part(const std::string& command, const std::string& what, const std::vector<Command>& parts,
             Arguments arguments, const Context& context) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h") {
    context.out << fmt::format("Usage: craggy {} WHAT [OPTIONS]\n\n", command);
    for (const Command& part : parts)
      context.out << labelled("  " + part.name, part.summary, 14, context.text_width());
    context.out << "\nEach has its own --help.\n";
    return exit_done;
  }
  std::vector<std::string> names;
  names.reserve(parts.size());
  for (const Command& part : parts) names.push_back(part.name);
  check_known(what, arguments.front(), names);
  const auto part = std::find(names.begin(), names.end(), arguments.front()) - names.begin();
  return parts[static_cast<std::size_t>(part)].run(arguments.subspan(1), context);
}

}  // namespace craggy::cli
