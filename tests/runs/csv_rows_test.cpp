#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "runs/text_table.hpp"
#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

using Cells = std::vector<std::string>;

TEST(CsvRows, ReadsFieldsAsRfc4180HasThem) {
  const TextTable table = read_csv_rows(
      "\xEF\xBB\xBFlr, \"opt\" ,message\r\n0.1,adam,\"a, \"\"b\"\"\nsecond line\"\r\n\n ,,x\n", "a.csv");
  EXPECT_EQ(table.columns, (Cells{"lr", "opt", "message"}));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].cells, (Cells{"0.1", "adam", "a, \"b\"\nsecond line"}));
  EXPECT_EQ(table.rows[0].line, 2u);
  EXPECT_EQ(table.rows[1].cells, (Cells{" ", "", "x"}));
  EXPECT_EQ(table.rows[1].line, 5u) << "a line break in quotes and a blank line count";
}

TEST(CsvRows, ARowThatIsWrongSaysSoAndLeavesTheOthersAlone) {
  const TextTable table = read_csv_rows("a,b\n1\n1,2,3\n\"1\"x,2\n1,2\n\"1,2\n", "a.csv");
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[0].problem, "there are 1 fields, but the first line has 2");
  EXPECT_EQ(table.rows[1].problem, "there are 3 fields, but the first line has 2");
  EXPECT_EQ(table.rows[2].problem, "'x' stands behind a field in quotes");
  EXPECT_EQ(table.rows[3].problem, "");
  EXPECT_EQ(table.rows[4].problem, "a field in quotes does not end");
  EXPECT_EQ(table.rows[4].cells.size(), 2u);
}

TEST(CsvRows, ColumnsHaveNamesOfTheirOwn) {
  const auto message = [](const char* text) { return message_of([&] { read_csv_rows(text, "a.csv"); }); };
  EXPECT_EQ(message(""), "a.csv: there is nothing in it");
  EXPECT_EQ(message("a,,b\n"), "a.csv, line 1: column 2 has no name");
  EXPECT_EQ(message("\na,a\n"), "a.csv, line 2: the column 'a' appears twice");
  EXPECT_EQ(message("a;b\n1;2\n"), "a.csv, line 1: 'a;b': columns have to be separated by commas");
}

}  // namespace
}  // namespace craggy::runs
