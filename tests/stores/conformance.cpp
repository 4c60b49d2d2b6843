#include "conformance.hpp"

#include <chrono>
#include <thread>

#include "stores/worker.hpp"
#include "support/message_of.hpp"

namespace craggy::testing {
namespace {

TEST_P(StoreConformance, KeepsStudies) {
  EXPECT_TRUE(store_->studies().empty());
  EXPECT_FALSE(store_->find_study("tune"));
  const std::optional<StudyRow> made = store_->create_study(example_definition("tune"));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->definition, example_definition("tune"));
  EXPECT_EQ(made->next_number, 0u);
  EXPECT_LT(std::chrono::abs(made->created - std::chrono::system_clock::now()), std::chrono::hours(1));
  EXPECT_TRUE(store_->create_study(example_definition("a 'quoted\"; DROP TABLE studies; -- näme")));
  EXPECT_EQ(store_->find_study("tune")->definition, example_definition("tune"));
  EXPECT_EQ(store_->find_study("tune")->id, made->id);
  ASSERT_EQ(store_->studies().size(), 2u);
  EXPECT_EQ(store_->studies()[0].definition.name, "a 'quoted\"; DROP TABLE studies; -- näme");
  EXPECT_EQ(store_->studies()[1].definition.name, "tune");
}

TEST_P(StoreConformance, ANameIsTakenOnce) {
  ASSERT_TRUE(store_->create_study(example_definition()));
  StudyDefinition other = example_definition();
  other.direction = "maximise";
  EXPECT_FALSE(store_->create_study(other));
  EXPECT_EQ(store_->find_study("tune")->definition, example_definition());
}

TEST_P(StoreConformance, RefusesBadNames) {
  const auto message_for = [&](const std::string& name) {
    return message_of([&] { store_->create_study(example_definition(name)); });
  };
  EXPECT_EQ(message_for(""), "the name of the study is empty, but it has to have at least one character");
  EXPECT_EQ(message_for(std::string(201, 'x')),
            "the name of the study is 201 bytes long, but it has to have at most 200");
  EXPECT_EQ(message_for("a\nb"),
            "the name of the study is 'a\nb', but it has to be without control characters");
  EXPECT_EQ(message_for("a\xff"), "the name of the study is 'a\xEF\xBF\xBD', but it has to be UTF-8");
  EXPECT_NE(message_for(std::string("a\0b", 3)), "(no error)");
  for (const std::string name : {".", ".."}) {
    EXPECT_EQ(message_for(name),
              "the name of the study is '" + name +
                  "', but it has to be another one, since that is a folder in addresses and paths");
    StudyContent content;
    content.study.definition = example_definition(name);
    EXPECT_THROW(store_->restore(content), InvalidArgument);
  }
  EXPECT_FALSE(store_->find_study("a\xff"));
  EXPECT_FALSE(store_->find_study(std::string_view("a\0b", 3)));
  EXPECT_FALSE(store_->delete_study("a\xff"));
  EXPECT_TRUE(store_->studies().empty());
}

TEST_P(StoreConformance, NamesThatOnlyLookLikeFoldersAreFine) {
  for (const std::string name : {"...", "./a", "a/..", ". ", "../b"}) {
    EXPECT_TRUE(store_->create_study(example_definition(name)));
    EXPECT_TRUE(store_->find_study(name));
  }
}

TEST_P(StoreConformance, DeletesAStudyAndNothingElse) {
  const StudyId gone = make_study("gone");
  const StudyId kept = make_study("kept");
  running(gone);
  const Claim claim = running(kept);
  EXPECT_FALSE(store_->delete_study("goner"));
  EXPECT_TRUE(store_->delete_study("gone"));
  EXPECT_FALSE(store_->find_study("gone"));
  EXPECT_FALSE(store_->delete_study("gone"));
  EXPECT_TRUE(store_->attempts(kept).size() == 1 && store_->news(kept, 0).trials.size() == 1);
  EXPECT_THROW(store_->claim(gone, request()), StoreError);
  EXPECT_THROW(store_->enqueue(gone, "{}"), StoreError);
  store_->tell(kept, claim.trial.number, claim.attempt, {1.0});
  const StudyId again = make_study("gone");
  EXPECT_TRUE(store_->news(again, 0).trials.empty());
  EXPECT_TRUE(store_->attempts(again).empty());
}

TEST_P(StoreConformance, KeepsWhatTrialsPrinted) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  store_->keep_output(study, {claim.trial.number, 0, "0.5\n", "größer\n"});
  store_->keep_output(study, {claim.trial.number, 2, "", "again"});
  store_->keep_output(study, {claim.trial.number, 2, std::string("a\0b\xff", 4), "last"});
  store_->keep_output(study, {1000, 0, "nobody", ""});
  const std::vector<OutputRow> kept = store_->outputs(study, claim.trial.number);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0], (OutputRow{claim.trial.number, 0, "0.5\n", "größer\n"}));
  EXPECT_EQ(kept[1].attempt, 2u);
  EXPECT_EQ(kept[1].errors, "last");
  EXPECT_TRUE(kept[1].output.starts_with("a") && kept[1].output.find('\0') == std::string::npos);
  EXPECT_TRUE(store_->outputs(study, 1000).empty());
  store_->delete_study("tune");
  const StudyId other = make_study();
  running(other);
  EXPECT_TRUE(store_->outputs(other, 0).empty()) << "it went with its study";
}

