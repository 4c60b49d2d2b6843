#include <atomic>
#include <barrier>
#include <future>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/runs/runner.hpp>

#include "runs/recorded_run.hpp"

namespace craggy {
namespace {

using testing::giving;
using testing::Heard;
using testing::Kind;
using testing::run_options;
using Runner = testing::RecordedRun;

double one(const Trial&) { return 1.0; }

Study new_study() { return Study::in_memory(run_options()); }

TEST_F(Runner, GoesThroughAsManyTrialsAsPlanned) {
  Study study = new_study();
  study.add({0.5}, 3.0);
  EXPECT_EQ(run(study, giving(one), {.max_trials = 5}), RunEnd::done);
  EXPECT_EQ(study.counts().finished, 5U) << "that of before is one of them";
  EXPECT_EQ(state_.num_finished, 4U);
  EXPECT_EQ(end_, RunEnd::done);
}

TEST_F(Runner, AsManyAtATimeAsThereAreJobsAndNeverMore) {
  Study study = new_study();
  std::barrier all_three(3);  // a smaller number would wait here for ever
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  const Evaluator evaluator = giving([&](const Trial&) {
    const int now = ++inside;
    for (int before = most; now > before && !most.compare_exchange_weak(before, now);) {
    }
    all_three.arrive_and_wait();
    --inside;
    all_three.arrive_and_wait();
    return 1.0;
  });
  EXPECT_EQ(run(study, evaluator, {.max_trials = 12, .jobs = 3}), RunEnd::done);
  EXPECT_EQ(most, 3);
  EXPECT_EQ(study.counts().finished, 12U);
}

TEST_F(Runner, EveryTrialHasALegalOrderOfEvents) {
  Study study = new_study();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    if (trial.number() % 3 == 0) throw std::runtime_error("a third");
    if (trial.number() % 7 == 0 && trial.attempt() == 0) return testing::failed_outcome();
    return {.result = Result{trial["x"]}};
  };
  run(study, evaluator, {.max_trials = 40, .jobs = 4, .retries = 1});
  ASSERT_EQ(heard_.back().kind, Kind::stopped);
  for (TrialNumber number = 0; number < 40; ++number) {
    std::vector<Kind> kinds;
    for (const Heard& heard : heard_)
      if (heard.trial == number && heard.kind != Kind::improved) kinds.push_back(heard.kind);
    if (number % 3 == 0)
      EXPECT_EQ(kinds, (std::vector{Kind::started, Kind::retried, Kind::started, Kind::failed}));
    else if (number % 7 == 0)
      EXPECT_EQ(kinds, (std::vector{Kind::started, Kind::retried, Kind::started, Kind::finished}));
    else
      EXPECT_EQ(kinds, (std::vector{Kind::started, Kind::finished}));
  }
}

TEST_F(Runner, WhatAnEvaluatorThrowsIsTheMessageOfAFailedTrial) {
  Study study = new_study();
  EXPECT_EQ(run(study, giving([](const Trial&) -> double { throw std::runtime_error("diverged"); }),
                {.max_trials = 3}),
            RunEnd::done);
  EXPECT_EQ(endings(), (std::vector{Kind::failed, Kind::failed, Kind::failed}));
  EXPECT_EQ(heard_[1].message, "diverged");
  EXPECT_EQ(study.counts().failed, 3U);
  EXPECT_EQ(study.trials()[0].message, "diverged");
}

TEST_F(Runner, AnEvaluatorThatHasFailedEndsTheRunAndNotItsTrial) {
  Study study = new_study();
  EXPECT_THROW(run(study, giving([](const Trial&) -> double { throw EvaluatorFailed("no room"); }), {}),
               EvaluatorFailed);
  EXPECT_EQ(kinds(), (std::vector{Kind::started, Kind::released}));
  EXPECT_EQ(study.counts().waiting, 1U);
}

TEST_F(Runner, WhatIsNoExceptionOfTheStandardEndsTheRun) {
  Study study = new_study();
  EXPECT_THROW(run(study, giving([](const Trial&) -> double { throw 7; }), {}), int);
  EXPECT_EQ(study.counts().waiting, 1U);
}

TEST_F(Runner, AnEvaluationIsTimedUnlessTheEvaluatorKnowsBetter) {
  for (const double known : {0.0, 7.0}) {
    Study study = new_study();
    double seconds = 0.0;
    const Listener listener = [&](const RunEvent& event, const RunState&) {
      if (event.outcome != nullptr) seconds = event.outcome->seconds;
    };
    const Evaluator evaluator = [&](const Trial&, const std::stop_token&) -> Outcome {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return {.result = Result{1.0}, .seconds = known};
    };
    run_study(study, evaluator, {.max_trials = 1}, {listener});
    if (known > 0.0)
      EXPECT_EQ(seconds, known);
    else
      EXPECT_GE(seconds, 0.002);
  }
}

TEST_F(Runner, AFailedTrialIsTriedAgain) {
  Study study = new_study();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    return trial.attempt() < 2 ? testing::failed_outcome() : Outcome{.result = Result{1.0}};
  };
  EXPECT_EQ(run(study, evaluator, {.max_trials = 1, .retries = 2}), RunEnd::done);
  EXPECT_EQ(endings(), (std::vector{Kind::retried, Kind::retried, Kind::finished}));
  EXPECT_EQ(state_.num_failed, 0U);
}

TEST_F(Runner, AfterItsTimeNothingIsBegun) {
  Study study = new_study();
  const Evaluator evaluator = giving([](const Trial&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1.0;
  });
  EXPECT_EQ(run(study, evaluator, {.jobs = 2, .budget_time = std::chrono::milliseconds(1)}),
            RunEnd::out_of_time);
  EXPECT_EQ(study.counts().running, 0U) << "what was begun is told";
  EXPECT_TRUE(state_.stopping);
}

