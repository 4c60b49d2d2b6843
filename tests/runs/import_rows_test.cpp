#include "runs/import_rows.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

const Space& space() {
  static const Space all{{"lr", Float{1e-5, 0.1, true}},
                         {"layers", Int{1, 8}},
                         {"opt", Categorical{{"adam", "sgd", "=odd"}}},
                         {"nesterov", Bool{}, Condition{"opt", Comparison::equal, {"sgd"}}}};
  return all;
}

ImportedRows read(const std::string& csv, const ColumnOptions& options = {}) {
  return evaluations_of(read_csv_rows(csv, "a.csv"), space(), options);
}

std::string problem(const std::string& row, const std::string& header = "value,lr,layers,opt,nesterov") {
  const ImportedRows rows = read(header + "\n" + row + "\n");
  EXPECT_EQ(rows.problems.size(), 1u) << row;
  if (rows.problems.empty()) return "";
  EXPECT_EQ(rows.problems[0].line, 2u);
  return rows.problems[0].text;
}

TEST(ImportRows, ReadsEveryKindOfParameterAndOutcome) {
  const ImportedRows rows = read(
      "value,lr,layers,opt,nesterov,noise,constraint_1,state,message\n"
      "0.5,1e-3,3,adam,,0.1,-1,,\n"
      "1e-300,+0.01,4.0,sgd,True,,2,finished,\n"
      ",0.02,5,'=odd,,,,failed,'=bang\n"
      "nan,0.03,5,=odd,,,,,oom\n"
      ",0.04,6,adam,,,,waiting,\n");
  ASSERT_TRUE(rows.problems.empty()) << rows.problems[0].text;
  const std::vector<Evaluation>& all = rows.evaluations;
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].values, (std::vector<double>{1e-3, 3, 0, 0}));
  EXPECT_EQ(all[0].result, (Result{0.5, {-1}, 0.1}));
  EXPECT_EQ(all[1].values, (std::vector<double>{0.01, 4, 1, 1}));
  EXPECT_EQ(all[1].result, (Result{1e-300, {2}}));
  EXPECT_EQ(all[2].values, (std::vector<double>{0.02, 5, 2, 0}));
  EXPECT_EQ(all[2].failure, "=bang");
  EXPECT_EQ(all[3].failure, "oom");
  EXPECT_FALSE(all[4].failure || all[4].result);
}

TEST(ImportRows, AVarianceIsTheSquareOfTheNoise) {
  const ImportedRows rows = read("value,lr,layers,opt,nesterov,variance\n1,0.01,1,adam,,0.25\n");
  EXPECT_EQ(rows.evaluations.at(0).result->noise, 0.5);
}

TEST(ImportRows, ColumnsOfOtherProgramsAreMapped) {
  const ColumnOptions options{.names = {{"loss", "value"}, {"rate", "lr"}}, .ignored = {"*"}};
  const ImportedRows rows = read(
      "number,loss,rate,params_layers,params_opt,params_nesterov,state,duration\n0,2,0.01,3,adam,,COMPLETE,1 s\n",
      options);
  ASSERT_EQ(rows.evaluations.size(), 1u);
  EXPECT_EQ(rows.evaluations[0].result->value, 2);
}

TEST(ImportRows, OneProblemPerRow) {
  EXPECT_EQ(problem("1,0.5,3,adam,"), "lr: 0.5 is above its upper bound 0.1");
  EXPECT_EQ(problem("1,1e-6,3,adam,"), "lr: 1e-6 is below its lower bound 1e-05");
  EXPECT_EQ(problem("1,0.01,9,adam,"), "layers: 9 is above its upper bound 8");
  EXPECT_EQ(problem("1,x,3,adam,"), "'lr' is 'x', but it has to be a finite number such as 0.01 or 1e-5");
  EXPECT_EQ(problem("1,0.01,3,adm,"),
            "'opt' is 'adm', but it has to be one of adam, sgd, =odd; did you mean 'adam'?");
  EXPECT_EQ(problem("1,0.01,3,sgd,"), "nesterov: there is no value");
  EXPECT_EQ(
      problem("1,0.01,3,adam,true"),
      "nesterov: 'true' stands there, but the parameter is inactive at this point: nesterov=bool if opt "
      "== sgd");
  EXPECT_EQ(problem("1;2,0.01,3,adam,"), "value: '1;2' is not a number");
  EXPECT_EQ(
      problem(",0.01,3,adam,"),
      "there is no value and no state; write nan for an evaluation that failed, or say for all such rows "
      "--without-value failed or --without-value waiting");
  const std::string header = "value,lr,layers,opt,nesterov,state,noise,variance,constraint_1,created";
  EXPECT_EQ(problem(",0.01,3,adam,,finished,,,,", header),
            "the evaluation is finished, but there is no value");
  EXPECT_EQ(problem("1,0.01,3,adam,,failed,,,,", header),
            "the evaluation is failed, but there is a value: 1");
  EXPECT_EQ(problem("1,0.01,3,adam,,PRUNED,,,0,", header),
            "state: 'PRUNED' is no state; it has to be finished, failed or waiting");
  EXPECT_EQ(problem("1,0.01,3,adam,,,-1,,0,", header), "noise: -1 is below 0");
  EXPECT_EQ(problem("1,0.01,3,adam,,,1,1,0,", header),
            "there are a noise and a variance; only one of them can hold");
  EXPECT_EQ(problem("1,0.01,3,adam,,,,,,", header), "constraint_1: there is no value");
  EXPECT_EQ(problem("1,0.01,3,adam,,,,,0,yesterday", header),
            "created: 'yesterday' is no time such as 2026-11-16T08:15:00Z; --ignore created passes over it");
}

TEST(ImportRows, WithoutValueSaysWhatEmptyRowsAre) {
  const std::string csv = "value,lr,layers,opt,nesterov\n,0.01,3,adam,\n";
  EXPECT_TRUE(read(csv, {.without_value = WithoutValue::failed}).evaluations.at(0).failure);
  EXPECT_FALSE(read(csv, {.without_value = WithoutValue::waiting}).evaluations.at(0).failure);
}

}  // namespace
}  // namespace craggy::runs
