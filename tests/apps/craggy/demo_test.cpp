#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;
using json = nlohmann::json;

json demo_json(const std::vector<std::string>& more) {
  std::vector<std::string> args = {"demo", "--json", "--trials", "3"};
  args.insert(args.end(), more.begin(), more.end());
  const Outcome outcome = run_craggy(args);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return json::parse(outcome.out);
}

// Everything but when it was and how long it took.
json without_times(json document) {
  for (const char* part : {"runs", "summary"})
    for (json& each : document[part]) {
      for (const char* key : {"seconds", "created"}) each.erase(key);
      if (!each.contains("trials")) continue;
      for (json& trial : each["trials"])
        for (const char* key : {"seconds", "created", "started", "ended"}) trial.erase(key);
    }
  return document;
}

TEST(DemoCommand, AllOfAPairBeginWithTheSamePoints) {
  const json document = demo_json({"--pairs", "2", "--seed", "5"});
  EXPECT_EQ(document["problem"], "corrupted_holder_table");
  EXPECT_EQ(document["pairs"], 2);
  EXPECT_EQ(document["interrupted"], false);
  const json& runs = document["runs"];
  ASSERT_EQ(runs.size(), 6U);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i]["surrogate"], (std::vector{"craggy", "latent", "noiseless"}[i % 3]));
    EXPECT_EQ(runs[i]["pair"], i / 3);
    EXPECT_EQ(runs[i]["seed"], 5 + i / 3);
    const json& points = runs[i]["history"]["points"];
    ASSERT_EQ(points.size(), 3U);
    for (std::size_t n = 0; n < 2; ++n) EXPECT_EQ(points[n], runs[i - i % 3]["history"]["points"][n]);
  }
  EXPECT_NE(runs[0]["history"]["points"][0], runs[3]["history"]["points"][0]);
}

TEST(DemoCommand, ItsSummaryIsThatOfItsRuns) {
  const json document = demo_json({"--pairs", "3"});
  const json& summary = document["summary"];
  ASSERT_EQ(summary.size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) {
    double best = 0.0;
    double gap = 0.0;
    for (std::size_t pair = 0; pair < 3; ++pair) {
      best += document["runs"][3 * pair + s]["best"]["value"].get<double>() / 3.0;
      gap += document["runs"][3 * pair + s]["gap"].get<double>() / 3.0;
    }
    EXPECT_NEAR(summary[s]["best"]["mean"].get<double>(), best, 1e-12);
    EXPECT_NEAR(summary[s]["gap"]["mean"].get<double>(), gap, 1e-12);
    EXPECT_EQ(summary[s]["best_so_far"]["mean"].size(), 3U);
    EXPECT_EQ(summary[s]["wins"].get<int>() + summary[s]["ties"].get<int>() + summary[s]["losses"].get<int>(),
              3);
  }
}

TEST(DemoCommand, TheNumberOfThreadsChangesNothing) {
  const json one = without_times(demo_json({"--pairs", "2", "--threads", "1"}));
  EXPECT_EQ(one, without_times(demo_json({"--pairs", "2", "--threads", "3"})));
  EXPECT_NE(one, without_times(demo_json({"--pairs", "2", "--threads", "1", "--seed", "2"})));
}

TEST(DemoCommand, APairIsARunOfMinimizeEach) {
  const json pair = demo_json({"--pairs", "2"})["runs"][4];  // latent from the second pair
  const Outcome outcome = run_craggy({"minimize", "corrupted_holder_table", "--seed", "2", "--surrogate",
                                      "latent", "--trials", "3", "--json", "--quiet"});
  EXPECT_EQ(json::parse(outcome.out)["history"], pair["history"]);
}

TEST(DemoCommand, TellsTheStoryAndWhatToTryNext) {
  const Outcome outcome = run_craggy({"demo", "--trials", "4", "--pairs", "5", "--seed", "8"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  // 60 evaluations: a line per tenth of them.
  EXPECT_TRUE(outcome.err.starts_with("10 % of 15 runs done, ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 10) << outcome.err;
  for (const char* name : {"craggy", "latent", "noiseless"})
    EXPECT_NE(outcome.out.find(std::string("\n") + name + " "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nOver 5 pairs, in mean gap, craggy "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" 0.001 "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  craggy run --param "), std::string::npos) << outcome.out;
}

TEST(DemoCommand, ASinglePairHasNoStandardError) {
  const Outcome outcome = run_craggy({"demo", "--trials", "2", "--pairs", "1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("±"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("single pair may be"), std::string::npos) << outcome.out;
  EXPECT_EQ(demo_json({"--pairs", "1"})["summary"][0]["gap"]["standard_error"], nullptr);
}

TEST(DemoCommand, InterruptedBeforeAnythingIsFinished) {
  std::stop_source source;
  source.request_stop();
  Surroundings surroundings;
  surroundings.stop = source.get_token();
  const Outcome outcome = run_craggy({"demo"}, surroundings);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "craggy: interrupted after 0 of 12 pairs\n");
}

TEST(DemoCommand, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"demo", "--trials", "few"}),
            "--trials is 'few', but it has to be a whole number of at least 1");
  EXPECT_EQ(misuse({"demo", "--pairs", "0"}),
            "--pairs is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(misuse({"demo", "--pairs", "10001"}), "--pairs is 10001, but it has to be at most 10000");
}

}  // namespace
}  // namespace craggy::cli
