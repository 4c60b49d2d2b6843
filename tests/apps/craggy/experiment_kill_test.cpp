// Kills the real program with SIGKILL again and again, and lets it go on: what is recorded in the end is what
// an undisturbed run records.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "experiments/record_store.hpp"
#include "start_craggy.hpp"
#include "support/effort.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using cli::testing::start_craggy;
using cli::testing::wait_for;
using craggy::testing::TemporaryFolder;
using experiments::Record;
using experiments::RecordKey;

std::size_t num_lines(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>(), '\n'));
}

// Without what differs from run to run.
std::map<RecordKey, std::string> results_in(const std::string& folder) {
  std::map<RecordKey, std::string> results;
  for (Record& record : experiments::read_records(folder)) {
    record.seconds = 0.0;
    record.suggest_seconds.assign(record.values.size(), 0.0);
    results[record.key()] = to_line(record);
  }
  return results;
}

// Kills the child once it has written `lines` more lines and `pause` has passed. False if it ended by itself.
bool kill_after(pid_t child, const std::string& file, std::size_t lines, std::chrono::microseconds pause) {
  const std::size_t enough = num_lines(file) + lines;
  while (lines > 0 && num_lines(file) < enough) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  std::this_thread::sleep_for(pause);
  kill(child, SIGKILL);
  return WIFSIGNALED(wait_for(child));
}

TEST(ExperimentKill, TwentyKillsLoseNothing) {
  const int repetitions = craggy::testing::full_effort() ? 200 : 80;
  const auto arguments = [&](const std::string& folder) {
    return std::vector<std::string>{"experiment",
                                    "run",
                                    "table1",
                                    "--out",
                                    folder,
                                    "--only",
                                    "beale,levy13",
                                    "--surrogates",
                                    "noiseless",
                                    "--jobs",
                                    "2",
                                    "--repetitions",
                                    std::to_string(repetitions),
                                    "--evaluations",
                                    "8"};
  };
  const TemporaryFolder whole;
  ASSERT_EQ(wait_for(start_craggy(arguments(whole.path()))), 0);

  const TemporaryFolder parts;
  const std::string file = parts.path() + "/records.jsonl";
  RandomStream stream(20);
  int kills = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = start_craggy(arguments(parts.path()));
    const std::size_t lines = stream.below(4);
    const auto pause = std::chrono::microseconds(stream.below(lines == 0 ? 15'000 : 4'000));
    if (kill_after(child, file, lines, pause)) ++kills;
    // Now and then what a crash of the whole machine would leave.
    if (round % 5 == 4) std::ofstream(file, std::ios::app | std::ios::binary) << R"({"suite":"table1","prob)";
  }
  EXPECT_EQ(kills, 20);
  EXPECT_LT(num_lines(file), 2U * repetitions) << "there was something left for the last run";
  ASSERT_EQ(wait_for(start_craggy(arguments(parts.path()))), 0);

  EXPECT_EQ(results_in(parts.path()), results_in(whole.path()));
  EXPECT_EQ(results_in(parts.path()).size(), 2U * repetitions);
  EXPECT_EQ(num_lines(file), 2U * repetitions) << "nothing was run twice";
}

TEST(ExperimentInterrupt, ControlCEndsWith130) {
  const TemporaryFolder folder;
  const pid_t child =
      start_craggy({"experiment", "run", "table1", "--out", folder.path(), "--only", "hartmann6",
                    "--surrogates", "latent", "--jobs", "1", "--repetitions", "2"});
  while (!std::filesystem::exists(folder.path() + "/records.jsonl"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(child, SIGINT);
  const int status = wait_for(child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

}  // namespace
}  // namespace craggy
