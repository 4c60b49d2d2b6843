// Regret so far, averaged over the repetitions of an experiment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/base/thread_pool.hpp>

#include "experiments/record.hpp"

namespace craggy::figures {

/// Of one method on one problem, after 1, 2, … evaluations.
struct RegretCurve {
  std::string method;
  std::size_t repetitions = 0;
  std::vector<double> mean;
  std::vector<double> sd;  // of the repetitions (divisor: their number less 1); 0 for a single one
};

/// As many evaluations as all records have. Throws InvalidArgument for no records.
RegretCurve regret_curve(std::span<const experiments::Record> records, double score_reference);

/// The command, in quotes, that makes the records of a problem, or of several with commas between them.
std::string command_for_records(const std::string& problems, std::uint64_t base_seed);

/// Throws InvalidArgument that says that there are no records of the problems, and what makes them.
[[noreturn]] void fail_without_records(const std::string& problems, std::uint64_t base_seed);

/// The curves of those methods that the records have on the problem, in the order of `methods`, from the
/// repetitions with that base seed; maybe none.
std::vector<RegretCurve> find_regret_curves(std::span<const experiments::Record> records,
                                            const std::string& problem, std::span<const std::string> methods,
                                            std::uint64_t base_seed);

/// The same. Throws InvalidArgument if there are none.
std::vector<RegretCurve> regret_curves(std::span<const experiments::Record> records,
                                       const std::string& problem, std::span<const std::string> methods,
                                       std::uint64_t base_seed);

struct QuickRun {
  std::vector<std::string> problems;
  std::vector<std::string> methods;
  std::uint32_t repetitions = 5;
  std::size_t evaluations = 50;
  std::uint64_t base_seed = 0;
};

/// Records made on the spot and not stored: those that `craggy experiment run` would make. Told how many
/// repetitions are done, by one thread at a time.
std::vector<experiments::Record> run_quickly(
    const QuickRun& run, ThreadPool* pool, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace craggy::figures