TEST_F(Runner, AfterAStopWhatRunsIsToldAndNothingIsBegun) {
  Study study = new_study();
  std::stop_source stop;
  EXPECT_EQ(
      run(study, giving(one), {}, [&](const Trial&) { stop.request_stop(); }, {.stop = stop.get_token()}),
      RunEnd::interrupted);
  EXPECT_EQ(kinds(), (std::vector{Kind::started, Kind::finished, Kind::improved, Kind::stopped}));
}

TEST_F(Runner, AnAbortGivesTrialsBack) {
  Study study = new_study();
  std::stop_source abort;
  std::barrier both(2);
  const Evaluator evaluator = [&](const Trial&, const std::stop_token& token) -> Outcome {
    both.arrive_and_wait();
    abort.request_stop();
    if (token.stop_requested()) throw Cancelled();
    return {.result = Result{1.0}};
  };
  EXPECT_EQ(run(study, evaluator, {.jobs = 2}, {}, {.abort = abort.get_token()}), RunEnd::interrupted);
  EXPECT_EQ(endings(), (std::vector{Kind::released, Kind::released}));
  EXPECT_EQ(study.counts().waiting, 2U);
  EXPECT_EQ(study.counts().all(), 2U);
}

TEST_F(Runner, AnEvaluatorThatHearsNothingOfAnAbortIsToldAsEver) {
  Study study = new_study();
  std::stop_source abort;
  const Evaluator evaluator = giving([&](const Trial&) {
    abort.request_stop();
    return 1.0;
  });
  EXPECT_EQ(run(study, evaluator, {}, {}, {.abort = abort.get_token()}), RunEnd::interrupted);
  EXPECT_EQ(study.counts().finished, 1U);
}

TEST_F(Runner, AListenerThatThrowsEndsTheRun) {
  for (const Kind when : {Kind::started, Kind::finished, Kind::improved, Kind::tick, Kind::stopped}) {
    Study study = new_study();
    const Listener listener = [&](const RunEvent& event, const RunState&) {
      if (event.kind == when) throw std::logic_error("enough");
    };
    RunPlan plan{.jobs = 2};
    if (when == Kind::stopped) plan.max_trials = 1;
    const Evaluator evaluator = giving([](const Trial& trial) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      return trial["x"];
    });
    EXPECT_THROW(run_study(study, evaluator, plan, {listener}), std::logic_error) << name_of(when);
    EXPECT_EQ(study.counts().running, 0U) << name_of(when);
    if (when == Kind::started) {
      EXPECT_EQ(study.counts().finished, 0U);
      EXPECT_LE(study.counts().waiting, 2U);
      EXPECT_GE(study.counts().waiting, 1U);
    }
  }
}

TEST_F(Runner, TheFirstErrorIsThatOfTheRun) {
  Study study = new_study();
  const Listener listener = [&](const RunEvent& event, const RunState&) {
    if (event.kind == Kind::released) throw std::logic_error("second");
  };
  const Evaluator evaluator = giving([](const Trial&) -> double { throw EvaluatorFailed("first"); });
  EXPECT_THROW(run_study(study, evaluator, {}, {listener}), EvaluatorFailed);
}

TEST_F(Runner, AListenerThatWaitsKeepsNobodyFromStopping) {
  Study study = new_study();
  std::binary_semaphore waits{0};
  std::binary_semaphore go_on{0};
  std::atomic<bool> first = true;
  const Listener listener = [&](const RunEvent& event, const RunState&) {
    if (event.kind != Kind::tick || !first.exchange(false)) return;
    waits.release();
    go_on.acquire();  // as for a store that is away
  };
  const Evaluator evaluator = giving([](const Trial&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 1.0;
  });
  std::stop_source stop;
  auto end = std::async(std::launch::async, [&] {
    return run_study(study, evaluator, {}, {listener}, {.stop = stop.get_token()});
  });
  waits.acquire();
  auto requested = std::async(std::launch::async, [&] { return stop.request_stop(); });
  EXPECT_EQ(requested.wait_for(std::chrono::seconds(20)), std::future_status::ready)
      << "signals are watched by the thread that requests the stop";
  go_on.release();
  EXPECT_EQ(end.get(), RunEnd::interrupted);
}

TEST_F(Runner, AResultThatCameTooLateIsNotCounted) {
  Study study = new_study();
  run(study, giving(one), {.max_trials = 1}, [&](const Trial& trial) {
    study.release(trial);  // as if this worker had been taken for lost
    study.tell(study.ask(), 7.0);
  });
  EXPECT_EQ(endings(), std::vector{Kind::overtaken});
  EXPECT_EQ(state_.num_finished, 0U);
  EXPECT_EQ(study.trials()[0].objective, 7.0);
}

TEST_F(Runner, WhatIsDecidedByHandDoesNotEndTheRun) {
  for (const bool good : {true, false}) {
    Study study = new_study();
    heard_.clear();
    const Evaluator evaluator = [good](const Trial&, const std::stop_token&) -> Outcome {
      return good ? Outcome{.result = Result{1.0}} : testing::failed_outcome();
    };
    const RunEnd end = run(study, evaluator, {.max_trials = 2}, [&](const Trial& trial) {
      if (trial.number() == 0) study.tell(trial.number(), 7.0);
    });
    EXPECT_EQ(end, RunEnd::done);
    EXPECT_EQ(endings(), (std::vector{Kind::overtaken, good ? Kind::finished : Kind::failed}));
    EXPECT_EQ(study.trials()[0].objective, 7.0);
  }
}

}  // namespace
}  // namespace craggy
