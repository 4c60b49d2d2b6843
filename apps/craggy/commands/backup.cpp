// `craggy backup`: a copy of a SQLite store that is whole, whoever works on it.
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

int backup(Arguments arguments, const Context& context) {
  std::string file;
  std::string url = default_store;
  OptionParser parser(
      "backup",
      "Copies a SQLite store, with all its studies, to a new file, also while studies run: a plain "
      "copy of the file would miss what is still in its log. The copy is a store like any other.");
  parser.positional("FILE", file, "The copy; a file that exists is never replaced");
  add_store_option(parser, url);
  parser.examples({"craggy backup tonight.db", "craggy backup --store sqlite:///tune.db tune-copy.db"});
  if (!parser.parse(arguments, context)) return exit_done;
  back_up_store(url, file, {.stop = context.stop});
  context.out << fmt::format("{}: written\n", file);
  return exit_done;
}

}  // namespace craggy::cli
