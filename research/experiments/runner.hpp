// Runs the repetitions of a suite that are not in a store yet, several at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/method.hpp"
#include "experiments/record_store.hpp"
#include "experiments/run_state.hpp"
#include "experiments/suite.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::experiments {

using ProblemSource = std::function<const problems::Problem&(std::string_view name)>;

struct PlanOptions {
  std::string suite;  // for the records
  std::uint64_t base_seed = 0;
  std::string version;  // for the records
  bool mixed = false;   // go on although there are records of the same method by another engine
  ProblemSource find_problem = testbeds::find_problem;
};

struct PlannedMethod {
  Method method;
  std::string engine;  // its fingerprint
};

/// What is left to do.
struct Plan {
  PlanOptions options;
  std::string simd;
  std::map<std::string, PlannedMethod> methods;
  std::vector<JobId> jobs;  // repetition by repetition, so that a part of them is a small version of all
  std::size_t num_stored = 0;
  CostModel costs;  // from the records
};

/// A repetition counts as done if it is stored with at least as many evaluations. Throws InvalidArgument
/// for unknown problems and methods, and if there are records of one of the methods that were made with
/// other options, or, unless `mixed`, by an engine that suggests otherwise.
Plan make_plan(const std::vector<Cell>& cells, const StoredRecords& stored, const PlanOptions& options);

enum class RunEvent { started, advanced, finished, failed };

/// Told what happens, by one thread at a time.
using RunWatch = std::function<void(RunEvent, const RunState&)>;

struct RunSummary {
  std::size_t num_finished = 0;
  std::vector<Failure> failures;
  bool interrupted = false;
};

/// Runs the jobs of a plan on `parallel` threads and stores each that is finished. An objective that throws
/// fails its repetition, which is not stored; the others go on. When stopped, what is running is given up.
/// Throws Error if the store cannot be written to.
RunSummary run(const Plan& plan, RecordStore& store, std::size_t parallel, const std::stop_token& stop = {},
               const RunWatch& watch = {});

}  // namespace craggy::experiments
