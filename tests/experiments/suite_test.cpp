#include "experiments/suite.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "experiments/method.hpp"
#include "problems/generated.hpp"
#include "support/message_of.hpp"
#include "testbeds/bbob.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;

std::size_t count(const std::vector<Cell>& cells, const std::string& method) {
  return static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.method == method; }));
}

// Problems that are made from numbers take long to make; of these the name is enough.
bool is_made_from_numbers(const std::string& problem) {
  return problems::generated_seed(problem) || testbeds::parse_bbob_name(problem);
}

TEST(Suite, EveryCellIsOfAProblemAndAMethodThatExist) {
  std::set<std::string> methods;
  for (const Suite& suite : suites())
    for (const Cell& cell : suite.cells) {
      if (!is_made_from_numbers(cell.problem)) {
        EXPECT_EQ(testbeds::find_problem(cell.problem).name, cell.problem);
      }
      methods.insert(cell.method);
      EXPECT_GE(cell.evaluations, 50U);
      EXPECT_GE(cell.repetitions, is_made_from_numbers(cell.problem) ? 1U : 3U);
    }
  for (const std::string& method : methods)
    EXPECT_EQ(parse_method(method).name, method) << "written as records have it";
}

TEST(Suite, BbobKeepsInstancesForConfirmation) {
  std::set<std::string> development;
  for (const Cell& cell : find_suite("bbob").cells) development.insert(cell.problem);
  EXPECT_EQ(development.size(), 14U * 2U * 40U);
  EXPECT_TRUE(development.contains("bbob_f15_d5_i40"));
  for (const Cell& cell : find_suite("bbob-confirmation").cells)
    EXPECT_FALSE(development.contains(cell.problem)) << cell.problem;
}

TEST(Suite, ARangeOfProblemsIsWrittenWithTwoDots) {
  SuiteFilter filter;
  filter.problems = {"bbob_f3_d5_i2..4"};
  filter.methods = {"craggy"};
  const std::vector<Cell> cells = filtered(find_suite("bbob"), filter);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[2].problem, "bbob_f3_d5_i4");
  filter.problems = {"bbob_f3_d5_i4..2"};
  EXPECT_NE(message_of([&] { filtered(find_suite("bbob"), filter); }).find("the range of problems"),
            std::string::npos);
}

TEST(Suite, Table1IsThePapersTables) {
  const std::vector<Cell>& cells = find_suite("table1").cells;
  for (const char* method : {"noiseless", "homoscedastic", "heteroscedastic", "latent"})
    EXPECT_EQ(count(cells, method), 21U) << method;
  EXPECT_EQ(count(cells, "warped"), 7U);
  EXPECT_EQ(cells.size(), 4U * 21U + 7U);
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.repetitions, 20U);
    EXPECT_EQ(cell.evaluations, cell.method == "warped" ? 50U : 100U);
  }
  // The rows after 50 evaluations are the beginnings of runs with 100.
  for (const std::string& problem : problems_after_50())
    EXPECT_NE(std::find(cells.begin(), cells.end(), Cell{problem, "latent", 100, 20}), cells.end())
        << problem;
}

TEST(Suite, PeersRunAsOftenAsTheirCostAllows) {
  const std::vector<Cell>& cells = find_suite("peers").cells;
  EXPECT_EQ(count(cells, "peer/botorch"), 7U);
  EXPECT_EQ(count(cells, "peer/botorch-rrp"), 1U);
  EXPECT_EQ(cells.back(), (Cell{"corrupted_holder_table", "peer/botorch-rrp", 50, 3}));
  for (const Cell& cell : cells) {
    const bool slow = cell.method == "peer/hebo" || cell.method == "peer/smac";
    if (cell == cells.back()) continue;
    EXPECT_EQ(cell.repetitions, slow ? 5U : 10U) << cell.method;
    EXPECT_EQ(cell.evaluations, 100U) << cell.method;
  }
}

TEST(Suite, TablesAreForMethodsThatTakeCategories) {
  const std::vector<Cell>& cells = find_suite("hpo").cells;
  EXPECT_EQ(cells.size(), 12U * 8U);
  EXPECT_EQ(count(cells, "peer/smac"), 12U);
  EXPECT_EQ(count(cells, "peer/cma"), 0U);
}

TEST(SuiteFilter, ProblemsAndMethodsNarrowASuite) {
  const std::vector<Cell> cells =
      filtered(find_suite("table1"), {.problems = {"shubert01", "beale"}, .methods = {"latent", "warped"}});
  EXPECT_EQ(cells, (std::vector<Cell>{{"beale", "latent", 100, 20},
                                      {"shubert01", "latent", 100, 20},
                                      {"shubert01", "warped", 50, 20}}));
}

TEST(SuiteFilter, AMethodOfOnesOwnRunsAsLongAsTheSuite) {
  const std::vector<Cell> cells = filtered(
      find_suite("table1"), {.problems = {"shubert01"}, .methods = {"latent:lcb:sampled"}, .repetitions = 3});
  EXPECT_EQ(cells, (std::vector<Cell>{{"shubert01", "latent:sampled:lcb", 100, 3}}));
  EXPECT_EQ(filtered(find_suite("table1"), {.problems = {}, .methods = {"craggy"}}).size(), 21U);
}

TEST(SuiteFilter, PeersRunAsWell) {
  const Suite& holder = find_suite("corrupted-holder");
  const SuiteFilter peers{.problems = {}, .methods = {}, .peers = {"peer/cma", "random"}};
  std::vector<Cell> expected = holder.cells;
  expected.push_back({"corrupted_holder_table", "peer/cma", 50, 20});
  expected.push_back({"corrupted_holder_table", "random", 50, 20});
  EXPECT_EQ(filtered(holder, peers), expected);

  const std::vector<Cell> own = filtered(
      find_suite("peers"), {.problems = {"shubert01"}, .methods = {"craggy"}, .peers = {"peer/hebo"}});
  EXPECT_EQ(own, (std::vector<Cell>{{"shubert01", "craggy", 100, 10}, {"shubert01", "peer/hebo", 100, 5}}));
}

TEST(SuiteFilter, NumbersReplaceTheSuites) {
  for (const Cell& cell :
       filtered(find_suite("lcb"), {.problems = {}, .methods = {}, .evaluations = 7, .repetitions = 2})) {
    EXPECT_EQ(cell.evaluations, 7U);
    EXPECT_EQ(cell.repetitions, 2U);
  }
}

TEST(SuiteFilter, MistakesAreNamed) {
  EXPECT_NE(message_of([] { find_suite("tabel1"); }).find("did you mean 'table1'?"), std::string::npos);
  EXPECT_NE(message_of([] {
              filtered(find_suite("lcb"), {.problems = {"beale"}, .methods = {}});
            }).find("the problem of suite lcb is 'beale'"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              filtered(find_suite("table1"), {.problems = {"beale"}, .methods = {"warped"}});
            }).find("warped does not run on beale there"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy::experiments
