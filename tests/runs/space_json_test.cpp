// Parameters as JSON: every kind, with values of its own type.
#include "runs/space_json.hpp"

#include <gtest/gtest.h>

#include <craggy/space/grammar.hpp>

namespace craggy::runs {
namespace {

std::string json_of(std::string_view text) { return parameter_json(parse_parameter(text)).dump(); }

TEST(SpaceJson, EveryKindOfParameter) {
  EXPECT_EQ(json_of("x=float(-1,2.5)"),
            R"_({"name":"x","kind":"float","low":-1.0,"high":2.5,"log":false,"text":"x=float(-1,2.5)"})_");
  EXPECT_EQ(json_of("x=log(0.5,8)"),
            R"_({"name":"x","kind":"log","low":0.5,"high":8.0,"log":true,"text":"x=log(0.5,8)"})_");
  EXPECT_EQ(json_of("n=int(1,8)"),
            R"_({"name":"n","kind":"int","low":1,"high":8,"log":false,"text":"n=int(1,8)"})_");
  EXPECT_EQ(json_of("n=logint(1,8)"),
            R"_({"name":"n","kind":"logint","low":1,"high":8,"log":true,"text":"n=logint(1,8)"})_");
  EXPECT_EQ(
      json_of("s=step(0,1,0.25)"),
      R"_({"name":"s","kind":"step","low":0.0,"high":1.0,"log":false,"step":0.25,"text":"s=step(0,1,0.25)"})_");
  EXPECT_EQ(json_of("o=categorical(a,b)"),
            R"_({"name":"o","kind":"categorical","choices":["a","b"],"text":"o=categorical(a,b)"})_");
  EXPECT_EQ(json_of("b=bool"), R"_({"name":"b","kind":"bool","choices":[false,true],"text":"b=bool"})_");
}

TEST(SpaceJson, AConditionWithItsParent) {
  const auto json = parameters_json(
      Space({parse_parameter("opt=categorical(adam,sgd)"), parse_parameter("m=float(0,1) if opt == sgd")}));
  ASSERT_EQ(json.size(), 2U);
  EXPECT_FALSE(json[0].contains("condition"));
  EXPECT_EQ(json[1]["parent"], "opt");
  EXPECT_EQ(json[1]["condition"], "opt == sgd");
}

}  // namespace
}  // namespace craggy::runs
