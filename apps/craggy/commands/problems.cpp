// `craggy problems`: the catalogue of built-in problems.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "problems/others.hpp"
#include "testbeds/catalogue.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using problems::Bounds;
using problems::Problem;

// "[-10, 10]^2" for a cube, else "[-5, 10] x [0, 15]", of which only the ends if there are many.
std::string domain_text(const Problem& problem) {
  const auto text = [](const Bounds& bounds) {
    return fmt::format("[{}, {}]", short_number(bounds.low), short_number(bounds.high));
  };
  const auto same = [&](const Bounds& bounds) { return bounds == problem.domain.front(); };
  if (std::all_of(problem.domain.begin(), problem.domain.end(), same))
    return fmt::format("{}^{}", text(problem.domain.front()), problem.dim());
  if (problem.dim() > 4)
    return fmt::format("{} x ... x {}", text(problem.domain.front()), text(problem.domain.back()));
  std::vector<std::string> sides;
  sides.reserve(problem.dim());
  for (const Bounds& bounds : problem.domain) sides.push_back(text(bounds));
  return fmt::format("{}", fmt::join(sides, " x "));
}

Json to_json(const Problem& problem) {
  Json domain = Json::array();
  for (const Bounds& bounds : problem.domain) domain.push_back(Json::array({bounds.low, bounds.high}));
  return {{"name", problem.name},
          {"dim", problem.dim()},
          {"domain", domain},
          {"optimum", problem.optimum ? json_number(*problem.optimum) : Json(nullptr)},
          {"score_reference", json_number(problem.score_reference)},
          {"argmin", problem.argmin},
          {"properties", problem.properties},
          {"title", problem.title},
          {"note", problem.note}};
}

void print_table(const std::vector<Problem>& problems, const Context& context) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;
  for (const Problem& problem : problems) {
    const std::string optimum = problem.optimum ? short_number(*problem.optimum)
                                                : fmt::format("({})", short_number(problem.score_reference));
    rows.push_back({problem.name, std::to_string(problem.dim()), domain_text(problem), optimum,
                    fmt::format("{}", fmt::join(problem.properties, ", "))});
    if (!problem.note.empty()) notes.push_back(fmt::format("{}: {}", problem.name, problem.note));
  }
  context.out << table(
                     {{"name"}, {"dim", Align::right}, {"domain"}, {"optimum", Align::right}, {"properties"}},
                     rows, context.terminal.output ? static_cast<std::size_t>(context.terminal.columns) : 0)
              << '\n';
  for (const std::string& note : notes) context.out << labelled("", note, 0, context.text_width());
}

}  // namespace

int list_problems(Arguments arguments, const Context& context) {
  bool json = false;
  bool others = false;
  OptionParser parser("problems",
                      "Lists the built-in problems: name, domain, minimum and what makes them hard.");
  parser.flag("--others", others, "Those that are not the paper's, instead of the paper's");
  parser.flag("--json", json, "Print JSON: all figures in full, and the minimisers");
  parser.examples({"craggy problems", "craggy problems --json", "craggy problems --others"});
  if (!parser.parse(arguments, context)) return exit_done;

  const std::vector<Problem>& listed = others ? problems::other_problems() : testbeds::all_problems();
  if (json) {
    Json all = Json::array();
    for (const Problem& problem : listed) all.push_back(to_json(problem));
    write_json(context.out, all);
  } else {
    print_table(listed, context);
  }
  return exit_done;
}

}  // namespace craggy::cli
