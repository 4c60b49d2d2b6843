#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiments/record.hpp"
#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

// 8 repetitions of two methods on Griewank (score reference 0), of which latent is better in all.
std::string example_lines() {
  std::string lines;
  for (std::uint32_t repetition = 0; repetition < 8; ++repetition)
    for (const std::string method : {"noiseless", "latent"}) {
      experiments::Record record;
      record.suite = "table1";
      record.problem = "griewank";
      record.method = method;
      record.repetition = repetition;
      record.base_seed = repetition < 7 ? 0 : 5;
      record.version = "0.1.0";
      record.simd = "v3";
      record.best = {2.0, 1.0, method == "latent" ? 0.25 : 0.5, method == "latent" ? 0.125 : 0.5};
      record.suggest_total = 3.0;
      record.seconds = 4.0;
      lines += to_compact_line(record) + "\n";
    }
  return lines;
}

TEST(ExperimentTable, PrintsGapAndRegret) {
  const TemporaryFolder folder;
  folder.file("records.jsonl", example_lines());
  const Outcome outcome = run_craggy({"experiment", "table", folder.path()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Griewank       4    2  oscillatory  0.500  0.875*\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("1.000 ± 0.000  0.500 ± 0.000  0.125 ± 0.000*\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n*: not significantly different"), std::string::npos);
}

TEST(ExperimentTable, JsonHasTheFieldsThatScriptsRelyOn) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_lines());
  const Outcome outcome = run_craggy({"experiment", "table", file, "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto list = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1]["problem"], "griewank");
  EXPECT_EQ(list[1]["evaluations"], 4);
  EXPECT_EQ(list[1]["surrogate"], "latent");
  EXPECT_EQ(list[1]["mean_gap"], 0.875);
  EXPECT_EQ(list[1]["gap_ci"], nlohmann::json({0.875, 0.875}));
  EXPECT_EQ(list[1]["mean_regret"], 0.125);
  EXPECT_EQ(list[1]["sd_regret"], 0.0);
  EXPECT_EQ(list[1]["best"], true);
  EXPECT_EQ(list[0]["best"], false);
  EXPECT_EQ(list[0]["repetitions"], 8);
}

TEST(ExperimentTable, HasOtherKindsAndFormats) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_lines());
  const auto table = [&](const std::string& kind, const std::string& format) {
    const Outcome outcome = run_craggy({"experiment", "table", file, "--kind", kind, "--format", format});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_TRUE(table("gap", "markdown").starts_with("| Benchmark | Evals | Dim | Properties | GP | LGP |\n"));
  EXPECT_TRUE(table("regret", "latex").starts_with("% needs \\usepackage{booktabs}\n"));
  EXPECT_TRUE(table("gap", "csv").starts_with("problem,evaluations,surrogate,"));
  EXPECT_NE(table("seconds", "csv").find("griewank,4,latent,1.5\n"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(table("seconds", "json"))[0]["seconds_per_suggestion"], 1.5);
  EXPECT_TRUE(table("claims", "terminal").starts_with("unknown  The LGP is"));
  EXPECT_TRUE(table("claims", "markdown").starts_with("| Claim | Here | Evidence |\n"));
  const auto claims = nlohmann::json::parse(table("claims", "json"));
  EXPECT_EQ(claims[0]["claim"], "latent-better-on-eight");
  EXPECT_TRUE(claims[0]["holds"].is_null());
}

TEST(ExperimentTable, MethodsAndSeedCanBeChosen) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_lines());
  const Outcome outcome = run_craggy(
      {"experiment", "table", file, "--methods", "latent", "--seed", "5", "--kind", "gap", "--json"});
  const auto list = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["repetitions"], 1);
  EXPECT_TRUE(list[0]["sd_regret"].is_null());
  EXPECT_EQ(misuse({"experiment", "table", file, "--seed", "6"}),
            "there are no repetitions of base seed 6 in what was given");
  EXPECT_EQ(misuse({"experiment", "table", file, "--methods", "latent", "--kind", "claims"}),
            "--methods is for the other kinds: claims are about methods of their own");
}

TEST(ExperimentTable, BoldOnATerminalOnly) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_lines());
  Surroundings surroundings;
  surroundings.terminal.output = true;
  surroundings.terminal.colour = true;
  const Outcome outcome = run_craggy({"experiment", "table", file}, surroundings);
  EXPECT_NE(outcome.out.find("\x1b[1m0.875\x1b[0m"), std::string::npos);
  surroundings.terminal.utf8 = false;
  EXPECT_NE(run_craggy({"experiment", "table", file}, surroundings).out.find("0.125 +- 0.000"),
            std::string::npos);
}

TEST(ExperimentTable, WritesAFile) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_lines());
  const std::string target = folder.path() + "/table.md";
  const Outcome outcome = run_craggy({"experiment", "table", file, "--format", "markdown", "--out", target});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  std::ostringstream content;
  content << std::ifstream(target).rdbuf();
  EXPECT_EQ(content.str(), run_craggy({"experiment", "table", file, "--format", "markdown"}).out);
  EXPECT_EQ(run_craggy({"experiment", "table", file, "--out", folder.path() + "/no/such/folder"}).code, 1);
}

}  // namespace
}  // namespace craggy::cli
