#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "experiments/fingerprint.hpp"
#include "experiments/optimiser.hpp"
#include "experiments/protocol.hpp"
#include "experiments/runner.hpp"

namespace craggy::experiments {
namespace {

[[noreturn]] void fail_mismatch(const StoredRecord& entry, std::string_view what, std::string_view advice) {
  throw InvalidArgument(
      fmt::format("{}: {} was made {}; {}", entry.place.text(), describe(entry.record.key()), what, advice));
}

// A column of a table is one method: all its records have to mean the same.
void check_same_meaning(const StoredRecord& entry, const PlannedMethod& planned, const Plan& plan) {
  const Record& record = entry.record;
  constexpr std::string_view another_folder = "choose another --out";
  if (record.options != planned.method.options)
    fail_mismatch(entry,
                  fmt::format("with other options ({})", difference(record.options, planned.method.options)),
                  another_folder);
  if (record.seed != repetition_seed(record.base_seed, record.problem, record.repetition))
    fail_mismatch(entry, fmt::format("with the seed {}, which is not that of the repetition", record.seed),
                  another_folder);
  if (plan.options.mixed || record.engine == planned.engine) return;
  if (record.simd != plan.simd)
    fail_mismatch(entry, fmt::format("on the SIMD level {}, but this run has {}", record.simd, plan.simd),
                  fmt::format("choose --simd {}, another --out, or --mixed", record.simd));
  fail_mismatch(entry, "by an engine that suggests otherwise than this one",
                "choose another --out, or --mixed");
}

}  // namespace

Plan make_plan(const std::vector<Cell>& cells, const StoredRecords& stored, const PlanOptions& options) {
  Plan plan{.options = options,
            .simd = std::string(name_of(default_simd_level())),
            .methods = {},
            .jobs = {},
            .costs = {}};
  std::map<RecordKey, std::size_t> evaluations;  // of a repetition that several cells ask for, the most
  std::vector<RecordKey> order;
  std::uint32_t most_repetitions = 0;
  for (const Cell& cell : cells) most_repetitions = std::max(most_repetitions, cell.repetitions);
  for (std::uint32_t repetition = 0; repetition < most_repetitions; ++repetition)
    for (const Cell& cell : cells) {
      if (repetition >= cell.repetitions) continue;
      const RecordKey key{cell.problem, cell.method, options.base_seed, repetition};
      const auto [place, is_new] = evaluations.try_emplace(key, cell.evaluations);
      place->second = std::max(place->second, cell.evaluations);
      if (is_new) order.push_back(key);
    }

  for (const Cell& cell : cells) {
    options.find_problem(cell.problem);
    check_at_least("evaluations", static_cast<long>(cell.evaluations), 1);
    if (plan.methods.contains(cell.method)) continue;
    Method method = resolved(parse_method(cell.method));
    std::string engine = engine_fingerprint(method);
    plan.methods.emplace(cell.method, PlannedMethod{std::move(method), std::move(engine)});
  }
  for (const auto& [key, entry] : stored) {
    if (const auto method = plan.methods.find(key.method); method != plan.methods.end())
      check_same_meaning(entry, method->second, plan);
    plan.costs.add(key.problem, key.method, entry.record.evaluations(), entry.record.seconds);
  }
  for (const RecordKey& key : order) {
    const auto known = stored.find(key);
    if (known != stored.end() && known->second.record.evaluations() >= evaluations[key])
      ++plan.num_stored;
    else
      plan.jobs.push_back({key, evaluations[key]});
  }
  return plan;
}

}  // namespace craggy::experiments
