#include "testbeds/hpo_table.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "problems/space.hpp"
#include "support/message_of.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/python_helper.hpp"
#include "testbeds/value_servers.hpp"

namespace craggy::testbeds {
namespace {

TEST(HpoTable, SpacesAreOfWholeNumbersAndCategories) {
  EXPECT_EQ(hpo_names().size(), 12U);
  EXPECT_EQ(problems::space_of(find_problem("hpo_car")).num_points(), 30000U);
  const Space regression = problems::space_of(find_problem("hpo_protein_structure"));
  EXPECT_EQ(regression.num_points(), 62208U);
  EXPECT_EQ(kind_of(regression[regression.index_of("lr_schedule")].domain), "categorical");
  EXPECT_EQ(kind_of(regression[regression.index_of("n_units_2")].domain), "int");
}

TEST(HpoTable, AnotherNameIsAnErrorWithAGuess) {
  EXPECT_NE(testing::message_of([] { hpo_problem("hpo_cars"); }).find("hpo_car"), std::string::npos);
}

class HpoHelper : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("CRAGGY_CHECKOUT", CRAGGY_TEST_DATA "/../..", 1);
    try {
      python_command("hpo", "hpo_server.py");
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

// The ends of every list are there, and nothing behind them.
TEST_F(HpoHelper, SpacesAreThoseOfThePackage) {
  ValueServers helper([] { return LineProcessOptions{.command = python_command("hpo", "hpo_server.py")}; });
  for (const char* name : {"hpo_phoneme", "hpo_naval_propulsion"}) {
    const problems::Problem& problem = find_problem(name);
    std::vector<double> last;
    for (const problems::Bounds& bounds : problem.domain) last.push_back(bounds.high);
    EXPECT_GE(problems::evaluate(problem, last), problem.score_reference) << name;
    for (std::size_t i = 0; i < last.size(); ++i) {
      std::string request = problem.name.substr(4);
      for (std::size_t j = 0; j < last.size(); ++j)
        request += " " + std::to_string(static_cast<int>(last[j]) + (i == j ? 1 : 0));
      EXPECT_THROW(helper.ask(request, name), Error) << request;
    }
  }
}

// From the file of the package: the mean of five accuracies, and of four losses.
TEST_F(HpoHelper, ValuesAreMeansOverTheSeeds) {
  const std::vector<double> accuracies = {0.4440058479532164, 0.4479166666666667, 0.44652777777777775,
                                          0.4550438596491228, 0.45807748538011694};
  double sum = 0.0;
  for (const double each : accuracies) sum += each;
  EXPECT_NEAR(problems::evaluate(find_problem("hpo_car"), std::vector<double>(5, 0.0)), 1.0 - sum / 5.0,
              1e-15);
  const double loss =
      (0.341951459646225 + 0.34103745222091675 + 0.33918553590774536 + 0.33868858218193054) / 4.0;
  EXPECT_NEAR(problems::evaluate(find_problem("hpo_protein_structure"), std::vector<double>(9, 0.0)),
              std::log10(loss), 1e-15);
}

class HpoTablesSlow : public HpoHelper {};

TEST_F(HpoTablesSlow, MinimaAreThoseOfTheTables) {
  ValueServers helper([] { return LineProcessOptions{.command = python_command("hpo", "hpo_server.py")}; });
  for (const std::string& name : hpo_names())
    EXPECT_DOUBLE_EQ(helper.ask("optimum " + name.substr(4), name), *find_problem(name).optimum) << name;
}

}  // namespace
}  // namespace craggy::testbeds
