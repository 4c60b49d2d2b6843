// The benchmarks run and say what scripts rely on; how fast anything is, no test says.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <craggy/stores/store.hpp>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

class BenchCommand : public ::testing::Test {
 protected:
  static json result(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "bench");
    arguments.emplace_back("--json");
    const Outcome outcome = run_craggy(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out);
  }

  testing::TemporaryFolder folder_;
  std::string data_ =
      folder_.file("D.csv", "x1,x2,y\n0.1,0.2,105\n0.9,0.4,95\n0.5,0.8,110\n0.3,0.6,100\n0.7,0.1,90\n");
};

TEST_F(BenchCommand, GradientHasItsYardstickBesideIt) {
  const json report = result({"gradient", "--n", "6", "--dim", "3"});
  for (const char* key :
       {"n", "dim", "surrogate", "seconds", "gflops", "dgemm_gflops", "efficiency", "lapack_seconds"})
    EXPECT_TRUE(report.contains(key)) << key;
  EXPECT_EQ(report["n"], 6);
  EXPECT_GT(report["seconds"].get<double>(), 0.0);
}

TEST_F(BenchCommand, PosteriorGivesTheDrawsItJudges) {
  const json report = result({"posterior", "--data", data_, "--chains", "2", "--warmup", "10", "--iterations",
                              "8", "--draws-of-log-l"});
  ASSERT_EQ(report["log_lengthscale"].size(), 2U);
  EXPECT_EQ(report["log_lengthscale"][0].size() + report["log_lengthscale"][1].size(),
            report["draws"].get<std::size_t>());
  EXPECT_GE(report["draws"].get<int>(), 16);
  for (const char* key : {"ess_per_second", "rhat_max", "cpu_seconds"})
    EXPECT_TRUE(report.contains(key)) << key;
}

TEST_F(BenchCommand, SuggestTimesWarmSuggestionsOfEveryLevel) {
  const json report = result({"suggest", "--n", "6", "--dim", "2", "--chains", "2", "--repeats", "1"});
  for (const char* key :
       {"n", "dim", "surrogate", "threads", "seconds", "fit_seconds", "acquisition_seconds"})
    EXPECT_TRUE(report.contains(key)) << key;
  EXPECT_EQ(report["warm"], true);
  EXPECT_EQ(report["levels"].size(), 4U);
}

TEST_F(BenchCommand, StoreTimesAsksAndTellsAndLeavesNothing) {
  const std::string url = "sqlite:///" + folder_.path() + "/store.db";
  const json report = result({"store", "--store", url, "--workers", "3", "--trials", "12", "--alone", "2"});
  for (const char* key : {"trials_per_second", "ask_seconds", "tell_seconds", "sync_seconds"})
    EXPECT_GT(report[key].get<double>(), 0.0) << key;
  EXPECT_EQ(report["store"], url);
  EXPECT_EQ(report["workers"], 3);
  EXPECT_EQ(report["trials"], 12);
  EXPECT_TRUE(open_store(url)->studies().empty());
  EXPECT_NE(misuse({"bench", "store", "--store", "memory:"}).find("processes cannot share that"),
            std::string::npos);
}

TEST_F(BenchCommand, ImportTimesRowsAndLeavesNothing) {
  const std::string url = "sqlite:///" + folder_.path() + "/store.db";
  const json report = result({"import", "--store", url, "--rows", "50"});
  for (const char* key : {"import_seconds", "again_seconds"})
    EXPECT_GT(report[key].get<double>(), 0.0) << key;
  EXPECT_EQ(report["rows"], 50);
  EXPECT_TRUE(open_store(url)->studies().empty());
}

TEST_F(BenchCommand, RunTimesTrialsAroundACommandThatCostsNothing) {
  const json report = result({"run", "--surrogate", "random", "--trials", "4"});
  for (const char* key : {"seconds", "beyond_seconds", "command_seconds", "sync_seconds"})
    EXPECT_GT(report[key].get<double>(), 0.0) << key;
  EXPECT_GE(report["suggestion_seconds"].get<double>(), 0.0);
  EXPECT_EQ(report["trials"], 4);
  EXPECT_EQ(report["surrogate"], "random");
}

