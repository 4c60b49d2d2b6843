#include "cli.hpp"

#include <algorithm>
#include <exception>
#include <string_view>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/base/error.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

struct Command {
  std::string name;
  std::string summary;
  int (*run)(Arguments, const Context&);
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"demo", "the paper's hard case: the latent GP next to the plain one", demo},
      {"minimize", "minimise a built-in problem, with gap and regret", minimize},
      {"problems", "list the built-in problems", list_problems},
      {"evaluate", "the value of a built-in problem at a point", evaluate},
      {"posterior", "fit a surrogate to a CSV file and predict", posterior},
      {"experiment", "the paper's experiments: runs, tables and figures", experiment},
      {"bench", "how fast it is here, next to its yardsticks", bench},
  };
  return all;
}

void print_help(const Context& context) {
  context.out << "craggy minimises expensive functions that are not smooth.\n\n"
                 "Usage: craggy COMMAND [OPTIONS]\n\nCommands:\n";
  for (const Command& command : commands())
    context.out << labelled("  " + command.name, command.summary, 14, context.text_width());
  context.out << "\nOptions:\n"
                 "  -h, --help  Print this help, or that of a command: craggy minimize --help\n"
                 "  --version   Print the version\n\n"
                 "Examples:\n"
                 "  craggy demo\n"
                 "  craggy minimize corrupted_holder_table --trials 30 --surrogate latent\n";
}

[[noreturn]] void fail_unknown(const std::string& argument) {
  std::vector<std::string> known = {"--help", "--version"};
  for (const Command& command : commands()) known.push_back(command.name);
  const std::string guess = closest_match(argument, known);
  throw InvalidArgument(
      fmt::format("unknown {} '{}'; {}", argument.starts_with('-') ? "option" : "command", argument,
                  guess.empty() ? "see 'craggy --help'" : fmt::format("did you mean '{}'?", guess)));
}

int dispatch(Arguments arguments, const Context& context) {
  if (arguments.empty()) throw InvalidArgument("no command given; see 'craggy --help'");
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h") {
    print_help(context);
    return exit_done;
  }
  if (first == "--version") {
    context.out << "craggy " << CRAGGY_VERSION << '\n';
    return exit_done;
  }
  const auto command = std::find_if(commands().begin(), commands().end(),
                                    [&](const Command& each) { return each.name == first; });
  if (command == commands().end()) fail_unknown(first);
  return command->run(arguments.subspan(1), context);
}

// A message may quote what the caller wrote; it stays one line all the same.
std::string one_line(std::string_view message) {
  std::string line(message);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

}  // namespace

int run_cli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
            const Surroundings& surroundings) {
  const Context context{out, err, surroundings.terminal, surroundings.stop};
  const auto fail = [&err](std::string_view message, ExitCode code) {
    err << "craggy: " << one_line(message) << '\n';
    return code;
  };
  try {
    return dispatch(args, context);
  } catch (const InvalidArgument& error) {
    return fail(error.what(), exit_misuse);
  } catch (const Cancelled&) {
    return fail("interrupted", exit_interrupted);
  } catch (const std::exception& error) {
    return fail(error.what(), exit_failed);
  }
}

}  // namespace craggy::cli
