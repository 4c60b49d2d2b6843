#include "runs/trial_source.hpp"

#include <future>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "runs/recorded_run.hpp"
#include "support/forked.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using testing::Forked;
using testing::giving;
using testing::Kind;
using testing::run_options;
using testing::TemporaryFolder;
using TrialSource = testing::RecordedRun;

double one(const Trial&) { return 1.0; }

TEST_F(TrialSource, AnExhaustedSpaceIsNotAskedAgainAndAgain) {
  Study study = Study::in_memory(run_options({{"x", Int{0, 2}}}, "noiseless"));
  const Evaluator evaluator = giving([](const Trial& trial) {
    if (trial.number() >= 2) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    return 1.0;
  });
  EXPECT_EQ(run(study, evaluator, {.max_trials = 20, .jobs = 3}), RunEnd::exhausted);
  EXPECT_EQ(study.counts().finished, 3U);
  EXPECT_LE(study.attempts().size(), 3U + 6U) << "each job asks once or twice in vain";
}

TEST_F(TrialSource, ATrialThatFailsInAnExhaustedSpaceIsTriedAgain) {
  Study study = Study::in_memory(run_options({{"x", Bool{}}}));
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return trial.attempt() == 0 ? testing::failed_outcome() : Outcome{.result = Result{1.0}};
  };
  EXPECT_EQ(run(study, evaluator, {.max_trials = 20, .jobs = 3, .retries = 1}), RunEnd::exhausted);
  EXPECT_EQ(study.counts().finished, 2U);
}

TEST_F(TrialSource, IdleJobsTakeOverFromAWorkerThatVanishes) {
  const TemporaryFolder folder;
  const std::string url = "sqlite:///" + folder.path() + "/studies.db";
  Study::create(open_store(url), run_options());
  const Forked other([&] {
    const Trial trial = Study::open(open_store(url), "tune").ask();
    sleep(600);
    return 0;
  });
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  while (study.counts().running == 0) study.wait(std::chrono::milliseconds(100));
  auto end =
      std::async(std::launch::async, [&] { return run(study, giving(one), {.max_trials = 2, .jobs = 2}); });
  while (study.counts().finished == 0) study.wait(std::chrono::milliseconds(100));
  other.kill();
  EXPECT_EQ(end.get(), RunEnd::done);
  EXPECT_EQ(study.counts().finished, 2U);
}

// So that whoever holds the trial of another can give it back (as Python does of what a callback asked for).
TEST_F(TrialSource, AJobThatWaitsForOthersIsIdle) {
  for (const std::int64_t jobs : {1, 3}) {
    Study study = Study::in_memory(run_options());
    std::optional<Trial> beside;
    bool was_idle = false;
    int num_ticks = 0;
    const Listener listener = [&](const RunEvent& event, const RunState& state) {
      if (event.kind == Kind::started && !beside) beside = study.ask();
      if (event.kind == Kind::started) {
        EXPECT_LT(state.num_idle, jobs);
      }
      if (event.kind != Kind::tick || was_idle) return;
      was_idle = state.num_idle == jobs;
      if (was_idle || ++num_ticks == 40) study.release(*beside);
    };
    EXPECT_EQ(run_study(study, giving(one), {.max_trials = 4, .jobs = jobs}, {listener}), RunEnd::done);
    EXPECT_TRUE(was_idle);
    EXPECT_EQ(study.counts().finished, 4U);
  }
}

// What happens here is heard of, even if the news of it have been read already.
TEST_F(TrialSource, NoJobLingersOnceTheOthersAreDone) {
  Study study = Study::in_memory(run_options());
  std::optional<Trial> beside;
  int num_ticks = 0;
  const Listener listener = [&](const RunEvent& event, const RunState& state) {
    if (event.kind == Kind::started && !beside) beside = study.ask();
    if (event.kind == Kind::tick && state.num_finished == 1) ++num_ticks;
  };
  const Evaluator evaluator = giving([&](const Trial&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // meanwhile the other job waits
    study.tell(*beside, 1.0);
    return static_cast<double>(study.counts().running);
  });
  EXPECT_EQ(run_study(study, evaluator, {.max_trials = 2, .jobs = 2}, {listener}), RunEnd::done);
  EXPECT_LE(num_ticks, 1) << "a fourth of a second is more than enough";
}

TEST_F(TrialSource, WaitsForNobodyWhoNeverVanishes) {
  const TemporaryFolder folder;
  const std::string url = "sqlite:///" + folder.path() + "/studies.db";
  Study::create(open_store(url), run_options());
  const Trial by_hand = Study::open(open_store(url), "tune", {.detached = true}).ask();
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  EXPECT_EQ(run(study, giving(one), {.max_trials = 3, .jobs = 2}), RunEnd::done);
  EXPECT_EQ(study.counts().finished, 2U);
  EXPECT_EQ(study.counts().running, 1U);
}

}  // namespace
}  // namespace craggy
