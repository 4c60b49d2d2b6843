#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

class PosteriorCommand : public ::testing::Test {
 protected:
  static std::vector<std::string> args(const std::vector<std::string>& more, const std::string& data) {
    std::vector<std::string> all = {"posterior", "--data", data};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::vector<std::string> args(const std::vector<std::string>& more) const { return args(more, data_); }
  std::vector<std::string> cheap(std::vector<std::string> more) const {
    more.insert(more.end(), {"--at", at_, "--chains", "2", "--warmup", "60", "--draws", "40", "--seed", "1"});
    return args(more);
  }
  static json result(const std::vector<std::string>& arguments) {
    const Outcome outcome = run_craggy(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return json::parse(outcome.out);
  }

  testing::TemporaryFolder folder_;
  std::string data_ =
      folder_.file("D.csv", "x1,x2,y\n0.1,0.2,105\n0.9,0.4,95\n0.5,0.8,110\n0.3,0.6,100\n0.7,0.1,90\n");
  std::string at_ = folder_.file("P.csv", "x1,x2\n0.7,0.1\n0.2,0.9\n0.6,0.5\n");
};

TEST_F(PosteriorCommand, PredictsOnTheScaleOfTheOutputs) {
  const json answer = result(cheap({"--surrogate", "noiseless", "--json"}));
  for (const char* key : {"mean", "sd", "variance", "ei", "lower", "upper"})
    ASSERT_EQ(answer[key].size(), 3U) << key;
  // A noiseless GP at a point that it has seen, the best one.
  EXPECT_NEAR(answer["mean"][0].get<double>(), 90.0, 0.1);
  EXPECT_NEAR(answer["sd"][0].get<double>(), 0.0, 0.1);
  for (std::size_t m = 0; m < 3; ++m) {
    const double sd = answer["sd"][m];
    EXPECT_NEAR(answer["variance"][m].get<double>(), sd * sd, 1e-12 * sd * sd);
    EXPECT_LE(answer["lower"][m].get<double>(), answer["mean"][m].get<double>());
    EXPECT_GE(answer["upper"][m].get<double>(), answer["mean"][m].get<double>());
    EXPECT_GE(answer["ei"][m].get<double>(), 0.0);
  }
  EXPECT_GT(answer["sd"][1].get<double>(), 0.5);
  for (const char* key :
       {"rhat_max", "ess_min", "divergences", "jitter_raises", "draws", "chains", "seconds"})
    EXPECT_TRUE(answer["diagnostics"].contains(key)) << key;
  EXPECT_EQ(answer["diagnostics"]["draws"], 40);
  EXPECT_EQ(answer["diagnostics"]["chains"], 0);  // quadrature
  const json sampled = result(cheap({"--surrogate", "latent", "--json"}));
  EXPECT_EQ(sampled["diagnostics"]["draws"], 40);
  EXPECT_EQ(sampled["diagnostics"]["chains"], 2);
}

TEST_F(PosteriorCommand, NoiseMayBeAddedToASurrogate) {
  const json added = result(cheap({"--surrogate", "noiseless", "--noisy", "--json"}));
  EXPECT_EQ(added["mean"], result(cheap({"--surrogate", "homoscedastic", "--json"}))["mean"]);
  EXPECT_NE(added["mean"], result(cheap({"--surrogate", "noiseless", "--json"}))["mean"]);
}

// Twice the outputs is a power of two: the standardised ones, and so the draws, are the same to the last bit.
TEST_F(PosteriorCommand, FollowsTheUnitsOfTheOutputs) {
  const json before = result(cheap({"--surrogate", "latent", "--sigma-h", "0.1", "--json"}));
  data_ = folder_.file("doubled.csv",
                       "x1,x2,y\n0.1,0.2,210\n0.9,0.4,190\n0.5,0.8,220\n0.3,0.6,200\n0.7,0.1,180\n");
  const json after = result(cheap({"--surrogate", "latent", "--sigma-h", "0.1", "--json"}));
  for (const char* key : {"mean", "lower", "upper", "sd", "ei"})
    for (std::size_t m = 0; m < 3; ++m) {
      const double expected = 2.0 * before[key][m].get<double>();
      EXPECT_NEAR(after[key][m].get<double>(), expected, 1e-12 * expected) << key;
    }
}

TEST_F(PosteriorCommand, TheScaleIsAbsoluteOrInDiagonals) {
  const auto mean = [&](const std::string& scale) {
    return result(cheap({"--surrogate", "latent", "--sigma-h", scale, "--json"}))["mean"];
  };
  const json absolute = mean("0.2");
  EXPECT_NE(mean("0.2d"), absolute);
  // 0.1·√2 and the default, 0.1d.
  EXPECT_EQ(mean("0.1d"), result(cheap({"--json"}))["mean"]);
  EXPECT_EQ(mean("0"), result(cheap({"--surrogate", "noiseless", "--json"}))["mean"]);
}

TEST_F(PosteriorCommand, TheSeedDecides) {
  const auto mean = [&](const std::string& seed) {
    return result(args({"--at", at_, "--warmup", "20", "--draws", "8", "--seed", seed, "--json"}))["mean"];
  };
  EXPECT_EQ(mean("3"), mean("3"));
  EXPECT_NE(mean("3"), mean("4"));
}

TEST_F(PosteriorCommand, TextHasATableAndTheDiagnostics) {
  const Outcome outcome = run_craggy(cheap({"--surrogate", "noiseless"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("97.5 %"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("40 points of a quadrature in "), std::string::npos) << outcome.out;
  const Outcome sampled = run_craggy(cheap({"--surrogate", "latent"}));
  EXPECT_NE(sampled.out.find("40 draws from 2 chains in "), std::string::npos) << sampled.out;
}

TEST_F(PosteriorCommand, ConstantOutputsAreFine) {
  data_ = folder_.file("constant.csv", "x1,x2,y\n0.1,0.2,7\n0.9,0.4,7\n");
  const json answer = result(cheap({"--surrogate", "noiseless", "--json"}));
  EXPECT_NEAR(answer["mean"][0].get<double>(), 7.0, 1e-9);
}

// One observation at 0 with the noiseless GP: y is centred to 0, so that the density is
// log N(0; 0, 1 + jitter) + log N(log l; 0, 1), whatever l is.
TEST_F(PosteriorCommand, DensityNeedsNoFit) {
  const std::string data = folder_.file("one.csv", "x1,y\n0,3\n");
  const std::string points = folder_.file("U.csv", "log_l\n0.5\n-2\n");
  const json answer = result(args({"--surrogate", "noiseless", "--density-at", points, "--json"}, data));
  const double pi = std::acos(-1.0);
  for (std::size_t m = 0; m < 2; ++m) {
    const double u = m == 0 ? 0.5 : -2.0;
    const double expected = -0.5 * std::log(2.0 * pi * (1.0 + 1e-6)) - 0.5 * std::log(2.0 * pi) - 0.5 * u * u;
    EXPECT_NEAR(answer["log_density"][m].get<double>(), expected, 1e-12);
    EXPECT_NEAR(answer["gradient"][m][0].get<double>(), -u, 1e-12);
  }
  EXPECT_FALSE(answer.contains("mean"));
  EXPECT_EQ(answer["coordinates"], json({"lengthscale"}));
}

TEST_F(PosteriorCommand, DensityIsNullWhereThereIsNone) {
  const std::string data = folder_.file("same.csv", "x1,y\n0.5,3\n0.5,4\n");
  const std::string points = folder_.file("U.csv", "800\n0\n");
  const json answer = result(
      args({"--surrogate", "noiseless", "--density-at", points, "--jitter", "1e-300", "--json"}, data));
  EXPECT_EQ(answer["log_density"][0], nullptr);
  EXPECT_EQ(answer["gradient"][0], json::array({nullptr}));
}

TEST_F(PosteriorCommand, LabelsHaveNoGradient) {
  const std::string data = folder_.file("two.csv", "x1,y\n0.1,3\n0.5,4\n");
  const std::string points = folder_.file("U.csv", "0,-4,0,-2,0,1\n");
  const json answer = result(args({"--surrogate", "contaminated", "--density-at", points, "--json"}, data));
  EXPECT_TRUE(answer["gradient"][0][3].is_number());
  EXPECT_EQ(answer["gradient"][0][4], nullptr);
  EXPECT_EQ(answer["gradient"][0][5], nullptr);
  EXPECT_EQ(answer["coordinates"][5], "label[2]");
  const std::string bad = folder_.file("bad.csv", "0,-4,0,-2,0,0.5\n");
  EXPECT_EQ(misuse(args({"--surrogate", "contaminated", "--density-at", bad}, data)),
            bad + ", line 1, column 6: a label has to be 0 or 1");
}

TEST_F(PosteriorCommand, SaysWhatIsWrongWithTheFiles) {
  EXPECT_EQ(misuse({"posterior", "--at", at_}), "the store is 'craggy.db', but there is no such file")
      << "without --data it is about a study";
  EXPECT_EQ(misuse(args({})), "--at is missing: a CSV file with the columns x1,x2,... (or --density-at)");
  EXPECT_EQ(misuse(args({"--at", "none.csv"})), "none.csv: cannot be opened: No such file or directory");
  const std::string narrow = folder_.file("narrow.csv", "x1\n0.5\n");
  EXPECT_EQ(misuse(args({"--at", narrow})), narrow + ": there are 1 inputs, but " + data_ + " has 2");
  const std::string without_y = folder_.file("no_y.csv", "x1,x2\n0.5,0.5\n");
  EXPECT_EQ(misuse(args({"--at", at_}, without_y)),
            without_y + ": column y is missing; the columns have to be x1, x2, ..., y");
  const std::string with_nan = folder_.file("nan.csv", "x1,x2,y\n0.5,0.5,1\n0.5,0.25,nan\n");
  EXPECT_EQ(misuse(args({"--at", at_}, with_nan)),
            with_nan + ", line 3, column y: 'nan': numbers have to be finite");
  const std::string points = folder_.file("U.csv", "0,0,0\n");
  EXPECT_EQ(misuse(args({"--surrogate", "latent", "--density-at", points})),
            points + ": there are 3 coordinates per point, but it has to be 6: lengthscale, latent[1..5]");
}

TEST_F(PosteriorCommand, SaysWhatIsWrongWithTheOptions) {
  const std::string one_level =
      "--sigma-h has to be one level here, such as 0.1414 or 0.1d: a fit has only one";
  for (const char* scale : {"hierarchical", "0.1d,0", "averaged:0.1d"})
    EXPECT_EQ(misuse(cheap({"--sigma-h", scale})), one_level);
  EXPECT_NE(misuse(cheap({"--sigma-h", "wide"})).find("wide"), std::string::npos);
  EXPECT_NE(misuse(cheap({"--sigma-h", "-1"})).find("-1"), std::string::npos);
  EXPECT_EQ(misuse(cheap({"--surrogate", "noiseless", "--sigma-h", "0.1"})),
            "--surrogate is 'noiseless', but --sigma-h needs one with a latent input");
  EXPECT_NE(misuse(cheap({"--surrogate", "latnet"})).find("did you mean 'latent'?"), std::string::npos);
  EXPECT_NE(misuse(cheap({"--inference", "exact"})).find("one of fast, nuts, paper"), std::string::npos);
  EXPECT_EQ(misuse(args({"--at", at_, "--draws", "0"})),
            "--draws is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(misuse(cheap({"--surrogate", "input_noise", "--latent-dimension", "2"})),
            "--surrogate is 'input_noise', but --latent-dimension needs one with a latent input next to x");
}

}  // namespace
}  // namespace craggy::cli
