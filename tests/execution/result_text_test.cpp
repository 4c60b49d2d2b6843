#include "execution/result_text.hpp"

#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "execution/output.hpp"

namespace craggy::execution {
namespace {

Result good(const std::string& text) {
  const ParsedResult parsed = parse_result(text);
  if (const auto* problem = std::get_if<NoResult>(&parsed)) ADD_FAILURE() << text << ": " << problem->reason;
  return std::holds_alternative<Result>(parsed) ? std::get<Result>(parsed) : Result{-12345.0};
}

std::string bad(const std::string& text) {
  const ParsedResult parsed = parse_result(text);
  return std::holds_alternative<NoResult>(parsed) ? std::get<NoResult>(parsed).reason : "(a result)";
}

TEST(ResultText, Numbers) {
  EXPECT_EQ(good("0.25"), Result{0.25});
  EXPECT_EQ(good(" -1e-3\r\n"), Result{-1e-3});
  EXPECT_EQ(good("+7"), Result{7.0});
  EXPECT_EQ(good("1e308").value, 1e308);
  EXPECT_EQ(good("5e-324").value, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(good("1e-400").value, 0.0);
}

TEST(ResultText, WhatIsNoFiniteNumber) {
  EXPECT_EQ(bad("1e999"), "'1e999' is outside the range of a double");
  EXPECT_EQ(bad("-1e9999"), "'-1e9999' is outside the range of a double");
  EXPECT_EQ(bad("nan"), "'nan' is not a finite number");
  EXPECT_EQ(bad("NaN"), "'NaN' is not a finite number");
  EXPECT_EQ(bad("-inf"), "'-inf' is not a finite number");
  EXPECT_EQ(bad("loss 0.5"), "'loss 0.5' is not a number");
  EXPECT_EQ(bad("0,5"), "'0,5' is not a number");
  EXPECT_EQ(bad("1 2"), "'1 2' is not a number");
  EXPECT_EQ(bad("+-1"), "'+-1' is not a number");
  EXPECT_EQ(bad("0x10"), "'0x10' is not a number");
  EXPECT_EQ(bad(" \n"), "there is nothing but blanks");
  EXPECT_EQ(bad("\x1b[2J\xff"), R"('\x1b[2J\xff' is not a number)");
}

TEST(ResultText, Objects) {
  EXPECT_EQ(good(R"({"value": 3})"), Result{3.0});
  EXPECT_EQ(good(R"({"value": 0.5, "constraints": [-1, 0.25], "noise": 0.1})"),
            (Result{0.5, {-1.0, 0.25}, 0.1}));
  EXPECT_EQ(good("{\n  \"noise\": 0,\n  \"value\": -2e-3\n}\n"), (Result{-2e-3, {}, 0.0}));
}

TEST(ResultText, ObjectsThatAreNoResult) {
  EXPECT_EQ(bad(R"({"value": 1, "value": 2})"), "the result has \"value\" twice");
  EXPECT_EQ(bad("{}"), "the result has no \"value\"");
  EXPECT_EQ(bad(R"({"value": null})"), "\"value\" is null, but it has to be a finite number");
  EXPECT_EQ(bad(R"({"value": "1"})"), "\"value\" is \"1\", but it has to be a finite number");
  EXPECT_EQ(bad(R"({"value": true})"), "\"value\" is true, but it has to be a finite number");
  EXPECT_EQ(
      bad(R"({"value": 1, "constraint": [1]})"),
      "a result has \"value\", \"constraints\" and \"noise\", but no \"constraint\"; is it \"constraints\"?");
  EXPECT_EQ(bad(R"({"value": 1, "constraints": 1})"), "\"constraints\" is not a list of numbers");
  EXPECT_EQ(bad(R"({"value": 1, "constraints": [null]})"),
            "\"constraints\" is null, but it has to be a finite number");
  EXPECT_EQ(bad(R"({"value": 1, "noise": -1})"),
            "\"noise\" is -1, but a standard deviation has to be at least 0");
  EXPECT_EQ(bad(R"({"value": NaN})"),
            R"('{"value": NaN}' is not valid JSON: it knows no NaN and no Infinity)");
  EXPECT_EQ(bad(R"({"value":-Infinity})"),
            R"('{"value":-Infinity}' is not valid JSON: it knows no NaN and no Infinity)");
  EXPECT_EQ(bad(R"({"value": 1e999})"), R"('{"value": 1e999}' has a number outside the range of a double)");
  EXPECT_EQ(bad(R"({"value": 1)"), R"('{"value": 1' is not valid JSON: its end is missing)");
  EXPECT_EQ(bad("{"), "'{' is not valid JSON: its end is missing");
  EXPECT_EQ(bad("{'value': 1}"), "'{'value': 1}' is not valid JSON: texts stand in double quotes");
  EXPECT_EQ(bad(R"({"value": 1} done)"),
            R"('{"value": 1} done' is not valid JSON: from character 14 on, 'done', it makes no sense)");
  EXPECT_EQ(bad("}"),
            "'}' ends JSON that begins elsewhere; it has to be one line of output, or the result file");
}

TEST(ResultText, NumbersAmongWords) {
  for (const char* text : {"loss: 0.3", "loss=0.3", "0.3 after 7 epochs", "step 1 "})
    EXPECT_TRUE(has_number_among_words(text)) << text;
  for (const char* text : {"", "done", "loss: none", "v1.2", "0.3", R"({"value": 3 4})", "loss nan", ": ="})
    EXPECT_FALSE(has_number_among_words(text)) << text;
}

TEST(ResultText, DeepNestingDoesNoHarm) {
  EXPECT_NE(bad(R"({"value":)" + std::string(longest_line, '[')), "(a result)");
  const std::size_t depth = longest_line / 2 - 10;
  EXPECT_EQ(bad(R"({"value":)" + std::string(depth, '[') + std::string(depth, ']') + "}"),
            "\"value\" is a list, but it has to be a finite number");
}

}  // namespace
}  // namespace craggy::execution
