#include "results/wrap_markdown.hpp"

#include <string>

#include <gtest/gtest.h>

namespace craggy::results {
namespace {

TEST(WrapMarkdown, FillsLinesUpToTheWidth) {
  EXPECT_EQ(wrap_markdown("one two three four\n", 9), "one two\nthree\nfour\n");
  EXPECT_EQ(wrap_markdown("one two\n\nthree", 9), "one two\n\nthree");
}

TEST(WrapMarkdown, CountsCharactersAndNotBytes) {
  EXPECT_EQ(wrap_markdown("σ ± α − β", 9), "σ ± α − β");
  EXPECT_EQ(wrap_markdown("σ ± α − β γ", 9), "σ ± α − β\nγ");
}

TEST(WrapMarkdown, ItemsContinueUnderTheirText) {
  EXPECT_EQ(wrap_markdown("- one two three\n- four\n", 9), "- one two\n  three\n- four\n");
  EXPECT_EQ(wrap_markdown("  one two three\n", 9), "  one two\n  three\n");
}

TEST(WrapMarkdown, LeavesTablesHeadingsAndCodeAsTheyAre) {
  for (const std::string text :
       {"| one | two | three |\n", "## one two three four\n", "```sh\none two three four\n```\n"})
    EXPECT_EQ(wrap_markdown(text, 9), text);
}

TEST(WrapMarkdown, NeverBreaksInlineCode) {
  EXPECT_EQ(wrap_markdown("say `a b c d e f` twice", 9), "say\n`a b c d e f`\ntwice");
}

TEST(WrapMarkdown, NoContinuationBeginsLikeAList) {
  EXPECT_EQ(wrap_markdown("aaaa bbbb - cc dd", 9), "aaaa\nbbbb - cc\ndd");
  EXPECT_EQ(wrap_markdown("aaaa bbbb 1. cc", 9), "aaaa\nbbbb 1.\ncc");
}

}  // namespace
}  // namespace craggy::results
