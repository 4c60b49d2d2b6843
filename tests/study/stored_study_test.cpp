// Studies in stores: what they keep, what others see of them, and that a study goes on as if nothing had
// been.
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "example_study.hpp"
#include "stores/worker.hpp"
#include "study/params.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/store_place.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;
using testing::example_options;
using testing::example_value;
using testing::Forked;
using testing::make_store_place;
using testing::message_of;
using testing::StorePlace;

class StoredStudy : public ::testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<Store> open_again() const { return open_store(place_->url()); }

  std::unique_ptr<StorePlace> place_ = make_store_place(GetParam());
  std::shared_ptr<Store> store_ = open_store(place_->url());
};

class SharedStudy : public StoredStudy {};

std::vector<std::vector<double>> points(const Study& study) {
  std::vector<std::vector<double>> all;
  for (const TrialRecord& record : study.trials()) all.push_back(record.values);
  return all;
}

TEST_P(StoredStudy, OpensAsItWasCreated) {
  StudyOptions options = example_options();
  options.direction = Direction::maximise;
  options.seed = 18446744073709551615U;
  options.on_lost = OnLost::fail;
  options.suggest.surrogate = "latent";
  options.suggest.sigma_h = LatentScale{LatentScaleRule::rotated, {0.5, 0.25}, true};
  options.suggest.inference.target_rhat = 1.125;
  options.suggest.num_initial = 3;
  {
    Study made = Study::create(store_, options);
    made.tell(made.ask(), 1.5);
  }
  const Study study = Study::open(store_, "tune");
  EXPECT_EQ(study.name(), "tune");
  EXPECT_EQ(study.direction(), Direction::maximise);
  EXPECT_EQ(study.options().seed, options.seed);
  EXPECT_EQ(study.options().on_lost, OnLost::fail);
  EXPECT_EQ(study.options().suggest.sigma_h->levels, options.suggest.sigma_h->levels);
  EXPECT_EQ(study.options().suggest.sigma_h->rule, LatentScaleRule::rotated);
  EXPECT_EQ(study.options().suggest.inference.target_rhat, 1.125);
  EXPECT_EQ(study.options().suggest.num_initial, 3);
  EXPECT_FALSE(study.simd().empty());
  ASSERT_EQ(study.space().size(), options.space.size());
  EXPECT_EQ(study.space()[1].name, options.space[1].name);
  ASSERT_EQ(study.size(), 1u);
  EXPECT_EQ(study.trials()[0].objective, 1.5);
  EXPECT_TRUE(study.trials()[0].suggestion->initial);
}

TEST_P(StoredStudy, NamesAreTakenOnceAndMissedByName) {
  EXPECT_EQ(message_of([&] { Study::open(store_, "tune"); }),
            "the name of the study is 'tune', but the store " + store_->name() + " has no studies");
  Study::create(store_, example_options());
  EXPECT_EQ(message_of([&] { Study::create(store_, example_options()); }),
            "the name of the study is 'tune', but the store " + store_->name() +
                " has a study of that name already");
  EXPECT_EQ(message_of([&] { Study::open(store_, "tun"); }),
            "the name of the study is 'tun', but it has to be one of tune; did you mean 'tune'?");
}

TEST_P(StoredStudy, AnotherStudyOfTheSameNameIsShownTheDifference) {
  StudyOptions options = example_options();
  Study::open_or_create(store_, options).ask();
  EXPECT_EQ(Study::open_or_create(store_, options).counts().running, 1u);
  const auto message_for = [&](const std::function<void(StudyOptions&)>& change) {
    StudyOptions other = example_options();
    change(other);
    const std::string message = message_of([&] { Study::open_or_create(store_, other); });
    const std::string begin =
        "the study is 'tune', but the store " + store_->name() + " has another one of that name: ";
    EXPECT_TRUE(message.starts_with(begin)) << message;
    return message.substr(std::min(begin.size(), message.size()));
  };
  EXPECT_EQ(message_for([](StudyOptions& o) {
              o.space = {{"x", Float{-10, 11}}, {"rate", Float{1e-3, 10, true}}};
            }),
            "x=float(-10,10) there, x=float(-10,11) here");
  EXPECT_EQ(message_for([](StudyOptions& o) {
              o.space = {{"x", Float{-10, 10}}, {"y", Float{0, 1}}};
            }),
            "rate=log(0.001,10) there, no 'rate' here; no 'y' there, y=float(0,1) here");
  EXPECT_EQ(message_for([](StudyOptions& o) {
              o.space = {{"rate", Float{1e-3, 10, true}}, {"x", Float{-10, 10}}};
            }),
            "the parameters are in another order");
  EXPECT_EQ(message_for([](StudyOptions& o) { o.direction = Direction::maximise; }),
            "direction: minimise there, maximise here");
  EXPECT_EQ(message_for([](StudyOptions& o) { o.seed = 8; }), "seed: 7 there, 8 here");
  EXPECT_EQ(message_for([](StudyOptions& o) {
              o.suggest.surrogate = "latent";
              o.suggest.inference.num_draws = 64;
            }),
            "surrogate: noiseless there, latent here; inference.num_draws: 4 there, 64 here");
  EXPECT_EQ(Study::open(store_, "tune").trials().size(), 1u);
  EXPECT_EQ(Study::open(store_, "tune").space()[0].name, "x");
}