TEST_P(StoreConformance, KeepsNotesOfAStudy) {
  const StudyId study = make_study();
  const StudyId other = make_study("other");
  EXPECT_EQ(store_->note(study, "command"), "");
  store_->set_note(study, "command", R"(["./train", "größer"])");
  store_->set_note(study, "colour", "blue");
  EXPECT_EQ(store_->note(study, "command"), R"(["./train", "größer"])");
  EXPECT_EQ(store_->note(other, "command"), "");
  store_->set_note(study, "command", "");
  EXPECT_EQ(store_->note(study, "command"), "");
  EXPECT_EQ(store_->note(study, "colour"), "blue");
  store_->delete_study("tune");
  EXPECT_EQ(store_->note(make_study(), "colour"), "") << "its notes went with it";
  EXPECT_THROW(store_->set_note(1000, "colour", "red"), StoreError);
}

TEST_P(StoreConformance, ReservesNumbersInOrder) {
  const StudyId study = make_study();
  for (TrialNumber number = 0; number < 3; ++number) {
    const Claim claim = store_->claim(study, request()).value();
    EXPECT_EQ(claim.trial.number, number);
    EXPECT_EQ(claim.trial.state, TrialState::reserved);
    EXPECT_EQ(claim.attempt, 0u);
    EXPECT_EQ(claim.trial.holder, 0u);
  }
  EXPECT_EQ(store_->find_study("tune")->next_number, 3u);
  EXPECT_EQ(store_->attempts(study).size(), 3u);
  ASSERT_EQ(store_->attempts(study, 1).size(), 1u);
  EXPECT_EQ(store_->attempts(study, 1)[0].trial, 1u);
  EXPECT_TRUE(store_->attempts(study, 3).empty());
}

TEST_P(StoreConformance, AProposalMakesATrialOfAReservation) {
  const StudyId study = make_study();
  const Claim claim = store_->claim(study, request()).value();
  EXPECT_EQ(store_->propose(study, claim, {"{\"x\":1}", "{\"how\":2}", "warm"}, 0, false),
            ProposeOutcome::committed);
  const TrialRow row = trial(study, 0);
  EXPECT_EQ(row.state, TrialState::running);
  EXPECT_EQ(row.params, "{\"x\":1}");
  EXPECT_EQ(row.suggestion, "{\"how\":2}");
  EXPECT_EQ(row.holder, claim.attempt);
  EXPECT_EQ(store_->latest_warm(study)->bytes, "warm");
  EXPECT_EQ(store_->propose(study, claim, {"{\"x\":2}"}, 0, true), ProposeOutcome::lost)
      << "it has parameters already";
  EXPECT_EQ(trial(study, 0).params, "{\"x\":1}");
}

