#include "problems/catalogue.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "problems/others.hpp"
#include "support/message_of.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::testbeds {
namespace {

using problems::Bounds;
using problems::Problem;

TEST(AllProblems, AreTheFormulasAndThreeMoreInTheOrderOfThePapersTable) {
  const std::vector<Problem>& formulas = problems::catalogue();
  const std::vector<Problem>& all = all_problems();
  ASSERT_EQ(all.size(), 21U);
  ASSERT_EQ(formulas.size(), 18U);
  for (std::size_t i = 0; i < formulas.size(); ++i) EXPECT_EQ(all[i].name, formulas[i].name);
  EXPECT_EQ(all[18].name, "nn_boston");
  EXPECT_EQ(all[19].name, "nn_climate");
  EXPECT_EQ(all[20].name, "robot_pushing");
}

// [Bodin2020, table of neural networks], typed from the paper.
TEST(AllProblems, NeuralNetworksHaveThePapersDomain) {
  const std::vector<Bounds> domain = {{1, 10},      {-5, -1},    {5, 10},     {5, 8},          {-5, -1},
                                      {0.01, 0.99}, {0.1, 0.98}, {0.1, 0.98}, {0.1, 0.9999999}};
  for (const char* name : {"nn_boston", "nn_climate"}) {
    const Problem& problem = find_problem(name);
    EXPECT_EQ(problem.domain, domain);
    EXPECT_EQ(problem.optimum, std::nullopt);
    EXPECT_FALSE(problem.note.empty());
    EXPECT_EQ(problem.properties, std::vector<std::string>{"unknown"});
  }
}

TEST(AllProblems, FindsByNameAndGuessesWhatWasMeant) {
  for (const Problem& problem : all_problems()) EXPECT_EQ(&find_problem(problem.name), &problem);
  const std::string message = testing::message_of([] { find_problem("robot_push"); });
  EXPECT_NE(message.find("nn_boston, nn_climate, robot_pushing, rastrigin2"), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with("; did you mean 'robot_pushing'?")) << message;
}

TEST(AllProblems, OthersAreFoundButNotAmongThePapers) {
  for (const Problem& problem : problems::other_problems()) {
    EXPECT_EQ(&find_problem(problem.name), &problem);
    for (const Problem& papers : all_problems()) EXPECT_NE(papers.name, problem.name);
  }
  EXPECT_EQ(problem_names().size(), 21U + problems::other_problems().size());
}

}  // namespace
}  // namespace craggy::testbeds
