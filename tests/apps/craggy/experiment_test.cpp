#include <stop_token>

#include <gtest/gtest.h>

#include "experiment/run_progress.hpp"
#include "experiments/record_store.hpp"
#include "json_output.hpp"
#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

// A run that takes hundredths of a second.
std::vector<std::string> small_run(const std::string& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> args = {"experiment",   "run",    "table1", "--out",         folder, "--only",
                                   "beale,levy13", "--jobs", "2",      "--evaluations", "5"};
  if (std::find(more.begin(), more.end(), "--surrogates") == more.end())
    more.insert(more.end(), {"--surrogates", "noiseless,random"});
  if (std::find(more.begin(), more.end(), "--repetitions") == more.end())
    more.insert(more.end(), {"--repetitions", "2"});
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(Experiment, HelpListsWhatItCanDo) {
  const Outcome outcome = run_craggy({"experiment", "--help"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* name : {"run", "suites", "rerun", "compact"})
    EXPECT_NE(outcome.out.find(std::string("\n  ") + name + " "), std::string::npos) << name;
  EXPECT_NE(misuse({"experiment", "rerunn"}).find("did you mean 'rerun'?"), std::string::npos);
}

TEST(ExperimentRun, RunsGoesOnAndSaysSo) {
  const testing::TemporaryFolder folder;
  const Outcome first = run_craggy(small_run(folder.path(), {"--json"}));
  EXPECT_EQ(first.code, 0) << first.err;
  const Json report = Json::parse(first.out);
  EXPECT_EQ(report["repetitions"], 8);
  EXPECT_EQ(report["finished"], 8);
  EXPECT_EQ(report["stored_before"], 0);
  EXPECT_EQ(report["failed"], Json::array());
  EXPECT_NE(first.err.find("8/8 done"), std::string::npos) << first.err;
  EXPECT_EQ(experiments::read_records(folder.path()).size(), 8U);

  const Outcome second = run_craggy(small_run(folder.path(), {"--repetitions", "3", "--quiet"}));
  EXPECT_EQ(second.err, "");
  EXPECT_NE(second.out.find("4 of 4 repetitions finished"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("8 were there before"), std::string::npos) << second.out;
}

TEST(ExperimentRun, ADryRunTouchesNothing) {
  const testing::TemporaryFolder folder;
  const Outcome outcome = run_craggy(small_run(folder.path() + "/new", {"--dry-run"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("8 repetitions, of which 0 are there and 8 are left"), std::string::npos)
      << outcome.out;
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/new"));
}

TEST(ExperimentRun, AnInterruptedRunEndsWith130AndKeepsWhatIsDone) {
  const testing::TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  const Outcome outcome = run_craggy(small_run(folder.path()), {.stop = stop.get_token()});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_NE(outcome.err.find("the same command resumes it"), std::string::npos) << outcome.err;
  EXPECT_EQ(run_craggy(small_run(folder.path())).code, 0);
}

TEST(ExperimentRun, MistakesAreNamed) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(misuse({"experiment", "run", "table1"}), "--out is missing; see 'craggy experiment run --help'");
  EXPECT_NE(misuse({"experiment", "run", "table2", "--out", folder.path()}).find("did you mean 'table1'?"),
            std::string::npos);
  EXPECT_NE(misuse(small_run(folder.path(), {"--surrogates", "latent:x"})).find("the modifier is 'x'"),
            std::string::npos);
  EXPECT_NE(
      misuse(small_run(folder.path(), {"--surrogates", "latent,,craggy"})).find("one of its names is empty"),
      std::string::npos);
  EXPECT_NE(misuse(small_run(folder.path(), {"--surrogates", "peer/nobody"})).find("peer/nobody"),
            std::string::npos);
  EXPECT_NE(misuse(small_run(folder.path(), {"--repetitions", "0"})).find("at least 1"), std::string::npos);
  const experiments::RecordStore store(folder.path());
  EXPECT_NE(misuse(small_run(folder.path())).find("another run is writing to"), std::string::npos);
}

TEST(ExperimentRun, PeersAreAddedByTheirNames) {
  const testing::TemporaryFolder folder;
  const Outcome outcome = run_craggy(
      small_run(folder.path(), {"--surrogates", "noiseless", "--peers", "random", "--dry-run", "--json"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["left"], (Json{{"noiseless", 4}, {"random", 4}}));
  EXPECT_NE(misuse(small_run(folder.path(), {"--peers", "botroch"})).find("did you mean 'peer/botorch'?"),
            std::string::npos);
  EXPECT_NE(run_craggy({"experiment", "suites"}).out.find("peer/botorch-rrp"), std::string::npos);
}

TEST(ExperimentRun, ATornLineIsReported) {
  const testing::TemporaryFolder folder;
  folder.file("records.jsonl", R"({"suite":"tab)");
  const Outcome outcome = run_craggy(small_run(folder.path(), {"--quiet"}));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("dropped the last 13 bytes"), std::string::npos) << outcome.err;
}

TEST(ExperimentCompact, KeepsTheSeriesInAnOrderOfItsOwn) {
  const testing::TemporaryFolder folder;
  run_craggy(small_run(folder.path(), {"--quiet"}));
  const std::string file = folder.path() + "/compact.jsonl";
  const Outcome outcome =
      run_craggy({"experiment", "compact", folder.path() + "/records.jsonl", "--out", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "8 records in " + file + "\n");
  const auto full = experiments::read_records(folder.path() + "/records.jsonl");
  const auto compact = experiments::read_records(file);
  ASSERT_EQ(full.size(), compact.size());
  for (std::size_t i = 0; i < full.size(); ++i) {
    EXPECT_EQ(compact[i].key(), full[i].key());
    EXPECT_EQ(compact[i].best, full[i].best);
    EXPECT_EQ(compact[i].options, full[i].options);
    EXPECT_TRUE(compact[i].points.empty());
  }
  EXPECT_EQ(misuse({"experiment", "compact", folder.path()}).substr(0, 16), "--out is missing");
}

TEST(ExperimentRerun, ComparesEveryBit) {
  const testing::TemporaryFolder folder;
  run_craggy(small_run(folder.path(), {"--quiet"}));
  const std::vector<std::string> rerun = {"experiment", "rerun",    folder.path(), "--problem",
                                          "levy13",     "--method", "noiseless"};
  const Outcome outcome = run_craggy(rerun);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("repetition 1, base seed 0: identical in all 5 evaluations"), std::string::npos)
      << outcome.out;

  experiments::Record record = experiments::read_records(folder.path()).back();
  ASSERT_EQ(record.key(), (experiments::RecordKey{"levy13", "random", 0, 1}));
  record.values[2] += 1.0;
  folder.file("changed.jsonl", to_line(record) + '\n');
  const Outcome changed = run_craggy({"experiment", "rerun", folder.path() + "/changed.jsonl", "--problem",
                                      "levy13", "--method", "random", "--repetition", "1", "--json"});
  EXPECT_EQ(changed.code, 1);
  EXPECT_EQ(Json::parse(changed.out)[0]["differs_at"], 3);
  EXPECT_NE(misuse({"experiment", "rerun", folder.path() + "/changed.jsonl", "--problem", "beale", "--method",
                    "random"})
                .find("has no record of random on beale, base seed 0"),
            std::string::npos);
}

TEST(ExperimentSuites, ListsThem) {
  EXPECT_NE(run_craggy({"experiment", "suites"}).out.find("corrupted-holder"), std::string::npos);
  const Json suites = Json::parse(run_craggy({"experiment", "suites", "--json"}).out);
  EXPECT_EQ(suites[0]["name"], "table1");
  EXPECT_EQ(suites[0]["cells"].size(), 91U);
}

TEST(RunProgress, TheLineSaysWhatIsLeft) {
  using experiments::JobId;
  experiments::CostModel costs;
  costs.add("beale", "latent", 100, 90.0);
  experiments::RunState state({JobId{{"beale", "latent", 0, 4}, 100}, JobId{{"beale", "latent", 0, 5}, 100}},
                              costs, 1);
  EXPECT_EQ(progress_line(state, 3), "3/5 done, about 3 min 00 s left");
  state.start(0);
  state.advance(0, 47, 30.0);
  EXPECT_EQ(progress_line(state, 3), "3/5 done, about 2 min 30 s left; latent on beale #4 47/100");
  state.fail(0, "no");
  EXPECT_EQ(progress_line(state, 3), "3/5 done, 1 failed, about 1 min 30 s left");
  const experiments::RunState guess({JobId{{"beale", "warped", 0, 4}, 100}}, costs, 1);
  EXPECT_EQ(progress_line(guess, 0), "0/1 done, at a guess 1 min 30 s left");
}

}  // namespace
}  // namespace craggy::cli
