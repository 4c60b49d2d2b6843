#include "runs/iso_time.hpp"

#include <gtest/gtest.h>

#include "runs/texts.hpp"

namespace craggy::runs {
namespace {

TEST(IsoTime, ComesBackToTheMicrosecond) {
  for (const std::int64_t count : {0L, 1L, 1768723200123456L, -1L, 951782399999999L}) {
    const Timestamp time{std::chrono::microseconds(count)};
    EXPECT_EQ(parse_iso_time(iso_time(time)), time) << iso_time(time);
  }
  EXPECT_EQ(parse_iso_time("1970-01-01T00:00:01Z"), Timestamp(std::chrono::seconds(1)));
}

TEST(IsoTime, OtherTextsAreNone) {
  for (const char* text :
       {"", "2026-11-16", "2026-13-16T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-16T24:00:00Z",
        "2026-11-16T08:15:00", "2026-11-16T08:15:00.25Z", "2026-11-16T08:15:00Zx", "16.11.2026 08:15"})
    EXPECT_FALSE(parse_iso_time(text)) << text;
}

}  // namespace
}  // namespace craggy::runs
