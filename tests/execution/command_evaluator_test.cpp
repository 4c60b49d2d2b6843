#include "execution/command_evaluator.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"
#include "support/scoped_variable.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::message_of;

StudyOptions options() {
  SuggestOptions suggest;
  suggest.surrogate = "random";
  return {.name = "tune",
          .space = {{"n", Int{1, 9}}, {"opt", Categorical{{"adam", "sgd"}}}},
          .suggest = suggest,
          .seed = 5,
          .worker = {.num_threads = 1}};
}

Outcome evaluate(const CommandSettings& settings, const std::stop_token& stop = {}) {
  Study study = Study::in_memory(options());
  study.enqueue({3, 1});
  return CommandEvaluator(study.options(), settings)(study.ask(), stop);
}

CommandSettings shell(const std::string& script) { return {.command = {"/bin/sh", "-c", script}}; }

TEST(CommandEvaluator, TellsTheCommandAboutItsTrial) {
  EXPECT_EQ(evaluate(shell("echo {n}")).result, Result{3.0});
  EXPECT_EQ(evaluate(shell("test {opt} = sgd && echo $CRAGGY_PARAM_N")).result, Result{3.0});
  EXPECT_EQ(evaluate(shell("test $CRAGGY_STUDY = tune && echo $CRAGGY_TRIAL")).result, Result{0.0});
  EXPECT_EQ(evaluate(shell("echo $CRAGGY_SEED")).result->value, static_cast<double>(trial_seed(5, 0)));
}

TEST(CommandEvaluator, KeepsThePasswordOfTheStoreFromTheCommand) {
  const std::string script = "test -z \"$CRAGGY_STORE\" && echo 1 || echo 2";
  {
    const craggy::testing::ScopedVariable store("CRAGGY_STORE", "postgresql://me:geheim@host/tune");
    EXPECT_EQ(evaluate(shell(script)).result, Result{1.0});
  }
  const craggy::testing::ScopedVariable store("CRAGGY_STORE", "postgresql://me@host/tune");
  EXPECT_EQ(evaluate(shell(script)).result, Result{2.0});
}

TEST(CommandEvaluator, KeepsToItsSettings) {
  CommandSettings settings = shell("echo loss 7; echo done");
  settings.value_regex = "loss ([0-9]+)";
  EXPECT_EQ(evaluate(settings).result, Result{7.0});
  settings = shell("sleep 60");
  settings.timeout = std::chrono::milliseconds(50);
  EXPECT_TRUE(evaluate(settings).timed_out);
}

TEST(CommandEvaluator, ACommandThatFailsIsAFailedTrial) {
  const Outcome outcome = evaluate(shell("echo oh >&2; exit 3"));
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.error_tail, "oh\n");
}

TEST(CommandEvaluator, NowhereToPutFilesIsNotTheTrialsFault) {
  const craggy::testing::ScopedVariable nowhere("TMPDIR", "/nonexistent");
  EXPECT_THROW(evaluate(shell("echo 1")), EvaluatorFailed);
}

class MissingProgram : public ::testing::Test {
 protected:
  /// Evaluates with a program that is moved away once the evaluator has seen it, for so long.
  Outcome evaluate_without(std::chrono::milliseconds away, const std::stop_token& stop = {}) {
    const CommandSettings settings{.command = {program_, "{n}"},
                                   .patience = std::chrono::milliseconds(1500),
                                   .on_wait = [this](const std::string& note) { notes_.push_back(note); }};
    Study study = Study::in_memory(options());
    study.enqueue({3, 1});
    const CommandEvaluator evaluator(study.options(), settings);
    std::filesystem::rename(program_, program_ + ".away");
    const std::jthread comes_back([&] {
      std::this_thread::sleep_for(away);
      std::filesystem::rename(program_ + ".away", program_);
    });
    return evaluator(study.ask(), stop);
  }

  void SetUp() override {
    program_ = folder_.file("my.sh", "#!/bin/sh\necho $1\n");
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }

  craggy::testing::TemporaryFolder folder_;
  std::string program_;
  std::vector<std::string> notes_;
};

TEST_F(MissingProgram, IsWaitedForAndFailsNoTrial) {
  EXPECT_EQ(evaluate_without(std::chrono::milliseconds(100)).result, Result{3.0});
  EXPECT_EQ(notes_, std::vector{program_ + " cannot be started: No such file or directory; waiting for it"});
}

TEST_F(MissingProgram, EndsTheRunIfItStaysAway) {
  EXPECT_EQ(message_of<EvaluatorFailed>([&] { evaluate_without(std::chrono::seconds(2)); }),
            program_ + " cannot be started: No such file or directory; no trial has failed for it");
}

TEST_F(MissingProgram, IsNotWaitedForOnceStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(evaluate_without(std::chrono::milliseconds(100), stop.get_token()), Cancelled);
}

// That depends on the parameters, so it is their failure.
TEST(CommandEvaluator, AProgramThatAParameterNamesIsNotWaitedFor) {
  const Outcome outcome = evaluate({.command = {"/nonexistent/{opt}"}});
  EXPECT_EQ(outcome.failure, "/nonexistent/sgd cannot be started: No such file or directory");
}

TEST(CommandEvaluator, IsCancelledIfStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(evaluate(shell("sleep 60"), stop.get_token()), Cancelled);
}

TEST(CommandEvaluator, NotesWhatTheCommandDoesNotMention) {
  const auto notes = [](const std::string& script) {
    return CommandEvaluator(options(), shell(script)).notes();
  };
  EXPECT_EQ(notes("echo {n} {opt}"), std::vector<std::string>{});
  EXPECT_EQ(notes("echo {n} $CRAGGY_PARAM_OPT"), std::vector<std::string>{});
  EXPECT_EQ(notes("cat $CRAGGY_PARAMS_FILE"), std::vector<std::string>{});
  ASSERT_EQ(notes("echo {n}").size(), 1U);
  EXPECT_NE(notes("echo {n}")[0].find("does not mention {opt}"), std::string::npos);
}

TEST(CommandEvaluator, FillsTemplatesIn) {
  const craggy::testing::TemporaryFolder folder;
  const std::string deck = folder.file("deck.in", "{n:.2f}\n");
  CommandSettings settings{.command = {"/bin/cat", "{deck.in}"}, .templates = {deck}};
  EXPECT_EQ(evaluate(settings).result, Result{3.0});
  settings.command = {"/bin/sh", "-c", "cat $CRAGGY_TRIAL_FOLDER/deck.in"};
  EXPECT_EQ(evaluate(settings).result, Result{3.0});
  ASSERT_EQ(CommandEvaluator(options(), settings).notes().size(), 1U);
  EXPECT_NE(CommandEvaluator(options(), settings).notes()[0].find("{opt}"), std::string::npos);
  settings.command = {"/bin/echo", "1"};
  EXPECT_NE(CommandEvaluator(options(), settings).notes()[0].find("{deck.in}"), std::string::npos);
}

TEST(CommandEvaluator, ACommandThatCannotBeRunIsAMistake) {
  const auto message = [](const CommandSettings& settings) {
    return message_of([&] { CommandEvaluator(options(), settings); });
  };
  EXPECT_NE(message({}).find("the command is empty"), std::string::npos);
  EXPECT_NE(message({.command = {"no-such-program"}}).find("'no-such-program', but it cannot be run"),
            std::string::npos);
  EXPECT_NE(message({.command = {"echo", "{x}"}}).find("{x}"), std::string::npos);
}

}  // namespace
}  // namespace craggy::execution
