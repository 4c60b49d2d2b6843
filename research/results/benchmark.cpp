#include "results/benchmark.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "problems/generated.hpp"
#include "problems/score.hpp"
#include "results/family_table.hpp"
#include "results/ranks.hpp"
#include "testbeds/bbob.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/hpo_table.hpp"

namespace craggy::results {
namespace {

using experiments::Record;

constexpr std::string_view own = "craggy";
constexpr std::size_t fewest_for_a_loss = 5;  // of fewer, a standard error says little
constexpr std::uint32_t first_bbob_confirmation = 61;

std::vector<std::string> those(const std::vector<std::string>& names, const auto& fits) {
  std::vector<std::string> some;
  std::ranges::copy_if(names, std::back_inserter(some), fits);
  return some;
}

// Those for confirmation if craggy has any of them, or else those for development.
void keep_confirmation(BenchmarkSuite& suite, const RecordSet& records, const auto& is_confirmation) {
  const auto has_craggy = [&](const std::string& name) { return !records.runs(name, own).empty(); };
  std::vector<std::string> confirmation = those(suite.problems, is_confirmation);
  suite.confirmation = std::ranges::any_of(confirmation, has_craggy);
  suite.problems =
      suite.confirmation
          ? std::move(confirmation)
          : those(suite.problems, [&](const std::string& name) { return !is_confirmation(name); });
}

// One run of craggy and one of another method from the same points.
struct Unit {
  std::string problem;
  Repetition repetition;
  auto operator<=>(const Unit&) const = default;
};
using Gaps = std::map<Unit, double>;  // of one method

const Record* run_of(const RecordSet& records, const Unit& unit, std::string_view method,
                     std::size_t evaluations) {
  const RecordSet::Runs& runs = records.runs(unit.problem, method);
  const auto found = runs.find(unit.repetition);
  return found == runs.end() || found->second.evaluations() < evaluations ? nullptr : &found->second;
}

// Of several the longest.
std::size_t usual_length(const RecordSet& records, const BenchmarkSuite& suite) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::string& problem : suite.problems)
    for (const auto& [repetition, record] : records.runs(problem, own)) ++counts[record.evaluations()];
  if (counts.empty()) throw InvalidArgument(fmt::format("there are no runs of craggy on {}", suite.title));
  return std::ranges::max_element(counts, {},
                                  [](const auto& each) { return std::pair(each.second, each.first); })
      ->first;
}

Gaps gaps_of(const RecordSet& records, const BenchmarkSuite& suite, std::string_view method,
             std::size_t evaluations, const std::map<std::string, double>& references) {
  Gaps gaps;
  for (const std::string& problem : suite.problems)
    for (const auto& [repetition, record] : records.runs(problem, method))
      if (record.evaluations() >= evaluations)
        gaps[{problem, repetition}] =
            problems::gap(record.first(), record.best[evaluations - 1], references.at(problem));
  return gaps;
}

double mean(const std::vector<double>& values) { return summarise(values).mean; }

// Numbers of units as means per problem.
std::vector<double> per_problem(const std::map<Unit, double>& values) {
  std::map<std::string, std::vector<double>> by_problem;
  for (const auto& [unit, value] : values) by_problem[unit.problem].push_back(value);
  std::vector<double> means;
  for (const auto& [problem, list] : by_problem) means.push_back(mean(list));
  return means;
}

// The method's gap minus craggy's where both have a run.
std::map<Unit, double> leads_of(const Gaps& method, const Gaps& craggy) {
  std::map<Unit, double> leads;
  for (const auto& [unit, gap] : method)
    if (const auto there = craggy.find(unit); there != craggy.end()) leads[unit] = gap - there->second;
  return leads;
}

std::size_t num_problems_of(const std::map<Unit, double>& values) {
  std::set<std::string> problems;
  for (const auto& [unit, value] : values) problems.insert(unit.problem);
  return problems.size();
}

// Leaves those of craggy's runs that another optimiser has.
void keep_those_with_peers(std::map<std::string, Gaps>& gaps) {
  const auto has_peer = [&](const Unit& unit) {
    return std::ranges::any_of(gaps, [&](const auto& each) {
      return each.first.starts_with("peer/") && each.second.contains(unit);
    });
  };
  std::erase_if(gaps.at(std::string(own)), [&](const auto& entry) { return !has_peer(entry.first); });
}

// A row of the table by family: which units, and whether its numbers are of problems or of repetitions.
struct Family {
  int place = 0;
  std::string name;
  auto operator<=>(const Family&) const = default;
};

int place_of(const std::string& family) {
  constexpr std::array<std::string_view, 8> groups = {
      "all", "detail:", "amplitude: below", "amplitude: 3", "amplitude: 15", "BBOB:", "BBOB ", "dim"};
  const auto found =
      std::ranges::find_if(groups, [&](std::string_view group) { return family.starts_with(group); });
  return found == groups.end() ? -1 : static_cast<int>(found - groups.begin());
}

bool has_families(const BenchmarkSuite& suite) { return suite.key == "generated" || suite.key == "bbob"; }

