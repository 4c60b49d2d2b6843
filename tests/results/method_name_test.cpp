#include "results/method_name.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace craggy::results {
namespace {

TEST(MethodName, SplitsIntoSurrogateAndModifiers) {
  const MethodName name = split_method("latent:sampled:sigma_h=0.1d+0");
  EXPECT_EQ(name.surrogate, "latent");
  EXPECT_EQ(name.modifiers, (std::vector<std::string>{"sampled", "sigma_h=0.1d+0"}));
  EXPECT_TRUE(name.has("sampled"));
  EXPECT_FALSE(name.has("lcb"));
  EXPECT_FALSE(name.is_peer);
  EXPECT_TRUE(split_method("craggy").modifiers.empty());
}

TEST(MethodName, PeersAndRandomSearchAreNoSurrogates) {
  EXPECT_TRUE(split_method("peer/botorch").is_peer);
  EXPECT_EQ(split_method("peer/botorch").surrogate, "peer/botorch");
  EXPECT_TRUE(split_method("random").is_peer);
}

TEST(MethodName, TitlesAreThoseOfThePaper) {
  EXPECT_EQ(method_title("noiseless"), "GP");
  EXPECT_EQ(method_title("warped"), "Warped GP");
  EXPECT_EQ(method_title("heteroscedastic:lcb"), "Heterosced GP, lcb");
  EXPECT_EQ(method_title("latent"), "LGP");
  EXPECT_EQ(method_title("craggy"), "craggy");
  EXPECT_EQ(method_title("student_t:ard"), "student_t, ard");
  EXPECT_EQ(method_title("peer/optuna-tpe"), "optuna-tpe");
  EXPECT_EQ(method_title("random"), "random");
}

TEST(MethodName, ColumnsComeInTheOrderOfThePaper) {
  const std::vector<std::string> expected = {
      "noiseless",     "warped",     "homoscedastic",  "heteroscedastic", "latent",    "craggy", "student_t",
      "noiseless:lcb", "latent:lcb", "latent:sampled", "peer/botorch",    "peer/hebo", "random"};
  std::vector<std::string> methods = expected;
  std::reverse(methods.begin(), methods.end());
  std::sort(methods.begin(), methods.end(), method_before);
  EXPECT_EQ(methods, expected);
}

}  // namespace
}  // namespace craggy::results
