// Completion for fish: a line per option, with the condition under which it holds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_table.hpp"
#include "option_parser.hpp"
#include "shells/shells.hpp"

namespace craggy::cli {
namespace {

// fish knows \' and \\ within single quotes and nothing else.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string commands_under(const std::string& condition, const std::vector<Command>& commands) {
  std::string text;
  for (const Command& command : commands)
    text += fmt::format("complete -c craggy -f -n {} -a {} -d {}\n", quoted(condition), command.name,
                        quoted(command.summary));
  return text;
}

std::string option_line(const CommandDescription& command, const OptionDescription& option) {
  std::string line = fmt::format("complete -c craggy -n {}", quoted("__craggy_in " + command.name));
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                   : fmt::format(" -s {}", name.substr(1));
  if (!option.choices.empty())
    line += fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  else if (names_study(option))
    line += " -x -a '(__craggy_studies)'";
  else if (names_file(option.placeholder))
    line += " -r -F";
  else if (!option.placeholder.empty())
    line += " -x";
  return line + fmt::format(" -d {}\n", quoted(first_sentence(option.help)));
}

std::string argument_line(const CommandDescription& command) {
  if (command.arguments.empty()) return "";
  const ArgumentDescription& first = command.arguments.front();
  if (!names_study(first) && first.choices.empty()) return "";
  const std::string values =
      names_study(first) ? "(__craggy_studies)" : fmt::format("{}", fmt::join(first.choices, " "));
  return fmt::format("complete -c craggy -f -n {} -a {}\n", quoted("__craggy_in " + command.name),
                     quoted(values));
}

}  // namespace

std::string fish_completion() {
  std::string text = R"(# Completion of craggy for fish, made by 'craggy completion fish'.
function __craggy_in
    set -l words (commandline -opc)
    contains -- -- $words; and return 1
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        set -l place (math $i + 1)
        test "$words[$place]" = "$argv[$i]"; or return 1
    end
end
function __craggy_right_behind
    __craggy_in $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end
# In the store that the command line names, or the usual one; a server may take too long to answer.
function __craggy_studies
    set -l words (commandline -opc)
    set -l store
    if set -l place (contains -i -- --store $words)
        set store --store $words[(math $place + 1)]
    end
    timeout 2 $words[1] list --names $store 2>/dev/null
end
complete -c craggy -f -n 'test (count (commandline -opc)) -eq 1' -s V -l version -d 'Print the version'
complete -c craggy -f -n 'test (count (commandline -opc)) -eq 1' -s h -l help -d 'Print the help'
)";
  text += commands_under("test (count (commandline -opc)) -eq 1", all_commands());
  for (const Command& command : all_commands())
    if (command.parts != nullptr)
      text += commands_under("__craggy_right_behind " + command.name, command.parts());
  for (const CommandDescription& command : describe_commands()) {
    text += argument_line(command);
    for (const OptionDescription& option : command.options) text += option_line(command, option);
  }
  return text;
}

}  // namespace craggy::cli
