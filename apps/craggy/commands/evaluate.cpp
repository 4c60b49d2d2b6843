// `craggy evaluate`: the value of a built-in problem at a point.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "problem_run.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

// Numbers, and names of categories where the problem has them.
std::vector<double> parse_point(const problems::Problem& problem, std::string_view text) {
  if (!problem.space) return parse_list("x", text);
  std::vector<double> codes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (codes.size() == problem.dim())
      fail_argument("x", fmt::format("'{}'", text),
                    fmt::format("{} has {} parameters", problem.name, problem.dim()));
    std::string_view value = text.substr(begin, end - begin);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    codes.push_back(parse_value((*problem.space)[codes.size()], value));
    begin = end + 1;
  }
  return codes;
}

}  // namespace

int evaluate(Arguments arguments, const Context& context) {
  std::string name;
  std::vector<std::string> coordinates;
  bool json = false;
  OptionParser parser("evaluate", "Prints the value of a built-in problem at a point of its domain.");
  parser.positional("PROBLEM", name, "Name of the problem; craggy problems lists them");
  parser.argument_choices(testbeds::problem_names());
  parser.positionals("X", coordinates,
                     "Coordinates x1,x2,... in the problem's own units, categories by name");
  parser.flag("--json", json, "Print JSON");
  parser.examples(
      {"craggy evaluate branin01 3.14159,2.275", "craggy evaluate holder_table -8.05502,9.66459 --json"});
  if (!parser.parse(arguments, context)) return exit_done;

  const problems::Problem& problem = testbeds::find_problem(name);
  const std::vector<double> x = parse_point(problem, fmt::format("{}", fmt::join(coordinates, ",")));
  const double value = problems::evaluate(problem, x);
  if (json)
    write_json(context.out,
               {{"problem", problem.name}, {"x", json_numbers(x)}, {"value", json_number(value)}});
  else
    context.out << exact_number(value) << '\n';
  return exit_done;
}

}  // namespace craggy::cli
