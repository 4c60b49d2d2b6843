#include "study/study_command.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

using Words = std::vector<std::string>;
using craggy::testing::message_of;

TEST(StudyCommand, WhatMayBeSecretIsLeftOut) {
  EXPECT_EQ(without_secrets({"./train", "--lr", "{lr}", "--max-tokens=100", "--author", "me"}),
            (Words{"./train", "--lr", "{lr}", "--max-tokens=100", "--author", "me"}));
  EXPECT_EQ(without_secrets({"./train", "--api-token", "a1b2", "--password=geheim", "x"}),
            (Words{"./train", "--api-token", "***", "--password=***", "x"}));
  EXPECT_EQ(without_secrets({"env", "API_KEY=a1b2", "postgresql://me:geheim@db/x"}),
            (Words{"env", "API_KEY=***", "postgresql://me:***@db/x"}));
  EXPECT_EQ(without_secrets({"sh", "-c", "N=3 DB_PASSWORD=geheim; TOKEN=x ./train --lr={lr}"}),
            (Words{"sh", "-c", "N=3 DB_PASSWORD=***; TOKEN=*** ./train --lr={lr}"}));
}

TEST(StudyCommand, TheDifferenceIsNamed) {
  const Words before = {"./train", "--epochs=10", "{lr}"};
  EXPECT_EQ(difference(before, before), "");
  EXPECT_EQ(difference(before, {"./train", "--epochs=20", "{lr}"}),
            "it has '--epochs=20' where that had '--epochs=10'");
  EXPECT_EQ(difference(before, {"./train", "--epochs=10", "{lr}", "--fast"}),
            "it has '--fast', which that had not");
  EXPECT_EQ(difference(before, {"./train", "--epochs=10"}), "it lacks '{lr}', which that had");
}

TEST(StudyCommand, FoldersDoNotCount) {
  EXPECT_EQ(difference({"./train"}, {"/opt/bin/train"}), "");
  EXPECT_EQ(difference({"train"}, {"./train"}), "");
  EXPECT_NE(difference({"./train"}, {"./train2"}), "");
  EXPECT_EQ(difference({"python3", "/home/me/t.py", "--data=/a/d/"}, {"python3", "../t.py", "--data=./d"}),
            "");
  EXPECT_NE(difference({"python3", "--data=/a/d"}, {"python3", "--out=/a/d"}), "");
  EXPECT_NE(difference({"sh", "-c", "/a/train {x}"}, {"sh", "-c", "/b/train {x}"}), "")
      << "a script is one word";
  EXPECT_NE(difference({"bc", "{x}/2"}, {"bc", "{y}/2"}), "");
  EXPECT_NE(difference({"get", "s3://a/d"}, {"get", "s3://b/d"}), "");
}

class RememberedCommand : public ::testing::Test {
 protected:
  static StudyOptions options() {
    SuggestOptions suggest;
    suggest.surrogate = "random";
    return {.name = "tune", .space = {{"x", Float{0, 1}}}, .suggest = suggest, .worker = {.num_threads = 1}};
  }

  std::string remember(const Words& command, bool allow_new = false) {
    return remember_command(study_, command, allow_new);
  }

  Study study_ = Study::in_memory(options());
};

TEST_F(RememberedCommand, ACommandThatHasGivenNoValueIsReplaced) {
  EXPECT_EQ(remember({"./trian", "{x}"}), "");
  study_.fail(study_.ask());
  EXPECT_EQ(remember({"./train", "{x}"}), "");
  EXPECT_EQ(study_.note("command"), R"(["./train","{x}"])");
}

TEST_F(RememberedCommand, AnotherOneIsRefusedUnlessItIsAllowed) {
  remember({"./train", "{x}", "--token", "old"});
  study_.tell(study_.ask(), 1.0);
  EXPECT_EQ(remember({"/opt/train", "{x}", "--token", "new"}), "") << "that is the same";
  const std::string what =
      "the command is not the one that gave the study 'tune' its values: it has '{x}0' where that had '{x}'";
  EXPECT_EQ(message_of([&] {
              remember({"./train", "{x}0", "--token", "new"});
            }),
            what + "; --allow-new-command runs it all the same");
  EXPECT_EQ(remember({"./train", "{x}0", "--token", "new"}, true), what);
  EXPECT_EQ(remember({"./train", "{x}0", "--token", "new"}), "") << "it is the one from now on";
  EXPECT_EQ(study_.note("command"), R"(["./train","{x}0","--token","***"])");
}

TEST_F(RememberedCommand, WordsNeedNotBeUtf8) {
  remember({"./train", "{x}", "\xff"});
  study_.tell(study_.ask(), 1.0);
  EXPECT_EQ(remember({"./train", "{x}", "\xff"}), "");
}

}  // namespace
}  // namespace craggy::cli
