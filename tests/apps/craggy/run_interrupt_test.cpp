#include <chrono>
#include <filesystem>
#include <fstream>
#include <semaphore>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "run_fixture.hpp"
#include "stores/worker.hpp"
#include "support/processes.hpp"
#include "support/scoped_variable.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::processes_with;
using nlohmann::json;
using testing::Outcome;
using testing::TemporaryFolder;
using testing::unit;

class RunInterrupt : public testing::RunCommand {
 protected:
  static void wait_for_process(const std::string& mark) {
    while (processes_with(mark).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

TEST_F(RunInterrupt, TheFirstLetsTrialsFinish) {
  std::stop_source stop;
  const std::jthread interrupter([&] {
    wait_for_process("97702");
    stop.request_stop();
    std::ofstream(folder_.path() + "/go") << "go";
  });
  const Outcome outcome =
      run({"--param", unit, "--trials", "5"},
          {"sh", "-c",
           ": 97702; while ! test -e " + folder_.path() + "/go; do sleep 0.01; done; sleep 0.1; echo {x}"},
          {.stop = stop.get_token()});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_NE(outcome.err.find("craggy: interrupted; the same command resumes it\n"), std::string::npos)
      << outcome.err;
  const json trials = history();
  ASSERT_EQ(trials.size(), 1U);
  EXPECT_EQ(trials[0]["state"], "finished");
}

TEST_F(RunInterrupt, NoTimeIsLeftOnceItStops) {
  std::stop_source stop;
  const std::jthread interrupter([&] {
    while (!std::filesystem::exists(folder_.path() + "/second"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop.request_stop();
    std::ofstream(folder_.path() + "/go") << "go";
  });
  const Outcome outcome =
      run({"--param", unit, "--trials", "5"},
          {"sh", "-c",
           "test $CRAGGY_TRIAL = 0 || {{ touch " + folder_.path() + "/second; while ! test -e " +
               folder_.path() + "/go; do sleep 0.01; done; sleep 1; }}; echo {x}"},
          {.terminal = {.live_errors = true}, .stop = stop.get_token()});
  EXPECT_EQ(outcome.code, 130);
  const std::size_t said =
      outcome.err.find("craggy: interrupted; 1 trial still running, which Ctrl-C or SIGTERM");
  ASSERT_NE(said, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find(" left", said), std::string::npos) << outcome.err;
}

TEST_F(RunInterrupt, TheSecondEndsThemAndGivesThemBack) {
  std::stop_source stop;
  std::stop_source abort;
  const std::jthread interrupter([&] {
    wait_for_process("97703");
    stop.request_stop();
    abort.request_stop();
  });
  const Outcome outcome = run({"--param", unit, "--trials", "5", "--jobs", "2", "--grace", "100ms"},
                              {"sh", "-c", "trap '' TERM; sleep 97703; sleep 97703; echo {x}"},
                              {.stop = stop.get_token(), .abort = abort.get_token()});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(processes_with("97703").size(), 0U);
  for (const json& trial : history()) EXPECT_EQ(trial["state"], "waiting");
  EXPECT_EQ(run({"--trials", "2", "--quiet"}, {"echo", "{x}"}).code, 0);
  EXPECT_EQ(history()[0]["state"], "finished");
}

// Somebody else is writing to the store, and goes on with it.
TEST_F(RunInterrupt, TheSecondDropsNoResultWithoutAWord) {
  const TemporaryFolder temporary;
  const craggy::testing::ScopedVariable variable("TMPDIR", temporary.path());
  std::stop_source stop;
  std::stop_source abort;
  std::binary_semaphore done{0};
  const std::jthread interrupter([&] {
    wait_for_process("97704");
    const auto store = open_store(store_);
    const StudyId study = store->find_study("tune")->id;
    store->claim(study, {.worker = this_process(), .propose = [&](TrialNumber, const News&) {
                           std::ofstream(folder_.path() + "/go") << "go";
                           // With its folder gone, the evaluation is over, and its result is to be stored.
                           while (!std::filesystem::is_empty(temporary.path()))
                             std::this_thread::sleep_for(std::chrono::milliseconds(1));
                           stop.request_stop();
                           abort.request_stop();
                           done.acquire();
                           return std::nullopt;
                         }});
  });
  const Outcome outcome = run(
      {"--param", unit, "--trials", "5"},
      {"sh", "-c",
       ": 97704; while ! test -e " + folder_.path() +
           R"(/go; do sleep 0.01; done; echo '{{"value": 0.1, "constraints": [1e-3], "noise": 2}}'; : {x})"},
      {.stop = stop.get_token(), .abort = abort.get_token()});
  done.release();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_NE(
      outcome.err.find("craggy: trial 0 gave 0.1, which could not be stored: interrupted; this stores it:\n"
                       "  craggy tell --store " +
                       store_ + R"( tune 0 '{"value":0.1,"constraints":[0.001],"noise":2.0}')" + "\n"),
      std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace craggy::cli
