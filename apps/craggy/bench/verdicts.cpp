// `craggy bench verdicts`: how often which verdict is given on made-up studies, healthy ones and others.
#include "runs/verdicts.hpp"

#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

#include "base/random.hpp"
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

constexpr std::array<std::size_t, 3> dims = {1, 2, 6};

struct Kind {
  const char* name;
  double noise = 0.0;  // in standard deviations of the landscape
  bool says_noisy = false;
  double detail = 0.0;     // amplitude of a fine ripple
  double landscape = 1.0;  // weight
  double slope = 0.0;      // towards a bound of the first parameter
  const char* region = "none";
  double chance_of_failure = 0.0;  // wherever the point is
};

constexpr std::array kinds = {
    Kind{.name = "smooth"},
    Kind{.name = "jagged", .detail = 0.3},
    Kind{.name = "noise 0.3, said", .noise = 0.3, .says_noisy = true},
    Kind{.name = "failures at random", .chance_of_failure = 0.2},
    Kind{.name = "noise 0.1", .noise = 0.1},
    Kind{.name = "noise 0.3", .noise = 0.3},
    Kind{.name = "noise 1", .noise = 1.0},
    Kind{.name = "noise alone, said", .noise = 1.0, .says_noisy = true, .landscape = 0.0},
    Kind{.name = "slope to a bound", .landscape = 0.3, .slope = 3.0},
    Kind{.name = "failing half space", .region = "half_space"},
    Kind{.name = "failing ball", .region = "ball"},
};

// What verdicts are made of, for whoever wants to try other thresholds.
void add_trials(Json& line, const StudyView& view) {
  for (const TrialRecord& record : view.trials()) {
    line["x"].push_back(record.values);
    line["value"].push_back(record.objective ? Json(*record.objective) : Json(nullptr));
    const bool has_model = record.suggestion && record.suggestion->reason && record.suggestion->diagnostics;
    line["mean"].push_back(has_model ? Json(record.suggestion->reason->mean) : Json(nullptr));
    line["sd"].push_back(has_model ? Json(record.suggestion->reason->sd) : Json(nullptr));
    line["rhat"].push_back(has_model ? Json(record.suggestion->diagnostics->rhat_max) : Json(nullptr));
  }
}

Json run(const Kind& kind, std::size_t dim, std::uint64_t seed, std::size_t num_trials,
         SuggestOptions suggest, const Context& context) {
  suggest.noisy = kind.says_noisy;
  const Landscape landscape(dim, seed);
  const FailingRegion region(dim == 1 && std::string_view(kind.region) != "none" ? "half_space" : kind.region,
                             landscape, seed);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < dim; ++i) parameters.push_back({fmt::format("x{}", i + 1), Float{0, 1}});
  Study study = Study::in_memory(
      {.space = Space(parameters), .suggest = suggest, .seed = seed, .worker = {.num_threads = 1}});
  const StudyView view(study);
  Json line = {{"study", fmt::format("{}-{}-{}", kind.name, dim, seed)}, {"kind", kind.name}, {"dim", dim}};
  RandomStream luck(seed, {.trial = 5});
  for (std::size_t t = 1; t <= num_trials; ++t) {
    const Trial trial = study.ask(context.stop);
    const std::vector<double>& x = trial.values();
    double sum = 0.0;
    for (const double coordinate : x) sum += coordinate;
    const double value = kind.landscape * landscape(x) + kind.slope * x[0] +
                         kind.detail * std::sin(150.0 * sum) + kind.noise * luck.normal();
    if (region.fails(x) || luck.uniform() < kind.chance_of_failure)
      study.fail(trial);
    else
      study.tell(trial, value);
    if (t % 20 != 0) continue;
    std::vector<std::string> given;
    for (const runs::Verdict& verdict : runs::verdicts_of(view)) given.emplace_back(name_of(verdict.id));
    line["verdicts"][fmt::format("{}", t)] = given;
  }
  add_trials(line, view);
  return line;
}

void print_table(const StudyLog& log, const Context& context) {
  struct Row {
    std::size_t studies = 0;
    std::map<std::string, std::size_t> given;
  };
  std::map<std::pair<std::string, std::string>, Row> rows;
  for (const Json& line : log.lines())
    for (const auto& [trials, given] : line["verdicts"].items()) {
      Row& row = rows[{line["kind"].get<std::string>(),
                       fmt::format("{} parameters, {:>3} trials", line["dim"].get<int>(), trials)}];
      ++row.studies;
      for (const Json& each : given) ++row.given[each.get<std::string>()];
    }
  std::vector<std::vector<std::string>> cells;
  for (const Kind& kind : kinds)
    for (const auto& [name, row] : rows) {
      if (name.first != kind.name) continue;
      std::vector<std::string> words;
      for (const auto& [verdict, count] : row.given) words.push_back(fmt::format("{} {}", count, verdict));
      cells.push_back({name.first, name.second, fmt::format("{}", row.studies),
                       fmt::format("{}", fmt::join(words, ", "))});
    }
  context.out << table({{"objective"}, {"study"}, {"studies", Align::right}, {"verdicts"}}, cells, 140);
}

}  // namespace

int bench_verdicts(Arguments arguments, const Context& context) {
  std::int64_t num_seeds = 5;
  std::int64_t first_seed = 1;
  std::int64_t num_trials = 60;
  std::string file;
  SuggestOptions suggest;
  bool json = false;
  OptionParser parser(
      "bench verdicts",
      "Runs made-up studies, healthy ones and others, and counts the verdicts on them: what should not be "
      "said, and what is missed. Healthy are the smooth ones, those whose noise is said, and those that fail "
      "at random.");
  parser.whole("--seeds", num_seeds, 1, "Landscapes of each kind and number of parameters");
  parser.whole("--first-seed", first_seed, 0, "The first of them");
  parser.whole("--trials", num_trials, 20, "Trials of a study; verdicts are asked for after every 20");
  parser.choice("--surrogate", suggest.surrogate, engine_surrogate_names(), "How points are suggested");
  parser.text("--out", "FILE", file, "Keeps a line of JSON per study here; what is there is not run again");
  parser.flag("--json", json, "Print the lines");
  parser.examples({"craggy bench verdicts --seeds 2 --trials 20"});
  if (!parser.parse(arguments, context)) return exit_done;

  StudyLog log(file);
  for (std::int64_t s = 0; s < num_seeds; ++s)
    for (const Kind& kind : kinds)
      for (const std::size_t dim : dims) {
        const auto seed = static_cast<std::uint64_t>(first_seed + s);
        if (!log.has(fmt::format("{}-{}-{}", kind.name, dim, seed)))
          log.add(run(kind, dim, seed, static_cast<std::size_t>(num_trials), suggest, context));
      }
  if (json)
    write_json(context.out, Json(log.lines()));
  else
    print_table(log, context);
  return exit_done;
}

}  // namespace craggy::cli
