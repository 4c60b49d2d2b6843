#include "base/bytes.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy {
namespace {

TEST(Bytes, ComeBackBitByBit) {
  ByteWriter writer("magic");
  writer.number(-0.0);
  writer.number(5e-324);
  writer.number(std::numeric_limits<double>::quiet_NaN());
  writer.text(std::string("a\0b", 3));
  writer.numbers(std::vector<double>{1.5, -2.5});
  writer.numbers({});
  ByteReader reader("a thing", "magic", writer.bytes());
  EXPECT_TRUE(std::signbit(reader.number()));
  EXPECT_EQ(reader.number(), 5e-324);
  EXPECT_TRUE(std::isnan(reader.number()));
  EXPECT_EQ(reader.text(), std::string("a\0b", 3));
  EXPECT_EQ(reader.numbers(), (std::vector<double>{1.5, -2.5}));
  EXPECT_TRUE(reader.numbers().empty());
  reader.finish();
}

TEST(Bytes, WhatIsNotThereIsAMistake) {
  const auto message = [](std::string_view bytes) {
    return testing::message_of([&] {
      ByteReader reader("a thing", "magic", bytes);
      reader.text();
      reader.finish();
    });
  };
  ByteWriter writer("magic");
  writer.text("hello");
  const std::string& bytes = writer.bytes();
  EXPECT_EQ(message(bytes), "(no error)");
  EXPECT_EQ(message("other"), "these bytes are not a thing");
  EXPECT_EQ(message(bytes + "!"), "these bytes are not a thing");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(message(bytes.substr(0, size)), "these bytes are not a thing") << size;
  // A count that no memory could hold.
  ByteWriter huge("magic");
  huge.count(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(message(huge.bytes()), "these bytes are not a thing");
}

}  // namespace
}  // namespace craggy
