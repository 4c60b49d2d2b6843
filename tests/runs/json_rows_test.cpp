#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "runs/text_table.hpp"
#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

using Cells = std::vector<std::string>;

TEST(JsonRows, AListOfPlainObjects) {
  const TextTable table = read_json_rows(
      "[{\"lr\": 0.1, \"opt\": \"adam\"},\n {\"opt\": null, \"value\": 1e-300,\n \"wd\": true}]", "a.json");
  EXPECT_EQ(table.columns, (Cells{"lr", "opt", "value", "wd"}));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].cells, (Cells{"0.1", "adam", "", ""}));
  EXPECT_EQ(table.rows[1].cells, (Cells{"", "", "1e-300", "true"}));
  EXPECT_EQ(table.rows[1].line, 2u);
}

TEST(JsonRows, WhatCraggyWrites) {
  const TextTable table = read_json_rows(
      "{\"trial\": 3, \"params\": {\"lr\": 0.1}, \"value\": 2, \"constraints\": [-1, 0.5], \"host\": \"h\"}\n"
      "{\"params\": {\"lr\": 0.2, \"s\": \"a { \\\" [\"}, \"state\": \"failed\"}\n",
      "a.jsonl");
  EXPECT_EQ(table.columns, (Cells{"value", "constraint_1", "constraint_2", "param_lr", "state", "param_s"}));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].cells, (Cells{"2", "-1", "0.5", "0.1", "", ""}));
  EXPECT_EQ(table.rows[1].cells, (Cells{"", "", "", "0.2", "failed", "a { \" ["}));
  EXPECT_EQ(table.rows[1].line, 2u);
}

TEST(JsonRows, SaysWhatIsNoJson) {
  EXPECT_TRUE(
      message_of([] { read_json_rows("[{\"a\": 1},", "a.json"); }).starts_with("a.json: this is not JSON: "));
  EXPECT_EQ(message_of([] { read_json_rows("[]", "a.json"); }), "a.json: there is no JSON object in it");
  const TextTable table = read_json_rows("{\"a\": 1}\n{\"a\": }\n{\"a\": 2}\n{\"a\"", "a.jsonl");
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[1].problem, "this is not a JSON object");
  EXPECT_EQ(table.rows[1].line, 2u);
  EXPECT_EQ(table.rows[2].problem, "");
  EXPECT_EQ(table.rows[3].problem, "this is not a JSON object");
}

}  // namespace
}  // namespace craggy::runs