TEST_P(StoreConformance, AProposalThatOthersHaveOvertakenIsStale) {
  const StudyId study = make_study();
  const Claim mine = store_->claim(study, request()).value();
  const std::int64_t seen = store_->news(study, 0).revision;
  store_->claim(study, request());
  EXPECT_EQ(store_->propose(study, mine, {"{}"}, seen, false), ProposeOutcome::committed)
      << "that somebody else has begun to compute does not matter";

  const Claim second = store_->claim(study, request()).value();
  const std::int64_t before = store_->news(study, 0).revision;
  store_->add(study, "{}", {3.0});
  EXPECT_EQ(store_->propose(study, second, {"{\"x\":1}", "", "warm"}, before, false), ProposeOutcome::stale);
  EXPECT_EQ(trial(study, second.trial.number).state, TrialState::reserved);
  EXPECT_FALSE(store_->latest_warm(study));
  EXPECT_EQ(store_->propose(study, second, {"{\"x\":1}"}, before, true), ProposeOutcome::committed);
  EXPECT_EQ(trial(study, second.trial.number).params, "{\"x\":1}");
}

TEST_P(StoreConformance, AQuickProposalIsMadeWithinTheClaim) {
  const StudyId study = make_study();
  store_->add(study, "{\"x\":7}", {1.0});
  ClaimRequest quick = request();
  std::vector<TrialNumber> told;
  quick.propose = [&](TrialNumber number, const News& news) {
    told.clear();
    for (const TrialRow& row : news.trials) told.push_back(row.number);
    return Proposal{.params = "{\"x\":" + std::to_string(number) + "}"};
  };
  const Claim claim = store_->claim(study, quick).value();
  EXPECT_EQ(claim.trial.state, TrialState::running);
  EXPECT_EQ(claim.trial.params, "{\"x\":1}");
  EXPECT_EQ(told, (std::vector<TrialNumber>{0}));
  EXPECT_EQ(trial(study, 1).params, "{\"x\":1}");

  quick.known_revision = store_->news(study, 0).revision;
  quick.propose = [&](TrialNumber, const News& news) -> std::optional<Proposal> {
    EXPECT_TRUE(news.trials.empty());
    return std::nullopt;
  };
  EXPECT_EQ(store_->claim(study, quick)->trial.state, TrialState::reserved);
}

TEST_P(StoreConformance, AnExceptionWithinAClaimLeavesNothing) {
  const StudyId study = make_study();
  running(study);
  const std::int64_t revision = store_->find_study("tune")->revision;
  ClaimRequest bad = request();
  bad.propose = [](TrialNumber, const News&) -> std::optional<Proposal> { throw Cancelled(); };
  EXPECT_THROW(store_->claim(study, bad), Cancelled);
  EXPECT_EQ(store_->find_study("tune")->revision, revision);
  EXPECT_EQ(store_->find_study("tune")->next_number, 1u);
  EXPECT_EQ(store_->attempts(study).size(), 1u);
  EXPECT_EQ(running(study).trial.number, 1u);
}

TEST_P(StoreConformance, WaitingTrialsAreHandedOutFirstAndInOrder) {
  const StudyId study = make_study();
  const Claim reserved = store_->claim(study, request()).value();
  store_->release(study, reserved.trial.number, reserved.attempt);
  EXPECT_EQ(store_->enqueue(study, "{\"x\":0.25}"), 1u);
  EXPECT_EQ(store_->enqueue(study, "{\"x\":0.5}"), 2u);
  EXPECT_EQ(trial(study, 1).state, TrialState::waiting);
  const Claim first = running(study);
  EXPECT_EQ(first.trial.number, 1u);
  EXPECT_EQ(first.trial.state, TrialState::running);
  EXPECT_EQ(first.trial.params, "{\"x\":0.25}");
  EXPECT_EQ(running(study).trial.number, 2u);
  EXPECT_EQ(running(study).trial.number, 0u) << "then the number that was given back";
  EXPECT_EQ(running(study).trial.number, 3u);
}

TEST_P(StoreConformance, NoMoreTrialsThanAskedFor) {
  const StudyId study = make_study();
  ClaimRequest limited = request();
  limited.max_trials = 2;
  EXPECT_EQ(store_->claim(study, limited)->trial.number, 0u);
  const Claim last = store_->claim(study, limited).value();
  EXPECT_FALSE(store_->claim(study, limited));
  store_->release(study, last.trial.number, last.attempt);
  EXPECT_EQ(store_->claim(study, limited)->trial.number, 1u) << "what was given back is within the limit";
  EXPECT_FALSE(store_->claim(study, limited));
  EXPECT_EQ(store_->find_study("tune")->next_number, 2u);
  EXPECT_EQ(store_->enqueue(study, "{}"), 2u);
  EXPECT_EQ(store_->claim(study, limited)->trial.number, 2u) << "what waits is handed out in any case";
}

