#include "json_output.hpp"

#include <cmath>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

std::string written(const Json& document) {
  std::ostringstream out;
  write_json(out, document);
  return out.str();
}

TEST(JsonOutput, NumbersThatAreNotFiniteAreNull) {
  EXPECT_EQ(json_number(NAN), nullptr);
  EXPECT_EQ(json_number(-INFINITY), nullptr);
  EXPECT_EQ(json_numbers(std::vector<double>{1.5, INFINITY}).dump(), "[1.5,null]");
  EXPECT_EQ(json_numbers((Vector(2) << NAN, -2.0).finished()).dump(), "[null,-2.0]");
  EXPECT_EQ(written({{"raw", NAN}}), "{\n  \"raw\": null\n}\n");
}

TEST(JsonOutput, NumbersReadBackAsTheSameDouble) {
  for (const double value : {0.1, -20.6003183996784063, 1e-300, std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min(), 1.0 / 3.0})
    EXPECT_EQ(Json::parse(json_number(value).dump()).get<double>(), value);
}

TEST(JsonOutput, IndentsObjectsAndKeepsNumbersOnOneLine) {
  EXPECT_EQ(written({{"b", 1}, {"a", {1.0, 2.0}}, {"c", Json::array({{{"d", "\""}}, {{"e", nullptr}}})}}),
            "{\n  \"b\": 1,\n  \"a\": [1.0,2.0],\n  \"c\": [\n    {\n      \"d\": \"\\\"\"\n    },\n    {\n  "
            "    \"e\": "
            "null\n    }\n  ]\n}\n");
  EXPECT_EQ(written(Json::object()), "{}\n");
  EXPECT_EQ(written(Json::array()), "[]\n");
}

}  // namespace
}  // namespace craggy::cli
