#include "progress.hpp"

#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

std::string shown(const Terminal& terminal, ProgressStyle style) {
  std::ostringstream err;
  {
    Progress progress(err, terminal, style);
    for (std::size_t step = 1; step <= 5; ++step) progress.show(step, 5, "step " + std::to_string(step));
  }
  return err.str();
}

TEST(Progress, RewritesItsLineOnATerminalAndClearsItAtTheEnd) {
  Terminal terminal;
  terminal.live_errors = true;
  terminal.columns = 6;
  EXPECT_EQ(shown(terminal, {}), "\rstep \x1b[K\rstep \x1b[K\rstep \x1b[K\rstep \x1b[K\rstep \x1b[K\r\x1b[K");
  EXPECT_EQ(shown(terminal, {.quiet = true}), "");
}

TEST(Progress, IsPlainOrSilentElsewhere) {
  EXPECT_EQ(shown({}, {}), "");
  EXPECT_EQ(shown({}, {.plain_every = 2}), "step 2\nstep 4\nstep 5\n");
  EXPECT_EQ(shown({}, {.quiet = true, .plain_every = 2}), "");
}

TEST(Progress, TimeLeftGrowsWithTheHistory) {
  std::vector<double> seconds;
  for (int trial = 1; trial <= 10; ++trial) seconds.push_back(0.3 * trial * trial);
  EXPECT_NEAR(seconds_left(seconds, 12), 0.3 * (121.0 + 144.0), 1e-9);
  EXPECT_EQ(seconds_left(seconds, 10), 0.0);
  EXPECT_EQ(seconds_left({}, 10), 0.0);
}

}  // namespace
}  // namespace craggy::cli
