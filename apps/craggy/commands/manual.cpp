// `craggy manual`: the manual page, for man.
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "manual_page.hpp"
#include "option_parser.hpp"

namespace craggy::cli {

int manual(Arguments arguments, const Context& context) {
  OptionParser parser("manual", "Prints the manual page craggy(1) in the form that man reads.");
  parser.examples({"craggy manual | man -l -"});
  if (!parser.parse(arguments, context)) return exit_done;
  context.out << manual_page();
  return exit_done;
}

}  // namespace craggy::cli
