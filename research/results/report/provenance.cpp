#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/method_name.hpp"
#include "results/report/sections.hpp"

namespace craggy::results {
namespace {

// What the records of one suite and base seed have in common.
struct Batch {
  std::size_t count = 0;
  std::set<std::string> problems;
  std::set<std::string> methods;
  std::set<std::uint32_t> repetitions;
  std::set<std::size_t> evaluations;
  std::set<std::string> versions;
  std::set<std::string> simd_levels;
};

std::vector<std::string> in_column_order(const std::set<std::string>& names) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), method_before);
  return sorted;
}

}  // namespace

std::string provenance_section(const RecordSet& all) {
  std::map<std::pair<std::string, std::uint64_t>, Batch> batches;
  all.for_each([&](const experiments::Record& record) {
    Batch& batch = batches[{record.suite, record.base_seed}];
    ++batch.count;
    batch.problems.insert(record.problem);
    batch.methods.insert(record.method);
    batch.repetitions.insert(record.repetition);
    batch.evaluations.insert(record.evaluations());
    batch.versions.insert(record.version);
    batch.simd_levels.insert(record.simd);
  });

  Grid grid;
  grid.columns = {{"Suite"},
                  {"Base seed", GridAlign::right},
                  {"Records", GridAlign::right},
                  {"Problems", GridAlign::right},
                  {"Methods"},
                  {"Repetitions", GridAlign::right},
                  {"Evaluations", GridAlign::right},
                  {"craggy"},
                  {"SIMD level"}};
  std::set<std::string> commands;
  for (const auto& [key, batch] : batches) {
    grid.rows.push_back({{{key.first},
                          {std::to_string(key.second)},
                          {std::to_string(batch.count)},
                          {std::to_string(batch.problems.size())},
                          {fmt::format("{}", fmt::join(in_column_order(batch.methods), ", "))},
                          {std::to_string(batch.repetitions.size())},
                          {fmt::format("{}", fmt::join(batch.evaluations, ", "))},
                          {fmt::format("{}", fmt::join(batch.versions, ", "))},
                          {fmt::format("{}", fmt::join(batch.simd_levels, ", "))}},
                         false});
    commands.insert(fmt::format("craggy experiment run {} --out DIR{}\n", key.first,
                                key.second == 0 ? "" : fmt::format(" --seed {}", key.second)));
  }
  const std::string text = fmt::format(
      "Two uniform initial points, the same for all methods of a repetition; budgets count them. The gap of "
      "a run is (first − best)/(first − minimum), first being the better initial value; the regret is best − "
      "minimum. Rows of 50 evaluations are the first 50 of runs of 100 where there are such. \"±\" is the "
      "standard deviation over repetitions with divisor n − 1, intervals are 95 % by Student's t. The {} "
      "records were made as follows, with `--surrogates` for methods that a suite does not have.\n\n"
      "```sh\n{}craggy experiment compact DIR --out experiments/results/NAME.jsonl\n"
      "craggy experiment report experiments/results --notes experiments/results/notes --out "
      "docs/reproduction.md\n```",
      all.size(), fmt::join(commands, ""));
  return section("How this was made", text, grid);
}

}  // namespace craggy::results
