// Records made up for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/record.hpp"
#include "problems/score.hpp"
#include "results/record_set.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results::testing {

struct RunFacts {
  std::string problem;
  std::string method;
  std::uint32_t repetition = 0;
  std::size_t evaluations = 100;
  std::uint64_t base_seed = 0;
};

inline experiments::Record record_with(const RunFacts& facts, std::vector<double> best) {
  experiments::Record record;
  record.suite = "made-up";
  record.problem = facts.problem;
  record.method = facts.method;
  record.repetition = facts.repetition;
  record.base_seed = facts.base_seed;
  record.version = "0.1.0";
  record.simd = "avx2";
  record.suggest_total = 0.5 * static_cast<double>(best.size() - 2);
  record.best = std::move(best);
  return record;
}

/// A run that begins `initial_regret` above the reference, has gone the share `gap` of the way when half of
/// the evaluations are done, and stays there.
inline experiments::Record run_with_gap(const RunFacts& facts, double initial_regret, double gap) {
  const double reference = testbeds::find_problem(facts.problem).score_reference;
  std::vector<double> best(facts.evaluations, reference + initial_regret);
  for (std::size_t i = facts.evaluations / 2 - 1; i < best.size(); ++i)
    best[i] = reference + initial_regret * (1.0 - gap);
  return record_with(facts, std::move(best));
}

/// One run per gap, repetitions counted from 0; all begin `initial_regret` above the reference.
inline void add_runs(RecordSet& records, const std::string& problem, const std::string& method,
                     const std::vector<double>& gaps, std::size_t evaluations = 100,
                     double initial_regret = 2.0) {
  for (std::size_t r = 0; r < gaps.size(); ++r)
    records.add(
        run_with_gap({problem, method, static_cast<std::uint32_t>(r), evaluations}, initial_regret, gaps[r]));
}

/// `count` gaps around `mean`, all different.
inline std::vector<double> gaps_around(double mean, std::size_t count = 20) {
  std::vector<double> gaps;
  for (std::size_t r = 0; r < count; ++r)
    gaps.push_back(mean + 0.001 * (static_cast<double>(r) - 0.5 * static_cast<double>(count - 1)));
  return gaps;
}

/// On Beale `ahead` is better than `other` in 19 of 20 runs, and behind in mean because of the last.
inline RecordSet ahead_but_for_one_run(const std::string& ahead, const std::string& other) {
  RecordSet records;
  std::vector<double> gaps = gaps_around(0.99, 20);
  add_runs(records, "beale", other, gaps);
  for (double& gap : gaps) gap += 1e-4;
  gaps.back() = 0.5;
  add_runs(records, "beale", ahead, gaps);
  return records;
}

}  // namespace craggy::results::testing
