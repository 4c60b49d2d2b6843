#include "runs/stopping_rules.hpp"

#include <algorithm>
#include <semaphore>
#include <vector>

#include <gtest/gtest.h>

#include "runs/recorded_run.hpp"

namespace craggy {
namespace {

using testing::giving;
using testing::Heard;
using testing::Kind;
using testing::run_options;

class RunRules : public testing::RecordedRun {
 protected:
  static Study make(Direction direction = Direction::minimise) {
    StudyOptions options = run_options();
    options.direction = direction;
    return Study::in_memory(std::move(options));
  }

  /// A trial gets the value at its number, or the last one.
  static Evaluator values(std::vector<double> all) {
    return giving([all = std::move(all)](const Trial& trial) {
      return all[std::min<std::size_t>(trial.number(), all.size() - 1)];
    });
  }
};

TEST_F(RunRules, EveryNewBestIsAnImprovementAndNothingElse) {
  const std::vector<double> all = {5, 7, 3, 3, 4, 1, 9, 9.5};
  Study small = make();
  run(small, values(all), {.max_trials = 8});
  EXPECT_EQ(improvements(), (std::vector<double>{5, 3, 1}));
  heard_.clear();
  Study large = make(Direction::maximise);
  run(large, values(all), {.max_trials = 8});
  EXPECT_EQ(improvements(), (std::vector<double>{5, 7, 9, 9.5})) << "the last trial is looked at, too";
}

TEST_F(RunRules, AnImprovementComesRightAfterItsTrial) {
  Study study = make();
  run(study, values({2, 1}), {.max_trials = 2});
  EXPECT_EQ(heard_, (std::vector<Heard>{{Kind::started, 0},
                                        {Kind::finished, 0},
                                        {Kind::improved, 0, "", 2.0},
                                        {Kind::started, 1},
                                        {Kind::finished, 1},
                                        {Kind::improved, 1, "", 1.0},
                                        {Kind::stopped}}));
}

TEST_F(RunRules, WhatWasTheBestBeforeIsNoImprovement) {
  Study study = make();
  study.add({0.5}, 2.0);
  run(study, values({2, 2, 3, 1.5}), {.max_trials = 4});
  EXPECT_EQ(improvements(), std::vector<double>{1.5});
}

TEST_F(RunRules, WhatIsInfeasibleOrHasFailedIsNoImprovement) {
  Study study = make();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    if (trial.number() == 2) return testing::failed_outcome();
    return {.result = Result{-1.0 * trial.number(), {trial.number() == 1 ? 1.0 : -1.0}}};
  };
  run(study, evaluator, {.max_trials = 4});
  EXPECT_EQ(improvements(), (std::vector<double>{0, -3}));
}

TEST_F(RunRules, AnImprovementOfSomebodyElseIsOne) {
  Study study = make();
  run(study, values({5, 4, 3}), {.max_trials = 4}, [&](const Trial& trial) {
    if (trial.number() == 1) study.add({0.5}, 1.0);
  });
  EXPECT_EQ(improvements(), (std::vector<double>{5, 1}));
}

TEST_F(RunRules, OfSeveralJobsImprovementsAreHeardInOrder) {
  Study study = make();
  run(study, giving([](const Trial& trial) { return trial["x"]; }), {.max_trials = 60, .jobs = 4});
  const std::vector<double> all = improvements();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(std::is_sorted(all.rbegin(), all.rend()));
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  EXPECT_EQ(all.back(), study.best()->objective);
  for (auto heard = heard_.begin(); heard != heard_.end(); ++heard) {
    if (heard->kind != Kind::improved) continue;
    EXPECT_NE(std::find(heard_.begin(), heard, Heard{Kind::finished, heard->trial}), heard)
        << "nobody has heard yet that trial " << *heard->trial << " finished";
  }
}

TEST_F(RunRules, ATrialIsNoImprovementBeforeItHasBeenSaidToFinish) {
  Study study = make();
  std::binary_semaphore told{0};
  std::binary_semaphore looked{0};
  const Evaluator evaluator = giving([&](const Trial& trial) {
    if (trial.number() == 0) {
      study.tell(trial.number(), 1.0);  // another job can see it from here on
      told.release();
      looked.acquire();
    }
    if (trial.number() == 1) told.acquire();
    if (trial.number() == 2) looked.release();
    return 1.0 + trial.number();
  });
  run(study, evaluator, {.max_trials = 3, .jobs = 2});
  const auto finished = std::find(heard_.begin(), heard_.end(), Heard{Kind::finished, 0});
  ASSERT_NE(finished, heard_.end());
  EXPECT_NE(std::find(finished, heard_.end(), Heard{Kind::improved, 0, "", 1.0}), heard_.end());
  EXPECT_EQ(improvements(), std::vector{1.0});
}

TEST_F(RunRules, EndsOnceTheTargetIsReached) {
  Study small = make();
  EXPECT_EQ(run(small, values({5, 4, 3, 2}), {.target = 3.0}), RunEnd::target_reached);
  EXPECT_EQ(small.counts().all(), 3U);
  Study large = make(Direction::maximise);
  EXPECT_EQ(run(large, values({2, 3, 4, 5}), {.target = 3.5}), RunEnd::target_reached);
  EXPECT_EQ(large.counts().all(), 3U);
  EXPECT_EQ(end_, RunEnd::target_reached);
}

TEST_F(RunRules, NothingIsBegunIfTheTargetIsReachedAlready) {
  Study study = make();
  study.add({0.5}, 2.0);
  EXPECT_EQ(run(study, values({5}), {.target = 3.0}), RunEnd::target_reached);
  EXPECT_EQ(kinds(), std::vector{Kind::stopped});
}

TEST_F(RunRules, EndsOnceSomebodyElseReachesTheTarget) {
  Study study = make();
  const RunEnd end = run(study, values({5}), {.target = 3.0}, [&](const Trial& trial) {
    if (trial.number() == 1) study.add({0.5}, 1.0);
  });
  EXPECT_EQ(end, RunEnd::target_reached);
  EXPECT_EQ(study.counts().all(), 3U);
}

TEST_F(RunRules, APatienceThatIsOverEndsTheRun) {
  Study small = make();
  EXPECT_EQ(run(small, values({5, 6, 4, 4, 6, 5, 1}), {.patience = 3}), RunEnd::no_improvement);
  EXPECT_EQ(small.counts().all(), 6U);
  Study large = make(Direction::maximise);
  EXPECT_EQ(run(large, values({5, 4, 6, 4, 6, 5, 9}), {.patience = 3}), RunEnd::no_improvement);
  EXPECT_EQ(large.counts().all(), 6U);
}

TEST_F(RunRules, PatienceIsOfTheStudy) {
  Study study = make();
  EXPECT_EQ(run(study, values({5, 1, 4, 4, 4}), {.max_trials = 4, .patience = 3}), RunEnd::done);
  EXPECT_EQ(run(study, values({5, 1, 4, 4, 4}), {.patience = 3}), RunEnd::no_improvement);
  EXPECT_EQ(study.counts().all(), 5U);
  heard_.clear();
  EXPECT_EQ(run(study, values({0}), {.patience = 3}), RunEnd::no_improvement);
  EXPECT_EQ(kinds(), std::vector{Kind::stopped}) << "the same run again has nothing to do";
}

TEST_F(RunRules, PatienceCountsFinishedTrialsOnly) {
  Study study = make();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    if (trial.number() % 2 == 1) return testing::failed_outcome();
    return {.result = Result{1.0}};
  };
  EXPECT_EQ(run(study, evaluator, {.patience = 2}), RunEnd::no_improvement);
  EXPECT_EQ(study.counts().finished, 3U);
  EXPECT_EQ(study.counts().failed, 2U);
}

