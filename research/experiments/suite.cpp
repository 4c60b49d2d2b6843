#include "experiments/suite.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "experiments/method.hpp"
#include "problems/generated.hpp"
#include "problems/others.hpp"
#include "testbeds/bbob.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/hpo_table.hpp"

namespace craggy::experiments {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t short_budget = 50;
constexpr std::size_t long_budget = 100;
constexpr std::uint32_t paper_repetitions = 20;

Names all_problems() {
  Names names;
  for (const problems::Problem& problem : testbeds::all_problems()) names.push_back(problem.name);
  return names;
}

// Those of the paper that run for 100 evaluations.
Names long_running() {
  Names names = paper_methods();
  std::erase(names, "warped");
  return names;
}

Names with_modifier(Names names, const std::string& modifier) {
  for (std::string& name : names) name += ":" + modifier;
  return names;
}

void add(std::vector<Cell>& cells, const Names& problems, const Names& methods, std::size_t evaluations,
         std::uint32_t repetitions) {
  for (const std::string& problem : problems)
    for (const std::string& method : methods) cells.push_back({problem, method, evaluations, repetitions});
}

std::vector<Cell> cells_of(const Names& problems, const Names& methods,
                           std::size_t evaluations = long_budget) {
  std::vector<Cell> cells;
  add(cells, problems, methods, evaluations, paper_repetitions);
  return cells;
}

std::vector<Cell> table1() {
  std::vector<Cell> cells = cells_of(all_problems(), long_running());
  add(cells, problems_after_50(), {"warped"}, short_budget, paper_repetitions);
  return cells;
}

// What the shipped default is compared on when it changes: with and without its latest part, and what it is
// made of.
std::vector<Cell> others() {
  Names problems;
  for (const problems::Problem& problem : problems::other_problems()) problems.push_back(problem.name);
  std::vector<Cell> cells;
  add(cells, problems, {"craggy", "craggy:joint", "latent", "noiseless"}, long_budget, 5);
  return cells;
}

// HEBO and SMAC3 take seconds per suggestion, robust relevance pursuit a minute.
std::vector<Cell> peers() {
  const Names problems = {"corrupted_holder_table", "shubert01",    "holder_table", "ackley6", "hartmann6",
                          "corrupted_exponential",  "robot_pushing"};
  std::vector<Cell> cells;
  add(cells, problems,
      {"craggy", "latent", "noiseless", "peer/botorch", "peer/optuna-tpe", "peer/optuna-gp", "peer/cma",
       "random"},
      long_budget, 10);
  add(cells, problems, {"peer/hebo", "peer/smac"}, long_budget, 5);
  add(cells, {"corrupted_holder_table"}, {"peer/botorch-rrp"}, short_budget, 3);
  return cells;
}

// One repetition each: many problems say more than many runs on a few.
std::vector<Cell> generated(std::uint32_t first_seed) {
  constexpr std::uint32_t num_seeds = 1000;
  Names problems;
  for (std::uint32_t seed = first_seed; seed < first_seed + num_seeds; ++seed)
    problems.push_back(problems::generated_name(seed));
  std::vector<Cell> cells;
  add(cells, problems, {"craggy", "latent", "latent:sampled", "homoscedastic", "noiseless", "random"},
      long_budget, 1);
  return cells;
}

// The functions of BBOB with structure to be found in 100 evaluations, the jagged ones among them.
std::vector<Cell> bbob(std::uint32_t first_instance, std::uint32_t last_instance) {
  constexpr std::array<std::uint32_t, 14> functions = {3, 4, 6, 7, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
  constexpr std::array<std::uint32_t, 2> dimensions = {2, 5};
  Names problems;
  for (std::uint32_t instance = first_instance; instance <= last_instance; ++instance)
    for (const std::uint32_t dim : dimensions)
      for (const std::uint32_t function : functions)
        problems.push_back(testbeds::bbob_name({.function = function, .dim = dim, .instance = instance}));
  std::vector<Cell> cells;
  add(cells, problems, {"craggy", "latent", "latent:sampled", "homoscedastic", "noiseless", "random"},
      long_budget, 1);
  return cells;
}

// Real tables; the peers are those that take whole numbers and categories.
std::vector<Cell> hpo() {
  std::vector<Cell> cells;
  add(cells, testbeds::hpo_names(),
      {"craggy", "latent", "homoscedastic", "noiseless", "random", "peer/optuna-tpe", "peer/optuna-gp",
       "peer/smac"},
      long_budget, 10);
  return cells;
}

std::vector<Suite> make_suites() {
  Names with_craggy = paper_methods();
  with_craggy.emplace_back("craggy");
  return {
      {"table1", "the paper's two tables: its surrogates on all its problems", table1()},
      {"craggy", "the shipped default on the same problems", cells_of(all_problems(), {"craggy"})},
      {"amplitude", "the paper's surrogates with a sampled amplitude",
       cells_of(all_problems(), with_modifier(long_running(), "sampled"))},
      {"lcb", "lower confidence bound on Corrupted Exponential",
       cells_of({"corrupted_exponential"}, with_modifier(long_running(), "lcb"))},
      {"corrupted-holder", "the paper's hard case: all surrogates for 50 evaluations",
       cells_of({"corrupted_holder_table"}, with_craggy, short_budget)},
      {"others", "the shipped default on problems that are not the paper's", others()},
      {"peers", "other optimisers, from the same initial points", peers()},
      {"generated", "smooth bases with jagged detail, made from seeds: what a default is developed on",
       generated(0)},
      {"confirmation", "others of the same families: a frozen variant is confirmed on them once",
       generated(problems::first_confirmation_seed)},
      {"bbob", "functions of BBOB, instances 1 to 40: what a default is developed on", bbob(1, 40)},
      {"bbob-confirmation", "instances 61 to 70: a frozen variant is confirmed on them once", bbob(61, 70)},
      {"hpo", "tables of hyperparameters of neural networks, with whole numbers and categories", hpo()},
  };
}

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Without repetition, in order.
template <typename Member>
Names distinct(const std::vector<Cell>& cells, Member member) {
  Names names;
  for (const Cell& cell : cells)
    if (!contains(names, cell.*member)) names.push_back(cell.*member);
  return names;
}

Cell longest_on(const Suite& suite, const std::string& problem, const std::string& method) {
  Cell longest{problem, method, 0, 0};
  for (const Cell& cell : suite.cells) {
    if (cell.problem != problem) continue;
    longest.evaluations = std::max(longest.evaluations, cell.evaluations);
    longest.repetitions = std::max(longest.repetitions, cell.repetitions);
  }
  return longest;
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "generated_3..7" is generated_3 to generated_7, and bbob_f3_d5_i1..4 four instances; other names stay.
Names expanded(const Names& names) {
  constexpr std::string_view dots = "..";
  Names all;
  for (const std::string& name : names) {
    const std::size_t at = name.find(dots);
    if (at == std::string::npos) {
      all.push_back(name);
      continue;
    }
    const std::size_t digits = name.find_last_not_of("0123456789", at - 1) + 1;
    const std::string stem = name.substr(0, digits);
    const std::optional<std::uint32_t> first = whole_number(name.substr(digits, at - digits));
    const std::optional<std::uint32_t> last = whole_number(name.substr(at + dots.size()));
    if (!first || !last || *last < *first)
      fail_argument("the range of problems", name, "it has to be like generated_0..199 or bbob_f3_d5_i1..40");
    for (std::uint32_t number = *first; number <= *last; ++number)
      all.push_back(fmt::format("{}{}", stem, number));
  }
  return all;
}

}  // namespace

const Names& problems_after_50() {
  static const Names names = {"hartmann6",
                              "griewank",
                              "shubert01",
                              "ackley2",
                              "cross_in_tray",
                              "holder_table",
                              "corrupted_holder_table"};
  return names;
}

const std::vector<Suite>& suites() {
  static const std::vector<Suite> all = make_suites();
  return all;
}

const Suite& find_suite(std::string_view name) {
  Names names;
  for (const Suite& suite : suites()) names.push_back(suite.name);
  check_known("the suite", name, names);
  return *std::find_if(suites().begin(), suites().end(),
                       [&](const Suite& each) { return each.name == name; });
}

std::vector<Cell> filtered(const Suite& suite, const SuiteFilter& filter) {
  const Names problems = expanded(filter.problems);
  const Names own_problems = distinct(suite.cells, &Cell::problem);
  const Names own_methods = distinct(suite.cells, &Cell::method);
  for (const std::string& problem : problems)
    check_known(fmt::format("the problem of suite {}", suite.name), problem, own_problems);
  Names methods;
  for (const std::string& method : filter.methods) methods.push_back(parse_method(method).name);
  Names added = methods;  // what runs although the suite may not have it
  for (const std::string& peer : filter.peers) added.push_back(parse_method(peer).name);
  if (!methods.empty()) methods = added;

  std::vector<Cell> cells;
  for (const Cell& cell : suite.cells)
    if ((problems.empty() || contains(problems, cell.problem)) &&
        (methods.empty() || contains(methods, cell.method)))
      cells.push_back(cell);
  for (const std::string& method : added)
    if (!contains(own_methods, method))
      for (const std::string& problem : problems.empty() ? own_problems : problems)
        cells.push_back(longest_on(suite, problem, method));
  if (cells.empty())
    fail_argument("what is left of suite " + suite.name, "nothing",
                  fmt::format("it has to be something: {} does not run on {} there", fmt::join(methods, ", "),
                              fmt::join(problems, ", ")));
  for (Cell& cell : cells) {
    if (filter.evaluations) cell.evaluations = *filter.evaluations;
    if (filter.repetitions) cell.repetitions = *filter.repetitions;
  }
  return cells;
}

}  // namespace craggy::experiments
