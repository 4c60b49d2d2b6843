#include "testbeds/value_servers.hpp"

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::testbeds {
namespace {

// Says back what it hears.
ValueServers echo() {
  return ValueServers([] { return LineProcessOptions{.command = {"sed", "-u", "s/^/value /"}}; });
}

TEST(ValueServers, GiveTheNumber) {
  ValueServers servers = echo();
  EXPECT_EQ(servers.ask("2.5", "two and a half"), 2.5);
  EXPECT_EQ(servers.ask("-1e-300", "very little"), -1e-300);
}

TEST(ValueServers, WhatIsNoNumberIsAnError) {
  ValueServers servers = echo();
  EXPECT_EQ(testing::error_of([&] { servers.ask("nan", "it"); }),
            "it: the helper said 'value nan', but it has to say 'value V' or 'error TEXT'");
  EXPECT_EQ(servers.ask("3", "it"), 3.0);
}

TEST(ValueServers, HandErrorsOn) {
  ValueServers servers([] { return LineProcessOptions{.command = {"sed", "-u", "s/^/error no /"}}; });
  EXPECT_EQ(testing::error_of([&] { servers.ask("luck", "it"); }), "it: no luck");
}

}  // namespace
}  // namespace craggy::testbeds
