#include "heartbeats.hpp"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "stores/worker.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;

class HeartbeatsOfAStudy : public ::testing::Test {
 protected:
  Claim claim() {
    return store_
        ->claim(study_, {.worker = this_process(),
                         .propose = [](TrialNumber, const News&) { return Proposal{"{}"}; }})
        .value();
  }
  AttemptRow attempt(AttemptNumber number) { return store_->attempts(study_).at(number); }

  testing::TemporaryFolder folder_;
  std::shared_ptr<Store> store_ = open_store(folder_.path() + "/store.db");
  StudyId study_ =
      store_->create_study({.name = "tune", .direction = "minimise", .space = "", .options = ""})->id;
  Heartbeats heartbeats_{store_, study_, milliseconds(5)};
};

TEST_F(HeartbeatsOfAStudy, OneAttemptOfATrialEndsWithoutTheOther) {
  const Claim first = claim();
  store_->fail(study_, 0, first.attempt, {.again = true});
  const Claim second = claim();
  heartbeats_.add(0, first.attempt);
  heartbeats_.add(0, second.attempt);
  heartbeats_.remove(0, first.attempt);
  const Timestamp before = attempt(second.attempt).heartbeat;
  while (attempt(second.attempt).heartbeat == before) std::this_thread::sleep_for(milliseconds(2));
  heartbeats_.remove(0, std::nullopt);
}

TEST_F(HeartbeatsOfAStudy, GiveBackWhatCouldNotBeGivenBackAtOnce) {
  const Claim lease = claim();
  heartbeats_.add(0, lease.attempt);
  heartbeats_.release(0, lease.attempt);
  while (attempt(0).outcome == AttemptOutcome::open) std::this_thread::sleep_for(milliseconds(2));
  EXPECT_EQ(attempt(0).outcome, AttemptOutcome::released);
}

}  // namespace
}  // namespace craggy
