#include "figures/regret_curve.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "experiments/protocol.hpp"
#include "experiments/repetition.hpp"
#include "problems/score.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::figures {

RegretCurve regret_curve(std::span<const experiments::Record> records, double score_reference) {
  check_at_least("the number of records", static_cast<long>(records.size()), 1);
  std::size_t length = records.front().best.size();
  for (const experiments::Record& record : records) length = std::min(length, record.best.size());
  const auto count = static_cast<double>(records.size());

  RegretCurve curve{.method = records.front().method, .repetitions = records.size(), .mean = {}, .sd = {}};
  for (std::size_t i = 0; i < length; ++i) {
    double sum = 0.0;
    for (const experiments::Record& record : records)
      sum += problems::regret(record.best[i], score_reference);
    const double mean = sum / count;
    double squares = 0.0;
    for (const experiments::Record& record : records) {
      const double deviation = problems::regret(record.best[i], score_reference) - mean;
      squares += deviation * deviation;
    }
    curve.mean.push_back(mean);
    curve.sd.push_back(records.size() > 1 ? std::sqrt(squares / (count - 1.0)) : 0.0);
  }
  return curve;
}

std::string command_for_records(const std::string& problems, std::uint64_t base_seed) {
  const std::string seed = base_seed == 0 ? "" : fmt::format(" --seed {}", base_seed);
  return fmt::format("'craggy experiment run table1 --only {}{} --out DIR'", problems, seed);
}

void fail_without_records(const std::string& problems, std::uint64_t base_seed) {
  throw InvalidArgument(fmt::format("the records have no repetition of {} with base seed {}; {} makes them",
                                    problems, base_seed, command_for_records(problems, base_seed)));
}

std::vector<RegretCurve> find_regret_curves(std::span<const experiments::Record> records,
                                            const std::string& problem, std::span<const std::string> methods,
                                            std::uint64_t base_seed) {
  const double reference = testbeds::find_problem(problem).score_reference;
  std::vector<RegretCurve> curves;
  for (const std::string& method : methods) {
    std::vector<experiments::Record> own;
    for (const experiments::Record& record : records)
      if (record.problem == problem && record.method == method && record.base_seed == base_seed)
        own.push_back(record);
    if (!own.empty()) curves.push_back(regret_curve(own, reference));
  }
  return curves;
}

std::vector<RegretCurve> regret_curves(std::span<const experiments::Record> records,
                                       const std::string& problem, std::span<const std::string> methods,
                                       std::uint64_t base_seed) {
  std::vector<RegretCurve> curves = find_regret_curves(records, problem, methods, base_seed);
  if (curves.empty()) fail_without_records(problem, base_seed);
  return curves;
}

std::vector<experiments::Record> run_quickly(const QuickRun& run, ThreadPool* pool,
                                             const std::stop_token& stop,
                                             const std::function<void(std::size_t, std::size_t)>& progress) {
  std::vector<experiments::Record> records;
  for (std::uint32_t repetition = 0; repetition < run.repetitions; ++repetition)
    for (const std::string& problem : run.problems)
      for (const std::string& method : run.methods) {
        experiments::Record& record = records.emplace_back();
        record.problem = problem;
        record.method = method;
        record.repetition = repetition;
        record.base_seed = run.base_seed;
        record.seed = experiments::repetition_seed(run.base_seed, problem, repetition);
      }
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for(pool, records.size(), [&](std::size_t i) {
    experiments::Record& record = records[i];
    const experiments::Repetition result =
        run_repetition(testbeds::find_problem(record.problem), experiments::parse_method(record.method),
                       record.seed, run.evaluations, stop);
    record.best = experiments::best_so_far(result.values);
    const std::scoped_lock lock(mutex);
    ++done;
    if (progress) progress(done, records.size());
  });
  return records;
}

}  // namespace craggy::figures
