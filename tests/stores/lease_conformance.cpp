// Trials that belong to somebody for a while: leases, and what becomes of them and of late results.
#include <chrono>
#include <thread>

#include "conformance.hpp"
#include "stores/worker.hpp"
#include "support/message_of.hpp"

namespace craggy::testing {
namespace {

using std::chrono::microseconds;

TEST_P(StoreConformance, AReleasedTrialWaits) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  EXPECT_TRUE(store_->release(study, 0, claim.attempt));
  EXPECT_FALSE(store_->release(study, 0, claim.attempt)) << "the lease is gone";
  EXPECT_FALSE(store_->heartbeat(study, 0, claim.attempt));
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::released);
  const Claim again = running(study);
  EXPECT_EQ(again.trial.number, 0u);
  EXPECT_EQ(again.attempt, 1u);
  EXPECT_FALSE(store_->release(study, 0, claim.attempt)) << "somebody else's lease";
  EXPECT_EQ(trial(study, 0).state, TrialState::running);
  EXPECT_TRUE(store_->release(study, 0, std::nullopt)) << "by number, whoever has it";
  EXPECT_FALSE(store_->release(study, 9, std::nullopt));
}

TEST_P(StoreConformance, AHeartbeatRenewsALease) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  const Timestamp first = attempt(study, 0, 0).heartbeat;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_TRUE(store_->heartbeat(study, 0, claim.attempt));
  EXPECT_GT(attempt(study, 0, 0).heartbeat, first);
  EXPECT_EQ(attempt(study, 0, 0).started, first);
  EXPECT_FALSE(store_->heartbeat(study, 0, 1)) << "no such attempt";
  store_->tell(study, 0, claim.attempt, {1.0});
  EXPECT_FALSE(store_->heartbeat(study, 0, claim.attempt));
}

TEST_P(StoreConformance, WithoutAGraceALeaseIsForEver) {
  const StudyId study = make_study();
  ClaimRequest by_hand = request();
  by_hand.worker = no_process("a person");
  by_hand.propose = [](TrialNumber, const News&) { return Proposal{"{}"}; };
  store_->claim(study, by_hand);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(store_->claim(study, request())->trial.number, 1u);
  EXPECT_EQ(store_->tell(study, 0, std::nullopt, {1.0}), Told::accepted);
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::finished);
}

/// A lease of a worker elsewhere that has not been heard of for long enough.
Claim expired(Store& store, StudyId study, ClaimRequest request) {
  request.worker.machine = "another";
  request.grace = microseconds(0);
  request.propose = [](TrialNumber, const News&) { return Proposal{"{\"x\":1}"}; };
  Claim claim = store.claim(study, request).value();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return claim;
}

TEST_P(StoreConformance, ALeaseEndsAfterItsGrace) {
  const StudyId study = make_study();
  ClaimRequest patient = request();
  patient.worker.machine = "another";
  patient.grace = std::chrono::hours(1);
  store_->claim(study, patient);
  expired(*store_, study, request());
  const Claim taken = store_->claim(study, request()).value();
  EXPECT_EQ(taken.trial.number, 1u);
  EXPECT_EQ(taken.attempt, 1u);
  EXPECT_EQ(attempt(study, 1, 0).outcome, AttemptOutcome::lost);
  EXPECT_TRUE(attempt(study, 1, 0).ended);
  EXPECT_NE(attempt(study, 1, 0).message.find("has not been heard of"), std::string::npos);
  EXPECT_FALSE(store_->heartbeat(study, 1, 0));
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::open);
}

TEST_P(StoreConformance, AWorkerThatLivesKeepsItsLease) {
  // It may have been asleep, with its machine or by Ctrl-Z, or the clock has been set.
  const StudyId study = make_study();
  ClaimRequest silent = request();
  silent.grace = microseconds(0);
  store_->claim(study, silent);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(store_->claim(study, request())->trial.number, 1u);
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::open);
}

TEST_P(StoreConformance, AReservationMayBelongToSomebodyElseThanTheTrial) {
  const StudyId study = make_study();
  ClaimRequest by_hand = request();
  by_hand.worker = no_process("a person");
  by_hand.computing = Holder{this_process("its program"), std::chrono::minutes(1)};
  const Claim claim = store_->claim(study, by_hand).value();
  EXPECT_EQ(attempt(study, 0, 0).worker, this_process("its program"));
  EXPECT_EQ(attempt(study, 0, 0).grace, std::chrono::minutes(1));
  EXPECT_EQ(store_->propose(study, claim, {"{}"}, 0, true), ProposeOutcome::committed);
  EXPECT_EQ(attempt(study, 0, 0).worker, by_hand.worker);
  EXPECT_FALSE(attempt(study, 0, 0).grace);

  by_hand.propose = [](TrialNumber, const News&) { return Proposal{"{}"}; };
  store_->claim(study, by_hand);
  EXPECT_EQ(attempt(study, 1, 0).worker, by_hand.worker) << "nothing was left to compute";
  store_->enqueue(study, "{}");
  store_->claim(study, by_hand);
  EXPECT_EQ(attempt(study, 2, 0).worker, by_hand.worker);
}