std::vector<Family> rows_of(const BenchmarkSuite& suite, const std::string& problem) {
  if (!has_families(suite)) return {{0, "all"}, {1, problem}};
  std::vector<Family> rows;
  for (const std::string& family : families_of(problem))
    if (const int place = place_of(family); place >= 0) rows.push_back({place, family});
  return rows;
}

// In a family a number is a problem's mean, on a single problem a repetition's value.
std::map<Family, std::vector<double>> by_row(const BenchmarkSuite& suite,
                                             const std::map<Unit, double>& values) {
  std::map<Family, std::map<Unit, double>> split;
  std::map<std::string, std::vector<Family>> known;
  for (const auto& [unit, value] : values) {
    const auto [place, is_new] = known.try_emplace(unit.problem);
    if (is_new) place->second = rows_of(suite, unit.problem);
    for (const Family& row : place->second) split[row][unit] = value;
  }
  std::map<Family, std::vector<double>> rows;
  for (const auto& [row, units] : split) {
    const bool one_problem = !has_families(suite) && row.place == 1;
    if (!one_problem) {
      rows[row] = per_problem(units);
      continue;
    }
    for (const auto& [unit, value] : units) rows[row].push_back(value);
  }
  return rows;
}

void add_losses(Benchmark& result, const std::string& method, const std::map<Unit, double>& leads,
                const Gaps& craggy) {
  Gaps there;  // craggy's gaps on the same units
  for (const auto& [unit, lead] : leads) there[unit] = craggy.at(unit);
  const std::map<Family, std::vector<double>> own_gaps = by_row(result.suite, there);
  for (const auto& [row, values] : by_row(result.suite, leads)) {
    if (values.size() < fewest_for_a_loss) continue;
    ++result.num_compared;
    const Summary lead = summarise(values);
    if (lead.mean > 2.0 * lead.standard_error)
      result.losses.push_back({row.name, method, mean(own_gaps.at(row)), lead});
  }
}

// The units that all of the methods have.
std::set<Unit> common_units(const std::vector<const Gaps*>& methods) {
  std::map<Unit, std::size_t> counts;
  for (const Gaps* gaps : methods)
    for (const auto& [unit, gap] : *gaps) ++counts[unit];
  std::set<Unit> common;
  for (const auto& [unit, count] : counts)
    if (count == methods.size()) common.insert(unit);
  return common;
}

std::vector<double> mean_curve(const RecordSet& records, const BenchmarkSuite& suite, std::string_view method,
                               const std::set<Unit>& units, std::size_t evaluations,
                               const std::map<std::string, double>& references) {
  std::map<std::string, std::pair<std::vector<double>, double>> sums;  // by problem, with the number of runs
  for (const Unit& unit : units) {
    const std::vector<double> shares = reached_targets(
        *run_of(records, unit, method, evaluations), references.at(unit.problem), suite.targets, evaluations);
    auto& [sum, count] =
        sums.try_emplace(unit.problem, std::vector<double>(evaluations, 0.0), 0.0).first->second;
    for (std::size_t i = 0; i < evaluations; ++i) sum[i] += shares[i];
    count += 1.0;
  }
  std::vector<double> curve(evaluations, 0.0);
  for (const auto& [problem, entry] : sums)
    for (std::size_t i = 0; i < evaluations; ++i)
      curve[i] += entry.first[i] / entry.second / static_cast<double>(sums.size());
  return curve;
}

// The mean rank on each unit; the highest gap has rank 1.
void rank(std::vector<BenchmarkMethod*>& ranked, const std::vector<const Gaps*>& gaps,
          const std::set<Unit>& units) {
  std::vector<std::map<Unit, double>> ranks(ranked.size());
  for (const Unit& unit : units) {
    std::vector<double> losses;
    for (const Gaps* each : gaps) losses.push_back(-each->at(unit));
    const std::vector<double> here = average_ranks(losses);
    for (std::size_t m = 0; m < here.size(); ++m) ranks[m][unit] = here[m];
  }
  for (std::size_t m = 0; m < ranked.size(); ++m) ranked[m]->rank = summarise(per_problem(ranks[m]));
}

}  // namespace

