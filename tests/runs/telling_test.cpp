#include "runs/telling.hpp"

#include <limits>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "runs/recorded_run.hpp"

namespace craggy::runs {
namespace {

using testing::failed_outcome;
using testing::Kind;
using testing::run_options;

constexpr double infinity = std::numeric_limits<double>::infinity();

Outcome good(double value, std::vector<double> constraints = {}) {
  return {.result = Result{value, std::move(constraints)}};
}

TEST(Telling, AResultFinishesItsTrial) {
  Study study = Study::in_memory(run_options());
  EXPECT_EQ(tell_outcome(study, study.ask(), good(2.5), 0).kind, Kind::finished);
  EXPECT_EQ(study.trials()[0].objective, 2.5);
}

TEST(Telling, AFailureIsStoredWithAllThatIsKnownOfIt) {
  Study study = Study::in_memory(run_options());
  const Outcome outcome{.failure = "it broke", .error_tail = "line 7\n", .exit_code = 3};
  const Telling told = tell_outcome(study, study.ask(), outcome, 0);
  EXPECT_EQ(told.kind, Kind::failed);
  EXPECT_FALSE(told.error);
  EXPECT_EQ(study.trials()[0].state, TrialState::failed);
  EXPECT_EQ(study.trials()[0].message, "it broke\nline 7\n");
  EXPECT_EQ(study.attempts()[0].exit_code, 3);
}

TEST(Telling, WhatAProgramPrintedIsKeptOfEveryAttempt) {
  const auto store = open_store("memory:");
  StudyOptions options = run_options();
  options.name = "tune";
  Study study = Study::create(store, options);
  tell_outcome(study, study.ask(), {.failure = "exit 1", .error_tail = "no mesh", .output_tail = "step 1\n"},
               1);
  Outcome second = good(2.5);
  second.output_tail = "2.5\n";
  tell_outcome(study, study.ask(), second, 1);
  tell_outcome(study, study.ask(), good(1.0), 1);
  const StudyView view(study);
  const std::vector<OutputRow> kept = {{0, 0, "step 1\n", "no mesh"}, {0, 1, "2.5\n", ""}};
  EXPECT_EQ(view.outputs(0), kept);
  EXPECT_TRUE(view.outputs(1).empty()) << "it printed nothing";
}

TEST(Telling, OnlyFailuresUseUpRetries) {
  Study study = Study::in_memory(run_options());
  for (int i = 0; i < 2; ++i) study.release(study.ask());
  EXPECT_EQ(tell_outcome(study, study.ask(), failed_outcome(), 1).kind, Kind::retried);
  EXPECT_EQ(study.counts().waiting, 1U);
  EXPECT_EQ(tell_outcome(study, study.ask(), failed_outcome(), 1).kind, Kind::failed);
  EXPECT_EQ(study.trials()[0].num_attempts, 4U) << "two that were given back, two that failed";
}

TEST(Telling, AResultThatCameTooLateIsOvertaken) {
  Study study = Study::in_memory(run_options());
  const Trial lost = study.ask();
  study.release(lost);  // as if this worker had been taken for lost
  study.tell(study.ask(), 7.0);
  EXPECT_EQ(tell_outcome(study, lost, good(1.0), 0).kind, Kind::overtaken);
  EXPECT_EQ(study.trials()[0].objective, 7.0);
}

TEST(Telling, WhatWasDecidedByHandIsOvertaken) {
  for (const Outcome& outcome : {good(1.0), good(infinity), failed_outcome()}) {
    Study study = Study::in_memory(run_options());
    const Trial trial = study.ask();
    study.tell(trial.number(), 7.0);
    const Telling told = tell_outcome(study, trial, outcome, 0);
    EXPECT_EQ(told.kind, Kind::overtaken);
    EXPECT_EQ(told.outcome.result, outcome.result);
    const bool refused = outcome.result && outcome.result->value == infinity;
    EXPECT_EQ(told.problem.empty(), !refused) << told.problem;
    EXPECT_EQ(study.trials()[0].objective, 7.0);
  }
}

TEST(Telling, AResultThatTheStudyCannotTakeIsAFailure) {
  Study study = Study::in_memory(run_options());
  EXPECT_EQ(tell_outcome(study, study.ask(), good(1.0, {-1.0}), 0).kind, Kind::finished);
  for (const Outcome& outcome : {good(1.0), good(infinity, {-1.0})}) {
    const Telling told = tell_outcome(study, study.ask(), outcome, 0);
    EXPECT_EQ(told.kind, Kind::failed);
    EXPECT_FALSE(told.outcome.result);
    EXPECT_EQ(told.outcome.failure, study.trials().back().message);
    EXPECT_NE(told.outcome.failure, "");
  }
}

TEST(Telling, AStoreThatIsNotThereIsNoFailureOfTheTrial) {
  const std::shared_ptr<Store> store = open_store("memory:");
  Study study = Study::create(store, run_options());
  const Trial trial = study.ask();
  store->delete_study("tune");
  for (const Outcome& outcome : {good(1.0), failed_outcome()}) {
    const Telling told = tell_outcome(study, trial, outcome, 0);
    EXPECT_EQ(told.kind, Kind::unstored);
    EXPECT_EQ(told.outcome.result, outcome.result);
    EXPECT_NE(told.problem, "");
    ASSERT_TRUE(told.error);
    EXPECT_THROW(std::rethrow_exception(told.error), StoreUnreachable);
  }
}

}  // namespace
}  // namespace craggy::runs
