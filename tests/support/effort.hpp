// How long the tests may take: CRAGGY_TEST_EFFORT=full in the environment asks for the long counts.
#pragma once

#include <cstdlib>
#include <string_view>

namespace craggy::testing {

inline bool full_effort() {
  const char* effort = std::getenv("CRAGGY_TEST_EFFORT");
  return effort != nullptr && std::string_view(effort) == "full";
}

}  // namespace craggy::testing
