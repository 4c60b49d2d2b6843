#include "text.hpp"

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

TEST(Text, WidthCountsCharactersNotBytes) {
  EXPECT_EQ(display_width("σ_h ≤ 1"), 7U);
  EXPECT_EQ(clipped("σ_h ≤ 1", 5), "σ_h ≤");
  EXPECT_EQ(clipped("abc", 5), "abc");
}

TEST(Text, WrapsAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("a longest b", 3), (std::vector<std::string>{"a", "longest", "b"}));
  EXPECT_EQ(wrapped("one\ntwo", 20), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(wrapped("", 20), (std::vector<std::string>{""}));
}

TEST(Text, LabelsStandBesideOrAboveTheirText) {
  EXPECT_EQ(labelled("--a", "one two three four five six", 6, 26),
            "--a   one two three four\n      five six\n");
  EXPECT_EQ(labelled("--long", "one", 6, 26), "--long\n      one\n");
}

TEST(Text, TablesAlignAndWrapTheLastColumn) {
  const std::vector<Column> columns = {{"name"}, {"n", Align::right}, {"what"}};
  const std::vector<std::vector<std::string>> rows = {{"β", "1", "first one"}, {"bb", "12", ""}};
  EXPECT_EQ(table(columns, rows), "name   n  what\nβ      1  first one\nbb    12\n");
  const std::vector<std::vector<std::string>> long_rows = {{"b", "1", "some words in a row"}};
  EXPECT_EQ(table(columns, long_rows, 25), "name  n  what\nb     1  some words in a\n         row\n");
}

TEST(Text, WordsOfAShell) {
  EXPECT_EQ(shell_word("sqlite:///a-b_c.db"), "sqlite:///a-b_c.db");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's $HOME `x` \"\\"), "'it'\\''s $HOME `x` \"\\'");
  EXPECT_EQ(shell_word("a?b&c"), "'a?b&c'");
  EXPECT_EQ(shell_word("~"), "'~'");
}

}  // namespace
}  // namespace craggy::cli