TEST_P(StoreConformance, TheFirstResultWinsAndALateOneIsKept) {
  const StudyId study = make_study();
  const Claim lost = expired(*store_, study, request());
  const Claim second = store_->claim(study, request()).value();
  ASSERT_EQ(second.trial.number, 0u);
  EXPECT_EQ(store_->tell(study, 0, second.attempt, {2.0}), Told::accepted);
  EXPECT_EQ(store_->tell(study, 0, lost.attempt, {3.0}), Told::kept);
  EXPECT_EQ(trial(study, 0).result, Result{2.0});
  EXPECT_EQ(attempt(study, 0, 0).result, Result{3.0});
  EXPECT_EQ(store_->tell(study, 0, lost.attempt, {3.0}), Told::kept);
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, lost.attempt, {4.0}); }),
            "the value of trial 0 is 4, but attempt 0 has finished with 3 already");
}

TEST_P(StoreConformance, AResultOfALostWorkerIsNotLost) {
  const StudyId study = make_study();
  const Claim lost = expired(*store_, study, request());
  const Claim second = store_->claim(study, request()).value();
  EXPECT_EQ(store_->fail(study, 0, lost.attempt, {.message = "late"}), Told::kept)
      << "but its failure says nothing";
  EXPECT_EQ(trial(study, 0).state, TrialState::running);
  EXPECT_EQ(store_->tell(study, 0, lost.attempt, {3.0}), Told::accepted);
  EXPECT_EQ(trial(study, 0).result, Result{3.0});
  EXPECT_EQ(trial(study, 0).decider, lost.attempt);
  EXPECT_EQ(store_->tell(study, 0, second.attempt, {2.0}), Told::kept);
  EXPECT_EQ(attempt(study, 0, 1).result, Result{2.0});

  const Claim waiting = expired(*store_, study, request());
  ClaimRequest none = request();
  none.max_trials = 0;
  none.propose = {};
  const Claim held = store_->claim(study, none).value();
  store_->release(study, held.trial.number, held.attempt);
  EXPECT_EQ(trial(study, 1).state, TrialState::waiting);
  EXPECT_EQ(store_->tell(study, 1, waiting.attempt, {5.0}), Told::accepted);
  EXPECT_FALSE(store_->claim(study, none)) << "it does not wait any more";
}

TEST_P(StoreConformance, ATrialMayFailWithItsWorker) {
  const StudyId study = make_study();
  const Claim lost = expired(*store_, study, request());
  ClaimRequest strict = request();
  strict.on_lost = OnLost::fail;
  strict.max_trials = 1;
  EXPECT_FALSE(store_->claim(study, strict));
  EXPECT_EQ(trial(study, 0).state, TrialState::failed);
  EXPECT_TRUE(trial(study, 0).lost);
  EXPECT_NE(trial(study, 0).message, "");
  EXPECT_EQ(store_->tell(study, 0, lost.attempt, {3.0}), Told::accepted)
      << "a late result is better than none";
  EXPECT_EQ(trial(study, 0).state, TrialState::finished);
  EXPECT_FALSE(trial(study, 0).lost);
  EXPECT_EQ(trial(study, 0).message, "");
}

TEST_P(StoreConformance, AReservationOfALostWorkerIsTakenOverWithItsNumber) {
  const StudyId study = make_study();
  ClaimRequest lost = request();
  lost.worker.machine = "another";
  lost.grace = microseconds(0);
  const Claim first = store_->claim(study, lost).value();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const Claim second = store_->claim(study, request()).value();
  EXPECT_EQ(second.trial.number, 0u);
  EXPECT_EQ(second.trial.state, TrialState::reserved);
  EXPECT_EQ(second.attempt, 1u);
  EXPECT_EQ(store_->propose(study, first, {"{}"}, 0, true), ProposeOutcome::lost);
  EXPECT_EQ(store_->propose(study, second, {"{}"}, 0, true), ProposeOutcome::committed);
}

TEST_P(StoreConformance, LostAttemptsAreNamedAndLeftAlone) {
  const StudyId study = make_study();
  running(study);
  expired(*store_, study, request());
  const std::vector<AttemptRow> lost = store_->lost_attempts(study);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].trial, 1u);
  EXPECT_NE(lost[0].message.find("has not been heard of for"), std::string::npos) << lost[0].message;
  EXPECT_EQ(attempt(study, 1, 0).outcome, AttemptOutcome::open);
  EXPECT_EQ(trial(study, 1).state, TrialState::running);
}

TEST_P(StoreConformance, LostLeasesAreEndedOnlyWhenLookedFor) {
  const StudyId study = make_study();
  expired(*store_, study, request());
  ClaimRequest quick = request();
  quick.look_for_lost = false;
  EXPECT_EQ(store_->claim(study, quick)->trial.number, 1u);
  EXPECT_EQ(store_->claim(study, request())->trial.number, 0u);
}

}  // namespace
}  // namespace craggy::testing
