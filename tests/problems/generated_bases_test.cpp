#include "problems/generated_bases.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy::problems {
namespace {

// All families, along the inputs and turned, in a few dimensions.
template <typename Check>
void for_each_base(Check check) {
  for (const std::string_view name : base_names)
    for (const bool turned : {false, true})
      for (const std::size_t dim : {2U, 3U, 6U}) {
        SCOPED_TRACE(std::string(name) + (turned ? ", turned, " : ", ") + std::to_string(dim));
        RandomStream stream(11 + dim);
        check(make_base(name, dim, turned, stream), dim);
      }
}

TEST(GeneratedBases, AreLowestAtTheirMinimiser) {
  for_each_base([](const Base& base, std::size_t dim) {
    ASSERT_EQ(base.argmin.size(), dim);
    EXPECT_NEAR(base.value(base.argmin), 0.0, 1e-9);
    RandomStream stream(12);
    double lowest = 1.0;
    for (int n = 0; n < 20000; ++n) {
      std::vector<double> u(dim);
      for (double& coordinate : u) coordinate = stream.uniform();
      lowest = std::min(lowest, base.value(u));
    }
    EXPECT_GE(lowest, -1e-9);
  });
}

TEST(GeneratedBases, HaveAScaleOfAboutOne) {
  for_each_base([](const Base& base, std::size_t dim) {
    RandomStream stream(13);
    int above = 0;
    for (int n = 0; n < 4000; ++n) {
      std::vector<double> u(dim);
      for (double& coordinate : u) coordinate = stream.uniform();
      above += base.value(u) > 1.0 ? 1 : 0;
    }
    EXPECT_NEAR(above / 4000.0, 0.05, 0.025);
  });
}

TEST(GeneratedBases, RefuseAnUnknownName) {
  RandomStream stream(14);
  EXPECT_THROW(make_base("bowls", 2, false, stream), InvalidArgument);
}

}  // namespace
}  // namespace craggy::problems
