#include "numbers.hpp"

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::message_of;

TEST(Numbers, ReadsOnlyWholeTexts) {
  EXPECT_EQ(to_double(" -1.5e3\t"), -1500.0);
  EXPECT_EQ(to_double("+2"), 2.0);
  EXPECT_EQ(to_double(".5"), 0.5);
  for (const char* text : {"", " ", "-", "+", "+-2", "1.5x", "1 2", "0x10", "1,5", "1e999"})
    EXPECT_FALSE(to_double(text).has_value()) << text;
}

TEST(Numbers, ErrorsNameTheOption) {
  EXPECT_EQ(message_of([] { parse_double("--jitter", "small"); }),
            "--jitter is 'small', but it has to be a finite number");
  EXPECT_EQ(message_of([] { parse_double("--jitter", "inf"); }),
            "--jitter is 'inf', but it has to be a finite number");
  EXPECT_EQ(message_of([] { parse_whole("--trials", "0", 1); }),
            "--trials is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(message_of([] { parse_whole("--trials", "2.5", 1); }),
            "--trials is '2.5', but it has to be a whole number of at least 1");
  EXPECT_EQ(message_of([] { parse_unsigned("--seed", "-1"); }),
            "--seed is '-1', but it has to be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(parse_unsigned("--seed", "18446744073709551615"), 18446744073709551615U);
}

TEST(Numbers, ListsNameTheCoordinate) {
  EXPECT_EQ(parse_list("x", " -1, 2.5,3e-2"), (std::vector<double>{-1.0, 2.5, 0.03}));
  EXPECT_EQ(message_of([] { parse_list("x", "1,,2"); }), "x2 is '', but it has to be a finite number");
  EXPECT_EQ(message_of([] { parse_list("x", "1,two"); }), "x2 is 'two', but it has to be a finite number");
}

TEST(Numbers, ExactNumbersReadBack) {
  EXPECT_EQ(exact_number(0.1), "0.1");
  EXPECT_EQ(to_double(exact_number(-20.600318399678406)), -20.600318399678406);
  EXPECT_EQ(to_double(exact_number(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(short_number(-20.600318399678406), "-20.6003");
}

TEST(Numbers, Durations) {
  EXPECT_EQ(duration(0.04), "0.0 s");
  EXPECT_EQ(duration(9.94), "9.9 s");
  EXPECT_EQ(duration(9.96), "10 s");
  EXPECT_EQ(duration(59.4), "59 s");
  EXPECT_EQ(duration(59.6), "1 min 00 s");
  EXPECT_EQ(duration(185.0), "3 min 05 s");
  EXPECT_EQ(duration(7805.0), "2 h 10 min");
}

TEST(Numbers, DurationsAsPeopleWriteThem) {
  using std::chrono::milliseconds;
  EXPECT_EQ(parse_duration("t", "90s"), milliseconds(90'000));
  EXPECT_EQ(parse_duration("t", "10m"), milliseconds(600'000));
  EXPECT_EQ(parse_duration("t", "10min"), milliseconds(600'000));
  EXPECT_EQ(parse_duration("t", " 1.5 h "), milliseconds(5'400'000));
  EXPECT_EQ(parse_duration("t", "2d"), milliseconds(172'800'000));
  EXPECT_EQ(parse_duration("t", "250ms"), milliseconds(250));
  EXPECT_EQ(parse_duration("t", "3"), milliseconds(3000));
  EXPECT_EQ(parse_duration("t", "1h30m"), milliseconds(5'400'000));
  EXPECT_EQ(parse_duration("t", "1d 2h 3m 4.5s 6ms"), milliseconds(93'784'506));
  for (const char* text :
       {"", "s", "0", "-1s", "1y", "1h30", "30m1h", "1h1h", "h30m", "nan", "inf", "1e300h", "11y", "4000d"})
    EXPECT_EQ(message_of([&] { parse_duration("--timeout", text); }),
              "--timeout is '" + std::string(text) +
                  "', but it has to be a time such as 500ms, 90s, 10m, 1h30m or 2d");
}

}  // namespace
}  // namespace craggy::cli
