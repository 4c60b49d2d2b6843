#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "experiments/record.hpp"
#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

std::string line(const std::string& method, double last) {
  experiments::Record record;
  record.suite = "peers";
  record.problem = "griewank";
  record.method = method;
  record.version = "0.1.0";
  record.simd = "v3";
  record.best = {2.0, 1.0, last};
  return to_compact_line(record) + "\n";
}

std::string content_of(const std::string& file) {
  std::ostringstream content;
  content << std::ifstream(file).rdbuf();
  return content.str();
}

TEST(ExperimentBenchmarks, WritesThePageAndItsFigures) {
  const TemporaryFolder folder;
  folder.file("own.jsonl", line("craggy", 0.25));
  folder.file("peers.jsonl", line("peer/cma", 0.5));
  const std::string target = folder.path() + "/page.md";
  const Outcome outcome = run_craggy(
      {"experiment", "benchmarks", folder.path(), "--out", target, "--figures", folder.path() + "/pictures"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const std::string page = content_of(target);
  EXPECT_TRUE(page.starts_with("# Benchmarks\n"));
  EXPECT_NE(page.find("](pictures/benchmarks-paper.svg)"), std::string::npos);
  EXPECT_NE(page.find(folder.path() + "/own.jsonl"), std::string::npos);
  EXPECT_TRUE(content_of(folder.path() + "/pictures/benchmarks-paper.svg").starts_with("<svg"));

  const Outcome printed =
      run_craggy({"experiment", "benchmarks", folder.path() + "/peers.jsonl", folder.path() + "/own.jsonl"});
  EXPECT_EQ(printed.code, 0) << printed.err;
  EXPECT_TRUE(printed.out.starts_with("# Benchmarks\n"));
}

TEST(ExperimentBenchmarks, MistakesAreNamed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("peers.jsonl", line("peer/cma", 0.5));
  EXPECT_EQ(misuse({"experiment", "benchmarks", file}),
            "there are no runs of craggy on the problems of a benchmark");
  EXPECT_EQ(misuse({"experiment", "benchmarks", file, "--figures", folder.path()}), "--figures needs --out");
  EXPECT_EQ(misuse({"experiment", "benchmarks", folder.path() + "/none.jsonl"}),
            misuse({"experiment", "report", folder.path() + "/none.jsonl"}));
}

}  // namespace
}  // namespace craggy::cli
