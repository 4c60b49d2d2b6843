#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "json_output.hpp"
#include "run_craggy.hpp"

namespace craggy::cli::testing {
namespace {

TEST(ExperimentFigure, ListsTheFiguresWithTheirFormulas) {
  const Outcome outcome = run_craggy({"experiment", "figure", "--list"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("posterior-comparison"), std::string::npos);
  EXPECT_NE(outcome.out.find("f(x) = x/2 − 1.2 exp(−((x − 0.75)/0.1)²)"), std::string::npos) << outcome.out;
  const Json list = Json::parse(run_craggy({"experiment", "figure", "--list", "--json"}).out);
  ASSERT_EQ(list.size(), 8U);
  EXPECT_EQ(list[0]["name"], "posterior-comparison");
  EXPECT_EQ(list[0]["uses_records"], false);
}

TEST(ExperimentFigure, WritesAFile) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/surfaces.svg";
  const Outcome outcome = run_craggy({"experiment", "figure", "function-surfaces", "--out", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("function-surfaces: " + file)) << outcome.out;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_NE(text.str().find("<title id=\"function-surfaces-title\">"), std::string::npos);
  const Outcome again = run_craggy({"experiment", "figure", "function-surfaces", "--out", file, "--json"});
  EXPECT_EQ(Json::parse(again.out)["bytes"], std::filesystem::file_size(file));
}

TEST(ExperimentFigureSlow, DrawsWhatTheExperimentOfTheSameNameRecords) {
  const TemporaryFolder folder;
  const std::string records = folder.path() + "/records";
  const Outcome run = run_craggy({"experiment", "run", "corrupted-holder", "--out", records, "--repetitions",
                                  "2", "--evaluations", "3", "--jobs", "1", "--seed", "3"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string file = folder.path() + "/holder.svg";
  const Outcome figure = run_craggy(
      {"experiment", "figure", "corrupted-holder", "--records", records, "--seed", "3", "--out", file});
  EXPECT_EQ(figure.code, 0) << figure.err;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_NE(text.str().find("2 repetitions"), std::string::npos);
  EXPECT_NE(text.str().find("There are no records of holder_table"), std::string::npos);
}

TEST(ExperimentFigure, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"experiment", "figure"}),
            "NAME is missing; 'craggy experiment figure --list' has the names");
  EXPECT_EQ(misuse({"experiment", "figure", "h-star"}),
            "--out is missing; see 'craggy experiment figure --help'");
  EXPECT_NE(misuse({"experiment", "figure", "h-sta", "--out", "a.svg"}).find("h-star"), std::string::npos);
  EXPECT_EQ(misuse({"experiment", "figure", "h-star", "--out", "a.pdf"}),
            "the output is 'a.pdf', but its name has to end in .svg or .png");
  EXPECT_NE(
      misuse({"experiment", "figure", "robot-regret", "--out", "a.svg"}).find("craggy experiment run table1"),
      std::string::npos);
  EXPECT_EQ(misuse({"experiment", "figure", "h-star", "--out", "a.svg", "--repetitions", "3"}),
            "--repetitions is for corrupted-holder without --records");
  EXPECT_EQ(misuse({"experiment", "figure", "corrupted-holder", "--out", "a.svg", "--records", "x",
                    "--evaluations", "3"}),
            "--evaluations is for corrupted-holder without --records");
}

}  // namespace
}  // namespace craggy::cli::testing
