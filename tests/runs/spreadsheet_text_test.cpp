#include "runs/spreadsheet_text.hpp"

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

TEST(SpreadsheetText, FormulasAreTexts) {
  EXPECT_EQ(to_spreadsheet("=HYPERLINK(\"http://x\")"), "'=HYPERLINK(\"http://x\")");
  EXPECT_EQ(to_spreadsheet("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(to_spreadsheet("-1+2"), "'-1+2");
  EXPECT_EQ(to_spreadsheet("-O3"), "'-O3");
  EXPECT_EQ(to_spreadsheet("@SUM(1)"), "'@SUM(1)");
  EXPECT_EQ(to_spreadsheet("\t=1"), "'\t=1");
  EXPECT_EQ(to_spreadsheet("\n=1"), "'\n=1");
  EXPECT_EQ(to_spreadsheet("-inf"), "'-inf");
}

TEST(SpreadsheetText, OtherTextsStay) {
  for (const char* text : {"", "adam", "a=b", "-0.5", "-1e-5", "+3", "-.5", "1-2", " =x", "grüße"})
    EXPECT_EQ(to_spreadsheet(text), text);
}

TEST(SpreadsheetText, EveryTextComesBack) {
  for (const char* text :
       {"", "'", "''", "'=1", "=1", "-1", "--help", "@", "it's", "\r", "-", "=", "\t", "'-1"}) {
    EXPECT_EQ(from_spreadsheet(to_spreadsheet(text)), text);
    EXPECT_EQ(from_spreadsheet(to_spreadsheet(to_spreadsheet(text))), to_spreadsheet(text));
  }
}

}  // namespace
}  // namespace craggy::runs
