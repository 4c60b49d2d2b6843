#include "problems/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::problems {
namespace {

struct Row {
  std::string name;
  std::vector<Bounds> domain;
  std::vector<std::string> properties;
};

std::vector<Bounds> power(Bounds bounds, std::size_t dim) {
  std::vector<Bounds> domain(dim, bounds);
  return domain;
}

// [Bodin2020, table of domains], the rows that are formulas, typed from the paper.
const std::vector<Row>& table_of_domains() {
  static const std::vector<Row> rows = {
      {"branin01", {{-5, 10}, {0, 15}}, {}},
      {"branin02", {{-5, 15}, {-5, 15}}, {}},
      {"powell_triple_log", power({-4, 1}, 12), {}},
      {"beale", power({-4.5, 4.5}, 2), {"boring"}},
      {"hartmann6", power({0, 1}, 6), {"boring"}},
      {"griewank", power({-50, 20}, 2), {"oscillatory"}},
      {"shubert01", power({-10, 10}, 2), {"oscillatory"}},
      {"levy13", power({-10, 10}, 2), {"oscillatory"}},
      {"cosine_mixture", power({-1, 1}, 10), {"oscillatory"}},
      {"drop_wave", power({-2, 5.12}, 10), {"oscillatory"}},
      {"deflected_corrugated_spring", power({0, 7.5}, 10), {"oscillatory"}},
      {"weierstrass", power({-0.5, 0.2}, 8), {"complicated"}},
      {"cross_in_tray", power({-10, 10}, 2), {"complicated", "oscillatory"}},
      {"holder_table", power({-10, 10}, 2), {"complicated", "oscillatory"}},
      {"ackley2", power({-10, 30}, 2), {"complicated", "oscillatory"}},
      {"ackley6", power({-10, 30}, 6), {"complicated", "oscillatory"}},
      {"corrupted_holder_table", power({-10, 10}, 2), {"complicated", "oscillatory"}},
      {"corrupted_exponential", power({-0.7, 0.2}, 8), {"complicated", "oscillatory"}},
  };
  return rows;
}

TEST(Catalogue, HasTheRowsOfThePapersTable) {
  const std::vector<Row>& rows = table_of_domains();
  ASSERT_EQ(catalogue().size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Problem& problem = catalogue()[i];
    EXPECT_EQ(problem.name, rows[i].name);
    EXPECT_EQ(problem.dim(), rows[i].domain.size()) << problem.name;
    EXPECT_EQ(problem.domain, rows[i].domain) << problem.name;
    EXPECT_EQ(problem.properties, rows[i].properties) << problem.name;
    EXPECT_FALSE(problem.title.empty()) << problem.name;
  }
}

// Two decimals in [Bodin2020, table of regret]; the three problems without results are from the formulas.
TEST(Catalogue, ScoreReferencesRoundToThePapersMinima) {
  const std::map<std::string, double> minima = {
      {"branin01", 0.40},
      {"branin02", 5.56},
      {"powell_triple_log", 0.0},
      {"beale", 0.0},
      {"hartmann6", -3.32},
      {"griewank", 0.0},
      {"shubert01", -186.73},
      {"levy13", 0.0},
      {"cosine_mixture", -0.63},
      {"drop_wave", -1.0},
      {"deflected_corrugated_spring", -1.0},
      {"weierstrass", 112.0},
      {"cross_in_tray", -2.06},
      {"holder_table", -19.21},
      {"ackley2", 0.0},
      {"ackley6", 0.0},
      {"corrupted_exponential", -0.99},
      {"corrupted_holder_table", -20.60},  // the paper's -20.99 is below the infimum of its own listing
  };
  for (const Problem& problem : catalogue())
    EXPECT_NEAR(problem.score_reference, minima.at(problem.name), 0.005) << problem.name;
}

TEST(Catalogue, OnlyCorruptedExponentialHasNoProvenOptimum) {
  for (const Problem& problem : catalogue()) {
    if (problem.name == "corrupted_exponential") {
      EXPECT_EQ(problem.optimum, std::nullopt);
      EXPECT_EQ(problem.score_reference, -0.99);
      EXPECT_TRUE(problem.argmin.empty());
      continue;
    }
    EXPECT_EQ(problem.optimum, problem.score_reference) << problem.name;
    EXPECT_FALSE(problem.argmin.empty()) << problem.name;
  }
}

TEST(Catalogue, EveryMinimiserReachesTheOptimum) {
  for (const Problem& problem : catalogue())
    for (const std::vector<double>& x : problem.argmin)
      EXPECT_NEAR(evaluate(problem, x), *problem.optimum, 1e-12 * std::max(1.0, std::abs(*problem.optimum)))
          << problem.name;
}

TEST(Catalogue, CountsOfMinimisers) {
  const std::map<std::string, std::size_t> several = {{"branin01", 3},
                                                      {"shubert01", 18},
                                                      {"cross_in_tray", 4},
                                                      {"holder_table", 4},
                                                      {"corrupted_exponential", 0}};
  for (const Problem& problem : catalogue()) {
    const auto entry = several.find(problem.name);
    EXPECT_EQ(problem.argmin.size(), entry == several.end() ? 1U : entry->second) << problem.name;
    const std::set<std::vector<double>> distinct(problem.argmin.begin(), problem.argmin.end());
    EXPECT_EQ(distinct.size(), problem.argmin.size()) << problem.name;
  }
}

TEST(Catalogue, EverySignOfTheCosineMixturesMinimiserWillDo) {
  const Problem& problem = find_problem("cosine_mixture");
  for (unsigned signs = 0; signs < 1024; ++signs) {
    std::vector<double> x = problem.argmin.front();
    for (std::size_t i = 0; i < x.size(); ++i)
      if (((signs >> i) & 1U) != 0) x[i] = -x[i];
    EXPECT_NEAR(evaluate(problem, x), *problem.optimum, 1e-14);
  }
}

TEST(Catalogue, FindsByNameAndGuessesWhatWasMeant) {
  for (const Problem& problem : catalogue()) EXPECT_EQ(&find_problem(problem.name), &problem);
  EXPECT_EQ(testing::message_of([] { find_problem("hartman6"); }),
            "problem is 'hartman6', but it has to be one of branin01, branin02, powell_triple_log, beale, "
            "hartmann6, griewank, shubert01, levy13, cosine_mixture, drop_wave, deflected_corrugated_spring, "
            "weierstrass, cross_in_tray, holder_table, ackley2, ackley6, corrupted_holder_table, "
            "corrupted_exponential; did you mean 'hartmann6'?");
}

}  // namespace
}  // namespace craggy::problems
