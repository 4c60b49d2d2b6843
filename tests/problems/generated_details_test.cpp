#include "problems/generated_details.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy::problems {
namespace {

std::vector<double> uniform_point(std::size_t dim, RandomStream& stream) {
  std::vector<double> u(dim);
  for (double& coordinate : u) coordinate = stream.uniform();
  return u;
}

TEST(GeneratedDetails, AreNothingAtTheAnchorAndAtMostOne) {
  RandomStream stream(21);
  for (int n = 0; n < 200; ++n) {
    DetailTraits traits = draw_detail_traits(stream);
    if (traits.name == "none" || traits.name == "plateaus") continue;
    SCOPED_TRACE(traits.name + " " + traits.along + " " + traits.joined + " " + traits.where);
    traits.anchored = true;
    const std::size_t dim = 1 + stream.below(6);
    const std::vector<double> anchor = uniform_point(dim, stream);
    const Detail detail = make_detail(traits, anchor, stream);
    EXPECT_NEAR(detail.value(anchor), 0.0, 1e-8);
    for (int k = 0; k < 200; ++k) {
      const double value = detail.value(uniform_point(dim, stream));
      EXPECT_GE(value, 0.0);
      EXPECT_LE(value, 1.0);
    }
  }
}

TEST(GeneratedDetails, AreWhereTheyShouldBe) {
  RandomStream stream(22);
  const std::vector<double> anchor = {0.5, 0.5};
  const auto share_nonzero = [&](const std::string& where, double from, double to) {
    const Detail detail = make_detail({"oscillation", "inputs", "sum", where, false}, anchor, stream);
    int inside = 0;
    int nonzero = 0;
    for (int n = 0; n < 4000; ++n) {
      const std::vector<double> u = uniform_point(2, stream);
      const double distance = std::max(std::abs(u[0] - 0.5), std::abs(u[1] - 0.5));
      if (distance < from || distance > to) continue;
      ++inside;
      nonzero += detail.value(u) > 1e-6 ? 1 : 0;
    }
    return static_cast<double>(nonzero) / inside;
  };
  EXPECT_GT(share_nonzero("everywhere", 0.0, 0.5), 0.95);
  EXPECT_NEAR(share_nonzero("half", 0.0, 0.5), 0.5, 0.05);
  EXPECT_EQ(share_nonzero("away", 0.0, 0.15), 0.0);
  EXPECT_GT(share_nonzero("away", 0.4, 0.5), 0.95);
  EXPECT_EQ(share_nonzero("around", 0.4, 0.5), 0.0);
  EXPECT_GT(share_nonzero("around", 0.0, 0.15), 0.95);
}

TEST(GeneratedDetails, ComeInAllKinds) {
  RandomStream stream(23);
  std::set<std::string> names;
  for (int n = 0; n < 200; ++n) names.insert(draw_detail_traits(stream).name);
  EXPECT_EQ(names.size(), detail_names.size());
}

TEST(GeneratedDetails, OfNoneAndPlateausThereAreNone) {
  RandomStream stream(24);
  for (const char* name : {"none", "plateaus", "sawtooth"})
    EXPECT_THROW(make_detail({name, "inputs", "sum", "everywhere", true}, {0.5}, stream), InvalidArgument);
}

}  // namespace
}  // namespace craggy::problems