TEST_F(RunRules, WithoutAFeasibleTrialPatienceCountsFromTheBeginning) {
  Study study = make();
  const Evaluator evaluator = [](const Trial&, const std::stop_token&) -> Outcome {
    return {.result = Result{1.0, {1.0}}};
  };
  EXPECT_EQ(run(study, evaluator, {.patience = 4}), RunEnd::no_improvement);
  EXPECT_EQ(study.counts().all(), 4U);
}

TEST_F(RunRules, SoManyFailuresEndTheRun) {
  Study study = make();
  EXPECT_EQ(run(study, [](const Trial&, const std::stop_token&) { return testing::failed_outcome(); },
                {.retries = 1, .max_failures = 3}),
            RunEnd::too_many_failures);
  EXPECT_EQ(study.counts().failed, 3U);
  EXPECT_EQ(count(Kind::retried), 3U) << "which are no failed trials";
}

TEST_F(RunRules, NothingButTheSameFailureEndsTheRun) {
  Study study = make();
  const Evaluator same = [](const Trial& trial, const std::stop_token&) {
    return testing::failed_outcome("no licence for run " + std::to_string(trial.number()));
  };
  EXPECT_EQ(run(study, same, {.max_trials = 50, .max_alike_failures = 3}), RunEnd::failing_alike);
  EXPECT_EQ(study.counts().failed, 3U);
  EXPECT_EQ(run(study, same, {.max_trials = 50, .max_alike_failures = 3}), RunEnd::failing_alike);
  EXPECT_EQ(study.counts().failed, 6U) << "each run counts its own";
}

TEST_F(RunRules, DifferentFailuresDoNotEndTheRun) {
  Study study = make();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) {
    return testing::failed_outcome(std::string(trial.number() + 1, 'x'));
  };
  EXPECT_EQ(run(study, evaluator, {.max_trials = 6, .max_alike_failures = 2}), RunEnd::done);
}

TEST_F(RunRules, TheSameFailureMayComeAgainOnceThereIsAValue) {
  Study study = make();
  const Evaluator evaluator = [](const Trial& trial, const std::stop_token&) -> Outcome {
    if (trial.number() == 1) return {.result = Result{1.0}};
    return testing::failed_outcome();
  };
  EXPECT_EQ(run(study, evaluator, {.max_trials = 6, .max_alike_failures = 2}), RunEnd::done);
  EXPECT_EQ(study.counts().failed, 5U);
}

}  // namespace
}  // namespace craggy
