// Completion for bash, which knows nothing but words: what comes next follows from the command and the word
// before.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_table.hpp"
#include "option_parser.hpp"
#include "shells/shells.hpp"

namespace craggy::cli {
namespace {

std::vector<std::string> names_of(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

// The values of the options of a command: names to choose from, files, or something that nobody can complete.
std::string value_cases(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) {
    if (option.placeholder.empty()) continue;
    std::vector<std::string> patterns;
    patterns.reserve(option.names.size());
    for (const std::string& name : option.names)
      patterns.push_back(shell_quoted(fmt::format("{} {}", command.name, name)));
    const std::string action =
        !option.choices.empty()
            ? fmt::format("_craggy_words {}", shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))))
        : names_study(option)            ? "_craggy_studies"
        : names_file(option.placeholder) ? "compopt -o default"
                                         : ":";
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, " | "), action);
  }
  return text;
}

// What the first argument may be; for the others there is nothing better than to continue with it.
std::string argument_case(const CommandDescription& command) {
  if (command.arguments.empty()) return "";
  const ArgumentDescription& first = command.arguments.front();
  std::string action;
  if (names_study(first))
    action = "_craggy_studies";
  else if (!first.choices.empty())
    action = fmt::format("_craggy_words {}", shell_quoted(fmt::format("{}", fmt::join(first.choices, " "))));
  else
    return "";
  return fmt::format("        {}) {}; return ;;\n", shell_quoted(command.name), action);
}

std::string option_case(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.names)
      if (name.starts_with("--")) names.push_back(name);
  return fmt::format("    {}) _craggy_words {} ;;\n", shell_quoted(command.name),
                     shell_quoted(fmt::format("{}", fmt::join(names, " "))));
}

}  // namespace

std::string bash_completion() {
  std::string parts;
  for (const Command& command : all_commands())
    if (command.parts != nullptr)
      parts += fmt::format(
          "    {0})\n      if [ \"$COMP_CWORD\" -eq 2 ]; then _craggy_words {1}; return; fi\n"
          "      command=\"{0} ${{COMP_WORDS[2]}}\" ;;\n",
          command.name, shell_quoted(fmt::format("{}", fmt::join(names_of(command.parts()), " "))));
  std::string values;
  std::string options;
  std::string arguments;
  for (const CommandDescription& command : describe_commands()) {
    arguments += argument_case(command);
    values += value_cases(command);
    options += option_case(command);
  }
  return fmt::format(
      R"bash(# Completion of craggy for bash, made by 'craggy completion bash'.
_craggy_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "${{COMP_WORDS[COMP_CWORD]}}"); }}

# In the store that the command line names, or the usual one; a server may take too long to answer.
_craggy_studies() {{
  local name word=${{COMP_WORDS[COMP_CWORD]}} store=()
  if [[ $COMP_LINE =~ --store[\ =]([^\ ]+) ]]; then store=(--store "${{BASH_REMATCH[1]}}"); fi
  while IFS= read -r name; do
    if [[ $name == "$word"* ]]; then COMPREPLY+=("$(printf %q "$name")"); fi
  done < <(timeout 2 "${{COMP_WORDS[0]}}" list --names "${{store[@]}}" 2>/dev/null)
}}

_craggy() {{
  local command=${{COMP_WORDS[1]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} i
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then _craggy_words {}; return; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [ "${{COMP_WORDS[i]}}" = -- ]; then compopt -o default; return; fi
  done
  case $command in
{}  esac
  case "$command $before" in
{}  esac
  case ${{COMP_WORDS[COMP_CWORD]}} in
    -*) ;;
    *)
      case $command in
{}      esac
      compopt -o default
      return ;;
  esac
  case $command in
{}  esac
}}
complete -F _craggy craggy
)bash",
      shell_quoted(fmt::format("{} --help --version", fmt::join(names_of(all_commands()), " "))), parts,
      values, arguments, options);
}

}  // namespace craggy::cli
