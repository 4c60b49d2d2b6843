#include "runs/import_columns.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

const Space& space() {
  static const Space all{{"lr", Float{0, 1}}, {"noise", Float{0, 1}}};
  return all;
}

Columns find(std::vector<std::string> columns, const ColumnOptions& options = {}) {
  return columns_of({.name = "a.csv", .columns = std::move(columns)}, space(), options);
}

std::string message(const std::vector<std::string>& columns, const ColumnOptions& options = {}) {
  return message_of([&] { find(columns, options); });
}

TEST(ImportColumns, FindsWhatIsMeant) {
  const Columns columns =
      find({"trial", "lr", "noise", "param_noise", "constraint_2", "constraint_1", "host", "value"});
  EXPECT_EQ(columns.parameters, (std::vector<Column>{1, 3})) << "a parameter that is called noise";
  EXPECT_EQ(columns.noise, 2u);
  EXPECT_EQ(columns.constraints, (std::vector<std::size_t>{5, 4}));
  EXPECT_EQ(columns.value, 7u);
  EXPECT_FALSE(columns.state);
}

TEST(ImportColumns, KnowsThoseOfOptuna) {
  EXPECT_EQ(message({"number", "value", "datetime_start", "datetime_complete", "duration", "params_lr",
                     "params_noise", "state"}),
            "(no error)");
}

TEST(ImportColumns, NamesWhatIsUnknown) {
  EXPECT_EQ(
      message({"lr", "param_noise", "value", "wd", "date"}),
      "a.csv: nothing is known of the columns 'wd', 'date'; say what each is with --map wd=NAME, where NAME "
      "is lr, noise, value, noise, variance, constraint_1, state or message, or pass over them with --ignore "
      "'*'");
  EXPECT_NE(message({"lr", "param_noise", "loss"})
                .find("the column 'loss'; say that it has the values with --value loss, or what it is with"),
            std::string::npos);
  EXPECT_EQ(message({"lr", "param_noise", "value", "wd"}, {.ignored = {"wd"}}), "(no error)");
  EXPECT_EQ(
      message({"lr", "value"}),
      "a.csv: there is no column for the parameter 'noise'; if it has another name there, say so with --map "
      "COLUMN=param_noise");
  EXPECT_EQ(message({"lr", "param_noise", "constraint_2"}),
            "a.csv: there are columns of constraints, but none is constraint_1");
  EXPECT_EQ(
      message({"param_noise"}),
      "a.csv: there is no column for the parameter 'lr'; if it has another name there, say so with --map "
      "COLUMN=lr");
  EXPECT_EQ(message({"lr", "param_lr", "param_noise"}),
            "a.csv: the columns 'lr' and 'param_lr' both are 'param_lr'");
  EXPECT_EQ(message({"lr", "param_noise"}, {.ignored = {"vd"}}),
            "a.csv: there is no column 'vd': there are lr, param_noise");
  EXPECT_EQ(message({"lr", "param_noise", "loss"}, {.names = {{"los", "value"}}}),
            "a.csv: there is no column 'los': there are lr, param_noise, loss; did you mean 'loss'?");
  EXPECT_EQ(
      message({"lr", "param_noise", "x"}, {.names = {{"x", "vaule"}}}),
      "there is --map x=vaule, but a column has to be a parameter or value, noise, variance, constraint_1, "
      "constraint_2, ..., state, message, created or ended");
  ColumnOptions options{.names = {{"x", "vaule"}}};
  options.wording.name = "columns={{'{}': '{}'}}";
  EXPECT_EQ(
      message({"lr", "param_noise", "x"}, options),
      "there is columns={'x': 'vaule'}, but a column has to be a parameter or value, noise, variance, constraint_1, "
      "constraint_2, ..., state, message, created or ended");
}

}  // namespace
}  // namespace craggy::runs
