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

std::string example_line() {
  experiments::Record record;
  record.suite = "table1";
  record.problem = "griewank";
  record.method = "latent";
  record.version = "0.1.0";
  record.simd = "v3";
  record.best = {2.0, 1.0, 0.25, 0.125};
  return to_compact_line(record) + "\n";
}

TEST(ExperimentReport, WritesThePageWithItsNotes) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_line());
  std::filesystem::create_directory(folder.path() + "/notes");
  folder.file("notes/2.md", "Second.\n");
  folder.file("notes/1.md", "First | as it is.\n");
  folder.file("notes/readme.txt", "not this");
  const std::string target = folder.path() + "/page.md";
  const Outcome outcome =
      run_craggy({"experiment", "report", file, "--notes", folder.path() + "/notes", "--out", target});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  std::ostringstream content;
  content << std::ifstream(target).rdbuf();
  EXPECT_TRUE(content.str().starts_with("# The paper's experiments, here\n"));
  EXPECT_TRUE(content.str().ends_with("First | as it is.\n\nSecond.\n"));
  const std::string note = folder.path() + "/notes/1.md";
  EXPECT_TRUE(run_craggy({"experiment", "report", folder.path(), "--notes", note})
                  .out.ends_with("First | as it is.\n"));
}

TEST(ExperimentReport, MistakesAreNamed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("records.jsonl", example_line());
  EXPECT_EQ(misuse({"experiment", "report", file, "--notes", folder.path() + "/none.md"}),
            "cannot read " + folder.path() + "/none.md");
}

}  // namespace
}  // namespace craggy::cli
