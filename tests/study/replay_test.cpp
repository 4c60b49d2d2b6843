// Suggestions computed again from what the store has of them.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "example_study.hpp"
#include "stores/worker.hpp"
#include "study/params.hpp"
#include "study/suggestion_text.hpp"
#include "support/message_of.hpp"
#include "support/store_place.hpp"

namespace craggy {
namespace {

class Replays : public ::testing::TestWithParam<std::string> {
 protected:
  // A trial that the store gets as if a suggestion had been made.
  void propose(const Study& study, const std::vector<double>& values, const StoredSuggestion& suggestion) {
    const StudyId id = store_->find_study(study.name())->id;
    const Claim claim = store_->claim(id, {.worker = this_process()}).value();
    const Proposal proposal{.params = to_params(study.space(), values), .suggestion = to_text(suggestion)};
    ASSERT_EQ(store_->propose(id, claim, proposal, 0, true), ProposeOutcome::committed);
  }

  StoredSuggestion stored(const Study& study, TrialNumber number) {
    return parse_suggestion(
        store_->news(store_->find_study(study.name())->id, 0).trials.at(number).suggestion);
  }

  std::unique_ptr<testing::StorePlace> place_ = testing::make_store_place(GetParam());
  std::shared_ptr<Store> store_ = open_store(place_->url());
};
class ReplaysSlow : public Replays {};

SuggestOptions brief(const std::string& surrogate) {
  SuggestOptions suggest;
  suggest.surrogate = surrogate;
  suggest.inference.num_chains = 2;
  suggest.inference.num_warmup = 10;
  suggest.inference.num_draws = 8;
  return suggest;
}

void expect_same(const Replay& replay) {
  EXPECT_EQ(replay.why_not, "") << replay.number;
  EXPECT_TRUE(replay.same) << replay.number;
  EXPECT_EQ(replay.computed, replay.stored) << replay.number;
}

// Three jobs at a time, which end in another order than they began; some fail, and values are noisy.
TEST_P(ReplaysSlow, OfAMixedSpaceInParallelAreTheSameBits) {
  Study study = Study::create(
      store_, {.name = "mixed",
               .space = {{"x", Float{-1.0, 1.0}},
                         {"rate", Float{1e-4, 1.0, true}},
                         {"n", Int{1, 30}},
                         {"opt", Categorical{{"sgd", "adam"}}},
                         {"momentum", Float{0.0, 1.0}, Condition{"opt", Comparison::equal, {"sgd"}}}},
               .direction = Direction::maximise,
               .suggest = brief("craggy"),
               .seed = 11});
  std::vector<Trial> running;
  for (int i = 0; i < 30; ++i) {
    running.push_back(study.ask());
    if (running.size() < 3) continue;
    const auto place = running.begin() + i % 3;
    const Trial trial = *place;
    running.erase(place);
    if (i % 7 == 5) {
      study.fail(trial, {.message = "it diverged"});
      continue;
    }
    const double value = -std::abs(trial["x"] - 0.3) - std::abs(std::log10(trial["rate"]) + 2.0);
    study.tell(trial, {.value = value, .constraints = {trial["n"] - 25.0}, .noise = i % 2 == 0 ? 0.1 : 0.0});
  }
  for (TrialNumber number = 0; number < 30; ++number) expect_same(study.replay(number));
  expect_same(Study::open(store_, "mixed").replay(29));
}

// Both ways to get there: resumed by another process, and computed again.
TEST_P(Replays, OfManyObservationsAreTheSameBits) {
  StudyOptions options = testing::example_options();
  options.suggest = brief("craggy");
  options.suggest.max_exact = 10;
  Study study = Study::create(store_, options);
  for (int i = 0; i < 24; ++i) {
    Study resumed = Study::open(store_, "tune");
    Study& one = i % 2 == 0 ? study : resumed;
    const Trial trial = one.ask();
    one.tell(trial, testing::example_value(trial));
  }
  EXPECT_FALSE(stored(study, 10).suggestion.active);
  EXPECT_EQ(stored(study, 23).suggestion.active->observations, 10);
  EXPECT_EQ(stored(study, 23).suggestion.active->of, 23);
  for (TrialNumber number = 10; number < 24; ++number)
    expect_same(Study::open(store_, "tune").replay(number));
}

// Only the latest three warm states are stored, so that the others have to be computed again as well.
TEST_P(Replays, GoBackToWhereTheChainsBegan) {
  StudyOptions options = testing::example_options();
  options.suggest = brief("latent");
  options.suggest.sigma_h = LatentScale{.levels = {0.1}};
  Study study = Study::create(store_, options);
  for (int i = 0; i < 12; ++i) {
    const Trial trial = study.ask();
    study.tell(trial, testing::example_value(trial));
  }
  EXPECT_EQ(stored(study, 8).warm_from, 7u);
  const Study again = Study::open(store_, "tune");
  expect_same(again.replay(8));
  expect_same(again.replay(11));
  expect_same(again.replay(2));
  for (TrialNumber number = 0; number < 12; ++number) expect_same(again.replay(number));
}

TEST_P(Replays, ASuggestionThatHadToMakeRoomIsTheSame) {
  StudyOptions options = testing::example_options();
  options.space = {{"n", Int{0, 60}}};
  Study study = Study::create(store_, options);
  for (const int n : {3, 30, 50}) study.add({static_cast<double>(n)}, std::abs(n - 20.0));
  {
    std::atomic<bool> has_ended = false;
    std::jthread asking([&] {
      for (int i = 0; i < 10; ++i) study.ask();
      has_ended = true;
    });
    for (int n = 0; n < 45 && !has_ended; ++n) study.add({static_cast<double>(n)}, std::abs(n - 20.0));
  }
  for (const TrialRecord& record : study.trials())
    if (record.suggestion) expect_same(study.replay(record.number));

  // The same without chance: what was suggested is taken by a trial of which only the second look knows.
  Study by_hand = Study::create(store_, [&] {
    StudyOptions other = options;
    other.name = "by hand";
    return other;
  }());
  for (const int n : {3, 30, 50}) by_hand.add({static_cast<double>(n)}, std::abs(n - 20.0));
  History history;
  for (const int n : {3, 30, 50})
    history.observations.push_back({{static_cast<double>(n)}, std::abs(n - 20.0)});
  StoredSuggestion suggestion{
      .suggestion = suggest(by_hand.space(), history, options.suggest, {options.seed, 4}),
      .seen = {"0-2", "", ""},
      .made_room_for = SeenTrials{"0-3", "", ""},
      .warm_from = {},
      .simd = by_hand.simd()};
  const std::vector<double> wanted = suggestion.suggestion.values;
  by_hand.add(wanted, 5.0);
  history.observations.push_back({wanted, 5.0});
  const std::vector<double> taken = unless_taken(by_hand.space(), history, wanted, options.seed, 4);
  ASSERT_NE(taken, wanted);
  propose(by_hand, taken, suggestion);
  expect_same(by_hand.replay(4));
}

TEST_P(Replays, WhatSomebodyHasChangedDiffers) {
  Study study = Study::create(store_, testing::example_options());
  for (int i = 0; i < 5; ++i) {
    const Trial trial = study.ask();
    study.tell(trial, testing::example_value(trial));
  }
  StoredSuggestion suggestion = stored(study, 4);
  suggestion.seen.finished = "0-4";
  propose(study, {1.0, 1.0}, suggestion);  // number 5 was never computed like that
  const Replay replay = study.replay(5);
  EXPECT_EQ(replay.number, 5u);
  EXPECT_FALSE(replay.same);
  EXPECT_EQ(replay.why_not, "");
  EXPECT_EQ(replay.stored, (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(replay.computed.size(), 2u);
  EXPECT_NE(replay.computed, replay.stored);

  // Whoever began with what such a suggestion left behind cannot be judged.
  suggestion.warm_from = 5;
  propose(study, {2.0, 2.0}, suggestion);
  EXPECT_EQ(
      study.replay(6).why_not,
      "it began with the warm state of trial 5, which is no longer stored, and the suggestion of trial 5 "
      "comes out different when it is computed again");
  suggestion.warm_from = 7;
  propose(study, {3.0, 3.0}, suggestion);
  EXPECT_EQ(study.replay(7).why_not, "trials 7 and 7 say that each began where the other ended");
}

// Before and after a correction alike: each suggestion from what was told when it was made.
TEST_P(Replays, RememberWhatWasToldBeforeACorrection) {
  StudyOptions options = testing::example_options();
  options.suggest.num_initial = 2;
  Study study = Study::create(store_, options);
  for (int i = 0; i < 3; ++i) study.add({i - 1.0, 1.0}, 1.0 + i * i);
  std::vector<double> before;
  for (int i = 0; i < 2; ++i) {
    const Trial trial = study.ask();
    before = trial.values();
    study.tell(trial, testing::example_value(trial));
  }
  study.correct(0, Result{-50.0});
  study.correct(4, Failure{.message = "it was another program"});
  for (int i = 0; i < 2; ++i) {
    const Trial trial = study.ask();
    study.tell(trial, testing::example_value(trial));
  }
  study.correct(0, Result{-40.0});
  const Study again = Study::open(store_, "tune", {.num_threads = 1});
  for (TrialNumber number = 3; number < 7; ++number) expect_same(again.replay(number));
  EXPECT_EQ(again.trials()[0].objective, -40.0);
  EXPECT_EQ(stored(study, 5).seen.failed, "4");
}

// A correction that the suggestion learned of while it was computed: its trial is older than the correction.
TEST_P(Replays, TryACorrectionThatCameMeanwhile) {
  Study study = Study::create(store_, testing::example_options());
  study.add({1.0, 1.0}, 100.0);
  for (int i = 0; i < 6; ++i) study.add({i - 2.0, 2.0}, 10.0 + i);
  const StudyId id = store_->find_study("tune")->id;
  const Claim claim = store_->claim(id, {.worker = this_process()}).value();
  study.correct(0, Result{-100.0});
  store_->release(id, claim.trial.number, claim.attempt);
  const Trial trial = study.ask();  // takes the number over, which was made before
  ASSERT_EQ(trial.number(), 7u);
  expect_same(study.replay(7));
}

TEST_P(Replays, SayWhyNot) {
  StudyOptions options = testing::example_options();
  Study study = Study::create(store_, options);
  study.add({1.0, 1.0}, 2.0);
  study.add({2.0, 1.0}, 3.0);
  const Trial trial = study.ask();
  const auto why_not = [&](TrialNumber number) {
    const Replay replay = study.replay(number);
    EXPECT_FALSE(replay.same);
    EXPECT_TRUE(replay.computed.empty());
    EXPECT_EQ(replay.stored.size(), 2u);
    return replay.why_not;
  };
  EXPECT_EQ(why_not(0), "its parameters came from outside");
  const StoredSuggestion good = stored(study, trial.number());
  StoredSuggestion bad = good;
  bad.simd = "v9";
  propose(study, {3.0, 1.0}, bad);
  EXPECT_EQ(why_not(3), "it was computed on the SIMD level 'v9', which this machine does not have");
  bad = good;
  bad.seen.finished = "0-1,77";
  propose(study, {4.0, 1.0}, bad);
  EXPECT_EQ(why_not(4), "trial 77, which it saw, is not in the store");
  bad = good;
  bad.seen.finished = "0-2";
  propose(study, {5.0, 1.0}, bad);
  EXPECT_EQ(why_not(5), "trial 2, which it saw finished, has no result");
  bad = good;
  bad.seen.finished = "none";
  propose(study, {6.0, 1.0}, bad);
  EXPECT_NE(why_not(6).find("a set of trials is 'none'"), std::string::npos);
  expect_same(study.replay(trial.number()));

  options.name = "hasty";
  options.suggest.inference.time_budget = 1.0;
  Study hasty = Study::create(store_, options);
  hasty.tell(hasty.ask(), 1.0);
  EXPECT_NE(hasty.replay(0).why_not.find("time budget"), std::string::npos);
}

TEST_P(Replays, MistakesAreNamed) {
  Study study = Study::create(store_, testing::example_options());
  study.tell(study.ask(), 1.0);
  EXPECT_EQ(testing::message_of([&] { study.replay(1); }),
            "the trial number is 1, but the study 'tune' has no trial of that number with parameters");
  std::stop_source source;
  source.request_stop();
  study.tell(study.ask(), 2.0);
  study.tell(study.ask(), 3.0);
  EXPECT_THROW(study.replay(2, source.get_token()), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Stores, Replays, ::testing::ValuesIn(testing::store_kinds()),
                         [](const auto& kind) { return kind.param; });
INSTANTIATE_TEST_SUITE_P(Stores, ReplaysSlow, ::testing::ValuesIn(testing::store_kinds()),
                         [](const auto& kind) { return kind.param; });

}  // namespace
}  // namespace craggy
