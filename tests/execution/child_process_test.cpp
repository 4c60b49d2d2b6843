#include "execution/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/processes.hpp"
#include "support/scoped_variable.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::goes;
using craggy::testing::lasting_processes_with;
using craggy::testing::open_descriptors;
using craggy::testing::processes_with;
using craggy::testing::ScopedVariable;
using craggy::testing::TemporaryFolder;
using std::chrono::milliseconds;
using std::chrono::seconds;

CommandOptions shell(const std::string& script) {
  return {.command = {"/bin/sh", "-c", script}, .with_input = false};
}

std::string everything_from(const Descriptor& descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(descriptor.number(), buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else
      std::this_thread::sleep_for(milliseconds(1));
  }
}

std::string output_of(const CommandOptions& options) {
  ChildProcess child(options);
  std::string text = everything_from(child.output);
  child.wait(seconds(10));
  return text;
}

int error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::system_error& error) {
    return error.code().value();
  }
  return 0;
}

TEST(ChildProcess, StreamsAndEnding) {
  ChildProcess child(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(everything_from(child.output), "out\n");
  EXPECT_EQ(everything_from(child.errors), "err\n");
  const auto ending = child.wait(seconds(10));
  ASSERT_TRUE(ending);
  EXPECT_EQ(describe(*ending), "exited with status 3");
  EXPECT_FALSE(ending->good());
}

TEST(ChildProcess, ASignalIsTold) {
  ChildProcess child(shell("kill -SEGV $$"));
  const auto ending = child.wait(seconds(10));
  ASSERT_TRUE(ending);
  EXPECT_EQ(describe(*ending), "was ended by signal 11 (Segmentation fault)");
}

TEST(ChildProcess, RunsInOurFolderWithoutATerminalAndWithUsualSignals) {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  { const ChildProcess first(shell("true")); }  // so that the launcher is there, in the old folder
  std::filesystem::current_path(folder.path());
  EXPECT_EQ(output_of(shell("pwd -P")), std::filesystem::canonical(folder.path()).string() + "\n");
  std::filesystem::current_path(before);
  EXPECT_EQ(output_of(shell("cat; (: </dev/tty) 2>/dev/null || echo no terminal")), "no terminal\n");
  EXPECT_EQ(output_of(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status")),
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST(ChildProcess, HasNoDescriptorsOfOurs) {
  const Descriptor open_here(dup(STDOUT_FILENO));  // without close-on-exec
  EXPECT_EQ(output_of(shell("cd /proc/self/fd && echo *")), output_of(shell("echo 0 1 2 3")))
      << "3 is the shell's own";
}

TEST(ChildProcess, TheEnvironment) {
  const ScopedVariable kept("CRAGGY_TEST_KEPT", "kept");
  const ScopedVariable withheld("CRAGGY_SECRET_A", "withheld");
  const ScopedVariable named("CRAGGY_TEST_NAMED", "withheld");
  const ScopedVariable longer("CRAGGY_TEST_NAMED_TOO", "kept");
  CommandOptions options = shell(
      "echo $CRAGGY_TEST_KEPT ${CRAGGY_SECRET_A-unset} $CRAGGY_SECRET_B ${CRAGGY_TEST_NAMED-unset} "
      "$CRAGGY_TEST_NAMED_TOO");
  options.withheld_prefix = "CRAGGY_SECRET_";
  options.withheld = {"CRAGGY_TEST_NAMED"};
  options.environment = {{"CRAGGY_SECRET_B", "given"}};
  EXPECT_EQ(output_of(options), "kept unset given unset kept\n");
}

TEST(ChildProcess, ManyAndLongArguments) {
  CommandOptions options{.command = {"/bin/sh", "-c", "echo $# ${#1}", "sh", std::string(100'000, 'x')},
                         .with_input = false};
  for (int i = 0; i < 5000; ++i) options.command.emplace_back("argument");
  EXPECT_EQ(output_of(options), "5001 100000\n");
  options.command.emplace_back(200'000, 'x');
  EXPECT_EQ(error_of([&] { ChildProcess{options}; }), E2BIG);
}

TEST(ChildProcess, WhatCannotBeStarted) {
  const TemporaryFolder folder;
  const std::string text = folder.file("text", "no program");
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {text}}); }), EACCES);
  std::filesystem::permissions(text, std::filesystem::perms::owner_all);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {text}}); }), ENOEXEC);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {folder.path()}}); }), EACCES);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {folder.path() + "/none"}}); }), ENOENT);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {"craggy_no_such_program"}}); }), ENOENT);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {}}); }), ENOENT);
  EXPECT_EQ(error_of([&] { ChildProcess({.command = {folder.file("script", "#!/no/such/shell\n")}}); }),
            EACCES);
}

