#include "execution/output.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace craggy::execution {
namespace {

using Lines = std::vector<std::pair<std::string, bool>>;

Lines lines_of(const std::vector<std::string>& chunks) {
  Lines lines;
  LineReader reader([&](std::string_view line, bool whole) { lines.emplace_back(line, whole); });
  for (const std::string& chunk : chunks) reader.add(chunk);
  reader.finish();
  return lines;
}

TEST(LineReader, LinesHoweverTheyAreCut) {
  const Lines expected = {{"one", true}, {"two", true}, {"three", true}};
  EXPECT_EQ(lines_of({"one\ntwo\nthree"}), expected);
  EXPECT_EQ(lines_of({"o", "ne", "\n", "two\nth", "ree\n"}), expected);
  EXPECT_EQ(lines_of({"one\r\ntwo\rthree\n\n\r\n"}), expected);
  EXPECT_EQ(lines_of({""}), Lines{});
}

TEST(LineReader, OfALineThatIsTooLongOnlyTheStartIsKept) {
  const std::string just(longest_line, 'x');
  EXPECT_EQ(lines_of({just}), (Lines{{just, true}}));
  EXPECT_EQ(lines_of({just, "x", "x\ny\n"}), (Lines{{just, false}, {"y", true}}));
  EXPECT_EQ(lines_of({just + just + "\n1"}), (Lines{{just, false}, {"1", true}}));
}

TEST(Tail, KeepsTheLastBytes) {
  Tail tail(4);
  EXPECT_EQ(tail.bytes(), "");
  tail.add("ab");
  EXPECT_EQ(tail.bytes(), "ab");
  tail.add("cd");
  EXPECT_EQ(tail.bytes(), "abcd");
  EXPECT_FALSE(tail.cut());
  tail.add("e");
  EXPECT_EQ(tail.bytes(), "bcde");
  EXPECT_TRUE(tail.cut());
  tail.add("0123456789");
  EXPECT_EQ(tail.bytes(), "6789");
  for (const char c : std::string("the end")) tail.add({&c, 1});
  EXPECT_EQ(tail.bytes(), " end");
}

}  // namespace
}  // namespace craggy::execution