std::vector<BenchmarkSuite> benchmark_suites(const RecordSet& records) {
  const std::vector<std::string> names = records.problems();
  BenchmarkSuite generated{
      .key = "generated",
      .title = "Generated families",
      .about =
          "A seed makes a problem: a smooth base in 2 to 12 dimensions and jagged detail on top, of many kinds "
          "and strengths. The lowest known value is the reference.",
      .made_by = "confirmation",
      .problems =
          those(names, [](const std::string& name) { return problems::generated_seed(name).has_value(); })};
  keep_confirmation(generated, records, [](const std::string& name) {
    return *problems::generated_seed(name) >= problems::first_confirmation_seed;
  });
  BenchmarkSuite bbob{
      .key = "bbob",
      .title = "BBOB",
      .about =
          "The noiseless functions of COCO with structure to be found in few evaluations, in 2 and 5 "
          "dimensions.",
      .made_by = "bbob-confirmation",
      .targets = Targets::difference,
      .problems =
          those(names, [](const std::string& name) { return testbeds::parse_bbob_name(name).has_value(); })};
  keep_confirmation(bbob, records, [](const std::string& name) {
    return testbeds::parse_bbob_name(name)->instance >= first_bbob_confirmation;
  });
  if (!generated.confirmation) generated.made_by = "generated";
  if (!bbob.confirmation) bbob.made_by = "bbob";
  const std::vector<std::string>& tables = testbeds::hpo_names();
  BenchmarkSuite hpo{.key = "hpo",
                     .title = "Real tables",
                     .about =
                         "Hyperparameters of neural networks, whole numbers and categories, and what each "
                         "setting led to: eight data sets of HPOBench, four of HPOLib. The minimum is exact.",
                     .made_by = "hpo",
                     .problems = those(names, [&](const std::string& name) {
                       return std::ranges::find(tables, name) != tables.end();
                     })};
  std::set<std::string> with_peers;
  records.for_each([&](const Record& record) {
    if (record.method.starts_with("peer/")) with_peers.insert(record.problem);
  });
  const auto is_papers = [](const std::string& name) {
    return std::ranges::find(testbeds::all_problems(), name, &problems::Problem::name) !=
           testbeds::all_problems().end();
  };
  BenchmarkSuite paper{.key = "paper",
                       .title = "The paper's problems",
                       .about =
                           "Those of the paper that other optimisers were run on. The default was developed "
                           "with these in view, so they say less than the others.",
                       .made_by = "peers",
                       .only_with_peers = true,
                       .problems = those(names, [&](const std::string& name) {
                         return is_papers(name) && with_peers.contains(name);
                       })};
  std::vector<BenchmarkSuite> suites;
  for (BenchmarkSuite* suite : {&generated, &bbob, &hpo, &paper})
    if (std::ranges::any_of(suite->problems,
                            [&](const std::string& name) { return !records.runs(name, own).empty(); }))
      suites.push_back(std::move(*suite));
  return suites;
}

Benchmark benchmark(const RecordSet& records, const BenchmarkSuite& suite, const ReferenceSource& reference) {
  Benchmark result{.suite = suite, .evaluations = usual_length(records, suite)};
  std::map<std::string, double> references;
  for (const std::string& problem : suite.problems) references[problem] = reference(problem);

  std::map<std::string, Gaps> gaps;
  for (const std::string& method : records.methods()) {
    Gaps of_method = gaps_of(records, suite, method, result.evaluations, references);
    if (!of_method.empty()) gaps.emplace(method, std::move(of_method));
  }
  if (suite.only_with_peers) keep_those_with_peers(gaps);
  const Gaps& craggy = gaps.at(std::string(own));
  for (const auto& [unit, gap] : craggy) result.used[unit.problem].insert(unit.repetition);
  for (const std::string& method : records.methods()) {
    if (!gaps.contains(method)) continue;
    const std::map<Unit, double> leads = leads_of(gaps.at(method), craggy);
    if (leads.empty() || 3 * num_problems_of(leads) < result.used.size()) continue;
    result.methods.push_back({.method = method,
                              .num_runs = leads.size(),
                              .lead = summarise(per_problem(leads)),
                              .is_ranked = 2 * leads.size() >= craggy.size()});
    if (method != own) add_losses(result, method, leads, craggy);
  }

  std::vector<BenchmarkMethod*> ranked;
  std::vector<const Gaps*> ranked_gaps;
  for (BenchmarkMethod& each : result.methods) {
    if (!each.is_ranked) continue;
    ranked.push_back(&each);
    ranked_gaps.push_back(&gaps.at(each.method));
  }
  const std::set<Unit> units = common_units(ranked_gaps);
  result.num_ranked = units.size();
  if (units.empty())
    throw InvalidArgument(fmt::format("{}: no repetition was run by all of the methods", suite.title));
  rank(ranked, ranked_gaps, units);
  for (BenchmarkMethod* each : ranked) {
    std::map<Unit, double> here;
    for (const Unit& unit : units) here[unit] = gaps.at(each->method).at(unit);
    each->mean_gap = mean(per_problem(here));
    each->reached = mean_curve(records, suite, each->method, units, result.evaluations, references);
  }
  result.num_ranked_problems = ranked.front()->rank.count;
  std::ranges::stable_sort(result.methods, {}, [](const BenchmarkMethod& each) {
    return std::pair(!each.is_ranked, each.is_ranked ? each.rank.mean : 0.0);
  });

  std::map<Family, BenchmarkRow> rows;
  for (const BenchmarkMethod& each : result.methods) {
    if (!each.is_ranked) continue;
    std::map<Unit, double> here;
    for (const Unit& unit : units) here[unit] = gaps.at(each.method).at(unit);
    for (const auto& [family, values] : by_row(suite, here)) {
      BenchmarkRow& row =
          rows.try_emplace(family, BenchmarkRow{family.name, values.size(), {}}).first->second;
      row.gaps.push_back(summarise(values));
    }
  }
  for (auto& [family, row] : rows) result.rows.push_back(std::move(row));
  return result;
}

}  // namespace craggy::results
