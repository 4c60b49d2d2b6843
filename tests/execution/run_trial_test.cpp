#include "execution/run_trial.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <craggy/base/error.hpp>

#include "support/forked.hpp"
#include "support/processes.hpp"
#include "support/scoped_variable.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::processes_with;
using craggy::testing::ScopedVariable;
using craggy::testing::TemporaryFolder;
using std::chrono::milliseconds;

TrialCommand command(std::vector<std::string> words) {
  return {.command = std::move(words),
          .parameters = {"lr", "opt", "off"},
          .input = {.study = "tune",
                    .trial = 12,
                    .seed = 345,
                    .values = {"0.1", "a b", std::nullopt},
                    .parameters_json = R"({"lr":0.1,"opt":"a b"})"}};
}

TrialCommand shell_trial(const std::string& script) { return command({"/bin/sh", "-c", script}); }

Outcome run(const std::string& script, const RunLimits& limits = {}) {
  return run_trial(shell_trial(script), limits);
}

std::string failure(const std::string& script) {
  const Outcome outcome = run(script);
  EXPECT_FALSE(outcome.result) << script;
  return outcome.failure;
}

double value(const std::string& script) {
  const Outcome outcome = run(script);
  EXPECT_EQ(outcome.failure, "") << script;
  return outcome.result ? outcome.result->value : -12345.0;
}

TEST(RunTrial, TheLastLineIsTheValue) {
  EXPECT_EQ(value("echo starting; echo 0.25"), 0.25);
  EXPECT_EQ(value(R"(printf '1\n2\n\n  \n')"), 2.0);
  EXPECT_EQ(value(R"(printf '50%%\r100%%\r7')"), 7.0);
  const Outcome outcome = run(R"(echo '{"value": 1, "constraints": [-1, 2], "noise": 0.5}')");
  EXPECT_EQ(outcome.result, (Result{1.0, {-1.0, 2.0}, 0.5})) << outcome.failure;
}

TEST(RunTrial, TheResultFileComesFirst) {
  EXPECT_EQ(value("echo 3 >$CRAGGY_RESULT_FILE; echo 4"), 3.0);
  EXPECT_EQ(failure("echo x >$CRAGGY_RESULT_FILE; echo 4"),
            "no value: in the result file, 'x' is not a number");
  EXPECT_EQ(failure("mkdir $CRAGGY_RESULT_FILE; echo 4"),
            "no value: the result file is a folder, not a file");
  EXPECT_EQ(failure("mkfifo $CRAGGY_RESULT_FILE; echo 4"), "no value: the result file is a pipe, not a file");
}

TEST(RunTrial, APatternFindsTheValueAnywhere) {
  const ValuePattern pattern("loss ([0-9.]+)");
  const auto with = [&](const std::string& script) { return run_trial(shell_trial(script), {}, &pattern); };
  EXPECT_EQ(with("echo loss 1; echo loss 2 loss 3; echo bye").result, Result{3.0});
  EXPECT_EQ(with("echo none").failure, "no value: nothing in the output matches 'loss ([0-9.]+)'");
  EXPECT_EQ(with("echo loss 1.2.3").failure, "no value: where the output matches, '1.2.3' is not a number");
}

TEST(RunTrial, WhatTheCommandIsTold) {
  const ScopedVariable variable("CRAGGY_PARAM_OFF", "from another run");
  const Outcome outcome = run(R"(
    echo "$CRAGGY_STUDY|$CRAGGY_TRIAL|$CRAGGY_SEED|$CRAGGY_PARAM_LR|$CRAGGY_PARAM_OPT|${CRAGGY_PARAM_OFF-unset}" >&2
    cat $CRAGGY_PARAMS_FILE >&2; echo 1)");
  EXPECT_EQ(outcome.error_tail, "tune|12|345|0.1|a b|unset\n{\"lr\":0.1,\"opt\":\"a b\"}");
}

TEST(RunTrial, HowItFailed) {
  EXPECT_EQ(failure("echo 1; exit 7"), "the command exited with status 7");
  EXPECT_EQ(failure("echo 1; kill -KILL $$"), "the command was ended by signal 9 (Killed)");
  EXPECT_EQ(failure("true"), "no value: the output is empty and there is no result file");
  EXPECT_EQ(failure("echo NaN"), "no value: in the last line of the output, 'NaN' is not a finite number");
  EXPECT_EQ(failure("echo 1e999"),
            "no value: in the last line of the output, '1e999' is outside the range of a double");
  EXPECT_EQ(failure(R"(printf 'bin\0\377\033[2J\n')"),
            R"(no value: in the last line of the output, 'bin\x00\xff\x1b[2J' is not a number)");
  EXPECT_EQ(
      failure("echo loss: 0.3"),
      "no value: in the last line of the output, 'loss: 0.3' is not a number; --value-regex finds a number "
      "among other text");
  EXPECT_EQ(run_trial(command({"craggy_no_such_program"})).failure,
            "craggy_no_such_program cannot be started: No such file or directory");
}

