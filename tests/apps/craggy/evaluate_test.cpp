#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_craggy.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

double value_at(const std::string& name, const std::vector<double>& x) {
  return problems::evaluate(testbeds::find_problem(name), x);
}

TEST(EvaluateCommand, PrintsAllDigits) {
  const Outcome outcome = run_craggy({"evaluate", "branin01", "1.25,3.5"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::stod(outcome.out), value_at("branin01", {1.25, 3.5}));
}

TEST(EvaluateCommand, TakesNegativeNumbersInAnyForm) {
  const double expected = value_at("branin01", {-1.5, 2.0});
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"-1.5,2"}, {"--", "-1.5,2"}, {"-1.5", "2"}, {"-1.5, 2"}, {"-1.5,+2"}}) {
    std::vector<std::string> all = {"evaluate", "branin01"};
    all.insert(all.end(), args.begin(), args.end());
    const Outcome outcome = run_craggy(all);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(std::stod(outcome.out), expected);
  }
}

TEST(EvaluateCommand, Json) {
  const Outcome outcome = run_craggy({"evaluate", "holder_table", "-8.05,9.66", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["problem"], "holder_table");
  EXPECT_EQ(json["x"].get<std::vector<double>>(), (std::vector<double>{-8.05, 9.66}));
  EXPECT_EQ(json["value"].get<double>(), value_at("holder_table", {-8.05, 9.66}));
}

// Value and tolerance from upstream's own program.
TEST(EvaluateCommand, PushesTheRobot) {
  const Outcome outcome = run_craggy({"evaluate", "robot_pushing", "-3,2,0,155"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(std::stod(outcome.out), 2.80378243363, 1e-4);
}

TEST(EvaluateCommand, CategoriesAreNames) {
  EXPECT_NE(misuse({"evaluate", "hpo_protein_structure", "relu,tank"}).find("did you mean 'tanh'?"),
            std::string::npos);
  EXPECT_NE(misuse({"evaluate", "hpo_car", "0,0,0,10,0"}).find("'learning_rate_init' is '10'"),
            std::string::npos);
  EXPECT_NE(misuse({"evaluate", "hpo_car", "0, 0, 0, 0, 0, 0"}).find("hpo_car has 5 parameters"),
            std::string::npos);
  EXPECT_EQ(misuse({"evaluate", "hpo_car", "0,0"}), "the number of coordinates is 2, but hpo_car has 5");
}

TEST(EvaluateCommand, AnEnvironmentThatIsMissingIsNoMisuse) {
  ASSERT_EQ(setenv("CRAGGY_CHECKOUT", "nowhere", 1), 0);
  const Outcome outcome = run_craggy({"evaluate", "nn_boston", "5,-3,7,6,-3,0.5,0.5,0.9,0.9"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "craggy: experiments/nn/mlp_server.py is not in the checkout 'nowhere'; set CRAGGY_CHECKOUT to a "
            "checkout of craggy\n");
}

TEST(EvaluateCommand, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"evaluate", "branin01"}), "X is missing; see 'craggy evaluate --help'");
  EXPECT_EQ(misuse({"evaluate", "branin01", "1"}), "the number of coordinates is 1, but branin01 has 2");
  EXPECT_EQ(misuse({"evaluate", "branin01", "11,2"}), "x1 of branin01 is 11, but it has to lie in [-5, 10]");
  EXPECT_EQ(misuse({"evaluate", "branin01", "1,two"}), "x2 is 'two', but it has to be a finite number");
  EXPECT_EQ(misuse({"evaluate", "branin01", "1,nan"}), "x2 is 'nan', but it has to be a finite number");
  EXPECT_NE(misuse({"evaluate", "brannin01", "1,2"}).find("did you mean 'branin01'?"), std::string::npos);
  EXPECT_EQ(misuse({"evaluate", "branin01", "1,2", "--jsn"}),
            "unknown option '--jsn'; did you mean '--json'?");
}

}  // namespace
}  // namespace craggy::cli