TEST_P(StoreConformance, TellingFinishesATrial) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  const Result result{-0.1, {0.5, -2e-300, 1.7976931348623157e308}, 0.25};
  EXPECT_EQ(store_->tell(study, 0, claim.attempt, result), Told::accepted);
  const TrialRow row = trial(study, 0);
  EXPECT_EQ(row.state, TrialState::finished);
  EXPECT_EQ(row.result, result);
  EXPECT_EQ(row.decider, claim.attempt);
  EXPECT_FALSE(row.holder);
  EXPECT_TRUE(row.ended);
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::finished);
  EXPECT_EQ(attempt(study, 0, 0).result, result);
  EXPECT_TRUE(attempt(study, 0, 0).ended);
}

TEST_P(StoreConformance, NumbersComeBackBitByBit) {
  const StudyId study = make_study();
  for (const double value :
       {0.1, 1.0 / 3.0, 5e-324, 1e-300, 1.7976931348623157e308, -123456789.123456789, 3.0, 0.0})
    store_->add(study, "{}", {value, {value}, std::abs(value)});
  for (const TrialRow& row : store_->news(study, 0).trials) {
    EXPECT_EQ(row.result->value, row.result->constraints.front());
    EXPECT_EQ(std::abs(row.result->value), row.result->noise);
  }
  EXPECT_EQ(trial(study, 1).result->value, 1.0 / 3.0);
  EXPECT_EQ(trial(study, 2).result->value, 5e-324);
}

TEST_P(StoreConformance, TellingTheSameAgainIsHarmlessAnotherValueIsAMistake) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  store_->tell(study, 0, claim.attempt, {1.5});
  const std::int64_t revision = store_->find_study("tune")->revision;
  EXPECT_EQ(store_->tell(study, 0, claim.attempt, {1.5}), Told::repeated);
  EXPECT_EQ(store_->tell(study, 0, std::nullopt, {1.5}), Told::repeated);
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, claim.attempt, {1.25}); }),
            "the value of trial 0 is 1.25, but the trial has finished with 1.5 already");
  EXPECT_EQ(
      message_of([&] {
        store_->tell(study, 0, std::nullopt, {1.5, {2.0}, 0.5});
      }),
      "the value of trial 0 is 1.5, constraints 2, noise 0.5, but the trial has finished with 1.5 already");
  EXPECT_EQ(trial(study, 0).result, Result{1.5});
  EXPECT_EQ(store_->find_study("tune")->revision, revision);
}

TEST_P(StoreConformance, MistakesAboutTrialsAreNamed) {
  const StudyId study = make_study();
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, std::nullopt, {1.0}); }),
            "the trial number is 0, but the study has no trials yet");
  store_->claim(study, request());
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, std::nullopt, {1.0}); }),
            "the trial number is 0, but that trial has no parameters yet");
  EXPECT_EQ(message_of([&] { store_->fail(study, 3, std::nullopt, {}); }),
            "the trial number is 3, but the study's trials are 0 to 0");
}

TEST_P(StoreConformance, WhatIsSaidByHandLeavesTheWorkersOwnWordToItsAttempt) {
  const StudyId study = make_study();
  const Claim told = running(study);
  EXPECT_EQ(store_->tell(study, 0, std::nullopt, {1.0}), Told::accepted);
  EXPECT_FALSE(trial(study, 0).decider);
  EXPECT_FALSE(store_->heartbeat(study, 0, told.attempt)) << "the lease is over";
  EXPECT_EQ(store_->tell(study, 0, told.attempt, {2.0}), Told::kept);
  EXPECT_EQ(attempt(study, 0, 0).result, Result{2.0});
  EXPECT_EQ(trial(study, 0).result, Result{1.0});
  EXPECT_EQ(store_->fail(study, 0, told.attempt + 1, {}), Told::kept);

  const Claim failed = running(study);
  EXPECT_EQ(store_->fail(study, 1, std::nullopt, {.message = "by hand"}), Told::accepted);
  EXPECT_FALSE(trial(study, 1).decider);
  EXPECT_EQ(attempt(study, 1, 0).message, "by hand");
  EXPECT_EQ(store_->tell(study, 1, failed.attempt, {2.0}), Told::kept);
  EXPECT_EQ(attempt(study, 1, 0).result, Result{2.0});
  EXPECT_EQ(trial(study, 1).state, TrialState::failed);
}