TEST_P(StoredStudy, MaximisingIsMinimisingTheNegative) {
  StudyOptions down = example_options("down");
  StudyOptions up = example_options("up");
  up.direction = Direction::maximise;
  Study minimise = Study::create(store_, down);
  Study maximise = Study::create(store_, up);
  for (int i = 0; i < 5; ++i) {
    const Trial a = minimise.ask();
    const Trial b = maximise.ask();
    EXPECT_EQ(a.values(), b.values());
    minimise.tell(a, example_value(a));
    maximise.tell(b, -example_value(b));
  }
  EXPECT_EQ(minimise.best()->number, maximise.best()->number);
  EXPECT_EQ(*minimise.best()->objective, -*maximise.best()->objective);
}

TEST_P(StoredStudy, AReasonIsInTheDirectionOfTheStudy) {
  StudyOptions options = example_options("down");
  Study down = Study::create(store_, options);
  options.name = "up";
  options.direction = Direction::maximise;
  Study up = Study::create(store_, options);
  for (int i = 0; i < 5; ++i) {
    const Trial trial = down.ask();
    down.tell(trial, example_value(trial));
    up.tell(up.ask(), -example_value(trial));
  }
  for (TrialNumber number = 0; number < 5; ++number) {
    const std::optional<Reason> below = down.trials()[number].suggestion->reason;
    const std::optional<Reason> above = up.trials()[number].suggestion->reason;
    ASSERT_EQ(below.has_value(), number >= 2);
    ASSERT_EQ(above.has_value(), number >= 2);
    if (!below) continue;
    EXPECT_EQ(below->model, "noiseless");
    EXPECT_EQ(above->mean, -below->mean);
    EXPECT_EQ(above->sd, below->sd);
    EXPECT_GT(below->sd, 0.0);
    EXPECT_EQ(above->acquisition, below->acquisition);
  }
}

TEST_P(StoredStudy, KnowsTheSimdLevelThatItIsComputedOn) {
  StudyOptions options = example_options();
  options.suggest.inference.simd = "baseline";
  Study study = Study::create(store_, options);
  EXPECT_EQ(study.simd(), "baseline");
  for (int i = 0; i < 3; ++i) study.tell(study.ask(), 1.0 * i);
  for (const TrialRow& row : store_->news(store_->find_study("tune")->id, 0).trials)
    EXPECT_NE(row.suggestion.find(R"("simd":"baseline")"), std::string::npos) << row.suggestion;
}

TEST_P(StoredStudy, TheBestIsFeasible) {
  Study study = Study::create(store_, example_options());
  study.add({1.0, 1.0}, Result{1.0, {0.5, -1.0}});
  EXPECT_FALSE(study.best());
  study.add({2.0, 1.0}, Result{3.0, {0.0, -1.0}, 0.25});
  study.add({3.0, 1.0}, Result{4.0, {-1.0, -1.0}});
  EXPECT_EQ(study.best()->number, 1u);
  EXPECT_EQ(study.best()->constraints, (std::vector<double>{0.0, -1.0}));
  EXPECT_EQ(study.best()->noise, 0.25);
  EXPECT_EQ(study.size(), 3u);
}

