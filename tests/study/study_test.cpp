#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A surrogate with one unknown and few draws: what is tested here is the book-keeping.
SuggestOptions cheap() {
  SuggestOptions options;
  options.surrogate = "noiseless";
  options.inference.num_chains = 1;
  options.inference.num_warmup = 20;
  options.inference.num_draws = 4;
  return options;
}

Study make_study(std::uint64_t seed = 7, std::size_t num_threads = 1) {
  return Study::in_memory({.space = {{"x", Float{-10, 10}}, {"rate", Float{1e-3, 10, true}}},
                           .suggest = cheap(),
                           .seed = seed,
                           .worker = {.num_threads = num_threads}});
}

double objective(const Trial& trial) {
  return std::pow(trial["x"] - 3.0, 2) + std::abs(std::log(trial["rate"]));
}

/// Everything that a study shows, to see that a mistake changed nothing.
std::vector<std::vector<double>> picture(const Study& study) {
  std::vector<std::vector<double>> rows;
  for (const TrialRecord& record : study.trials()) {
    std::vector<double> row{static_cast<double>(record.number), static_cast<double>(record.state),
                            record.objective.value_or(-infinity), record.suggestion ? 1.0 : 0.0};
    row.insert(row.end(), record.values.begin(), record.values.end());
    rows.push_back(row);
  }
  rows.push_back({static_cast<double>(study.size())});
  return rows;
}

std::string message_and_no_change(const Study& study, const std::function<void()>& mistake) {
  const auto before = picture(study);
  std::string message = message_of(mistake);
  EXPECT_EQ(picture(study), before) << message;
  return message;
}

TrialRecord best_of(const Study& study) {
  const std::optional<TrialRecord> best = study.best();
  if (!best) throw std::logic_error("no trial has finished");
  return *best;
}

const Suggestion& suggestion_of(const TrialRecord& record) {
  if (!record.suggestion) throw std::logic_error("the trial was not suggested");
  return *record.suggestion;
}

TEST(Study, IsEmptyAtFirst) {
  const Study study = make_study();
  EXPECT_EQ(study.size(), 0u);
  EXPECT_TRUE(study.trials().empty());
  EXPECT_FALSE(study.best());
  EXPECT_EQ(study.space().size(), 2u);
}

TEST(Study, TheExampleOfTheReadmeCompiles) {
  auto study = Study::in_memory({.space = {{"x", Float{-10, 10}}, {"y", Float{-10, 10}}}, .seed = 7});
  const Trial trial = study.ask();
  study.tell(trial, trial["x"] + trial["y"]);
  EXPECT_EQ(study.size(), 1u);
}

TEST(Study, AsksTellsAndRemembers) {
  Study study = make_study();
  double smallest = infinity;
  while (study.size() < 6) {
    const Trial trial = study.ask();
    EXPECT_EQ(trial.number(), study.size());
    EXPECT_EQ(study.trials().back().state, TrialState::running);
    EXPECT_FALSE(study.trials().back().objective);
    study.space().check(trial.values());
    EXPECT_EQ(trial["x"], trial.values()[0]);
    EXPECT_EQ(trial["rate"], trial.values()[1]);
    study.tell(trial, objective(trial));
    smallest = std::min(smallest, objective(trial));
    const TrialRecord record = study.trials().back();
    EXPECT_EQ(record.state, TrialState::finished);
    EXPECT_EQ(record.objective, objective(trial));
    EXPECT_EQ(record.values, trial.values());
    EXPECT_EQ(suggestion_of(record).initial, trial.number() < 2);
    EXPECT_EQ(suggestion_of(record).values, trial.values());
    EXPECT_EQ(best_of(study).objective, smallest);
  }
}

