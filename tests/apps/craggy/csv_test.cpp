#include "csv.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "run_craggy.hpp"
#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

CsvTable read(const std::string& text, CsvHeader header = CsvHeader::required) {
  std::istringstream stream(text);
  return read_csv(stream, "D.csv", header);
}

std::string problem_with(const std::string& text, CsvHeader header = CsvHeader::required) {
  return craggy::testing::message_of([&] { read(text, header); });
}

std::string problem_with_points(const std::string& text, CsvOutputs outputs = CsvOutputs::y) {
  return craggy::testing::message_of([&] { points_from(read(text), outputs); });
}

TEST(Csv, RowsBecomeColumns) {
  const CsvTable table = read("x1,x2,y\n0.5,0.25,-3e2\n1,0,+7\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"x1", "x2", "y"}));
  Matrix expected(3, 2);
  expected << 0.5, 1.0, 0.25, 0.0, -300.0, 7.0;
  EXPECT_EQ(table.values, expected);
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 3}));
}

TEST(Csv, TakesWhatSpreadsheetsWrite) {
  const CsvTable table = read("\xEF\xBB\xBF\"x1\", y \r\n 0.5 ,\"2\"\r\n0.25,3\r\n\r\n  \r\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"x1", "y"}));
  Matrix expected(2, 2);
  expected << 0.5, 0.25, 2.0, 3.0;
  EXPECT_EQ(table.values, expected);
}

TEST(Csv, LastLineNeedsNoLineEnd) { EXPECT_EQ(read("x1,y\n0.5,2").values(1, 0), 2.0); }

TEST(Csv, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(problem_with(""), "D.csv: the file is empty");
  EXPECT_EQ(problem_with("\n \n"), "D.csv: the file is empty");
  EXPECT_EQ(problem_with("x1,y\n"), "D.csv: there are no rows below the header");
  EXPECT_EQ(problem_with("0.5,1\n"), "D.csv, line 1: the header with the names of the columns is missing");
  EXPECT_EQ(problem_with("x1,x1,y\n0,0,1\n"), "D.csv, line 1: column x1 appears twice");
  EXPECT_EQ(problem_with("x1,,y\n0,0,1\n"), "D.csv, line 1: column 2 has no name");
  EXPECT_EQ(problem_with("x1,y\n0,1\n0.5\n"), "D.csv, line 3: there are 1 fields, but the first line has 2");
  EXPECT_EQ(problem_with("x1,y\n0,1,2\n"), "D.csv, line 2: there are 3 fields, but the first line has 2");
  EXPECT_EQ(problem_with("x1,y\n0,1\n\n0.5,2\n"), "D.csv, line 3: the line is blank");
  EXPECT_EQ(problem_with("x1,y\n0,one\n"), "D.csv, line 2, column y: 'one': this is not a number");
  EXPECT_EQ(problem_with("x1,y\n0,1.5abc\n"), "D.csv, line 2, column y: '1.5abc': this is not a number");
  EXPECT_EQ(problem_with("x1,y\n0,1e400\n"), "D.csv, line 2, column y: '1e400': this is not a number");
  EXPECT_EQ(problem_with("x1,y\n,1\n"), "D.csv, line 2, column x1: the field is empty");
  EXPECT_EQ(problem_with("x1,y\n0,nan\n"), "D.csv, line 2, column y: 'nan': numbers have to be finite");
  EXPECT_EQ(problem_with("x1,y\n-inf,1\n"), "D.csv, line 2, column x1: '-inf': numbers have to be finite");
}

TEST(Csv, AnOptionalHeaderIsALineWithoutNumbers) {
  EXPECT_EQ(read("1,2\n3,4\n", CsvHeader::optional).values.cols(), 2);
  EXPECT_EQ(read("a,b\n3,4\n", CsvHeader::optional).values.cols(), 1);
  EXPECT_EQ(problem_with("1,b\n3,4\n", CsvHeader::optional),
            "D.csv, line 1, column 2: 'b': this is not a number");
}

TEST(Csv, PointsGoByTheNamesOfTheirColumns) {
  const CsvPoints points = points_from(read("y,x2,x1\n7,0.2,0.1\n8,0.4,0.3\n"), CsvOutputs::y);
  Matrix expected(2, 2);
  expected << 0.1, 0.3, 0.2, 0.4;
  EXPECT_EQ(points.X, expected);
  EXPECT_EQ(points.y, (Vector(2) << 7.0, 8.0).finished());
}

TEST(Csv, PointsNeedTheirColumns) {
  EXPECT_EQ(problem_with_points("x1,x2\n0,0\n"),
            "D.csv: column y is missing; the columns have to be x1, x2, ..., y");
  EXPECT_EQ(problem_with_points("x1,x3,y\n0,0,1\n"),
            "D.csv: column x2 is missing; the columns have to be x1, x2, ..., y");
  EXPECT_EQ(problem_with_points("y\n1\n"),
            "D.csv: column x1 is missing; the columns have to be x1, x2, ..., y");
  EXPECT_EQ(problem_with_points("x1,f,y\n0,0,1\n"),
            "D.csv, line 1: unexpected column 'f'; the columns have to be x1, x2, ..., y");
  EXPECT_EQ(problem_with_points("x1,y\n0,1\n", CsvOutputs::none),
            "D.csv, line 1: unexpected column 'y'; the columns have to be x1, x2, ...");
  EXPECT_EQ(problem_with_points("x1;x2;y\n0;0;1\n"),
            "D.csv, line 1: 'x1;x2;y': columns have to be separated by commas");
}

TEST(Csv, InputsHaveToBeInTheUnitCube) {
  EXPECT_EQ(problem_with_points("x1,x2,y\n0,1,5\n0.5,1.25,5\n"),
            "D.csv, line 3, column x2: 1.25 is outside the unit cube: inputs have to be between 0 and 1");
  EXPECT_EQ(problem_with_points("x1,y\n-0.5,5\n"),
            "D.csv, line 2, column x1: -0.5 is outside the unit cube: inputs have to be between 0 and 1");
}

TEST(Csv, FilesThatCannotBeRead) {
  const testing::TemporaryFolder folder;
  const auto problem = [](const std::string& path) {
    return craggy::testing::message_of([&] { read_csv(std::filesystem::path(path), CsvHeader::required); });
  };
  EXPECT_EQ(problem(folder.path()), folder.path() + ": this is a directory, not a file");
  EXPECT_EQ(problem(folder.path() + "/none.csv"),
            folder.path() + "/none.csv: cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace craggy::cli
