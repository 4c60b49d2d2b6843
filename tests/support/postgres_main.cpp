// The main function of tests that need a PostgreSQL server: starts it once, and ends it with the program.
#include <cstdio>
#include <memory>

#include <gtest/gtest.h>

#include "support/postgres_server.hpp"

namespace craggy::testing {
namespace {

std::unique_ptr<PostgresCluster>& server() {
  static std::unique_ptr<PostgresCluster> the_one;
  return the_one;
}

}  // namespace

PostgresCluster& postgres_server() {
  if (!server()) server() = std::make_unique<PostgresCluster>();
  return *server();
}

}  // namespace craggy::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (craggy::testing::PostgresCluster::programs().empty()) {
    std::puts("PostgreSQL is not installed (Debian's package postgresql), so its tests are left out");
    return 0;
  }
  const int code = RUN_ALL_TESTS();
  craggy::testing::server().reset();
  return code;
}
