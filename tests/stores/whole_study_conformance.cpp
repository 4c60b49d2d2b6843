// Many trials at once, whole studies, and corrections: what every store has to do with them.
#include <algorithm>

#include "conformance.hpp"
#include "support/message_of.hpp"

namespace craggy::testing {
namespace {

Worker somebody() { return no_process("ann"); }

TrialRow finished(double value, const std::string& params = "{\"x\":0}") {
  return {.state = TrialState::finished, .params = params, .result = Result{value}};
}

TEST_P(StoreConformance, AddsManyTrialsAtOnce) {
  const StudyId study = make_study();
  store_->tell(study, running(study).trial.number, 0, Result{1.0});
  const std::int64_t before = store_->find_study("tune")->revision;
  std::size_t num_seen = 0;
  const TrialNumber first = store_->add_all(study, 0, [&](const News& news) {
    num_seen = news.trials.size();
    TrialRow failed{.state = TrialState::failed, .params = "{\"x\":1}", .message = "b\xff"};
    failed.created = failed.ended.emplace(std::chrono::seconds(5));
    return std::vector<TrialRow>{
        finished(2.0), failed, {.state = TrialState::waiting, .params = "{\"x\":2}"}};
  });
  EXPECT_EQ(num_seen, 1u);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(store_->find_study("tune")->next_number, 4u);
  const News news = store_->news(study, before);
  ASSERT_EQ(news.trials.size(), 3u);
  EXPECT_EQ(news.trials[0].result, Result{2.0});
  EXPECT_TRUE(news.trials[0].ended);
  EXPECT_EQ(news.trials[1].message, "b\xEF\xBF\xBD");
  EXPECT_EQ(news.trials[1].created, Timestamp(std::chrono::seconds(5)));
  EXPECT_FALSE(news.trials[2].ended);
  EXPECT_EQ(running(study).trial.number, 3u) << "the one that waits is handed out first";
  EXPECT_EQ(running(study).trial.number, 4u);
}

TEST_P(StoreConformance, OfManyTrialsAllAreAddedOrNone) {
  const StudyId study = make_study();
  const auto rows = [](const News&) {
    TrialRow other = finished(1.0);
    other.result->constraints = {1.0};
    return std::vector<TrialRow>{finished(2.0), other};
  };
  EXPECT_EQ(message_of([&] { store_->add_all(study, 0, rows); }),
            "the number of constraints of the added trial 1 is 1, but it has to be 0, as in trial 0");
  EXPECT_EQ(store_->find_study("tune")->next_number, 0u);
  EXPECT_TRUE(store_->news(study, 0).trials.empty());
  EXPECT_EQ(store_->add_all(study, 0, [](const News&) { return std::vector<TrialRow>(); }), 0u);
}

TEST_P(StoreConformance, AStudyIsCopiedWhole) {
  const StudyId study = make_study();
  const Claim claim = store_->claim(study, request()).value();
  store_->propose(study, claim, {"{\"x\":1}", "{\"how\":2}", std::string("w\0rm", 4)}, 0, false);
  store_->tell(study, 0, 0, {0.1, {-1.0, 2.0}, 0.5});
  store_->fail(study, running(study).trial.number, 0, {.message = "no", .exit_code = 3});
  running(study);
  store_->claim(study, request());
  store_->enqueue(study, "{\"x\":7}");
  store_->keep_output(study, {0, 0, "0.1\n", "warned"});
  store_->set_note(study, "command", "[\"./train\"]");
  StudyContent content = store_->content("tune").value();
  EXPECT_EQ(content.study.next_number, 5u);
  EXPECT_EQ(content.trials.size(), 5u);
  EXPECT_EQ(content.attempts.size(), 4u);
  EXPECT_EQ(content.warm.size(), 1u);
  content.study.definition.name = "copy";
  ASSERT_TRUE(store_->restore(content));
  const StudyContent copy = store_->content("copy").value();
  EXPECT_EQ(copy.study.definition, content.study.definition);
  EXPECT_EQ(copy.study.created, content.study.created);
  EXPECT_EQ(copy.study.revision, content.study.revision);
  EXPECT_EQ(copy.study.next_number, content.study.next_number);
  EXPECT_EQ(copy.trials, content.trials);
  EXPECT_EQ(copy.attempts, content.attempts);
  EXPECT_EQ(copy.warm, content.warm);
  EXPECT_EQ(copy.outputs, (std::vector<OutputRow>{{0, 0, "0.1\n", "warned"}}));
  EXPECT_EQ(copy.notes, (std::vector<NoteRow>{{"command", "[\"./train\"]"}}));
  EXPECT_EQ(running(copy.study.id).trial.number, 4u);
  EXPECT_FALSE(store_->content("tuna"));
}

TEST_P(StoreConformance, ACopyNeverReplacesTrials) {
  const StudyId study = make_study();
  store_->add(study, "{\"x\":1}", Result{1.0});
  StudyContent content = store_->content("tune").value();
  EXPECT_FALSE(store_->restore(content)) << "it is there with trials";
  content.study.definition.name = "empty";
  make_study("empty");
  EXPECT_TRUE(store_->restore(content)) << "it was made for that";
  content.study.definition.name = "other";
  StudyDefinition other = example_definition("other");
  other.seed = 1;
  store_->create_study(other);
  EXPECT_FALSE(store_->restore(content));
  EXPECT_TRUE(store_->content("other")->trials.empty());
}

TEST_P(StoreConformance, ACorrectionIsAnAttemptOfItsOwn) {
  const StudyId study = make_study();
  running(study);
  store_->tell(study, 0, 0, {0.31});
  EXPECT_EQ(store_->correct(study, 0, Result{0.031}, somebody()), Told::accepted);
  EXPECT_EQ(store_->correct(study, 0, Result{0.031}, somebody()), Told::repeated);
  EXPECT_EQ(trial(study, 0).result, Result{0.031});
  EXPECT_EQ(trial(study, 0).decider, 1u);
  EXPECT_EQ(attempt(study, 0, 0).result, Result{0.31});
  EXPECT_EQ(attempt(study, 0, 1).result, Result{0.031});
  EXPECT_EQ(attempt(study, 0, 1).worker.name, "ann");
  EXPECT_EQ(attempt(study, 0, 1).message, "correction of attempt 0, which was 0.31");
  EXPECT_EQ(corrected_attempt(attempt(study, 0, 1)), 0u);
  EXPECT_FALSE(corrected_attempt(attempt(study, 0, 0)));
  EXPECT_EQ(store_->tell(study, 0, 0, {0.31}), Told::kept) << "the worker says it once more";
  EXPECT_EQ(trial(study, 0).result, Result{0.031});
}

TEST_P(StoreConformance, WhatWasToldWithoutAnAttemptIsKeptByTheCorrection) {
  const StudyId study = make_study();
  store_->add(study, "{\"x\":1}", Result{0.31});
  store_->correct(study, 0, Failure{.message = "wrong unit"}, somebody());
  EXPECT_EQ(trial(study, 0).state, TrialState::failed);
  EXPECT_EQ(trial(study, 0).message, "wrong unit");
  EXPECT_FALSE(trial(study, 0).result);
  EXPECT_EQ(attempt(study, 0, 0).result, Result{0.31});
  EXPECT_EQ(attempt(study, 0, 1).message, "correction of attempt 0, which was 0.31; wrong unit");
  store_->correct(study, 0, Result{3.1}, somebody());
  EXPECT_EQ(trial(study, 0).state, TrialState::finished);
  EXPECT_EQ(corrected_attempt(attempt(study, 0, 2)), 1u);
  EXPECT_EQ(attempt(study, 0, 2).message, "correction of attempt 1, which was a failure: wrong unit");
}

TEST_P(StoreConformance, OnlyWhatWasToldIsCorrected) {
  const StudyId study = make_study();
  running(study);
  EXPECT_EQ(
      message_of([&] { store_->correct(study, 0, Result{1.0}, somebody()); }),
      "the state of trial 0 is running, but only what was told of a trial can be corrected, and nothing was "
      "told of this one yet");
  EXPECT_EQ(message_of([&] { store_->correct(study, 9, Result{1.0}, somebody()); }),
            "the trial number is 9, but the study's trials are 0 to 0");
  EXPECT_EQ(store_->attempts(study).size(), 1u);
}

TEST_P(StoreConformance, TheOnlyResultMayBeGivenItsConstraints) {
  const StudyId study = make_study();
  store_->add(study, "{\"x\":1}", Result{0.31});
  store_->correct(study, 0, Result{0.31, {-1.0}}, somebody());
  store_->add(study, "{\"x\":2}", Result{0.5, {1.0}});
  EXPECT_EQ(message_of([&] { store_->correct(study, 1, Result{0.5}, somebody()); }),
            "the number of constraints of trial 1 is 0, but it has to be 1, as in trial 0");
}

}  // namespace
}  // namespace craggy::testing
