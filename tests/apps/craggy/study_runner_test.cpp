#include "study/study_runner.hpp"

#include <atomic>
#include <future>
#include <semaphore>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "support/forked.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::Forked;
using craggy::testing::TemporaryFolder;

StudyOptions options(Space space = {{"x", Float{0, 1}}}, const std::string& surrogate = "random") {
  SuggestOptions suggest;
  suggest.surrogate = surrogate;
  return {.name = "tune", .space = std::move(space), .suggest = suggest, .worker = {.num_threads = 1}};
}

Evaluator evaluator(const Study& study, const std::string& script) {
  return {study.options(), {.command = {"/bin/sh", "-c", script}}};
}

class Runner : public ::testing::Test {
 protected:
  /// Whoever takes part beside the runner acts when a trial has been asked for.
  using Act = std::function<void(const Trial& trial)>;

  RunEnd run(Study& study, const std::string& script, RunPlan plan, const Act& act = {}) {
    const Evaluator evaluation = evaluator(study, script);
    StudyRunner runner(study, evaluation, plan, [&](const RunNews& news, const RunState& state) {
      if (news.event == RunEvent::tick) return;
      if (news.event == RunEvent::asked && act) act(*news.trial);
      const std::lock_guard lock(mutex_);
      if (news.event != RunEvent::asked) events_.push_back(news.event);
      state_ = state;
    });
    return runner.run({}, {});
  }

  std::mutex mutex_;
  std::vector<RunEvent> events_;
  RunState state_;
};

TEST_F(Runner, AWatchThatWaitsKeepsNobodyFromStopping) {
  Study study = Study::in_memory(options());
  const Evaluator evaluation = evaluator(study, "echo 1");
  std::binary_semaphore waits{0};
  std::binary_semaphore go_on{0};
  std::atomic<bool> first = true;
  StudyRunner runner(study, evaluation, {}, [&](const RunNews& news, const RunState&) {
    if (news.event != RunEvent::tick || !first.exchange(false)) return;
    waits.release();
    go_on.acquire();  // as for a store that is away
  });
  std::stop_source stop;
  auto end = std::async(std::launch::async, [&] { return runner.run(stop.get_token(), {}); });
  waits.acquire();
  auto requested = std::async(std::launch::async, [&] { return stop.request_stop(); });
  EXPECT_EQ(requested.wait_for(std::chrono::seconds(20)), std::future_status::ready)
      << "signals are watched by the thread that requests the stop";
  go_on.release();
  EXPECT_EQ(end.get(), RunEnd::interrupted);
}

TEST_F(Runner, OnlyFailuresUseUpRetries) {
  Study study = Study::in_memory(options());
  for (int i = 0; i < 2; ++i) study.release(study.ask());
  EXPECT_EQ(run(study, "exit 1", {.max_trials = 1, .retries = 1}), RunEnd::done);
  EXPECT_EQ(events_, (std::vector{RunEvent::retried, RunEvent::failed}));
  EXPECT_EQ(study.trials()[0].num_attempts, 4U) << "two that were given back, two that failed";
}

TEST_F(Runner, AResultThatCameTooLateIsNotCounted) {
  Study study = Study::in_memory(options());
  run(study, "echo 1", {.max_trials = 1}, [&](const Trial& trial) {
    study.release(trial);  // as if this worker had been taken for lost
    study.tell(study.ask(), 7.0);
  });
  EXPECT_EQ(events_, std::vector{RunEvent::overtaken});
  EXPECT_EQ(state_.num_finished, 0U);
  EXPECT_EQ(study.trials()[0].objective, 7.0);
}

TEST_F(Runner, WhatIsDecidedByHandDoesNotEndTheRun) {
  for (const std::string script : {"echo 1", "exit 1"}) {
    Study study = Study::in_memory(options());
    events_.clear();
    const RunEnd end = run(study, script, {.max_trials = 2}, [&](const Trial& trial) {
      if (trial.number() == 0) study.tell(trial.number(), 7.0);
    });
    EXPECT_EQ(end, RunEnd::done);
    ASSERT_EQ(events_.size(), 2U);
    EXPECT_EQ(events_[0], RunEvent::overtaken);
    EXPECT_NE(events_[1], RunEvent::overtaken);
    EXPECT_EQ(study.trials()[0].objective, 7.0);
  }
}

TEST_F(Runner, AnExhaustedSpaceIsNotAskedAgainAndAgain) {
  Study study = Study::in_memory(options({{"x", Int{0, 2}}}, "noiseless"));
  EXPECT_EQ(run(study, "test $CRAGGY_TRIAL -lt 2 || sleep 1.5; echo 1", {.max_trials = 20, .jobs = 3}),
            RunEnd::exhausted);
  EXPECT_EQ(study.counts().finished, 3U);
  EXPECT_LE(study.attempts().size(), 3U + 6U) << "each job asks once or twice in vain";
}

TEST_F(Runner, ATrialThatFailsInAnExhaustedSpaceIsTriedAgain) {
  const TemporaryFolder folder;
  Study study = Study::in_memory(options({{"x", Bool{}}}));
  const std::string mark = folder.path() + "/mark-$CRAGGY_TRIAL";
  EXPECT_EQ(run(study, "sleep 0.1; test -e " + mark + " && echo 1 || {{ touch " + mark + "; exit 1; }}",
                {.max_trials = 20, .jobs = 3, .retries = 1}),
            RunEnd::exhausted);
  EXPECT_EQ(study.counts().finished, 2U);
}

TEST_F(Runner, IdleJobsTakeOverFromAWorkerThatVanishes) {
  const TemporaryFolder folder;
  const std::string url = "sqlite:///" + folder.path() + "/studies.db";
  Study::create(open_store(url), options());
  const Forked other([&] {
    const Trial trial = Study::open(open_store(url), "tune").ask();
    sleep(600);
    return 0;
  });
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  while (study.counts().running == 0) study.wait(std::chrono::milliseconds(100));
  auto end =
      std::async(std::launch::async, [&] { return run(study, "echo 1", {.max_trials = 2, .jobs = 2}); });
  while (study.counts().finished == 0) study.wait(std::chrono::milliseconds(100));
  other.kill();
  EXPECT_EQ(end.get(), RunEnd::done);
  EXPECT_EQ(study.counts().finished, 2U);
}

TEST_F(Runner, WaitsForNobodyWhoNeverVanishes) {
  const TemporaryFolder folder;
  const std::string url = "sqlite:///" + folder.path() + "/studies.db";
  Study::create(open_store(url), options());
  const Trial by_hand = Study::open(open_store(url), "tune", {.detached = true}).ask();
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  EXPECT_EQ(run(study, "echo 1", {.max_trials = 3, .jobs = 2}), RunEnd::done);
  EXPECT_EQ(study.counts().finished, 2U);
  EXPECT_EQ(study.counts().running, 1U);
}

}  // namespace
}  // namespace craggy::cli
