#include "execution/braces.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::message_of;

[[noreturn]] void refuse(const std::string& rule) { throw InvalidArgument(rule); }

/// The parts of a text, placeholders as <name>.
std::string split(const std::string& text) {
  std::string all;
  for (const BracePart& part : split_at_braces(text, refuse))
    all += part.is_placeholder ? "<" + part.text + ">" : "[" + part.text + "]";
  return all;
}

std::string split_error(const std::string& text) {
  return message_of<InvalidArgument>([&] { split(text); });
}

TEST(Braces, SplitATextIntoWhatStaysAndWhatStandsForSomething) {
  EXPECT_EQ(split("--lr={lr}"), "[--lr=]<lr>");
  EXPECT_EQ(split("{a}{b}"), "<a><b>");
  EXPECT_EQ(split("plain"), "[plain]");
  EXPECT_EQ(split(""), "[]");
}

TEST(Braces, ThatAreDoubledAreBraces) {
  EXPECT_EQ(split("{{{lr}}}"), "[{]<lr>[}]");
  EXPECT_EQ(split("{{lr}}"), "[{lr}]");
}

TEST(Braces, ThatStandAloneAreRefused) {
  EXPECT_NE(split_error("a } b").find("'}' that closes nothing"), std::string::npos);
  for (const char* open : {"a { b", "{a{b}"})
    EXPECT_NE(split_error(open).find("'{' that is not closed"), std::string::npos) << open;
}

TEST(Braces, ANameThatIsNotKnownIsGuessed) {
  const std::vector<std::string> known = {"lr", "momentum"};
  EXPECT_EQ(find_placeholder("momentum", known, refuse), 1u);
  EXPECT_EQ(message_of<InvalidArgument>([&] { find_placeholder("momentun", known, refuse); }),
            "there is no parameter 'momentun'; did you mean '{momentum}'?");
  EXPECT_EQ(message_of<InvalidArgument>([&] { find_placeholder("", known, refuse); }),
            "there is no parameter ''; there are lr, momentum; write '{{' and '}}' for braces");
}

}  // namespace
}  // namespace craggy::execution