TEST(Study, SameSeedSameHistorySameBits) {
  std::vector<std::vector<std::vector<double>>> runs;
  for (const auto& [seed, num_threads] : {std::pair{3, 1}, std::pair{3, 2}, std::pair{4, 1}}) {
    Study study = make_study(static_cast<std::uint64_t>(seed), static_cast<std::size_t>(num_threads));
    while (study.size() < 5) {
      const Trial trial = study.ask();
      study.tell(trial, objective(trial));
    }
    runs.push_back(picture(study));
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_NE(runs[0], runs[2]);
}

TEST(Study, TheOrderOfTellingDoesNotMatter) {
  std::vector<std::vector<double>> next;
  for (const bool backwards : {false, true}) {
    Study study = make_study();
    std::vector<Trial> trials = {study.ask(), study.ask(), study.ask(), study.ask()};
    if (backwards) std::reverse(trials.begin(), trials.end());
    for (const Trial& trial : trials) study.tell(trial, objective(trial));
    next.push_back(study.ask().values());
  }
  EXPECT_EQ(next[0], next[1]);
}

TEST(Study, SeveralAsksBeforeATellDiffer) {
  Study study = make_study();
  std::set<std::vector<double>> points;
  for (int i = 0; i < 4; ++i)
    points.insert(study.ask().values());  // nothing told: the initial design goes on
  EXPECT_EQ(points.size(), 4u);
  for (const TrialRecord& record : study.trials()) EXPECT_TRUE(suggestion_of(record).initial);
  study.tell(0, 1.0);
  study.tell(1, 2.0);
  for (int i = 0; i < 4; ++i) points.insert(study.ask().values());
  EXPECT_EQ(points.size(), 8u);
  EXPECT_EQ(study.size(), 2u);
}

TEST(Study, AsksDifferAlsoWhereACornerIsBest) {
  // Falls towards (10, 10): the acquisition is largest at the corner itself, whatever the draws say.
  Study study = make_study();
  for (const double x : {-10.0, -5.0, 0.0, 5.0}) study.add({x, 1.0}, -x);
  std::set<std::vector<double>> points;
  for (int i = 0; i < 3; ++i) points.insert(study.ask().values());
  EXPECT_EQ(points.size(), 3u);
}

TEST(Study, AFailedTrialIsCountedButNotLearnedFrom) {
  Study study = make_study();
  const Trial first = study.ask();
  study.fail(first);
  EXPECT_EQ(study.trials()[0].state, TrialState::failed);
  EXPECT_FALSE(study.trials()[0].objective);
  EXPECT_EQ(study.size(), 0u);
  EXPECT_FALSE(study.best());
  study.fail(first);
  study.fail(0);
  EXPECT_EQ(study.trials()[0].state, TrialState::failed);
  const Trial second = study.ask();
  EXPECT_EQ(second.number(), 1u);
  EXPECT_NE(second.values(), first.values());
  study.tell(second, 4.0);
  EXPECT_EQ(study.size(), 1u);
  EXPECT_EQ(best_of(study).number, 1u);
  EXPECT_EQ(study.ask().number(), 2u);
}

TEST(Study, AddsWhatWasEvaluatedElsewhere) {
  Study study = make_study();
  const Trial added = study.add({2.5, 0.1}, -3.0);
  EXPECT_EQ(added.number(), 0u);
  EXPECT_EQ(added["x"], 2.5);
  EXPECT_EQ(study.size(), 1u);
  EXPECT_EQ(best_of(study).objective, -3.0);
  EXPECT_FALSE(study.trials()[0].suggestion);
  study.tell(added, -3.0);
  study.add({2.5, 0.1}, 5.0);  // the same point again, with another value: noise is legal
  EXPECT_EQ(study.size(), 2u);
  const Trial asked = study.ask();
  EXPECT_EQ(asked.number(), 2u);
  EXPECT_FALSE(suggestion_of(study.trials()[2]).initial);
  EXPECT_NE(asked.values(), added.values());
}

TEST(Study, TheBestOfEqualsIsTheFirst) {
  Study study = make_study();
  study.add({1.0, 1.0}, 2.0);
  study.add({2.0, 1.0}, 1.0);
  study.add({3.0, 1.0}, 1.0);
  EXPECT_EQ(best_of(study).number, 1u);
}

TEST(Study, TellingTheSameAgainIsHarmless) {
  Study study = make_study();
  const Trial trial = study.ask();
  study.tell(trial, 0.5);
  const auto before = picture(study);
  study.tell(trial, 0.5);
  study.tell(0, 0.5);
  EXPECT_EQ(picture(study), before);
}

TEST(Study, MistakesInTellingAreNamedAndChangeNothing) {
  Study study = make_study();
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(0, 1.0); }),
            "the trial number is 0, but the study has no trials yet");
  const Trial finished = study.ask();
  study.tell(finished, 1.5);
  const Trial failed = study.ask();
  study.fail(failed);
  const Trial running = study.ask();
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(running, nan); }),
            "the value of trial 2 is nan, but it has to be a finite number");
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(running, -infinity); }),
            "the value of trial 2 is -inf, but it has to be a finite number");
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(finished, nan); }),
            "the value of trial 0 is nan, but it has to be a finite number");
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(finished, 1.25); }),
            "the value of trial 0 is 1.25, but the trial has finished with 1.5 already");
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(failed, 1.25); }),
            "the value of trial 1 is 1.25, but the trial has failed already");
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(3, 1.0); }),
            "the trial number is 3, but the study's trials are 0 to 2");
}

