#include "testbeds/line_process.hpp"

#include <csignal>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "stores/worker.hpp"
#include "support/message_of.hpp"
#include "support/processes.hpp"

namespace craggy::testbeds {
namespace {

using craggy::testing::error_of;
using craggy::testing::goes;
using craggy::testing::is_gone;
using craggy::testing::open_descriptors;
using std::chrono::milliseconds;

LineProcessOptions shell(const std::string& script) {
  return {.command = {"/bin/sh", "-c", script}, .name = "helper"};
}

std::string error_of_asking(const LineProcessOptions& options) {
  LineProcess process(options);
  std::string message = error_of([&] { process.exchange("hello"); });
  EXPECT_FALSE(process.usable());
  return message;
}

TEST(LineProcess, AnswersLineAfterLine) {
  LineProcess process({.command = {"cat"}});
  for (const std::string line : {"one", "", "two words", "grüße"}) EXPECT_EQ(process.exchange(line), line);
  EXPECT_TRUE(process.usable());
}

TEST(LineProcess, NoShellTouchesTheArguments) {
  LineProcess process(
      {.command = {"/bin/sh", "-c", R"(while read -r x; do printf '%s\n' "$1$x"; done)", "sh", "$HOME; *"}});
  EXPECT_EQ(process.exchange("!"), "$HOME; *!");
}

TEST(LineProcess, AddsToTheEnvironmentAndReplacesInIt) {
  ASSERT_EQ(setenv("CRAGGY_TEST_KEPT", "kept", 1), 0);
  ASSERT_EQ(setenv("CRAGGY_TEST_REPLACED", "old", 1), 0);
  LineProcessOptions options =
      shell(R"(while read -r x; do echo "$CRAGGY_TEST_KEPT $CRAGGY_TEST_REPLACED $CRAGGY_TEST_ADDED"; done)");
  options.environment = {{"CRAGGY_TEST_REPLACED", "new"}, {"CRAGGY_TEST_ADDED", "a=b"}};
  EXPECT_EQ(LineProcess(options).exchange(""), "kept new a=b");
}

TEST(LineProcess, LongLinesBothWays) {
  const std::string line(3'000'000, 'x');
  EXPECT_EQ(LineProcess({.command = {"cat"}}).exchange(line), line);
}

TEST(LineProcess, MuchOnStandardErrorBlocksNobody) {
  EXPECT_EQ(LineProcess(shell("read x; head -c 1000000 /dev/zero >&2; echo done")).exchange(""), "done");
}

TEST(LineProcess, SaysHowTheHelperEnded) {
  EXPECT_EQ(error_of_asking(shell("read x; echo 'no such data' >&2; exit 3")),
            "helper gave no answer; it exited with status 3; the end of its messages: no such data");
  EXPECT_EQ(error_of_asking(shell("read x; kill -KILL $$")),
            "helper gave no answer; it was ended by signal 9 (Killed)");
  EXPECT_EQ(error_of_asking(shell("read x; printf half")), "helper gave no answer; it exited with status 0");
}

TEST(LineProcess, KeepsTheEndOfStandardError) {
  const std::string message = error_of_asking(shell("read x; yes begin | head -n 1000 >&2; echo end >&2"));
  EXPECT_TRUE(message.ends_with("begin\nend")) << message;
  EXPECT_LT(message.size(), 600U);
}

TEST(LineProcess, NoAnswerInTimeIsAnErrorAndEndsTheWholeGroup) {
  for (const std::string protection : {"", "trap '' TERM;"}) {
    LineProcessOptions options = shell(protection + "read x; sleep 1000 & echo $! $$ >&2; wait");
    options.answer_limit = milliseconds(100);
    const std::string message = error_of_asking(options);
    const std::string start = "helper gave no answer within 0.1 s; the end of its messages: ";
    ASSERT_TRUE(message.starts_with(start)) << message;
    const std::string pids = message.substr(start.size());
    EXPECT_TRUE(goes(pids.substr(0, pids.find(' ')))) << pids;
    EXPECT_TRUE(goes(pids.substr(pids.find(' ') + 1))) << pids;
  }
}

TEST(LineProcess, MoreThanOneLineIsAnError) {
  LineProcess process(shell(R"(read x; printf 'a\nb\n'; cat)"));
  EXPECT_EQ(process.exchange(""), "a");
  EXPECT_EQ(error_of([&] { process.exchange(""); }),
            "helper said 'b' without being asked; it exited with status 0");
}

TEST(LineProcess, WritingToAHelperThatDoesNotReadIsAnErrorAndNoSignal) {
  LineProcess process(shell("read x; exec <&-; echo deaf; exec sleep 1000"));
  EXPECT_EQ(process.exchange(""), "deaf");
  EXPECT_EQ(error_of([&] { process.exchange(""); }), "helper does not read what it is asked");
  EXPECT_EQ(error_of([&] { process.exchange(""); }), "helper has ended, so it cannot be asked any more");
}

TEST(LineProcess, CanBeStopped) {
  LineProcess process(shell("read x; sleep 1000"));
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(20));
    source.request_stop();
  });
  EXPECT_THROW(process.exchange("", source.get_token()), Cancelled);
  EXPECT_FALSE(process.usable());
}

TEST(LineProcess, LeavesNoProcessAndNoDescriptorBehind) {
  { const LineProcess first({.command = {"true"}}); }  // after which the launcher is there
  const std::set<std::string> before = open_descriptors();
  std::string background;
  {
    LineProcess good({.command = {"cat"}});
    EXPECT_EQ(good.exchange("x"), "x");
    LineProcess bad(shell("exit 1"));
    EXPECT_NE(error_of([&] { bad.exchange("x"); }), "(no error)");
    LineProcess parent(shell("sleep 1000 >/dev/null & while read x; do echo $!; done"));
    background = parent.exchange("");
    EXPECT_FALSE(is_gone(background));
    EXPECT_THROW(LineProcess({.command = {"craggy_no_such_program"}}), Error);
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_TRUE(goes(background));
}

TEST(LineProcess, HelpersDoNotHoldEachOthersPipes) {
  const LineProcessOptions lister = shell("read x; cd /proc/$$/fd && echo *");
  const std::string alone = LineProcess(lister).exchange("");
  LineProcess other({.command = {"cat"}});
  EXPECT_EQ(LineProcess(lister).exchange(""), alone);
}

TEST(LineProcess, SaysWhatIsWrong) {
  EXPECT_EQ(testing::message_of([] { LineProcess({.command = {}}); }),
            "the command of a helper program is empty, but it has to name a program");
  EXPECT_EQ(testing::message_of([] { LineProcess({.command = {"cat"}}).exchange("a\nb"); }),
            "a line to a helper program is 'a\nb', but it has to be one line");
  EXPECT_EQ(error_of([] { LineProcess({.command = {"craggy_no_such_program"}}); }),
            "craggy_no_such_program cannot be started: No such file or directory");
}

}  // namespace
}  // namespace craggy::testbeds
