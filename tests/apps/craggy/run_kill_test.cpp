// Kills `craggy run` with SIGKILL at random moments, and lets it go on: nothing is lost, nothing is left
// running, and the suggestions are those of an undisturbed run.
#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "start_craggy.hpp"
#include "study_fixture.hpp"
#include "support/effort.hpp"
#include "support/processes.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::lasting_processes_with;
using craggy::testing::processes_with;
using nlohmann::json;
using testing::start_craggy;
using testing::wait_for;

class RunKill : public testing::StudyFixture {
 protected:
  std::vector<std::string> arguments(const std::string& study, int trials) const {
    return {
        "run",
        "--study",
        study,
        "--store",
        store_,
        "--param",
        "x=float(0,1)",
        "--surrogate",
        "random",
        "--trials",
        std::to_string(trials),
        "--",
        "sh",
        "-c",
        "echo trial $CRAGGY_TRIAL >>" + folder_.path() + "/" + study + "-log; sleep 0.01; echo {x} # 97721"};
  }

  json history(const std::string& study) const {
    return json::parse(craggy({"show", study, "--json"}).out)["history"];
  }
};

using RunKillSlow = RunKill;

TEST_F(RunKillSlow, KillsLoseNothing) {
  const int trials = craggy::testing::full_effort() ? 300 : 30;
  ASSERT_EQ(wait_for(start_craggy(arguments("whole", trials))), 0);
  RandomStream stream(21);
  int kills = 0;
  for (int round = 0; round < 2 * trials; ++round) {
    const pid_t child = start_craggy(arguments("parts", trials));
    std::this_thread::sleep_for(std::chrono::microseconds(stream.below(80'000)));
    kill(-child, SIGKILL);
    if (!WIFSIGNALED(wait_for(child))) break;
    ++kills;
  }
  EXPECT_GT(kills, 5);
  ASSERT_EQ(wait_for(start_craggy(arguments("parts", trials))), 0);
  EXPECT_EQ(lasting_processes_with("97721").size(), 0U);
  const json whole = history("whole");
  const json parts = history("parts");
  ASSERT_EQ(parts.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(parts[i]["state"], "finished");
    EXPECT_EQ(parts[i]["params"], whole[i]["params"]);
    EXPECT_EQ(parts[i]["value"], whole[i]["value"]);
  }
}

TEST_F(RunKill, TheCommandAndItsDaemonsGoWithCraggy) {
  const pid_t child =
      start_craggy({"run", "--study", "tune", "--store", store_, "--param", "x=float(0,1)", "--jobs", "2",
                    "--", "sh", "-c", "trap '' TERM; (setsid sleep 97722 &); sleep 97722; echo {x}"});
  while (processes_with("97722").size() < 6) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGKILL);
  wait_for(child);
  EXPECT_EQ(lasting_processes_with("97722").size(), 0U);
}

TEST_F(RunKill, ControlCTwice) {
  const pid_t child =
      start_craggy({"run", "--study", "tune", "--store", store_, "--param", "x=float(0,1)", "--grace",
                    "100ms", "--", "sh", "-c", "trap '' TERM; sleep 97723; sleep 97723; echo {x}"});
  while (processes_with("97723").size() < 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, SIGINT);
  const int status = wait_for(child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(processes_with("97723").size(), 0U);
  EXPECT_EQ(history("tune")[0]["state"], "waiting");
}

}  // namespace
}  // namespace craggy::cli