TEST(Study, MistakesInFailingAreNamedAndChangeNothing) {
  Study study = make_study();
  const Trial finished = study.ask();
  study.tell(finished, 1.5);
  EXPECT_EQ(message_and_no_change(study, [&] { study.fail(finished); }),
            "the state of trial 0 is finished with 1.5, but only a running trial can fail");
  EXPECT_EQ(message_and_no_change(study, [&] { study.fail(9); }),
            "the trial number is 9, but the study's trials are 0 to 0");
}

TEST(Study, ATrialOfAnotherStudyIsAMistake) {
  Study study = make_study();
  study.ask();
  Study other = make_study();
  const Trial strange = other.ask();
  const std::string message = "the trial is number 0 of another study, but it has to come from this one";
  EXPECT_EQ(message_and_no_change(study, [&] { study.tell(strange, 1.0); }), message);
  EXPECT_EQ(message_and_no_change(study, [&] { study.fail(strange); }), message);
}

TEST(Study, MistakesInAddingAreNamedAndChangeNothing) {
  Study study = make_study();
  EXPECT_EQ(message_and_no_change(study, [&] { study.add({1.0}, 1.0); }),
            "the size of values is 1, but it has to be 2");
  EXPECT_EQ(message_and_no_change(study,
                                  [&] {
                                    study.add({11.0, 1.0}, 1.0);
                                  }),
            "'x' is 11, but it has to lie in [-10, 10]");
  EXPECT_EQ(message_and_no_change(study,
                                  [&] {
                                    study.add({1.0, nan}, 1.0);
                                  }),
            "'rate' is nan, but it has to lie in [0.001, 10]");
  EXPECT_EQ(message_and_no_change(study,
                                  [&] {
                                    study.add({1.0, 1.0}, infinity);
                                  }),
            "the value of the added trial is inf, but it has to be a finite number");
}

TEST(Study, AnUnknownParameterOfATrialIsNamed) {
  Study study = make_study();
  const Trial trial = study.ask();
  EXPECT_EQ(message_of([&] { trial["rte"]; }),
            "the parameter is 'rte', but it has to be one of x, rate; did you mean 'rate'?");
}