TEST_P(StoreConformance, TheWordOfAnAttemptThatWasForgottenIsKept) {
  const StudyId study = make_study();
  running(study);
  EXPECT_EQ(store_->fail(study, 0, 3, {.message = "late"}), Told::kept);
  EXPECT_EQ(trial(study, 0).state, TrialState::running);
  EXPECT_EQ(attempt(study, 0, 3).message, "late");
  store_->release(study, 0, std::nullopt);
  EXPECT_EQ(running(study).attempt, 4u) << "no two attempts have one number";
  EXPECT_EQ(store_->attempts(study, 0).back().number, 4u);
  EXPECT_EQ(store_->tell(study, 0, 7, {1.0}), Told::accepted);
  EXPECT_EQ(trial(study, 0).result, Result{1.0});
  EXPECT_EQ(store_->tell(study, 0, 7, {1.0}), Told::repeated);
  EXPECT_EQ(store_->tell(study, 0, 8, {2.0}), Told::kept);
  EXPECT_EQ(attempt(study, 0, 8).result, Result{2.0});
}

TEST_P(StoreConformance, ResultsHaveAsManyConstraintsAsTheFirst) {
  const StudyId study = make_study();
  const Claim first = running(study);
  const Claim second = running(study);
  store_->tell(study, 1, second.attempt, {1.0, {-1.0}});
  const std::int64_t revision = store_->find_study("tune")->revision;
  const std::string rule = "but it has to be 1, as in trial 1";
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, first.attempt, {1.0}); }),
            "the number of constraints of trial 0 is 0, " + rule);
  EXPECT_EQ(message_of([&] { store_->add(study, "{}", {1.0}); }),
            "the number of constraints of the added trial is 0, " + rule);
  EXPECT_EQ(store_->find_study("tune")->revision, revision);
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::open);
  EXPECT_EQ(store_->tell(study, 0, first.attempt, {1.0, {2.0}}), Told::accepted);
}

TEST_P(StoreConformance, FailingKeepsWhy) {
  const StudyId study = make_study();
  const Claim claim = running(study);
  const std::string message = std::string("stderr: \xff\0 'x'; DROP TABLE", 26);
  EXPECT_EQ(store_->fail(study, 0, claim.attempt, {.message = message, .exit_code = 139}), Told::accepted);
  EXPECT_EQ(trial(study, 0).state, TrialState::failed);
  EXPECT_EQ(trial(study, 0).message, "stderr: \xEF\xBF\xBD\xEF\xBF\xBD 'x'; DROP TABLE");
  EXPECT_FALSE(trial(study, 0).lost);
  EXPECT_EQ(attempt(study, 0, 0).outcome, AttemptOutcome::failed);
  EXPECT_EQ(attempt(study, 0, 0).exit_code, 139);
  EXPECT_EQ(store_->fail(study, 0, claim.attempt, {}), Told::repeated);
  EXPECT_EQ(store_->fail(study, 0, std::nullopt, {}), Told::repeated);
  EXPECT_EQ(message_of([&] { store_->tell(study, 0, claim.attempt, {1.25}); }),
            "the value of trial 0 is 1.25, but the trial has failed already");

  const Claim finished = running(study);
  store_->tell(study, 1, finished.attempt, {1.5});
  EXPECT_EQ(message_of([&] { store_->fail(study, 1, finished.attempt, {}); }),
            "the state of trial 1 is finished with 1.5, but only a running trial can fail");
}

