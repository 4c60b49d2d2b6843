#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

TEST(DemoCommand, BothSearchesBeginWithTheSamePoints) {
  const Outcome outcome = run_craggy({"demo", "--trials", "3", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const auto runs = nlohmann::json::parse(outcome.out)["runs"];
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0]["surrogate"], "latent");
  EXPECT_EQ(runs[1]["surrogate"], "noiseless");
  EXPECT_EQ(runs[0]["problem"], "corrupted_holder_table");
  const auto latent = runs[0]["history"]["points"];
  const auto noiseless = runs[1]["history"]["points"];
  EXPECT_EQ(latent[0], noiseless[0]);
  EXPECT_EQ(latent[1], noiseless[1]);
}

TEST(DemoCommand, TellsTheStoryAndWhatToTryNext) {
  const Outcome outcome = run_craggy({"demo", "--trials", "2", "--seed", "8"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("2/2  latent ")) << outcome.err;
  EXPECT_NE(outcome.out.find("\nlatent "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nnoiseless "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("anecdote"), std::string::npos);
  EXPECT_NE(outcome.out.find("craggy demo --seed 9 "), std::string::npos);
}

TEST(DemoCommand, Interrupted) {
  std::stop_source source;
  source.request_stop();
  Surroundings surroundings;
  surroundings.stop = source.get_token();
  const Outcome outcome = run_craggy({"demo"}, surroundings);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "craggy: interrupted after 0 of 50 evaluations\n");
}

TEST(DemoCommand, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"demo", "--trials", "few"}),
            "--trials is 'few', but it has to be a whole number of at least 1");
}

}  // namespace
}  // namespace craggy::cli
