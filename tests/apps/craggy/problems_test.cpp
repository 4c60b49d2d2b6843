#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "problems/others.hpp"
#include "run_craggy.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

TEST(ProblemsCommand, JsonIsTheCatalogue) {
  const Outcome outcome = run_craggy({"problems", "--json"});
  ASSERT_EQ(outcome.code, 0);
  const auto list = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(list.size(), 21U);
  ASSERT_EQ(testbeds::all_problems().size(), 21U);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const problems::Problem& problem = testbeds::all_problems()[i];
    EXPECT_EQ(list[i]["name"], problem.name);
    EXPECT_EQ(list[i]["dim"], problem.dim());
    ASSERT_EQ(list[i]["domain"].size(), problem.dim());
    EXPECT_EQ(list[i]["domain"].back(),
              (nlohmann::json{problem.domain.back().low, problem.domain.back().high}));
    EXPECT_EQ(list[i]["optimum"].is_null(), !problem.optimum.has_value());
    if (problem.optimum) {
      EXPECT_EQ(list[i]["optimum"].get<double>(), *problem.optimum);
    }
    EXPECT_EQ(list[i]["score_reference"].get<double>(), problem.score_reference);
    EXPECT_EQ(list[i]["argmin"].get<std::vector<std::vector<double>>>(), problem.argmin);
    EXPECT_EQ(list[i]["properties"].get<std::vector<std::string>>(), problem.properties);
  }
}

TEST(ProblemsCommand, TableHasALinePerProblem) {
  const Outcome outcome = run_craggy({"problems"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("\nbranin01 "), std::string::npos);
  EXPECT_NE(outcome.out.find("[-5, 10] x [0, 15]"), std::string::npos);
  EXPECT_NE(outcome.out.find("[-10, 10]^2"), std::string::npos);
  EXPECT_NE(outcome.out.find("(-0.99)"), std::string::npos);
  EXPECT_NE(outcome.out.find("[-5, 5] x [-5, 5] x [0, 6.28319] x [10, 300]"), std::string::npos);
  EXPECT_NE(outcome.out.find("[1, 10] x ... x [0.1, 1]"), std::string::npos);
}

TEST(ProblemsCommand, OthersAreListedWhereTheyAreAskedFor) {
  const auto list = nlohmann::json::parse(run_craggy({"problems", "--others", "--json"}).out);
  EXPECT_EQ(list.size(), problems::other_problems().size());
  EXPECT_EQ(list.front()["name"], "rastrigin2");
  EXPECT_EQ(run_craggy({"problems"}).out.find("rastrigin2"), std::string::npos);
}

TEST(ProblemsCommand, TakesNoArguments) {
  EXPECT_EQ(misuse({"problems", "branin01"}), "unexpected argument 'branin01'; see 'craggy problems --help'");
}

}  // namespace
}  // namespace craggy::cli