TEST(RunTrial, TheEndOfStandardOutputIsKept) {
  const Outcome outcome = run("yes 'a line' | head -n 100000; echo 5");
  EXPECT_EQ(outcome.result, Result{5.0});
  EXPECT_TRUE(outcome.output_tail.starts_with("… ")) << outcome.output_tail.substr(0, 20);
  EXPECT_TRUE(outcome.output_tail.ends_with("a line\n5\n"));
  EXPECT_LT(outcome.output_tail.size(), 8200U);
  EXPECT_EQ(run("echo 1; exit 7").output_tail, "1\n");
}

TEST(RunTrial, TheEndOfStandardErrorIsKept) {
  const Outcome outcome = run(R"(yes 'a line' | head -n 100000 >&2; printf '\033[31mthe end' >&2; exit 1)");
  EXPECT_TRUE(outcome.error_tail.starts_with("… ")) << outcome.error_tail.substr(0, 20);
  EXPECT_TRUE(outcome.error_tail.ends_with("a line\n\\x1b[31mthe end"));
  EXPECT_LT(outcome.error_tail.size(), 8250U);
}

TEST(RunTrial, AHugeLineCostsNoMemory) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_EQ(failure("head -c 100000000 /dev/zero | tr '\\0' 7").substr(0, 70),
            "no value: the last line of the output has more than 65536 bytes: '7777");
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access): as the system hands it over
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 20'000) << "kilobytes";
  EXPECT_EQ(value("head -c 10000000 /dev/zero | tr '\\0' 7; echo; echo 5"), 5.0);
}

TEST(RunTrial, ClosedStreamsAreNoEnd) {
  EXPECT_EQ(failure("exec >&- 2>&-; sleep 0.1; exit 4"), "the command exited with status 4");
  EXPECT_EQ(value("echo 6; exec >&- 2>&-; sleep 0.1"), 6.0);
  EXPECT_EQ(value("echo 7 >$CRAGGY_RESULT_FILE; exec >&-"), 7.0);
}

TEST(RunTrial, GrandchildrenThatHoldThePipeAreEnded) {
  EXPECT_EQ(value("sleep 98711 & echo 8"), 8.0);
  EXPECT_EQ(processes_with("98711").size(), 0U);
  EXPECT_EQ(value("setsid sh -c 'trap \"\" TERM HUP; sleep 98712' & echo 9"), 9.0);
  EXPECT_EQ(processes_with("98712").size(), 0U);
}

TEST(RunTrial, OutputThatComesThroughAGrandchildCounts) {
  EXPECT_EQ(run_trial(command({"/bin/sh", "-c", "(sleep 0.2; echo 10) & echo 9"})).result, Result{10.0});
}

TEST(RunTrial, TimeIsLimited) {
  const RunLimits limits{.timeout = milliseconds(100), .grace = milliseconds(200)};
  const Outcome polite = run("echo 1; sleep 98713", limits);
  EXPECT_EQ(polite.failure, "no result within 0.1 s; it was ended");
  EXPECT_TRUE(polite.timed_out);
  const Outcome stubborn = run("trap '' TERM; echo said >&2; while :; do sleep 98713; done", limits);
  EXPECT_EQ(stubborn.failure, "no result within 0.1 s; it ignored SIGTERM and was killed");
  EXPECT_EQ(stubborn.error_tail, "said\n");
  EXPECT_EQ(processes_with("98713").size(), 0U);
  const Outcome cleaned = run("trap 'echo tidied >&2; exit 0' TERM; echo 1; sleep 98713 & wait", limits);
  EXPECT_EQ(cleaned.failure, "no result within 0.1 s; it was ended");
  EXPECT_EQ(cleaned.error_tail, "tidied\n");
}

TEST(RunTrial, CanBeStopped) {
  std::stop_source source;
  const std::jthread stopper([&] {
    while (processes_with("98714").empty()) std::this_thread::sleep_for(milliseconds(1));
    source.request_stop();
  });
  EXPECT_THROW(run_trial(shell_trial("trap '' TERM; sleep 98714; sleep 98714"), {.grace = milliseconds(50)},
                         nullptr, source.get_token()),
               Cancelled);
  EXPECT_EQ(processes_with("98714").size(), 0U);
}

TEST(RunTrial, AShortageIsNoFailureOfTheCommand) {
  EXPECT_EQ(value("echo 1"), 1.0);
  const std::size_t num_open = craggy::testing::open_descriptors().size();
  craggy::testing::Forked limited([&] {
    for (std::size_t spare = 0; spare < 12; ++spare) {  // from none at all to nearly enough
      rlimit limit{};
      getrlimit(RLIMIT_NOFILE, &limit);
      limit.rlim_cur = num_open + spare;
      setrlimit(RLIMIT_NOFILE, &limit);
      try {
        if (run_trial(shell_trial("echo 1")).result) return spare > 3 ? 0 : 1;
        return 2;
      } catch (const Error& error) {
        if (std::string(error.what()).find("Too many open files") == std::string::npos) return 3;
      }
    }
    return 4;
  });
  EXPECT_EQ(limited.wait(), 0);
}

TEST(RunTrial, LeavesNoFilesBehind) {
  const TemporaryFolder folder;
  const ScopedVariable variable("TMPDIR", folder.path());
  EXPECT_EQ(value("ls -d $TMPDIR/*/params.json >&2; touch $(dirname $CRAGGY_RESULT_FILE)/more; echo 1"), 1.0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace craggy::execution
