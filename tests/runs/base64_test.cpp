#include "runs/base64.hpp"

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

TEST(Base64, TheExamplesOfTheStandard) {
  const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(parse_base64(text), bytes);
  }
}

TEST(Base64, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  EXPECT_EQ(parse_base64(to_base64(bytes)), bytes);
}

TEST(Base64, OtherTextsAreRefused) {
  for (const char* text : {"Z", "Zg=", "Zg=x", "=g==", "Zg==Zg==", "Z(==", "Zm9v\n"})
    EXPECT_FALSE(parse_base64(text)) << text;
}

}  // namespace
}  // namespace craggy::runs