TEST_P(StoredStudy, BadResultsAreRefused) {
  Study study = Study::create(store_, example_options());
  const Trial trial = study.ask();
  EXPECT_EQ(message_of([&] {
              study.tell(trial, Result{1.0, {0.0, NAN}});
            }),
            "a constraint of the value of trial 0 is nan, but it has to be a finite number");
  EXPECT_EQ(message_of([&] {
              study.tell(trial, Result{1.0, {}, -0.5});
            }),
            "the noise of the value of trial 0 is -0.5, but it has to be finite and at least 0");
  EXPECT_EQ(study.counts().running, 1u);
  study.tell(trial, -0.0);
  EXPECT_FALSE(std::signbit(*study.trials()[0].objective));
}

TEST_P(StoredStudy, ResultsHaveAsManyConstraintsAsTheFirst) {
  Study study = Study::create(store_, example_options());
  const Trial first = study.ask();
  const Trial second = study.ask();
  const Trial third = study.ask();
  study.tell(second, Result{1.0, {-1.0}});
  const std::string rule = "but it has to be 1, as in trial 1";
  EXPECT_EQ(message_of([&] { study.tell(first, 2.0); }),
            "the number of constraints of trial 0 is 0, " + rule);
  EXPECT_EQ(message_of([&] {
              study.tell(2, Result{2.0, {1.0, 2.0}});
            }),
            "the number of constraints of trial 2 is 2, " + rule);
  EXPECT_EQ(message_of([&] {
              study.add({1.0, 1.0}, 2.0);
            }),
            "the number of constraints of the added trial is 0, " + rule);
  EXPECT_EQ(study.counts().running, 2u);
  EXPECT_EQ(study.trials().size(), 3u);
  study.tell(third, Result{2.0, {-2.0}});
  study.fail(first);
  const TrialNumber next = study.ask().number();
  EXPECT_FALSE(study.trials().at(next).suggestion->initial);
}

TEST_P(StoredStudy, NoiseThatTheSurrogateDoesNotTakeIsRefused) {
  StudyOptions options = example_options();
  options.suggest.surrogate = "contaminated";
  Study study = Study::create(store_, options);
  const Trial trial = study.ask();
  EXPECT_EQ(message_of([&] {
              study.tell(trial, Result{1.0, {}, 0.5});
            }),
            "the noise of the value of trial 0 is 0.5, but the study's surrogate 'contaminated' cannot be "
            "combined with noise that evaluations report, so it has to be left out");
  study.tell(trial, 1.0);
}

TEST_P(StoredStudy, EnqueuedPointsAreHandedOutFirst) {
  Study study = Study::create(store_, example_options());
  EXPECT_EQ(study.enqueue({2.5, 0.125}), 0u);
  EXPECT_EQ(study.enqueue({-2.5, 0.125}), 1u);
  EXPECT_EQ(study.counts().waiting, 2u);
  EXPECT_EQ(message_of([&] { study.enqueue({11.0, 1.0}); }), "'x' is 11, but it has to lie in [-10, 10]");
  const Trial first = study.ask();
  EXPECT_EQ(first.values(), (std::vector<double>{2.5, 0.125}));
  EXPECT_EQ(first.params(), R"({"x":2.5,"rate":0.125})");
  EXPECT_EQ(study.ask().number(), 1u);
  EXPECT_EQ(study.ask().number(), 2u);
  EXPECT_FALSE(study.trials()[0].suggestion);
  EXPECT_TRUE(study.trials()[2].suggestion);
}

TEST_P(StoredStudy, AsksWithinALimit) {
  Study study = Study::create(store_, example_options());
  const Trial first = study.ask_within(2).value();
  EXPECT_TRUE(study.ask_within(2));
  EXPECT_FALSE(study.ask_within(2));
  study.release(first);
  const Trial again = study.ask_within(2).value();
  EXPECT_EQ(again.number(), 0u);
  EXPECT_EQ(again.attempt(), 1u);
  EXPECT_EQ(again.values(), first.values());
  EXPECT_EQ(study.tell(first, 3.0), Told::accepted) << "the first result, from whomever";
  EXPECT_EQ(study.tell(again, 4.0), Told::kept);
  EXPECT_EQ(study.trials()[0].objective, 3.0);
  EXPECT_EQ(study.attempts().size(), 3u);
  EXPECT_FALSE(study.ask_within(2));
}

