#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "run_fixture.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;

// Runs with `limits` of the shell in force, as many jobs as need more descriptors than those allow at first.
class RunLimited : public testing::RunCommand {
 protected:
  int run_limited(const std::string& limits) const {
    // Each waits until all are there, but not for ever.
    const std::string job = folder_.path() + "/job-";
    const std::string command = "i=0; touch " + job + "$CRAGGY_TRIAL; while test $(ls " + job +
                                "* | wc -l) -lt 16 && test $i -lt 40; do i=$((i+1)); sleep 0.05; done; "
                                "ulimit -n";
    const std::string script = limits + "; exec " + CRAGGY_BINARY + " run --study tune --store " + store_ +
                               " --param 'x=float(0,1)' --surrogate random --trials 16 --jobs 16 --quiet -- "
                               "sh -c '" +
                               command + "' >" + folder_.path() + "/out 2>" + folder_.path() + "/err";
    const int status = std::system(script.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(RunLimited, ManyJobsGetTheDescriptorsThatTheyMayHave) {
  EXPECT_EQ(run_limited("ulimit -Sn 40"), 0) << read("err");
  for (const json& trial : history())
    EXPECT_EQ(trial.value("value", 0.0), 40.0) << "the command has the limit it had";
}

TEST_F(RunLimited, WithoutDescriptorsTheRunEndsAndNoTrialHasFailed) {
  EXPECT_EQ(run_limited("ulimit -n 40"), 1);
  EXPECT_NE(read("err").find("Too many open files"), std::string::npos) << read("err");
  for (const json& trial : history()) EXPECT_NE(trial["state"], "failed") << trial;
}

// Wherever memory ends, at the start of a thread, in a suggestion or between the two, there is a sentence,
// and nobody has a trial any more.
TEST_F(RunLimited, WithoutMemoryTheRunEndsWithASentenceAndGivesItsTrialsBack) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer needs more address space than there is";
#endif
  int num_ended = 0;
  for (int megabytes = 20; megabytes <= 110; megabytes += 10) {
    SCOPED_TRACE(megabytes);
    const std::string script = "ulimit -v " + std::to_string(megabytes) + "000; exec timeout 20 " +
                               CRAGGY_BINARY + " run --study tune --store " + store_ +
                               " --param 'x=float(0,1)' --trials 12 --jobs 8 --quiet -- echo {x} >" +
                               folder_.path() + "/out 2>" + folder_.path() + "/err";
    const int status = std::system(script.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << status;
    const std::string said = read("err");
    for (const char* raw : {"bad_alloc", "std::", "terminate", "craggy: Resource temporarily unavailable"})
      EXPECT_EQ(said.find(raw), std::string::npos) << said;
    if (WEXITSTATUS(status) == 1) {
      ++num_ended;
      EXPECT_NE(said, "");
    }
    if (craggy({"list", "--names"}).out.empty()) continue;
    for (const json& trial : history()) EXPECT_NE(trial["state"], "running") << said;
    craggy({"delete", "tune", "--yes"});
  }
  EXPECT_GT(num_ended, 2);
}

}  // namespace
}  // namespace craggy::cli