TEST_P(StoreConformance, AFailureMayBeTriedAgain) {
  const StudyId study = make_study();
  const Claim first = running(study);
  store_->fail(study, 0, first.attempt, {.message = "oom", .again = true});
  EXPECT_EQ(trial(study, 0).state, TrialState::waiting);
  const Claim second = running(study);
  EXPECT_EQ(second.trial.number, 0u);
  EXPECT_EQ(second.attempt, 1u);
  EXPECT_EQ(second.trial.params, first.trial.params);
  store_->tell(study, 0, second.attempt, {2.0});
  EXPECT_EQ(trial(study, 0).state, TrialState::finished);
  EXPECT_EQ(trial(study, 0).message, "");
  EXPECT_EQ(attempt(study, 0, 0).message, "oom");
}

TEST_P(StoreConformance, NewsAreWhatHasChanged) {
  const StudyId study = make_study();
  const StudyId other = make_study("other");
  News news = store_->news(study, 0);
  EXPECT_TRUE(news.trials.empty());
  running(study);
  running(study);
  running(study);
  running(other);
  news = store_->news(study, news.revision);
  EXPECT_EQ(news.trials.size(), 3u);
  EXPECT_TRUE(store_->news(study, news.revision).trials.empty());
  store_->tell(study, 1, 0, {1.0});
  const News next = store_->news(study, news.revision);
  ASSERT_EQ(next.trials.size(), 1u);
  EXPECT_EQ(next.trials[0].number, 1u);
  EXPECT_GT(next.revision, news.revision);
  store_->heartbeat(study, 0, 0);
  EXPECT_TRUE(store_->news(study, next.revision).trials.empty()) << "a heartbeat is no news";
}

TEST_P(StoreConformance, KeepsTheLatestFewWarmStates) {
  const StudyId study = make_study();
  EXPECT_FALSE(store_->latest_warm(study));
  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  for (TrialNumber number = 0; number < 6; ++number) {
    const Claim claim = store_->claim(study, request()).value();
    store_->propose(study, claim, {"{}", "", all_bytes + std::to_string(number)}, 0, true);
    EXPECT_EQ(store_->latest_warm(study)->trial, number);
    EXPECT_EQ(store_->latest_warm(study)->bytes, all_bytes + std::to_string(number));
  }
  for (TrialNumber number = 0; number < 6; ++number) {
    const std::optional<WarmRow> row = store_->warm(study, number);
    ASSERT_EQ(row.has_value(), number >= 3);
    if (row) {
      EXPECT_EQ(row->trial, number);
      EXPECT_EQ(row->bytes, all_bytes + std::to_string(number));
    }
  }
  EXPECT_FALSE(store_->warm(study, 6));
}

TEST_P(StoreConformance, AttemptsKnowTheirWorkers) {
  const StudyId study = make_study();
  ClaimRequest named = request();
  named.worker = this_process("näme \xff");
  named.grace = std::chrono::seconds(60);
  store_->claim(study, named);
  const AttemptRow row = attempt(study, 0, 0);
  EXPECT_EQ(row.worker.name, "näme \xEF\xBF\xBD");
  EXPECT_EQ(row.worker.process, this_process().process);
  EXPECT_EQ(row.worker.process_start, this_process().process_start);
  EXPECT_EQ(row.worker.machine, this_process().machine);
  EXPECT_EQ(row.grace, std::chrono::seconds(60));
  EXPECT_EQ(row.outcome, AttemptOutcome::open);
  EXPECT_EQ(row.started, row.heartbeat);
  EXPECT_FALSE(row.ended);
}

TEST_P(StoreConformance, LargeTextsAreKept) {
  const StudyId study = make_study();
  const std::string params = "{\"x\":\"" + std::string(3'000'000, 'y') + "\"}";
  store_->enqueue(study, params);
  EXPECT_EQ(trial(study, 0).params, params);
}

TEST_P(StoreConformance, ThreadsMayShareAStore) {
  const StudyId study = make_study();
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 25; ++i) {
          const Claim claim = running(study);
          store_->tell(study, claim.trial.number, claim.attempt, {static_cast<double>(claim.trial.number)});
        }
      });
  }
  const News news = store_->news(study, 0);
  ASSERT_EQ(news.trials.size(), 100u);
  for (const TrialRow& row : news.trials) EXPECT_EQ(row.result, Result{static_cast<double>(row.number)});
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreConformance, ::testing::ValuesIn(store_kinds()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace craggy::testing
