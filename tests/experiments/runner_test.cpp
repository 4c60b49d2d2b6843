#include "experiments/runner.hpp"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include <craggy/linalg/simd_level.hpp>

#include "experiments/protocol.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;
using craggy::testing::TemporaryFolder;

const std::vector<Cell> small_cells = {
    {"beale", "noiseless", 6, 3}, {"beale", "random", 6, 3}, {"levy13", "random", 4, 2}};

PlanOptions options_of(std::uint64_t base_seed = 0) {
  PlanOptions options;
  options.suite = "small";
  options.base_seed = base_seed;
  options.version = "0.1.0";
  return options;
}

RunSummary run_cells(const std::vector<Cell>& cells, const std::string& folder, std::size_t parallel = 1,
                     const PlanOptions& options = options_of()) {
  RecordStore store(folder);
  return run(make_plan(cells, store.stored(), options), store, parallel);
}

// Without what differs from run to run.
std::set<std::string> results_in(const std::string& folder) {
  std::set<std::string> lines;
  for (Record& record : read_records(folder)) {
    record.seconds = 0.0;
    record.suggest_total = 0.0;
    record.suggest_seconds.assign(record.values.size(), 0.0);
    lines.insert(to_line(record));
  }
  return lines;
}

TEST(Plan, GoesRepetitionByRepetition) {
  const Plan plan = make_plan(small_cells, {}, options_of(9));
  std::vector<RecordKey> keys;
  keys.reserve(plan.jobs.size());
  for (const JobId& job : plan.jobs) keys.push_back(job.key);
  EXPECT_EQ(keys, (std::vector<RecordKey>{{"beale", "noiseless", 9, 0},
                                          {"beale", "random", 9, 0},
                                          {"levy13", "random", 9, 0},
                                          {"beale", "noiseless", 9, 1},
                                          {"beale", "random", 9, 1},
                                          {"levy13", "random", 9, 1},
                                          {"beale", "noiseless", 9, 2},
                                          {"beale", "random", 9, 2}}));
}

TEST(Plan, ARepetitionThatTwoCellsAskForIsRunOnceAndLong) {
  const Plan plan = make_plan({{"beale", "random", 5, 1}, {"beale", "random", 8, 1}}, {}, options_of());
  ASSERT_EQ(plan.jobs.size(), 1U);
  EXPECT_EQ(plan.jobs[0].evaluations, 8U);
}

TEST(Plan, UnknownProblemsMethodsAndPeersAreMistakes) {
  EXPECT_NE(message_of([] {
              make_plan({{"bale", "random", 5, 1}}, {}, options_of());
            }).find("'beale'"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              make_plan({{"beale", "latnet", 5, 1}}, {}, options_of());
            }).find("'latent'"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              make_plan({{"beale", "peer/nobody", 5, 1}}, {}, options_of());
            }).find("peer/nobody"),
            std::string::npos);
}

TEST(Runner, RecordsEveryRepetition) {
  const TemporaryFolder folder;
  const RunSummary summary = run_cells(small_cells, folder.path(), 2);
  EXPECT_EQ(summary.num_finished, 8U);
  EXPECT_TRUE(summary.failures.empty());
  EXPECT_FALSE(summary.interrupted);
  const std::vector<Record> records = read_records(folder.path());
  ASSERT_EQ(records.size(), 8U);
  for (const Record& record : records) {
    EXPECT_EQ(record.suite, "small");
    EXPECT_EQ(record.seed, repetition_seed(0, record.problem, record.repetition));
    EXPECT_EQ(record.evaluations(), record.problem == "beale" ? 6U : 4U);
    EXPECT_EQ(record.simd, name_of(default_simd_level()));
    EXPECT_EQ(record.engine.empty(), record.method == "random");
    EXPECT_EQ(record.options, parse_method(record.method).options);
    EXPECT_EQ(record.points[0], initial_points(testbeds::find_problem(record.problem), record.seed)[0]);
    EXPECT_GE(record.seconds, record.suggest_total);
  }
}

TEST(Runner, ResultsDoNotDependOnTheNumberOfJobs) {
  const TemporaryFolder one;
  const TemporaryFolder three;
  run_cells(small_cells, one.path(), 1);
  run_cells(small_cells, three.path(), 3);
  EXPECT_EQ(results_in(one.path()), results_in(three.path()));
}

TEST(Runner, GoesOnWhereItWasStopped) {
  const TemporaryFolder whole;
  const TemporaryFolder parts;
  run_cells(small_cells, whole.path());
  std::size_t rounds = 0;
  for (bool interrupted = true; interrupted && rounds < 10; ++rounds) {
    RecordStore store(parts.path());
    std::stop_source stop;
    const Plan plan = make_plan(small_cells, store.stored(), options_of());
    EXPECT_EQ(plan.num_stored, 2 * rounds);
    const RunSummary summary = run(plan, store, 1, stop.get_token(), [&](RunEvent, const RunState& state) {
      if (state.num_finished() == 2) stop.request_stop();
    });
    interrupted = summary.interrupted;
    EXPECT_EQ(summary.num_finished, 2U);
  }
  EXPECT_EQ(rounds, 4U);
  EXPECT_EQ(results_in(whole.path()), results_in(parts.path()));
}

