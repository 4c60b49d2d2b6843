#include "experiments/record.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "example_record.hpp"
#include "support/message_of.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;
using testing::example_record;

void expect_same_head(const Record& a, const Record& b) {
  EXPECT_EQ(a.key(), b.key());
  EXPECT_EQ(a.suite, b.suite);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.simd, b.simd);
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.suggest_total, b.suggest_total);
  EXPECT_EQ(a.seconds, b.seconds);
}

TEST(Record, ReadsBackAsItWasWritten) {
  const Record record = example_record();
  const std::string line = to_line(record);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Record read = parse_record(line);
  expect_same_head(read, record);
  EXPECT_EQ(read.points, record.points);
  EXPECT_EQ(read.values, record.values);
  EXPECT_TRUE(std::signbit(read.values.back())) << "-0 keeps its sign";
  EXPECT_EQ(read.suggest_seconds, record.suggest_seconds);
  EXPECT_EQ(to_line(read), line);
}

TEST(Record, TheCompactFormKeepsTheBestSoFar) {
  const Record record = example_record();
  const Record read = parse_record(to_compact_line(record));
  expect_same_head(read, record);
  EXPECT_TRUE(read.values.empty());
  EXPECT_TRUE(read.points.empty());
  EXPECT_EQ(read.evaluations(), 4U);
  EXPECT_EQ(to_compact_line(read), to_compact_line(record));
}

TEST(Record, TheFirstValueIsTheBetterOfTheInitialOnes) {
  EXPECT_EQ(example_record(0, {3.0, 5.0, 1.0}).first(), 3.0);
  EXPECT_EQ(example_record(0, {5.0, 3.0, 1.0}).first(), 3.0);
  EXPECT_EQ(example_record(0, {5.0}).first(), 5.0);
}

// The line with one piece of text replaced by another.
std::string complaint(const std::string& line, const std::string& old_text, const std::string& new_text) {
  std::string changed = line;
  const std::size_t position = changed.find(old_text);
  if (position == std::string::npos) return "nothing to replace";
  changed.replace(position, old_text.size(), new_text);
  return message_of([&] { parse_record(changed); });
}

TEST(Record, MalformedLinesAreRefused) {
  const std::string line = to_line(example_record(0, {3.0, 0.5}));
  EXPECT_EQ(message_of([] { parse_record("{\"suite\":"); }), "it is no JSON object");
  EXPECT_EQ(message_of([] { parse_record(""); }), "it is no JSON object");
  EXPECT_EQ(complaint(line, "\"problem\"", "\"p\""), "the field \"problem\" is missing");
  EXPECT_EQ(complaint(line, "\"beale\"", "3"), "the field \"problem\" has to be a text");
  EXPECT_EQ(complaint(line, "\"base_seed\":7", "\"base_seed\":-7"),
            "the field \"base_seed\" has to be a whole number of at least 0");
  EXPECT_EQ(complaint(line, "\"values\":[3.0,0.5]", "\"values\":[3.0,null]"),
            "the field \"values\" has to hold finite numbers");
  EXPECT_EQ(complaint(line, "\"values\":[3.0,0.5]", "\"values\":[3.0]"),
            "the field \"values\" has 1 entries, but there are 2 evaluations");
  EXPECT_EQ(complaint(line, "\"evaluations\":2", "\"evaluations\":0"),
            "the field \"evaluations\" is 0, but it has to be at least 1");
  EXPECT_EQ(complaint(line, "\"acquisition\":\"ei\"", "\"acquisition\":1"),
            "the field \"options\" has to be an object of texts");
  EXPECT_EQ(complaint(to_compact_line(example_record(0, {3.0, 0.5})), "[3.0,0.5]", "[0.5,3.0]"),
            "the field \"best\" must not rise");
}

}  // namespace
}  // namespace craggy::experiments