TEST_P(StoredStudy, FailuresMayBeTriedAgain) {
  Study study = Study::create(store_, example_options());
  study.fail(study.ask(), {.message = "first", .exit_code = 1, .again = true});
  EXPECT_EQ(study.counts().waiting, 1u);
  const Trial again = study.ask();
  EXPECT_EQ(again.attempt(), 1u);
  study.fail(again, {.message = "second"});
  EXPECT_EQ(study.trials()[0].state, TrialState::failed);
  EXPECT_EQ(study.trials()[0].message, "second");
  EXPECT_EQ(study.attempts()[0].exit_code, 1);
}

TEST_P(StoredStudy, WaitsForChanges) {
  Study study = Study::create(store_, example_options());
  const Trial trial = study.ask();
  study.trials();
  EXPECT_FALSE(study.wait(milliseconds(20)));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(study.wait(milliseconds(20), source.get_token()), Cancelled);
  std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(20));
    study.tell(trial, 1.0);
  });
  EXPECT_TRUE(study.wait(std::chrono::minutes(5)));
  EXPECT_EQ(study.size(), 1u);
}

TEST_P(StoredStudy, ThreadsMayAskAndTellAtOnce) {
  Study study = Study::create(store_, example_options());
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) {
          const Trial trial = study.ask();
          study.size();
          study.tell(trial, example_value(trial));
        }
      });
  }
  const std::vector<std::vector<double>> all = points(study);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 20u);
  EXPECT_EQ(study.size(), 20u);
  for (const AttemptRow& attempt : study.attempts()) EXPECT_EQ(attempt.number, 0u);
}

TEST_P(StoredStudy, ASuggestionThatOthersHaveOvertakenIsComputedAnew) {
  StudyOptions options = example_options();
  options.suggest.surrogate = "latent";
  options.suggest.sigma_h = LatentScale{.levels = {0.1}};
  options.suggest.inference.num_warmup = 5000;  // long enough for something to happen meanwhile
  Study study = Study::create(store_, options);
  for (const double x : {-5.0, 0.0, 5.0}) study.add({x, 1.0}, x);
  {
    const std::jthread asking([&] { study.ask(); });
    while (study.attempts().empty()) std::this_thread::sleep_for(milliseconds(1));
    std::this_thread::sleep_for(milliseconds(20));  // it is to have begun
    study.add({1.0, 2.0}, -3.0);
  }
  for (const TrialRow& row : store_->news(store_->find_study("tune")->id, 0).trials)
    if (!row.suggestion.empty()) {
      EXPECT_NE(row.suggestion.find(R"("finished":"0-2,4")"), std::string::npos) << row.suggestion;
    }
}

// Else several jobs with short evaluations would compute every suggestion twice. Whether the result comes
// after the suggestion's look at the study is a matter of chance, so there are some tries.
TEST_P(StoredStudy, AResultOfAPendingTrialIsNoReasonToComputeASuggestionAnew) {
  StudyOptions options = example_options();
  options.suggest.surrogate = "latent";
  options.suggest.sigma_h = LatentScale{.levels = {0.1}};
  options.suggest.inference.num_warmup = 2000;
  bool was_kept = false;
  for (int i = 0; i < 20 && !was_kept; ++i) {
    options.name = "try " + std::to_string(i);
    Study study = Study::create(store_, options);
    for (const double x : {-5.0, 0.0, 5.0}) study.add({x, 1.0}, x);
    const Trial pending = study.ask();
    {
      const std::jthread asking([&] { study.ask(); });
      while (study.attempts().size() < 2) std::this_thread::sleep_for(milliseconds(1));
      std::this_thread::sleep_for(milliseconds(20));
      study.tell(pending, 1.0);
    }
    for (const TrialRow& row : store_->news(store_->find_study(options.name)->id, 0).trials)
      was_kept =
          was_kept || (row.number == 4 && row.suggestion.find(R"("finished":"0-2")") != std::string::npos);
  }
  EXPECT_TRUE(was_kept);
}

TEST_P(StoredStudy, WithNoiseThePointsOfAnExhaustedSpaceAreEvaluatedAgain) {
  StudyOptions options = example_options();
  options.space = {{"n", Int{1, 3}}};
  options.suggest.noisy = true;
  Study study = Study::create(store_, options);
  std::map<double, int> evaluated;
  for (int i = 0; i < 12; ++i) {
    const Trial trial = study.ask();
    ++evaluated[trial["n"]];
    EXPECT_TRUE(i != 2 || evaluated.size() == 3U) << "each once before any twice";
    study.tell(trial, trial["n"] + (i % 2 == 0 ? 0.3 : -0.3));
  }
  EXPECT_EQ(study.size(), 12U);
  EXPECT_GT(evaluated[1.0], evaluated[3.0]) << "more often where it is lowest";
}

