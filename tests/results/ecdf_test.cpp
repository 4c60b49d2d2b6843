#include "results/ecdf.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using experiments::Record;
using testing::record_with;

// Naively, from the definition: a loop over targets and evaluations.
double naive_share(const Record& run, double reference, Targets targets, std::size_t evaluations) {
  double reached = 0.0;
  double all = 0.0;
  if (targets == Targets::difference) {
    for (int k = 0; k <= 50; ++k) {
      all += 1.0;
      if (run.best[evaluations - 1] - reference <= std::pow(10.0, 2.0 - k / 5.0)) reached += 1.0;
    }
    return reached / all;
  }
  for (const double target : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999}) {
    all += 1.0;
    const double first = std::min(run.best[0], run.best[1]);
    if ((first - run.best[evaluations - 1]) / (first - reference) >= target) reached += 1.0;
  }
  return reached / all;
}

TEST(ReachedTargets, AreThoseOfTheDefinition) {
  const Record run =
      record_with({.problem = "beale", .method = "latent"}, {57.0, 23.0, 23.0, 7.3, 1.7, 0.31, 3.3e-3, 2e-7});
  for (const Targets targets : {Targets::gap, Targets::difference})
    for (const double reference : {0.0, -0.125}) {
      const std::vector<double> shares = reached_targets(run, reference, targets, run.best.size());
      ASSERT_EQ(shares.size(), run.best.size());
      for (std::size_t n = 1; n <= shares.size(); ++n)
        EXPECT_NEAR(shares[n - 1], naive_share(run, reference, targets, n), 1e-12) << n;
    }
}

TEST(ReachedTargets, BeginAtNoneAndEndAtAll) {
  const Record run = record_with({.problem = "beale", .method = "latent"}, {1e3, 500.0, 0.0});
  EXPECT_EQ(reached_targets(run, 0.0, Targets::gap, 3), (std::vector<double>{0.0, 0.0, 1.0}));
  EXPECT_EQ(reached_targets(run, 0.0, Targets::difference, 3), (std::vector<double>{0.0, 0.0, 1.0}));
  EXPECT_EQ(reached_targets(run, 0.0, Targets::gap, 2).size(), 2U);
}

// (1 − 0.9)·10 above the minimum is 0.9 of the way, whatever the last bit says.
TEST(ReachedTargets, ForgiveTheLastBit) {
  const Record run = record_with({.problem = "beale", .method = "latent"}, {10.0, 10.0, 10.0 * (1.0 - 0.9)});
  EXPECT_NEAR(reached_targets(run, 0.0, Targets::gap, 3).back(), 9.0 / 12.0, 1e-12);
}

}  // namespace
}  // namespace craggy::results
