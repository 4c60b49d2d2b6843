#include "json_output.hpp"

#include <cmath>
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
  EXPECT_EQ(written({{"raw", NAN}}), "{\n  \"raw\": null\n}\n");
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