TEST(Study, BadOptionsAreRefusedAtOnce) {
  const Space space{{"x", Float{0, 1}}};
  const auto message_for = [&](const std::function<void(SuggestOptions&)>& change) {
    SuggestOptions options = cheap();
    change(options);
    return message_of([&] { Study::in_memory({.space = space, .suggest = options}); });
  };
  EXPECT_EQ(message_for([](SuggestOptions&) {}), "(no error)");
  EXPECT_NE(message_for([](SuggestOptions& o) { o.surrogate = "latnt"; }).find("did you mean 'latent'?"),
            std::string::npos);
  EXPECT_NE(message_for([](SuggestOptions& o) { o.acquisition = "eii"; }).find("did you mean 'ei'?"),
            std::string::npos);
  EXPECT_NE(message_for([](SuggestOptions& o) { o.initial_design = "grid"; }).find("'grid'"),
            std::string::npos);
  EXPECT_NE(message_for([](SuggestOptions& o) { o.num_initial = 0; }).find("num_initial is 0"),
            std::string::npos);
}

TEST(Study, AStoppedAskChangesNothing) {
  Study study = make_study();
  study.add({1.0, 1.0}, 2.0);
  study.add({2.0, 1.0}, 1.0);
  std::stop_source source;
  source.request_stop();
  const auto before = picture(study);
  EXPECT_THROW(study.ask(source.get_token()), Cancelled);
  EXPECT_EQ(picture(study), before);
  EXPECT_EQ(study.ask().number(), 2u);
}

TEST(Study, CanBeMoved) {
  Study study = make_study();
  const Trial trial = study.ask();
  Study moved = std::move(study);
  moved.tell(trial, 1.0);
  EXPECT_EQ(moved.size(), 1u);
  study = make_study();
  EXPECT_EQ(study.size(), 0u);
}

/// Histories that are legal, but hard for the numbers.
struct HardHistory {
  std::string name;
  std::vector<Observation> observations;
};

std::vector<HardHistory> hard_histories() {
  return {
      {"one point again and again", {{{1, 1}, 2.0}, {{1, 1}, 2.0}, {{1, 1}, 2.0}, {{1, 1}, 2.0}}},
      {"one point with different values", {{{1, 1}, 2.0}, {{1, 1}, -2.0}, {{1, 1}, 1e6}}},
      {"constant values", {{{1, 1}, 2.0}, {{-3, 2}, 2.0}, {{9, 0.01}, 2.0}, {{10, 10}, 2.0}}},
      {"spacing of rounding", {{{1, 1}, 0.0}, {{1 + 1e-15, 1}, 1.0}, {{1, 1 + 1e-15}, -1.0}}},
      {"huge values", {{{1, 1}, 1e300}, {{2, 1}, -1e300}, {{3, 1}, 1.7e308}, {{4, 1}, -1.7e308}}},
      {"tiny values", {{{1, 1}, 1e-300}, {{2, 1}, -1e-300}, {{3, 1}, 5e-324}, {{4, 1}, 0.0}}},
      {"tiny differences", {{{1, 1}, 1.0}, {{2, 1}, 1.0 + 1e-15}, {{3, 1}, 1.0}, {{4, 1}, 1.0 - 1e-15}}},
      {"an outlier", {{{1, 1}, 0.1}, {{2, 1}, 0.2}, {{3, 1}, 1e12}, {{4, 1}, 0.15}, {{5, 1}, 0.3}}},
      {"all corners", {{{-10, 1e-3}, 1}, {{10, 1e-3}, 2}, {{-10, 10}, 3}, {{10, 10}, 4}}},
      {"a single point", {{{1, 1}, -1e300}}},
  };
}

TEST(Study, HardButLegalHistoriesGiveANewPointInside) {
  for (const HardHistory& history : hard_histories()) {
    SCOPED_TRACE(history.name);
    Study study = make_study();
    for (const Observation& observation : history.observations)
      study.add(observation.values, observation.objective);
    std::set<std::vector<double>> points;
    for (int i = 0; i < 3; ++i) {
      const Trial trial = study.ask();
      study.space().check(trial.values());
      EXPECT_TRUE(points.insert(trial.values()).second);
      for (const Observation& observation : history.observations)
        EXPECT_NE(trial.values(), observation.values);
    }
  }
}

}  // namespace
}  // namespace craggy
