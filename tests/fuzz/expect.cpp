#include <cstdio>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace craggy::fuzz {

void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", promise);
  std::abort();
}

}  // namespace craggy::fuzz
