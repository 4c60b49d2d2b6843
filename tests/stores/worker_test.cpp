#include "stores/worker.hpp"

#include <csignal>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "support/forked.hpp"

namespace craggy {
namespace {

using testing::Forked;

TEST(Worker, ThisProcessIsNotGone) {
  const Worker me = this_process();
  EXPECT_EQ(me.process, getpid());
  EXPECT_GT(me.process_start, 0);
  EXPECT_FALSE(me.machine.empty());
  EXPECT_EQ(me.name, me.host + ":" + std::to_string(getpid()));
  EXPECT_EQ(this_process("bob").name, "bob");
  EXPECT_FALSE(is_gone(me));
  EXPECT_TRUE(is_alive(me));
}

TEST(Worker, AProcessThatWasKilledIsGoneEvenBeforeItIsWaitedFor) {
  Forked child([] {
    pause();
    return 0;
  });
  Worker worker = this_process();
  worker.process = child.pid();
  worker.process_start = 0;  // not known
  EXPECT_FALSE(is_gone(worker));
  child.kill();
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT);
  EXPECT_TRUE(is_gone(worker)) << "a zombie";
  EXPECT_FALSE(is_alive(worker));
  child.wait();
  EXPECT_TRUE(is_gone(worker));
}

TEST(Worker, ALaterProcessWithTheSameNumberIsAnother) {
  Worker worker = this_process();
  worker.process_start += 1;
  EXPECT_TRUE(is_gone(worker));
  EXPECT_FALSE(is_alive(worker));
}

TEST(Worker, AProcessThatWasStoppedIsAlive) {
  Forked child([] {
    pause();
    return 0;
  });
  std::ifstream stat("/proc/" + std::to_string(child.pid()) + "/stat");
  Worker worker = this_process();
  worker.process = child.pid();
  std::string field;
  for (int i = 0; i < 22; ++i) stat >> field;
  worker.process_start = std::stoll(field);
  child.kill(SIGSTOP);
  EXPECT_TRUE(is_alive(worker));
  EXPECT_FALSE(is_gone(worker));
  worker.process_start = 0;  // not known
  EXPECT_FALSE(is_alive(worker));
}

TEST(Worker, OfOtherMachinesNothingIsKnown) {
  Worker worker = this_process();
  worker.process = 1 << 29;  // no such process here
  EXPECT_TRUE(is_gone(worker));
  worker.machine = "another boot";
  EXPECT_FALSE(is_gone(worker));
  EXPECT_FALSE(is_alive(worker));
  worker.machine.clear();
  EXPECT_FALSE(is_gone(worker));
}

// When a process began is told differently there, so that every other one would look like a later one.
TEST(Worker, AnotherNamespaceOfTimeIsAnotherMachine) {
  constexpr int may_not = 77;
  constexpr int new_time = 0x80;  // CLONE_NEWTIME, of Linux 5.6
  const std::string here = read_machine();
  Forked outside([&] {
    if (unshare(new_time) != 0) return may_not;
    Forked inside([&] { return read_machine() == here ? 1 : 0; });
    return inside.wait();
  });
  const int code = outside.wait();
  if (code == may_not) GTEST_SKIP() << "this user may not make a namespace of time";
  EXPECT_EQ(code, 0);
}

TEST(Worker, APersonIsNeverGone) {
  EXPECT_FALSE(is_gone(no_process()));
  EXPECT_FALSE(is_alive(no_process()));
  EXPECT_EQ(no_process("ann").name, "ann");
  EXPECT_EQ(no_process().name, this_process().host);
  EXPECT_EQ(no_process().process, 0);
}

}  // namespace
}  // namespace craggy
