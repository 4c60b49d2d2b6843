// `craggy run` while its PostgreSQL server is out of reach: no result is lost without a word.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "execution/child_process.hpp"
#include "run_craggy.hpp"
#include "study/run_study.hpp"
#include "support/postgres_server.hpp"
#include "support/tcp_proxy.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::postgres_server;
using craggy::testing::TcpProxy;
using testing::Outcome;
using testing::TemporaryFolder;

class RunOutage : public ::testing::Test {
 protected:
  RunOutage() {
    static int count = 0;
    schema_ = "outage" + std::to_string(++count);
    postgres_server().sql("CREATE SCHEMA " + schema_);
    StudyOptions options{.name = "it's $HOME", .space = {{"x", Float{0, 1}}}};
    options.suggest.surrogate = "random";
    Study::create(open_store(direct()), options);
  }

  std::string options_of_url() const { return "options=-csearch_path%3D" + schema_; }
  std::string direct() const { return postgres_server().url() + "&" + options_of_url(); }
  std::string through_proxy() const {
    return "postgresql://craggy@127.0.0.1:" + std::to_string(proxy_.port()) +
           "/postgres?sslmode=disable&gssencmode=disable&" + options_of_url();
  }

  /// A command that says that it runs, and ends when it may.
  std::vector<std::string> command() const {
    return {
        "/bin/sh", "-c",
        "touch " + folder_.path() + "/job-$CRAGGY_TRIAL; while ! test -e " + folder_.path() +
            R"sh(/go; do sleep 0.02; done; echo "{{\"value\": -0.5, \"constraints\": [$CRAGGY_TRIAL, -1], \"noise\": 0.25}}")sh"};
  }

  /// Cuts the connection once so many evaluations run, and then lets them end.
  void cut(int num_jobs) {
    for (int i = 0; i < num_jobs; ++i)
      while (!std::filesystem::exists(folder_.path() + "/job-" + std::to_string(i)))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    proxy_.kill();
    std::ofstream(folder_.path() + "/go") << "go";
  }

  /// Does what the messages say.
  void tell_what_was_printed(const std::string& errors) const {
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("  craggy tell ")) {
        EXPECT_EQ(std::system((std::string(CRAGGY_BINARY) + line.substr(8)).c_str()), 0) << line;
      }
  }

  void expect_all_finished(std::size_t count) const {
    const Study study = Study::open(open_store(direct()), "it's $HOME");
    std::size_t finished = 0;
    for (const TrialRecord& trial : study.trials())
      if (trial.objective) {
        ++finished;
        EXPECT_EQ(trial.objective, -0.5);
        EXPECT_EQ(trial.constraints, (std::vector<double>{static_cast<double>(trial.number), -1.0}));
        EXPECT_EQ(trial.noise, 0.25);
      }
    EXPECT_EQ(finished, count);
  }

  TemporaryFolder folder_;
  std::string schema_;
  TcpProxy proxy_{postgres_server().socket()};
};

std::size_t count_of(const std::string& what, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST_F(RunOutage, EveryResultThatCouldNotBeStoredIsPrintedWithTheCommandThatStoresIt) {
  Study study = Study::open(open_store(through_proxy(), {.give_up_after = std::chrono::milliseconds(300)}),
                            "it's $HOME");
  std::ostringstream out;
  std::ostringstream err;
  const Context context{out, err, {}, {}};
  RunStudyOptions options{.trials = 20, .plan = {.jobs = 3}, .evaluation = {.command = command()}};
  options.output = {.quiet = true, .store = through_proxy()};
  const std::jthread cutter([this] { cut(3); });
  EXPECT_THROW(run_study(study, options, context), StoreUnreachable);
  EXPECT_EQ(count_of("gave -0.5, which could not be stored: the store postgresql://", err.str()), 3U)
      << err.str();
  proxy_.start();
  tell_what_was_printed(err.str());
  expect_all_finished(3);
}

TEST_F(RunOutage, ASecondInterruptPrintsThemToo) {
  std::stop_source stop;
  std::stop_source abort;
  const craggy::testing::TemporaryFolder temporary;
  setenv("TMPDIR", temporary.path().c_str(), 1);
  const std::jthread cutter([&] {
    cut(2);
    // With its folder gone, an evaluation is over, and its result is about to be stored.
    while (!std::filesystem::is_empty(temporary.path()))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop.request_stop();
    abort.request_stop();
  });
  std::vector<std::string> arguments = {"worker",        "--study", "it's $HOME", "--store",
                                        through_proxy(), "--jobs",  "2",          "--"};
  for (const std::string& word : command()) arguments.push_back(word);
  const Outcome outcome =
      testing::run_craggy(arguments, {.stop = stop.get_token(), .abort = abort.get_token()});
  unsetenv("TMPDIR");
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_EQ(count_of("gave -0.5, which could not be stored: interrupted; this stores it:", outcome.err), 2U)
      << outcome.err;
  proxy_.start();
  tell_what_was_printed(outcome.err);
  expect_all_finished(2);
}

}  // namespace
}  // namespace craggy::cli
