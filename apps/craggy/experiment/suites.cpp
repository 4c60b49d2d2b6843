// `craggy experiment suites`: what can be run.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "experiments/method.hpp"
#include "experiments/peer.hpp"
#include "experiments/suite.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using experiments::Cell;
using experiments::Suite;

Json to_json(const Suite& suite) {
  Json cells = Json::array();
  for (const Cell& cell : suite.cells)
    cells.push_back({{"problem", cell.problem},
                     {"method", cell.method},
                     {"evaluations", cell.evaluations},
                     {"repetitions", cell.repetitions}});
  return {{"name", suite.name}, {"summary", suite.summary}, {"cells", cells}};
}

std::size_t num_repetitions(const Suite& suite) {
  std::size_t total = 0;
  for (const Cell& cell : suite.cells) total += cell.repetitions;
  return total;
}

std::size_t num_problems(const Suite& suite) {
  std::set<std::string> names;
  for (const Cell& cell : suite.cells) names.insert(cell.problem);
  return names.size();
}

void print(const Context& context) {
  std::vector<std::vector<std::string>> rows;
  for (const Suite& suite : experiments::suites())
    rows.push_back({suite.name, fmt::format("{}", num_problems(suite)),
                    fmt::format("{}", num_repetitions(suite)), suite.summary});
  const std::size_t width = context.terminal.output ? static_cast<std::size_t>(context.terminal.columns) : 0;
  context.out << table({{"suite"}, {"problems", Align::right}, {"repetitions", Align::right}, {"what"}}, rows,
                       width);

  context.out << "\nA method is a surrogate with modifiers, such as latent:sampled:lcb.\n\n"
              << labelled("Surrogates", fmt::format("{}", fmt::join(engine_surrogate_names(), ", ")), 14,
                          context.text_width())
              << labelled("Peers", fmt::format("{}", fmt::join(experiments::peer_names(), ", ")), 14,
                          context.text_width())
              << "\nModifiers\n";
  for (const experiments::ModifierHelp& help : experiments::modifier_help())
    context.out << labelled("  " + help.name, help.summary, 20, context.text_width());
}

}  // namespace

int experiment_suites(Arguments arguments, const Context& context) {
  bool json = false;
  OptionParser parser("experiment suites", "Lists the suites that can be run, and how methods are named.");
  parser.flag("--json", json, "Print JSON, with all cells of the suites");
  parser.examples({"craggy experiment suites", "craggy experiment suites --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  if (json) {
    Json all = Json::array();
    for (const Suite& suite : experiments::suites()) all.push_back(to_json(suite));
    write_json(context.out, all);
  } else {
    print(context);
  }
  return exit_done;
}

}  // namespace craggy::cli