TEST_P(StoredStudy, AnExhaustedSpaceIsSaidToBe) {
  StudyOptions options = example_options();
  options.space = {{"n", Int{1, 2}},
                   {"opt", Categorical{{"adam", "sgd"}}},
                   {"flag", Bool{}, Condition{"opt", Comparison::equal, {"sgd"}}}};
  Study study = Study::create(store_, options);
  std::set<std::string> seen;
  for (int i = 0; i < 6; ++i) {
    const Trial trial = study.ask();
    EXPECT_TRUE(seen.insert(trial.params()).second) << trial.params();
    if (i % 3 == 0) study.fail(trial);
    if (i % 3 == 1) study.tell(trial, trial["n"]);
  }
  EXPECT_TRUE(seen.contains(R"({"n":2,"opt":"sgd","flag":true})"));
  const StudyRow before = store_->find_study("tune").value();
  for (int i = 0; i < 2; ++i) {
    try {
      study.ask();
      ADD_FAILURE() << "there was something left";
    } catch (const SpaceExhausted& error) {
      EXPECT_EQ(error.num_points(), 6u);
      EXPECT_EQ(std::string(error.what()),
                "all 6 points of the space are trials already, so there is nothing left to ask for");
    }
  }
  EXPECT_EQ(study.trials().size(), 6u);
  EXPECT_EQ(study.attempts().size(), 6u);
  EXPECT_EQ(store_->find_study("tune")->revision, before.revision) << "others who wait are left in peace";
  EXPECT_EQ(store_->find_study("tune")->next_number, 6u);
  study.enqueue({1, 0, 0});
  const Trial again = study.ask();
  EXPECT_EQ(again.text("opt"), "adam");
  EXPECT_EQ(again.text("n"), "1");
}

TEST_P(StoredStudy, AWarmStateOfAnotherVersionIsPassedOver) {
  Study study = Study::create(store_, example_options());
  const StudyId id = store_->find_study("tune")->id;
  for (const double x : {-5.0, 0.0, 5.0}) study.add({x, 1.0}, x);
  const Claim claim = store_->claim(id, {.worker = this_process()}).value();
  const std::string params = to_params(study.space(), std::vector{1.0, 1.0});
  store_->propose(id, claim, {params, "", "craggy-engine-warm-0 and more"}, 0, true);
  study.ask();
  EXPECT_EQ(store_->news(id, 0).trials.back().suggestion.find("warm_from"), std::string::npos);
}

TEST_P(StoredStudy, ADeletedStudyIsAnError) {
  Study study = Study::create(store_, example_options());
  const Trial trial = study.ask();
  store_->delete_study("tune");
  EXPECT_THROW(study.ask(), StoreError);
  EXPECT_THROW(study.enqueue({1.0, 1.0}), StoreError);
}

TEST_P(SharedStudy, GoesOnAsIfNothingHadBeen) {
  // Everything that a suggestion depends on is in the store, to the last bit: also the warm state.
  StudyOptions options = example_options();
  options.suggest.surrogate = "latent";
  options.suggest.inference.num_draws = 32;
  Study undisturbed = Study::in_memory(options);
  Study::create(store_, options);
  for (int i = 0; i < 8; ++i) {
    const Trial expected = undisturbed.ask();
    undisturbed.tell(expected, example_value(expected));
    Study study = Study::open(open_again(), "tune");
    const Trial trial = study.ask();
    ASSERT_EQ(trial.values(), expected.values()) << i;
    study.tell(trial, example_value(trial));
    EXPECT_EQ(study.trials().back().suggestion->sigma_h, undisturbed.trials().back().suggestion->sigma_h);
    EXPECT_EQ(study.trials().back().suggestion->initial, i < 2);
    if (i > 5) {
      EXPECT_TRUE(study.trials().back().suggestion->diagnostics->warm);
    }
  }
}