TEST_F(BenchCommand, ChoiceComparesWithAReference) {
  const std::string points = folder_.file("P.csv", "x1,x2\n0.7,0.1\n0.2,0.9\n0.6,0.5\n");
  const std::string reference =
      folder_.file("R.json", R"({"mean": [90, 105, 100], "variance": [1, 9, 9], "ei": [0.001, 0.2, 0.3]})");
  const std::vector<std::string> arguments = {"choice", "--data",   data_, "--at",        points,   "--seeds",
                                              "2",      "--chains", "2",   "--reference", reference};
  const json report = result(arguments);
  EXPECT_EQ(report["choices"].size(), 2U);
  EXPECT_GE(report["share_good"].get<double>(), 0.0);
  EXPECT_GE(report["ei_error"].get<double>(), 0.0);

  std::vector<std::string> wrong = arguments;
  wrong.insert(wrong.begin(), "bench");
  wrong.back() = folder_.file("bad.json", R"({"ei": [1]})");
  EXPECT_NE(misuse(wrong).find("not a JSON file with \"mean\", \"variance\" and \"ei\""), std::string::npos);
}

TEST_F(BenchCommand, SaysWhatThereIs) {
  EXPECT_NE(run_craggy({"bench", "--help"}).out.find("gradient"), std::string::npos);
  EXPECT_NE(misuse({"bench", "gradent"}).find("did you mean 'gradient'?"), std::string::npos);
  EXPECT_NE(misuse({"bench", "posterior"}).find("--data is missing"), std::string::npos);
}

TEST_F(BenchCommand, FailuresAreCountedAndTheirStudiesKept) {
  const std::string kept = folder_.path() + "/kept.jsonl";
  const std::vector<std::string> arguments = {"failures",   "--seeds",     "1",     "--shape",
                                              "half_space", "--trials",    "12",    "--out",
                                              kept,         "--surrogate", "random"};
  const json lines = result(arguments);
  ASSERT_EQ(lines.size(), 2U) << "of two and of four parameters";
  EXPECT_EQ(lines[0]["study"], "half_space-2-1");
  EXPECT_GE(lines[0]["failed"].get<int>(), 1);
  EXPECT_GE(lines[0]["regret_of_half"].get<double>(), lines[0]["regret"].get<double>());
  EXPECT_GE(lines[0]["regret"].get<double>(), 0.0);
  EXPECT_EQ(result(arguments), lines) << "read, not run again";
  const Outcome compared = run_craggy({"bench", "failures", "--seeds", "1", "--shape", "half_space",
                                       "--trials", "12", "--out", kept, "--against", kept});
  EXPECT_NE(compared.out.find("more failed"), std::string::npos) << compared.out;
  EXPECT_NE(compared.out.find("all that fail  "), std::string::npos) << compared.out;
}

class BenchCommandSlow : public BenchCommand {};

TEST_F(BenchCommandSlow, NoiseComparesWhatIsTaken) {
  const json lines = result({"noise", "--seeds", "1", "--trials", "10"});
  ASSERT_EQ(lines.size(), 12U) << "smooth and jagged ones";
  for (const json& line : lines)
    for (const char* name :
         {"lowest value", "recommended", "last fifth: best 5", "every fifth: most promising"})
      EXPECT_GE(line["regret"][name].get<double>(), -1e-6) << name;
}

TEST_F(BenchCommandSlow, VerdictsAreCounted) {
  const json lines = result({"verdicts", "--seeds", "1", "--trials", "20", "--surrogate", "noiseless"});
  for (const json& line : lines) {
    if (line["kind"] != "failing half space" || line["dim"] != 1) continue;
    EXPECT_EQ(line["verdicts"]["20"][0], "failing_region") << line;
  }
}

}  // namespace
}  // namespace craggy::cli
