// `craggy bench failures`: how many evaluations go where they fail, and how good a value is reached all the
// same.
#include <array>
#include <map>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "bench/bench.hpp"
#include "bench/study_log.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "problems/failing_region.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using problems::FailingRegion;
using problems::Landscape;

constexpr std::array<std::size_t, 2> dims = {2, 4};

struct Case {
  std::string shape;
  std::size_t dim;
  std::uint64_t seed;

  std::string study() const { return fmt::format("{}-{}-{}", shape, dim, seed); }
};

Json run(const Case& each, std::int64_t num_trials, const SuggestOptions& suggest, const Context& context) {
  const Landscape landscape(each.dim, each.seed);
  const FailingRegion region(each.shape, landscape, each.seed);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < each.dim; ++i) parameters.push_back({fmt::format("x{}", i + 1), Float{0, 1}});
  Study study = Study::in_memory(
      {.space = Space(parameters), .suggest = suggest, .seed = each.seed, .worker = {.num_threads = 1}});
  std::optional<TrialRecord> best_of_half;
  for (std::int64_t t = 0; t < num_trials; ++t) {
    if (t == num_trials / 2) best_of_half = study.best();
    const Trial trial = study.ask(context.stop);
    const std::vector<double>& x = trial.values();
    if (region.fails(x))
      study.fail(trial);
    else
      study.tell(trial, Result{landscape(x), region.has_constraint() ? std::vector{region.constraint(x)}
                                                                     : std::vector<double>{}});
  }
  const Landscape::Lowest lowest = landscape.lowest([&](std::span<const double> x) {
    return !region.fails(x) && (!region.has_constraint() || region.constraint(x) <= 0.0);
  });
  const auto regret = [&](const std::optional<TrialRecord>& best) {
    return best && best->objective ? Json(*best->objective - lowest.value) : Json(nullptr);
  };
  return {{"study", each.study()},
          {"shape", each.shape},
          {"dim", each.dim},
          {"seed", each.seed},
          {"trials", num_trials},
          {"failed", study.counts().failed},
          {"infeasible", study.counts().infeasible},
          {"regret_of_half", regret(best_of_half)},
          {"regret", regret(study.best())}};
}

constexpr std::array figures = {"failed", "regret_of_half", "regret"};

// Of a study that found nothing, the regret is a standard deviation.
double figure_of(const Json& line, const char* figure) {
  return line[figure].is_null() ? 1.0 : line[figure].get<double>();
}

// Where there is another version, studies that it has run too, and the differences to it.
void print_table(const StudyLog& log, const StudyLog* before, const Context& context) {
  std::map<std::string, Json> earlier;
  if (before != nullptr)
    for (const Json& line : before->lines()) earlier[line["study"].get<std::string>()] = line;
  constexpr const char* all_that_fail = "~all that fail";  // sorted behind the others
  std::map<std::string, std::array<std::vector<double>, 2 * figures.size()>> rows;
  for (const Json& line : log.lines()) {
    const auto found = earlier.find(line["study"].get<std::string>());
    if (before != nullptr && found == earlier.end()) continue;
    const auto shape = line["shape"].get<std::string>();
    std::vector<std::string> names = {fmt::format("{}, {} parameters", shape, line["dim"].get<int>())};
    if (shape != "none") names.emplace_back(all_that_fail);
    for (const std::string& name : names)
      for (std::size_t f = 0; f < figures.size(); ++f) {
        const double figure = figure_of(line, figures[f]);
        rows[name][f].push_back(figure);
        if (before != nullptr)
          rows[name][figures.size() + f].push_back(figure - figure_of(found->second, figures[f]));
      }
  }
  std::vector<Column> titles = {{"region"},
                                {"studies", Align::right},
                                {"failed", Align::right},
                                {"regret after half", Align::right},
                                {"regret", Align::right}};
  if (before != nullptr)
    titles.insert(titles.end(),
                  {{"more failed", Align::right}, {"more, half", Align::right}, {"more", Align::right}});
  std::vector<std::vector<std::string>> cells;
  for (const auto& [name, row] : rows) {
    cells.push_back({name == all_that_fail ? name.substr(1) : name, fmt::format("{}", row.front().size())});
    for (const std::vector<double>& values : row)
      if (!values.empty()) cells.back().push_back(mean_text(values));
  }
  context.out << table(titles, cells, 140);
}

}  // namespace

int bench_failures(Arguments arguments, const Context& context) {
  std::int64_t num_seeds = 10;
  std::int64_t first_seed = 1;
  std::int64_t num_trials = 40;
  std::string file;
  std::string other_file;
  std::optional<std::string> only;
  SuggestOptions suggest;
  bool json = false;
  OptionParser parser(
      "bench failures",
      "Runs studies of made-up landscapes, parts of which fail, in several shapes: how many evaluations "
      "failed, and how far the best value is from the best there is outside of that part, in standard "
      "deviations of the landscape.");
  parser.whole("--seeds", num_seeds, 1, "Landscapes of each shape and number of parameters");
  parser.whole("--first-seed", first_seed, 0, "The first of them");
  parser.whole("--trials", num_trials, 2, "Trials of a study");
  parser.choice("--surrogate", suggest.surrogate, engine_surrogate_names(), "How points are suggested");
  parser.choice("--shape", only, FailingRegion::shapes(), "This shape alone");
  parser.text("--out", "FILE", file, "Keeps a line of JSON per study here; what is there is not run again");
  parser.text("--against", "FILE", other_file, "Lines of another version, to compare with study by study");
  parser.flag("--json", json, "Print the lines");
  parser.examples({"craggy bench failures --seeds 3", "craggy bench failures --out after --against before"});
  if (!parser.parse(arguments, context)) return exit_done;

  StudyLog log(file);
  const StudyLog before(other_file);
  for (const std::string& shape : FailingRegion::shapes()) {
    if (shape != only.value_or(shape)) continue;
    for (const std::size_t dim : dims)
      for (std::int64_t s = 0; s < num_seeds; ++s) {
        const Case each{shape, dim, static_cast<std::uint64_t>(first_seed + s)};
        if (!log.has(each.study())) log.add(run(each, num_trials, suggest, context));
      }
  }
  if (json)
    write_json(context.out, Json(log.lines()));
  else
    print_table(log, other_file.empty() ? nullptr : &before, context);
  return exit_done;
}

}  // namespace craggy::cli