TEST_P(SharedStudy, OthersSeeWhatHappens) {
  Study here = Study::create(store_, example_options());
  Study there = Study::open(open_again(), "tune");
  const Trial trial = here.ask();
  EXPECT_EQ(there.counts().running, 1u);
  EXPECT_EQ(there.ask().number(), 1u);
  there.tell(0, 2.5);
  EXPECT_EQ(here.best()->objective, 2.5);
  EXPECT_EQ(here.tell(trial, 2.0), Told::kept) << "who told by hand was quicker";
  EXPECT_EQ(here.best()->objective, 2.5);
  EXPECT_EQ(here.attempts()[0].result, Result{2.0});
  EXPECT_EQ(here.attempts()[0].worker.process, getpid());
}

TEST_P(SharedStudy, ADetachedWorkerKeepsItsTrialWhenItEnds) {
  const auto ask_detached = [&] {
    return Forked([&] {
             Study::open(open_again(), "tune", {.name = "ann", .detached = true}).ask();
             return 0;
           })
        .wait();
  };
  {
    Study study = Study::create(store_, example_options());
    EXPECT_EQ(ask_detached(), 0);
    EXPECT_EQ(study.ask().number(), 1u);
    EXPECT_EQ(study.attempts()[0].worker.name, "ann");
    EXPECT_FALSE(study.attempts()[0].grace);
    EXPECT_EQ(study.tell(0, 1.0), Told::accepted);
  }  // with its thread: to fork beside one and start others is more than ThreadSanitizer understands
  EXPECT_EQ(ask_detached(), 0) << "now there is something to compute";
  Study study = Study::open(store_, "tune");
  EXPECT_EQ(study.ask().number(), 3u);
  EXPECT_EQ(study.attempts()[2].worker.process, 0);
  EXPECT_FALSE(study.attempts()[2].grace);
}

TEST_P(SharedStudy, ADetachedWorkerThatIsKilledWhileItComputesLosesItsNumber) {
  StudyOptions options = example_options();
  options.suggest.surrogate = "latent";
  options.suggest.sigma_h = LatentScale{.levels = {0.1}};
  options.suggest.inference.num_warmup = 10'000'000;  // for ever
  Study study = Study::create(store_, options);
  for (const double x : {-5.0, 0.0, 5.0}) study.add({x, 1.0}, x);
  Forked asking([&] {
    Study::open(open_again(), "tune", {.detached = true, .num_threads = 1}).ask();
    return 0;
  });
  while (study.attempts().empty()) std::this_thread::sleep_for(milliseconds(1));
  asking.kill();
  asking.wait();
  const StudyId id = store_->find_study("tune")->id;
  const Claim taken = store_->claim(id, {.worker = this_process()}).value();
  EXPECT_EQ(taken.trial.number, 3u);
  EXPECT_EQ(taken.attempt, 1u);
}

TEST_P(SharedStudy, AWorkerThatHasEndedLosesItsTrial) {
  Study study = Study::create(store_, example_options());
  EXPECT_EQ(Forked([&] {
              Study::open(open_again(), "tune").ask();
              return 0;
            }).wait(),
            0);
  const Trial taken = study.ask();
  EXPECT_EQ(taken.number(), 0u);
  EXPECT_EQ(taken.attempt(), 1u);
}

TEST_P(SharedStudy, ATrialMayFailWithItsWorker) {
  StudyOptions options = example_options();
  options.on_lost = OnLost::fail;
  Study study = Study::create(store_, options);
  EXPECT_EQ(Forked([&] {
              Study::open(open_again(), "tune").ask();
              return 0;
            }).wait(),
            0);
  EXPECT_EQ(study.ask().number(), 1u);
  EXPECT_EQ(study.trials()[0].state, TrialState::failed);
  EXPECT_NE(study.trials()[0].message.find("has ended"), std::string::npos);
}

TEST_P(SharedStudy, HeartbeatsAreSentByThemselves) {
  StudyOptions options = example_options();
  options.worker.grace = milliseconds(100);
  Study study = Study::create(store_, options);
  const Trial trial = study.ask();
  const Timestamp first = study.attempts()[0].heartbeat;
  while (study.attempts()[0].heartbeat == first) std::this_thread::sleep_for(milliseconds(5));
  EXPECT_TRUE(study.heartbeat(trial));
  study.tell(trial, 1.0);
  EXPECT_FALSE(study.heartbeat(trial));
}

INSTANTIATE_TEST_SUITE_P(Stores, StoredStudy, ::testing::ValuesIn(testing::store_kinds()),
                         [](const auto& each) { return each.param; });
INSTANTIATE_TEST_SUITE_P(Stores, SharedStudy, ::testing::ValuesIn(testing::shared_store_kinds()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace craggy
