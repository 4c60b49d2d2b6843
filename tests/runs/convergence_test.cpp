#include "runs/convergence.hpp"

#include <string>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "runs/recorded_run.hpp"
#include "stores/worker.hpp"
#include "study/suggestion_text.hpp"
#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

class Convergence : public ::testing::Test {
 protected:
  /// The next trial, chosen by a model that expected this improvement (none: by nobody), and its value.
  void add(std::optional<double> improvement, double value) {
    StoredSuggestion stored;
    stored.suggestion.surrogate = "latent";
    stored.suggestion.reason = Reason{"latent", 0.0, 1.0, 0.0, {}, {}, improvement};
    stored.seen.finished = number_ == 0 ? "" : "0-" + std::to_string(number_ - 1);
    ++number_;
    const auto propose = [&](TrialNumber, const News&) {
      return Proposal{.params = R"({"x":0.5})", .suggestion = improvement ? to_text(stored) : ""};
    };
    const Claim claim = store_->claim(id_, {.worker = this_process(), .propose = propose}).value();
    store_->tell(id_, claim.trial.number, claim.attempt, Result{value});
  }

  /// So many that the models have seen enough.
  void add_initial(double value = 1.0) {
    for (int i = 0; i < 10; ++i) add(std::nullopt, value);
  }

  std::shared_ptr<Store> store_ = open_store("memory:");
  Study study_ = Study::create(store_, testing::run_options({{"x", Float{0, 1}}}, "latent"));
  StudyId id_ = store_->find_study("tune")->id;
  StudyView view_{study_};
  TrialNumber number_ = 0;
};

TEST_F(Convergence, FourInARowHaveToAgree) {
  add_initial();
  EXPECT_FALSE(has_converged(view_, 0.1));
  for (const double expected : {0.5, 0.09, 0.05, 0.09}) add(expected, 2.0);
  EXPECT_FALSE(has_converged(view_, 0.1));
  add(0.01, 2.0);
  EXPECT_TRUE(has_converged(view_, 0.1));
  EXPECT_FALSE(has_converged(view_, 0.09)) << "as much is enough to go on";
  add(0.2, 2.0);
  EXPECT_FALSE(has_converged(view_, 0.1));
}

TEST_F(Convergence, PointsThatNoModelChoseDoNotCount) {
  add_initial();
  EXPECT_FALSE(has_converged(view_, 0.1));
  for (int i = 0; i < 4; ++i) {
    add(0.01, 1.0);
    add(std::nullopt, 1.0);
  }
  EXPECT_TRUE(has_converged(view_, 0.1));
}

TEST_F(Convergence, ModelsThatHaveSeenLittleAreTooSure) {
  add(std::nullopt, 1.0);
  for (int i = 0; i < 8; ++i) add(1e-9, 1.0);
  EXPECT_FALSE(has_converged(view_, 0.1));
  add(1e-9, 1.0);
  EXPECT_TRUE(has_converged(view_, 0.1));
}

TEST_F(Convergence, ASurpriseIsFollowedUp) {
  add_initial();
  for (int i = 0; i < 3; ++i) add(0.01, 1.0);
  add(0.01, 0.5);
  EXPECT_FALSE(has_converged(view_, 0.1)) << "it was better by 0.5";
  for (int i = 0; i < 3; ++i) add(0.01, 1.0);
  EXPECT_FALSE(has_converged(view_, 0.1));
  add(0.01, 1.0);
  EXPECT_TRUE(has_converged(view_, 0.1));
}

TEST_F(Convergence, EndsARunBeforeItBegins) {
  add_initial();
  for (int i = 0; i < 4; ++i) add(1e-9, 1.0);
  const Evaluator evaluator = testing::giving([](const Trial&) { return 1.0; });
  EXPECT_EQ(run_study(study_, evaluator, {.max_trials = 50, .min_improvement = 1e-6}), RunEnd::converged);
  EXPECT_EQ(study_.counts().all(), 14U);
}

TEST_F(Convergence, NothingIsExpectedOfRandomPoints) {
  Study random = Study::in_memory(testing::run_options());
  EXPECT_EQ(testing::message_of([&] {
              run_study(random, testing::giving([](const Trial&) { return 1.0; }), {.min_improvement = 0.1});
            }),
            "the least improvement is 0.1, but nothing is expected of points that are drawn at random, so it "
            "needs another surrogate");
}

TEST(ConvergenceSlow, ABowlIsDoneLongBeforeItsTrials) {
  StudyOptions options = testing::run_options({{"x", Float{0, 1}}, {"y", Float{0, 1}}}, "noiseless");
  Study study = Study::in_memory(options);
  const Evaluator bowl = testing::giving([](const Trial& trial) {
    const double x = trial["x"] - 0.3;
    const double y = trial["y"] - 0.6;
    return 100.0 * (x * x + y * y);
  });
  EXPECT_EQ(run_study(study, bowl, {.max_trials = 60, .min_improvement = 0.5}), RunEnd::converged);
  EXPECT_LT(study.counts().all(), 40U);
  EXPECT_LT(*study.best()->objective, 0.5);
}

}  // namespace
}  // namespace craggy::runs
