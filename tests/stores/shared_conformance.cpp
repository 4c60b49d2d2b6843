#include <algorithm>
#include <array>
#include <vector>

#include "conformance.hpp"
#include "stores/worker.hpp"
#include "support/forked.hpp"

namespace craggy::testing {
namespace {

Proposal example_proposal(TrialNumber, const News&) { return {.params = "{\"x\":1}"}; }

TEST_P(SharedStoreConformance, IsTheSameWhenOpenedAgain) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  store_->tell(study, 0, claim.attempt, {0.1, {1.0}, 0.5});
  const TrialRow before = trial(study, 0);
  store_ = nullptr;
  store_ = open_store(place_->url());
  EXPECT_EQ(store_->find_study("tune")->id, study);
  EXPECT_EQ(store_->find_study("tune")->definition, example_definition());
  const TrialRow after = trial(study, 0);
  EXPECT_EQ(after.result, before.result);
  EXPECT_EQ(after.params, before.params);
  EXPECT_EQ(after.suggestion, before.suggestion);
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.ended, before.ended);
}

TEST_P(SharedStoreConformance, TwoConnectionsSeeEachOther) {
  const auto other = open_store(place_->url());
  const StudyId study = make_study();
  EXPECT_FALSE(other->create_study(example_definition()));
  const Claim claim = running(study);
  EXPECT_EQ(other->news(study, 0).trials.size(), 1u);
  other->tell(study, 0, claim.attempt, {2.0});
  EXPECT_EQ(trial(study, 0).result, Result{2.0});
  other->delete_study("tune");
  EXPECT_FALSE(store_->find_study("tune"));
}

TEST_P(SharedStoreConformance, ManyMayCreateTheTablesAtOnce) {
  const std::unique_ptr<StorePlace> empty = make_store_place(GetParam());
  std::vector<Forked> children;
  for (int i = 0; i < 8; ++i)
    children.emplace_back([&] {
      const auto store = open_store(empty->url());
      return store->create_study(example_definition()) ? 1 : 0;
    });
  int num_made = 0;
  for (Forked& child : children) {
    const int code = child.wait();
    ASSERT_LE(code, 1);
    num_made += code;
  }
  EXPECT_EQ(num_made, 1);
}

TEST_P(SharedStoreConformance, AWorkerThatIsKilledLosesItsLeaseAtOnce) {
  const StudyId study = make_study();
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  Forked worker([&] {
    const auto store = open_store(place_->url());
    ClaimRequest request{.worker = this_process(), .grace = std::chrono::hours(1)};
    request.propose = example_proposal;
    store->claim(study, request);  // a trial
    request.propose = {};
    store->claim(study, request);  // a number
    if (write(ready[1], "x", 1) != 1) return 1;
    pause();
    return 0;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(store_->claim(study, request())->trial.number, 2u) << "while it lives, it keeps them";
  worker.kill();
  worker.wait();
  const Claim taken = store_->claim(study, request()).value();
  EXPECT_EQ(taken.trial.number, 0u);
  EXPECT_EQ(taken.trial.params, "{\"x\":1}");
  EXPECT_NE(attempt(study, 0, 0).message.find("has ended"), std::string::npos);
  EXPECT_EQ(store_->claim(study, request())->trial.number, 1u);
  EXPECT_EQ(store_->claim(study, request())->trial.number, 3u);
}

TEST_P(SharedStoreConformance, NoNumberIsGivenTwice) {
  constexpr int num_workers = 8;
  constexpr TrialNumber num_trials = 160;
  const StudyId study = make_study();
  for (int i = 0; i < 20; ++i) store_->enqueue(study, "{\"x\":0}");
  std::vector<Forked> workers;
  for (int i = 0; i < num_workers; ++i)
    workers.emplace_back([&] {
      const auto store = open_store(place_->url());
      ClaimRequest request{.worker = this_process(), .max_trials = num_trials, .propose = example_proposal};
      int count = 0;
      while (const auto claim = store->claim(study, request)) {
        if (store->tell(study, claim->trial.number, claim->attempt, {1.0 * getpid()}) != Told::accepted)
          return 1;
        ++count;
      }
      return count > 0 ? 0 : 2;
    });
  for (Forked& worker : workers) {
    const int code = worker.wait();
    EXPECT_TRUE(code == 0 || code == 2) << code;  // 2: the others were quicker
  }
  const News news = store_->news(study, 0);
  ASSERT_EQ(news.trials.size(), num_trials);
  for (const TrialRow& row : news.trials) {
    EXPECT_EQ(row.state, TrialState::finished);
    EXPECT_EQ(row.num_attempts, 1u) << row.number;
    EXPECT_EQ(row.number, &row - news.trials.data());
  }
  EXPECT_EQ(store_->attempts(study).size(), num_trials);
}

TEST_P(SharedStoreConformance, RevisionsGrowInTheOrderInWhichTheyAreSeen) {
  // Whoever reads the news bit by bit while others write must not miss anything.
  constexpr TrialNumber num_trials = 150;
  const StudyId study = make_study();
  std::vector<Forked> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      const auto store = open_store(place_->url());
      ClaimRequest request{.worker = this_process(), .max_trials = num_trials, .propose = example_proposal};
      while (const auto claim = store->claim(study, request))
        store->tell(study, claim->trial.number, claim->attempt, {1.0});
      return 0;
    });
  std::vector<TrialState> seen(num_trials, TrialState::reserved);
  std::int64_t revision = 0;
  const auto all_finished = [&] {
    return std::all_of(seen.begin(), seen.end(),
                       [](TrialState state) { return state == TrialState::finished; });
  };
  for (bool last = false; !last;) {
    last = std::all_of(writers.begin(), writers.end(), [](const Forked& writer) {
      siginfo_t info{};
      return waitid(P_PID, static_cast<id_t>(writer.pid()), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
             info.si_pid != 0;
    });
    const News news = store_->news(study, revision);
    EXPECT_GE(news.revision, revision);
    revision = news.revision;
    for (const TrialRow& row : news.trials) seen.at(row.number) = row.state;
  }
  EXPECT_TRUE(all_finished());
}

TEST_P(SharedStoreConformance, AConnectionIsNotForAChild) {
  make_study();
  Forked child([&] {
    try {
      store_->studies();
    } catch (const StoreError& error) {
      return std::string(error.what()).find("fork()") != std::string::npos ? 0 : 1;
    }
    return 2;
  });
  EXPECT_EQ(child.wait(), 0);
}

TEST_P(SharedStoreConformance, ErrorsNameTheStore) {
  EXPECT_EQ(store_->name(), place_->url());
  EXPECT_TRUE(store_->is_shared());
}

INSTANTIATE_TEST_SUITE_P(Stores, SharedStoreConformance, ::testing::ValuesIn(shared_store_kinds()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace craggy::testing
