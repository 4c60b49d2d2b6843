// A healthy study gets no verdict, and one with a single defect exactly the one for it.
#include "runs/verdicts.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "made_up_study.hpp"
#include "runs/texts.hpp"

namespace craggy::runs {
namespace {

using testing::bowl;
using testing::fail_where;
using testing::healthy_study;
using testing::Point;
using testing::study_with;
using testing::value_by;
using testing::verdict_names;

TEST(Verdicts, AHealthyStudyGetsNone) {
  for (const std::size_t num_trials : {0U, 1U, 4U, 15U, 45U, 200U})
    EXPECT_EQ(verdict_names(healthy_study(num_trials)), "") << num_trials;
  StudyFacts facts = healthy_study();
  facts.options.direction = Direction::maximise;
  value_by(facts, [](const Point& at) { return -bowl(at); });
  EXPECT_EQ(verdict_names(facts), "");
}

TEST(Verdicts, FailuresAnywhereAreNoRegion) {
  StudyFacts facts = healthy_study();
  fail_where(facts, [](const TrialRecord& record) { return record.number % 4 == 1; });
  EXPECT_EQ(verdict_names(facts), "");
}

TEST(Verdicts, TheSeverestComesFirst) {
  StudyFacts facts = healthy_study();
  for (TrialRecord& record : facts.trials) {
    record.constraints = {1.0};
    record.suggestion->diagnostics->rhat_max = 3.0;
  }
  EXPECT_EQ(verdict_names(facts), "nothing_feasible chains_disagree");
}

TEST(Verdicts, OfAStoredStudy) {
  SuggestOptions suggest;
  suggest.surrogate = "random";
  Study study = Study::in_memory({.space = {{"x", Float{0.0, 1.0}}}, .suggest = suggest});
  for (int i = 0; i < 5; ++i) study.fail(study.ask(), {.message = "no mesh"});
  const StudyFacts facts = facts_of(StudyView(study));
  EXPECT_EQ(facts.trials.size(), 5U);
  EXPECT_EQ(facts.seconds.size(), 5U);
  EXPECT_EQ(testing::names_of(verdicts_of(StudyView(study))), "nothing_feasible");
}

// Of a trial that is told at once, the suggestion took nearly all of the time between its claim and its end.
TEST(Verdicts, WhatASuggestionTookIsNoPartOfTheEvaluation) {
  SuggestOptions suggest;
  suggest.surrogate = "noiseless";
  Study study = Study::in_memory({.space = {{"x", Float{0.0, 1.0}}}, .suggest = suggest});
  for (int i = 0; i < 6; ++i) study.tell(study.ask(), 1.0 / (1.0 + i));
  const StudyView view(study);
  const StudyFacts facts = facts_of(view);
  const TrialRecord& last = facts.trials.back();
  ASSERT_GT(seconds_of_suggestion(last), 0.0);
  const double claimed = *seconds_of(view.deciding_attempts().at(last.number));
  EXPECT_LT(facts.seconds.at(last.number), claimed);
  EXPECT_NEAR(facts.seconds.at(last.number), std::max(0.0, claimed - seconds_of_suggestion(last)), 1e-12);
}

// A trial that was handed out again has its parameters already: all of that attempt is the evaluation.
TEST(Verdicts, ALaterAttemptIsAllEvaluation) {
  SuggestOptions suggest;
  suggest.surrogate = "noiseless";
  Study study = Study::in_memory({.space = {{"x", Float{0.0, 1.0}}}, .suggest = suggest});
  for (int i = 0; i < 5; ++i) study.tell(study.ask(), 1.0 / (1.0 + i));
  study.release(study.ask());
  const Trial again = study.ask();
  ASSERT_EQ(again.attempt(), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  study.tell(again, 0.1);
  const StudyView view(study);
  const StudyFacts facts = facts_of(view);
  ASSERT_GT(seconds_of_suggestion(facts.trials.back()), 0.0);
  EXPECT_EQ(facts.seconds.at(again.number()), *seconds_of(view.deciding_attempts().at(again.number())));
}

TEST(Verdicts, EachIsGivenAloneWhereOneThingIsWrong) {
  std::set<std::string_view> names;
  for (const VerdictId id : all_verdict_ids) {
    EXPECT_EQ(verdict_names(study_with(id)), name_of(id));
    names.insert(name_of(id));
  }
  EXPECT_EQ(names.size(), 8U);
  EXPECT_EQ(name_of(Severity::severe), "severe");
}

// --- at_bound ---------------------------------------------------------------------------------------------

TEST(AtBound, NamesTheParameterAndTheBound) {
  for (const bool upper : {false, true}) {
    const double edge = upper ? 1.0 : 0.0;
    StudyFacts facts = healthy_study(45, {edge, 0.6});
    value_by(facts, [&](const Point& at) { return 3.0 * std::abs(at[0] - edge) + bowl({0.4, at[1]}); });
    std::size_t at_edge = 0;
    for (TrialRecord& record : facts.trials)  // as a search at a bound has them
      if (std::abs(record.values[0] - edge) < 0.05 && ++at_edge > 0) record.values[0] = edge;
    value_by(facts, [&](const Point& at) { return 3.0 * std::abs(at[0] - edge) + bowl({0.4, at[1]}); });
    ASSERT_EQ(verdict_names(facts), "at_bound");
    const Verdict verdict = verdicts_of(facts).front();
    EXPECT_EQ(verdict.sentence, upper ? "The best trials are at the upper bound of x (1)."
                                      : "The best trials are at the lower bound of x (0).");
    EXPECT_EQ(verdict.evidence["parameters"][0]["bound"], upper ? "upper" : "lower");
  }
}

TEST(AtBound, OfWholeNumbersButNotOfChoices) {
  StudyFacts facts = healthy_study();
  for (TrialRecord& record : facts.trials) record.values[3] = 0.0;
  EXPECT_EQ(verdict_names(facts), "") << "a category has no bound";
  EXPECT_EQ(verdicts_of(study_with(VerdictId::at_bound)).front().sentence,
            "The best trials are at the upper bound of n (8).");
}

TEST(AtBound, OneTrialAtABoundIsChance) {
  StudyFacts facts = healthy_study();
  facts.trials[20].values[0] = 0.0;
  facts.trials[20].objective = -0.01;
  facts.trials[20].suggestion->reason->mean = -0.01;
  EXPECT_EQ(verdict_names(facts), "");
}

TEST(AtBound, NotWhereTheParameterHasNoEffect) {
  StudyFacts facts = healthy_study();
  for (TrialRecord& record : facts.trials)
    if (record.number % 5 != 0) record.values[2] = 1.0;
  EXPECT_EQ(verdict_names(facts), "");
}

// --- nothing_feasible -------------------------------------------------------------------------------------

TEST(NothingFeasible, SaysWhichConstraintIsHardest) {
  StudyFacts facts = healthy_study(12);
  for (TrialRecord& record : facts.trials) record.constraints = {record.number % 2 == 0 ? 1.0 : -1.0, 0.5};
  ASSERT_EQ(verdict_names(facts), "nothing_feasible");
  const Verdict verdict = verdicts_of(facts).front();
  EXPECT_EQ(verdict.severity, Severity::warning);
  EXPECT_EQ(verdict.sentence,
            "None of 12 trials is feasible: constraint 2 is broken in 12 of the 12 that have a value.");
  EXPECT_EQ(verdict.evidence["broken"].dump(), "[6,12]");
  facts.trials[3].constraints = {-1.0, 0.0};
  EXPECT_EQ(verdict_names(facts), "");
}

TEST(NothingFeasible, IsSevereIfAllFailed) {
  StudyFacts facts = healthy_study(5);
  fail_where(facts, [](const TrialRecord&) { return true; });
  ASSERT_EQ(verdict_names(facts), "nothing_feasible");
  const Verdict verdict = verdicts_of(facts).front();
  EXPECT_EQ(verdict.severity, Severity::severe);
  EXPECT_EQ(verdict.sentence, "All 5 trials failed: the command exited with status 1: no mesh.");
  facts.trials[0].message = "no space";
  EXPECT_EQ(verdicts_of(facts).front().sentence,
            "All 5 trials failed, 4 of them: the command exited with status 1: no mesh.");
}

// --- failing_region ---------------------------------------------------------------------------------------

TEST(FailingRegion, BeyondSomeValueOfAParameter) {
  StudyFacts facts = healthy_study();
  for (std::size_t t = 0; t < 6; ++t) facts.trials[t].values[0] = 0.1 - 0.01 * static_cast<double>(t);
  fail_where(facts, [](const TrialRecord& record) { return record.values[0] <= 0.1; });
  facts.trials[44].state = TrialState::failed;
  facts.trials[44].objective.reset();
  ASSERT_EQ(verdict_names(facts), "failing_region");
  const Verdict verdict = verdicts_of(facts).front();
  const std::string failed = verdict.evidence["failed"].dump();
  EXPECT_EQ(verdict.sentence.find("All " + failed + " trials with x at most 0.1 failed; of the "), 0U)
      << verdict.sentence;
  EXPECT_NE(verdict.sentence.find(" others 1 did."), std::string::npos) << verdict.sentence;
  EXPECT_EQ(verdict.evidence["seconds"].get<double>(), 10.0 * verdict.evidence["failed"].get<double>());
}

TEST(FailingRegion, WithOneChoice) {
  EXPECT_EQ(verdicts_of(study_with(VerdictId::failing_region)).front().evidence["choice"], "sgd");
}

TEST(FailingRegion, AroundAPoint) {
  StudyFacts facts = healthy_study();
  for (std::size_t t = 2; t < 9; ++t) {
    const auto step = static_cast<double>(t);
    facts.trials[t].values = {0.7 + 0.01 * step, 0.35 - 0.01 * step, 4.0, 0.0};
  }
  facts.trials[0].values = {0.95, 0.05, 1.0, 0.0};
  facts.trials[1].values = {0.05, 0.05, 8.0, 0.0};
  fail_where(facts, [](const TrialRecord& record) { return record.number >= 2 && record.number < 9; });
  ASSERT_EQ(verdict_names(facts), "failing_region");
  EXPECT_EQ(verdicts_of(facts).front().evidence["failed"], 7);
  EXPECT_TRUE(verdicts_of(facts).front().evidence.contains("around"));
}

// --- noisy ------------------------------------------------------------------------------------------------

TEST(Noisy, WhenAPointGivesTwoValues) {
  StudyFacts facts = study_with(VerdictId::noisy);
  EXPECT_EQ(verdicts_of(facts).front().sentence,
            "Values are noisy: the same point gives values with a standard deviation of about 0.014.");
  facts.options.suggest.noisy = true;
  EXPECT_EQ(verdict_names(facts), "") << "it was said";
  facts.options.suggest.noisy = false;
  facts.trials[3].noise = 0.02;
  EXPECT_EQ(verdict_names(facts), "") << "a trial reports it";
}

// Points come very near to each other, as those of a search do.
StudyFacts with_close_points() {
  StudyFacts facts = healthy_study();
  RandomStream stream(9);
  for (TrialRecord& record : facts.trials) {
    record.suggestion->reason->sd = 0.2;
    if (record.number >= 20)
      record.values = {0.45 + 0.004 * stream.normal(), 0.6 + 0.004 * stream.normal(), 4.0, 0.0};
  }
  value_by(facts, bowl);
  return facts;
}

TEST(Noisy, WhenNeighboursDifferTooMuch) {
  StudyFacts facts = with_close_points();
  EXPECT_EQ(verdict_names(facts), "");
  RandomStream stream(10);
  for (TrialRecord& record : facts.trials) *record.objective += 0.05 * stream.normal();
  EXPECT_EQ(verdict_names(facts), "noisy");
  facts.trials[21].values = facts.trials[20].values;
  facts.trials[21].objective = facts.trials[20].objective;
  EXPECT_EQ(verdict_names(facts), "") << "jagged: a point that comes again has the same value";
}

// --- not_predictive, chains_disagree ----------------------------------------------------------------------

TEST(NotPredictive, WhenTheMedianIsAsGood) {
  EXPECT_EQ(verdicts_of(study_with(VerdictId::not_predictive)).front().evidence["predictions"], 45);
}

TEST(ChainsDisagree, WhenMostOfTheLastFitsDo) {
  StudyFacts facts = healthy_study();
  for (std::size_t t = 41; t < 45; ++t) facts.trials[t].suggestion->diagnostics->rhat_max = 3.0;
  EXPECT_EQ(verdict_names(facts), "") << "four of eight";
  facts.trials[40].suggestion->diagnostics->rhat_max = NAN;
  ASSERT_EQ(verdict_names(facts), "chains_disagree");
  EXPECT_EQ(verdicts_of(facts).front().evidence["disagreeing"], 5);
  for (TrialRecord& record : facts.trials) record.suggestion->diagnostics->chains = 0;
  EXPECT_EQ(verdict_names(facts), "") << "a quadrature has no chains";
}

// --- converged, optimiser_is_the_cost ---------------------------------------------------------------------

TEST(Converged, WhenNothingIsExpectedAndNothingGained) {
  StudyFacts facts = study_with(VerdictId::converged);
  EXPECT_EQ(verdicts_of(facts).front().severity, Severity::note);
  facts.trials[40].objective = -0.1;
  EXPECT_EQ(verdict_names(facts), "") << "a surprise, just now";
}

TEST(OptimiserIsTheCost, WhenSuggestionsTakeLongerThanEvaluations) {
  StudyFacts facts = study_with(VerdictId::optimiser_is_the_cost);
  EXPECT_NEAR(verdicts_of(facts).front().evidence["share"].get<double>(), 0.75, 0.01);
  for (auto& [number, seconds] : facts.seconds) seconds = 0.01;
  for (TrialRecord& record : facts.trials) record.suggestion->fit_seconds = 0.1;
  EXPECT_EQ(verdict_names(facts), "") << "seconds of the whole study are not worth a word";
}

}  // namespace
}  // namespace craggy::runs