TEST(Runner, AStoppedRunGivesUpWhatIsRunning) {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  std::stop_source stop;
  const RunSummary summary = run(make_plan(small_cells, {}, options_of()), store, 2, stop.get_token(),
                                 [&](RunEvent event, const RunState&) {
                                   if (event == RunEvent::advanced) stop.request_stop();
                                 });
  EXPECT_TRUE(summary.interrupted);
  EXPECT_EQ(summary.num_finished, 0U);
  EXPECT_TRUE(read_records(folder.path()).empty());
}

TEST(Runner, ALongRecordServesAShortRequest) {
  const TemporaryFolder folder;
  run_cells({{"beale", "random", 10, 2}}, folder.path());
  EXPECT_EQ(run_cells({{"beale", "random", 5, 2}}, folder.path()).num_finished, 0U);
  EXPECT_EQ(run_cells({{"beale", "random", 5, 3}}, folder.path()).num_finished, 1U);
  EXPECT_EQ(run_cells({{"beale", "random", 12, 1}}, folder.path()).num_finished, 1U)
      << "not the other way round";
  EXPECT_EQ(read_records(folder.path()).front().evaluations(), 12U);
}

TEST(Runner, AnObjectiveThatThrowsFailsItsRepetitionOnly) {
  const TemporaryFolder folder;
  const problems::Problem& beale = testbeds::find_problem("beale");
  problems::Problem problem = beale;
  const double forbidden = initial_points(beale, repetition_seed(0, "beale", 1))[1][0];
  problem.objective = [&](std::span<const double> x) {
    if (x[0] == forbidden) throw std::runtime_error("out of fuel");
    return beale.objective(x);
  };
  PlanOptions options = options_of();
  options.find_problem = [&](std::string_view) -> const problems::Problem& { return problem; };
  const RunSummary summary = run_cells({{"beale", "random", 5, 3}}, folder.path(), 1, options);
  EXPECT_EQ(summary.num_finished, 2U);
  EXPECT_FALSE(summary.interrupted);
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].key, (RecordKey{"beale", "random", 0, 1}));
  EXPECT_EQ(summary.failures[0].message, "out of fuel");
  EXPECT_EQ(read_records(folder.path()).size(), 2U);
  EXPECT_EQ(run_cells({{"beale", "random", 5, 3}}, folder.path()).num_finished, 1U) << "it is tried again";
}

// A folder with one record of "noiseless" that was changed by hand.
std::string complaint_about(void (*change)(Record&), const PlanOptions& options = options_of()) {
  const TemporaryFolder folder;
  run_cells({{"beale", "noiseless", 3, 1}}, folder.path());
  Record record = read_records(folder.path()).front();
  change(record);
  const std::string file = folder.file("records.jsonl", to_line(record) + '\n');
  const std::string message = message_of([&] {
    make_plan({{"levy13", "noiseless", 3, 1}}, read_stored_records(file), options);
  });
  const std::string place = file + ", line 1: ";
  return message.starts_with(place) ? message.substr(place.size()) : message;
}

TEST(Plan, RecordsOfAMethodThatMeantSomethingElseAreNotMixedIn) {
  EXPECT_EQ(complaint_about([](Record&) {}), "(no error)");
  EXPECT_EQ(complaint_about([](Record& record) { record.options["amplitude"] = "sampled"; }),
            "noiseless on beale, repetition 0, base seed 0 was made with other options (amplitude: sampled "
            "there, unit "
            "here); choose another --out");
  EXPECT_EQ(complaint_about([](Record& record) { record.engine = "0000000000000000"; }),
            "noiseless on beale, repetition 0, base seed 0 was made by an engine that suggests otherwise "
            "than this one; "
            "choose another --out, or --mixed");
  EXPECT_NE(complaint_about([](Record& record) {
              record.simd = "v9", record.engine = "0";
            }).find("choose --simd v9"),
            std::string::npos);
  EXPECT_NE(complaint_about([](Record& record) { record.seed = 1; }).find("with the seed 1"),
            std::string::npos);
}

TEST(Plan, OtherEnginesCanBeMixedInOnPurpose) {
  PlanOptions mixed = options_of();
  mixed.mixed = true;
  EXPECT_EQ(complaint_about([](Record& record) { record.engine = "0000000000000000"; }, mixed), "(no error)");
  EXPECT_NE(complaint_about([](Record& record) { record.options["amplitude"] = "sampled"; }, mixed),
            "(no error)")
      << "but not other options";
}

}  // namespace
}  // namespace craggy::experiments
