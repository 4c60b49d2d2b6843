#include "execution/value_pattern.hpp"

#include <string>

#include <gtest/gtest.h>

#include "execution/output.hpp"
#include "support/message_of.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::message_of;

TEST(ValuePattern, TheFirstGroupOfTheLastMatch) {
  const ValuePattern pattern(R"(loss[=:]\s*([-+.\deE]+)( nats)?)");
  EXPECT_EQ(pattern.last_match("epoch 3 loss: 0.25 nats"), "0.25");
  EXPECT_EQ(pattern.last_match("loss=1 loss=2 loss=-3e-4"), "-3e-4");
  EXPECT_EQ(pattern.last_match("accuracy 0.9"), std::nullopt);
  EXPECT_EQ(pattern.last_match(""), std::nullopt);
  EXPECT_EQ(pattern.last_match("\xff\xfe loss:7 \xff"), "7");
}

TEST(ValuePattern, EmptyMatchesComeToAnEnd) {
  EXPECT_EQ(ValuePattern("(x*)").last_match("axxb"), "");
  EXPECT_EQ(ValuePattern("a|(b)").last_match("ba"), "b");
}

TEST(ValuePattern, NoPatternTakesForever) {
  EXPECT_EQ(ValuePattern("(a+)+$").last_match(std::string(longest_line, 'a') + "b"), std::nullopt);
}

TEST(ValuePattern, SaysWhatIsWrong) {
  EXPECT_EQ(message_of([] { ValuePattern("loss: ("); }),
            "the pattern of the value is 'loss: (', but it is no regular expression: missing ): loss: (");
  EXPECT_EQ(message_of([] { ValuePattern("loss: .*"); }),
            "the pattern of the value is 'loss: .*', but it needs a group around the number, as in 'loss: "
            "([0-9.]+)'");
}

}  // namespace
}  // namespace craggy::execution