TEST(ChildProcess, TermReachesTheGroupAndKillEverythingElse) {
  {
    ChildProcess child(shell("sleep 98701 & wait"));
    while (processes_with("98701").size() < 2) std::this_thread::sleep_for(milliseconds(1));
    child.terminate();
    ASSERT_TRUE(child.wait(seconds(10)));
    EXPECT_EQ(lasting_processes_with("98701").size(), 0U);
  }
  ChildProcess stubborn(shell("trap '' TERM; (trap '' TERM; exec setsid sleep 98702) & echo ready; wait"));
  while (processes_with("98702").size() < 2) std::this_thread::sleep_for(milliseconds(1));
  stubborn.terminate();
  EXPECT_FALSE(stubborn.wait(milliseconds(50)));
  EXPECT_TRUE(stubborn.end_all());
  EXPECT_EQ(processes_with("98702").size(), 0U) << "all is over when end_all returns";
}

TEST(ChildProcess, DaemonsGoToo) {
  // Twice forked, in sessions of their own, their parents gone.
  ChildProcess child(
      shell("for i in 1 2 3; do setsid sh -c 'setsid sleep 98703 >/dev/null 2>&1 &' & done; wait"));
  ASSERT_TRUE(child.wait(seconds(10)));
  while (processes_with("98703").size() != 3) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(child.end_all());
  EXPECT_EQ(processes_with("98703").size(), 0U);
}

TEST(ChildProcess, NothingSurvivesUsEvenIfWeAreKilled) {
  { const ChildProcess first(shell("true")); }
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t victim = fork();
  if (victim == 0) {
    // As the program: a launcher of its own comes with exec, here the shared one serves.
    ChildProcess child(shell("(setsid sleep 98704 >/dev/null 2>&1 &) ; trap '' TERM; sleep 98704"));
    while (processes_with("98704").size() < 3) std::this_thread::sleep_for(milliseconds(1));
    [[maybe_unused]] const ssize_t count = write(ready[1], "x", 1);
    pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_GE(processes_with("98704").size(), 2U);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
  EXPECT_EQ(lasting_processes_with("98704").size(), 0U);
  close(ready[0]);
  close(ready[1]);
}

TEST(ChildProcess, AnotherLauncherTakesOver) {
  std::string launcher;
  {
    ChildProcess child(shell("echo $PPID"));
    const std::string keeper = everything_from(child.output);
    std::ifstream stat("/proc/" + keeper.substr(0, keeper.size() - 1) + "/stat");
    std::string ignored;
    stat >> ignored >> ignored >> ignored >> launcher;
  }
  ASSERT_FALSE(launcher.empty());
  kill(std::stoi(launcher), SIGKILL);
  ASSERT_TRUE(goes(launcher));
  EXPECT_EQ(output_of(shell("echo again")), "again\n");
}

TEST(ChildProcess, AKeeperThatIsKilledTakesTheCommandAlong) {
  ChildProcess child(shell("echo $PPID; exec >&-; exec sleep 98705"));
  const std::string keeper = everything_from(child.output);
  kill(std::stoi(keeper), SIGKILL);
  const auto ending = child.wait(seconds(10));
  ASSERT_TRUE(ending);
  EXPECT_EQ(describe(*ending), "was lost: the process that watched it was killed");
  EXPECT_EQ(lasting_processes_with("98705").size(), 0U);
}

TEST(ChildProcess, FromManyThreads) {
  { const ChildProcess first(shell("true")); }
  const auto before = open_descriptors();
  std::vector<std::string> answers(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < answers.size(); ++i)
      threads.emplace_back([&answers, i] {
        for (int round = 0; round < 20; ++round) answers[i] += output_of(shell(fmt::format("echo {}", i)));
      });
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    std::string expected;
    for (int round = 0; round < 20; ++round) expected += fmt::format("{}\n", i);
    EXPECT_EQ(answers[i], expected);
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace craggy::execution
