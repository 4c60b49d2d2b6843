#include "cli.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stop_token>
#include <string_view>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "base/plain_reason.hpp"
#include "base/printable.hpp"
#include "command_table.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "other_words.hpp"
#include "standard_stream.hpp"
#include "text.hpp"

namespace craggy::cli {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> all = {
      {"run", "optimise the number that a command prints", run, nullptr, true},
      {"worker", "join a study as one more worker, here or on another machine", worker, nullptr, true},
      {"create", "create a study", create},
      {"enqueue", "add a point that is evaluated first", enqueue},
      {"ask", "get a trial to evaluate", ask},
      {"tell", "report the result of a trial", tell},
      {"fail", "report that a trial could not be evaluated", fail},
      {"show", "show a study: its parameters, its best value, its trials", show},
      {"logs", "show what a trial's command printed", logs},
      {"plot", "draw a study in the terminal or as a picture", plot},
      {"report", "write a study as one HTML file to look at", report},
      {"dashboard", "show the studies of a store in a browser, live", dashboard},
      {"list", "list the studies of a store", list_studies},
      {"export", "print the trials of a study as CSV, or all of it as JSON", export_study},
      {"import", "add earlier evaluations to a study, or bring back an exported one", import_trials},
      {"copy", "copy a study to another store or name", copy_study},
      {"backup", "copy a SQLite store, also while studies run", backup},
      {"delete", "delete a study", delete_study},
      {"demo", "compare the default, the latent GP and a plain GP on a hard case", demo},
      {"minimize", "minimise a built-in problem, with gap and regret", minimize},
      {"problems", "list the built-in problems", list_problems},
      {"evaluate", "evaluate a built-in problem at a point", evaluate},
      {"posterior", "say what a study's surrogate believes, or fit one to a CSV file", posterior},
#ifndef CRAGGY_WITHOUT_EXPERIMENTS
      {"experiment", "run the paper's experiments, draw its tables and figures", experiment,
       experiment_parts},
#endif
      {"bench", "measure how fast craggy is on this machine, next to yardsticks", bench, bench_parts},
      {"completion", "print the completion of commands and options for a shell", completion},
      {"manual", "print the manual page", manual},
  };
  return all;
}

namespace {

void print_help(const Context& context) {
  context.out << "craggy minimises expensive functions that are not smooth.\n\n"
                 "Usage: craggy COMMAND [OPTIONS]\n\nCommands:\n";
  for (const Command& command : all_commands())
    context.out << labelled("  " + command.name, command.summary, 14, context.text_width());
  context.out << "\nOptions:\n"
                 "  -h, --help     Print this help, or that of a command: craggy help run\n"
                 "  -V, --version  Print the version\n\n"
                 "Examples:\n"
                 "  craggy run --param 'lr=log(1e-5,1e-1)' --trials 30 -- ./train --lr {lr}\n"
                 "  craggy demo\n"
                 "  craggy minimize corrupted_holder_table --trials 30 --surrogate latent\n";
}

[[noreturn]] void fail_unknown(const std::string& argument) {
  std::vector<std::string> known = {"--help", "--version"};
  for (const Command& command : all_commands()) known.push_back(command.name);
  const std::string meant = command_meant_by(argument, known);
  throw InvalidArgument(fmt::format("unknown {} '{}'; {}", argument.starts_with('-') ? "option" : "command",
                                    argument, meant.empty() ? "see 'craggy --help'" : meant));
}

int dispatch(Arguments arguments, const Context& context) {
  const std::string first = arguments.empty() ? "--help" : arguments.front();
  if (first == "--help" || first == "-h" || first == "help") {
    if (arguments.size() <= 1) {
      print_help(context);
      return exit_done;
    }
    // craggy help run; craggy help experiment table.
    std::vector<std::string> turned_around(arguments.begin() + 1, arguments.end());
    turned_around.emplace_back("--help");
    return dispatch(turned_around, context);
  }
  if (first == "--version" || first == "-V") {
    context.out << "craggy " << CRAGGY_VERSION << '\n';
    return exit_done;
  }
  const auto command = std::find_if(all_commands().begin(), all_commands().end(),
                                    [&](const Command& each) { return each.name == first; });
  if (command == all_commands().end()) fail_unknown(first);
  // Most commands have nothing to put in order before they end.
  std::optional<std::stop_callback<void (*)()>> at_once;
  if (!command->minds_abort) at_once.emplace(context.abort, [] { std::_Exit(exit_interrupted); });
  return command->run(arguments.subspan(1), context);
}

// A message may quote what the caller wrote, or what stands in a store; it stays one harmless line all the
// same.
std::string one_line(std::string_view message) {
  std::string line = printable(message);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

// Passwords stay out of a message, whoever quotes the URL that they are part of.
std::string without_passwords(std::string message, const std::vector<std::string>& args) {
  for (std::string_view secret : args) {
    if (secret.starts_with('-'))
      secret.remove_prefix(std::min(secret.find('=') + 1, secret.size()));  // --store=URL
    if (secret.find("://") == std::string_view::npos && secret.find("password=") == std::string_view::npos)
      continue;
    const std::string shown = redacted(secret);
    if (shown == secret) continue;
    for (std::size_t at = message.find(secret); at != std::string::npos;
         at = message.find(secret, at + shown.size()))
      message.replace(at, secret.size(), shown);
  }
  return message;
}

}  // namespace

int run_cli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
            const Surroundings& surroundings) {
  const Context context{out, err, surroundings.terminal, surroundings.stop, surroundings.abort};
  const auto fail = [&](std::string_view message, ExitCode code) {
    err << "craggy: " << one_line(without_passwords(std::string(message), args)) << '\n';
    return code;
  };
  try {
    const int code = dispatch(args, context);
    check_written(out);
    return code;
  } catch (const InvalidArgument& error) {
    return fail(error.what(), exit_misuse);
  } catch (const Cancelled&) {
    return fail("interrupted", exit_interrupted);
  } catch (const StoreUnreachable& error) {
    return fail(error.what(), exit_store_unreachable);
  } catch (const std::exception& error) {
    return fail(plain_reason(error), exit_failed);
  }
}

}  // namespace craggy::cli
