// Completion for zsh: one _arguments call per command, with the first sentence of each option's help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_table.hpp"
#include "option_parser.hpp"
#include "shells/shells.hpp"

namespace craggy::cli {
namespace {

// Brackets and colons have a meaning in the specifications of _arguments and _describe.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string value_of(const OptionDescription& option) {
  if (option.placeholder.empty()) return "";
  if (!option.choices.empty())
    return fmt::format(":{}:({})", escaped(option.placeholder), fmt::join(option.choices, " "));
  if (names_study(option)) return fmt::format(":{}:_craggy_studies", escaped(option.placeholder));
  return fmt::format(":{}:{}", escaped(option.placeholder), names_file(option.placeholder) ? "_files" : " ");
}

std::string specifications(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.names)
      text += fmt::format(" \\\n        {}",
                          shell_quoted(fmt::format("*{}[{}]{}", name, escaped(first_sentence(option.help)),
                                                   value_of(option))));
  if (!command.arguments.empty()) {
    const ArgumentDescription& first = command.arguments.front();
    if (names_study(first))
      text += fmt::format(" \\\n        {}", shell_quoted("1:study:_craggy_studies"));
    else if (!first.choices.empty())
      text += fmt::format(" \\\n        {}",
                          shell_quoted(fmt::format("1:{}:({})", first.name, fmt::join(first.choices, " "))));
  }
  return text + fmt::format(" \\\n        {}", shell_quoted("*:file:_files"));
}

std::string description_list(const std::vector<Command>& commands) {
  std::string text;
  for (const Command& command : commands)
    text += fmt::format(" \\\n    {}",
                        shell_quoted(fmt::format("{}:{}", command.name, escaped(command.summary))));
  return text;
}

}  // namespace

std::string zsh_completion() {
  std::string parts;
  for (const Command& command : all_commands())
    if (command.parts != nullptr)
      parts += fmt::format(
          "    {0})\n"
          "      if (( CURRENT == 3 )); then\n"
          "        names=({1})\n"
          "        _describe 'what' names\n"
          "        return\n"
          "      fi\n"
          "      command=\"{0} ${{words[3]}}\"\n"
          "      shift words; (( CURRENT-- )) ;;\n",
          command.name, description_list(command.parts()));
  std::string options;
  for (const CommandDescription& command : describe_commands())
    options +=
        fmt::format("    {})\n      _arguments{} ;;\n", shell_quoted(command.name), specifications(command));
  return fmt::format(R"zsh(#compdef craggy
# Completion of craggy for zsh, made by 'craggy completion zsh'.
# In the store that the command line names, or the usual one; a server may take too long to answer.
_craggy_studies() {{
  local -a studies store
  local place=${{words[(i)--store]}}
  (( place < $#words )) && store=(--store ${{words[place + 1]}})
  studies=(${{(f)"$(timeout 2 craggy list --names $store 2>/dev/null)"}})
  compadd -a studies
}}

_craggy() {{
  local -a names
  local command=${{words[2]}}
  if (( CURRENT == 2 )); then
    names=({})
    _describe 'command' names
    return
  fi
  if (( ${{words[(i)--]}} < CURRENT )); then
    _files
    return
  fi
  case $command in
{}  esac
  shift words; (( CURRENT-- ))
  case $command in
{}  esac
}}

if [ "$funcstack[1]" = "_craggy" ]; then
  _craggy "$@"
else
  compdef _craggy craggy
fi
)zsh",
                     description_list(all_commands()), parts, options);
}

}  // namespace craggy::cli
