// `craggy completion`: what to load into a shell so that it completes craggy's commands and options.
#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "shells/shells.hpp"

namespace craggy::cli {

int completion(Arguments arguments, const Context& context) {
  std::string shell;
  OptionParser parser(
      "completion",
      "Prints what makes a shell complete the commands and options of craggy. Packages of craggy put "
      "it where the shell finds it.");
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  parser.positional("SHELL", shell, "bash, zsh or fish");
  parser.argument_choices(shells);
  parser.examples({"source <(craggy completion bash)", "craggy completion zsh >~/.zfunc/_craggy",
                   "craggy completion fish >~/.config/fish/completions/craggy.fish"});
  if (!parser.parse(arguments, context)) return exit_done;
  check_known("SHELL", shell, shells);
  context.out << (shell == "bash"  ? bash_completion()
                  : shell == "zsh" ? zsh_completion()
                                   : fish_completion());
  return exit_done;
}

}  // namespace craggy::cli
