// What the page of benchmarks says of one suite of problems, as numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "results/ecdf.hpp"
#include "results/record_set.hpp"
#include "results/summary.hpp"

namespace craggy::results {

/// The value that a problem is scored against, by its name.
using ReferenceSource = std::function<double(const std::string& problem)>;

/// Problems that belong together. `confirmation` is false where there are development records alone.
struct BenchmarkSuite {
  std::string key;  // "generated", "bbob", "hpo", "paper"
  std::string title;
  std::string about;    // what the problems are, a sentence or two
  std::string made_by;  // the suite of `craggy experiment run`
  Targets targets = Targets::gap;
  bool confirmation = true;
  bool only_with_peers = false;  // of craggy's runs only those that another optimiser has, too
  std::vector<std::string> problems;
};

/// The suites that there are records of, in the order of the page. Of generated problems and functions of
/// BBOB those for confirmation, or where there are none those for development; of the paper's problems those
/// that peers have run on.
std::vector<BenchmarkSuite> benchmark_suites(const RecordSet& records);

/// A method on the problems that it shares with craggy. `lead` is of its mean gap on a problem over craggy's.
struct BenchmarkMethod {
  std::string method;
  std::size_t num_runs = 0;  // that craggy has, too
  Summary lead;
  bool is_ranked = false;  // what follows is there for ranked methods alone
  Summary rank;            // mean rank on a problem, over the problems
  double mean_gap = 0.0;
  std::vector<double> reached;  // share of targets after 1, 2, … evaluations, mean over the problems
};

/// A family of problems, or one problem with its repetitions.
struct BenchmarkRow {
  std::string name;
  std::size_t count = 0;      // problems or repetitions
  std::vector<Summary> gaps;  // one per ranked method
};

/// Where another method is ahead of craggy by more than two standard errors.
struct Loss {
  std::string row;  // family or problem
  std::string method;
  double craggy_gap = 0.0;
  Summary lead;  // of the method over craggy; its count is that of problems or repetitions
};

struct Benchmark {
  BenchmarkSuite suite;
  std::size_t evaluations = 0;  // of each run: the length that most runs of craggy have
  std::size_t num_ranked = 0;   // runs that all ranked methods have
  std::size_t num_ranked_problems = 0;
  std::map<std::string, std::set<Repetition>>
      used;                              // craggy's runs by problem: all others are paired with them
  std::vector<BenchmarkMethod> methods;  // the best mean rank first, those that are not ranked last
  std::vector<BenchmarkRow> rows;        // families, or problems where there are no families
  std::vector<Loss> losses;              // on pairs of runs with the one method, ranked or not
  std::size_t num_compared = 0;          // pairs of a row and a method that could be a loss
};

/// A method is ranked if it has at least half of the runs that craggy has, and left out if it was run on less
/// than a third of craggy's problems. Throws InvalidArgument if craggy has no run.
Benchmark benchmark(const RecordSet& records, const BenchmarkSuite& suite, const ReferenceSource& reference);

}  // namespace craggy::results
