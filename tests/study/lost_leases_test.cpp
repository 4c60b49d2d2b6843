// Trials whose workers have vanished, as a look at their study shows them.
#include "study/lost_leases.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <craggy/study/study_view.hpp>

#include "example_study.hpp"
#include "stores/worker.hpp"

namespace craggy {
namespace {

Worker vanished() {
  Worker worker = this_process("gone");
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  worker.process = child;
  worker.process_start = 1;
  return worker;
}

class LostLeases : public ::testing::Test {
 protected:
  /// A study with one trial that belongs to `worker`, and one of this process.
  StudyView look(const Worker& worker, OnLost on_lost) {
    StudyOptions options = testing::example_options("tune");
    options.suggest.surrogate = "random";
    options.on_lost = on_lost;
    study_.emplace(Study::create(store_, options));
    study_->ask();
    const StudyId id = store_->find_study("tune")->id;
    const std::string params = store_->news(id, 0).trials[0].params;
    store_->claim(id,
                  {.worker = worker, .propose = [&](TrialNumber, const News&) { return Proposal{params}; }});
    return StudyView(*study_);
  }

  std::shared_ptr<Store> store_ = open_store("memory:");
  std::optional<Study> study_;
};

TEST_F(LostLeases, ATrialThatWillBeHandedOutAgainWaits) {
  const StudyView view = look(vanished(), OnLost::retry);
  EXPECT_EQ(view.counts().running, 1U);
  EXPECT_EQ(view.counts().waiting, 1U);
  EXPECT_EQ(view.summary().counts.waiting, 1U);
  EXPECT_EQ(view.trial(0)->state, TrialState::running);
  EXPECT_EQ(view.trial(1)->state, TrialState::waiting);
  EXPECT_EQ(view.trials()[1].state, TrialState::waiting);
  EXPECT_EQ(view.trials(1, 1)[0].state, TrialState::waiting);
  EXPECT_EQ(view.changes(0).trials[1].state, TrialState::waiting);
  EXPECT_EQ(view.attempts(0)[0].outcome, AttemptOutcome::open);
  EXPECT_EQ(view.attempts(1)[0].outcome, AttemptOutcome::lost);
  EXPECT_NE(view.deciding_attempt(1)->message.find("the worker gone (process "), std::string::npos);
}

TEST_F(LostLeases, OneThatWillFailHasFailed) {
  const StudyView view = look(vanished(), OnLost::fail);
  EXPECT_EQ(view.counts().failed, 1U);
  EXPECT_EQ(view.counts().waiting, 0U);
  EXPECT_EQ(view.trial(1)->state, TrialState::failed);
  EXPECT_NE(view.trial(1)->message.find(" has ended"), std::string::npos);
}

TEST_F(LostLeases, ALookChangesNothing) {
  const StudyView view = look(vanished(), OnLost::retry);
  const std::int64_t revision = view.revision();
  view.trials();
  EXPECT_EQ(view.revision(), revision);
  EXPECT_EQ(store_->news(store_->find_study("tune")->id, 0).trials[1].state, TrialState::running);
  // The study itself does not look, since no other process can use a store in memory.
  EXPECT_EQ(store_->claim(store_->find_study("tune")->id, {.worker = this_process("next")})->trial.number, 1U)
      << "the claim finds the same";
  EXPECT_EQ(view.trial(1)->state, TrialState::running);
  EXPECT_EQ(view.attempts(1)[0].outcome, AttemptOutcome::lost);
  EXPECT_EQ(view.attempts(1)[1].outcome, AttemptOutcome::open);
}

TEST_F(LostLeases, WhoLivesHasItsTrial) {
  const StudyView view = look(this_process(), OnLost::retry);
  EXPECT_EQ(view.counts().running, 2U);
}

}  // namespace
}  // namespace craggy
