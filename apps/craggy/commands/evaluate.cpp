// `craggy evaluate`: the value of a built-in problem at a point.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "problem_run.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {

int evaluate(Arguments arguments, const Context& context) {
  std::string name;
  std::vector<std::string> coordinates;
  bool json = false;
  OptionParser parser("evaluate", "Prints the value of a built-in problem at a point of its domain.");
  parser.positional("PROBLEM", name, "Name of the problem; craggy problems lists them");
  parser.argument_choices(testbeds::problem_names());
  parser.positionals("X", coordinates, "Coordinates x1,x2,... in the problem's own units");
  parser.flag("--json", json, "Print JSON");
  parser.examples(
      {"craggy evaluate branin01 3.14159,2.275", "craggy evaluate holder_table -8.05502,9.66459 --json"});
  if (!parser.parse(arguments, context)) return exit_done;

  const problems::Problem& problem = testbeds::find_problem(name);
  const std::vector<double> x = parse_list("x", fmt::format("{}", fmt::join(coordinates, ",")));
  const double value = problems::evaluate(problem, x);
  if (json)
    write_json(context.out,
               {{"problem", problem.name}, {"x", json_numbers(x)}, {"value", json_number(value)}});
  else
    context.out << exact_number(value) << '\n';
  return exit_done;
}

}  // namespace craggy::cli
