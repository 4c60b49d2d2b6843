#include <algorithm>
#include <stop_token>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "problem_run.hpp"
#include "problems/score.hpp"
#include "run_craggy.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

// A few cheap trials: what is tested is the command, not how good its result is.
std::vector<std::string> cheap(std::vector<std::string> more) {
  std::vector<std::string> args = {"minimize", "branin01", "--trials", "4",  "--surrogate", "noiseless",
                                   "--chains", "1",        "--warmup", "20", "--draws",     "4"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(MinimizeCommand, APointHasTheNamesOfItsParameters) {
  EXPECT_EQ(named_point(testbeds::find_problem("branin01"), {-8.055021, 2.0}), "x1=-8.05502, x2=2");
  EXPECT_EQ(named_point(testbeds::find_problem("hpo_protein_structure"), {0, 1, 3, 0, 2, 5, 1, 4, 5}),
            "activation_fn_1=relu, activation_fn_2=tanh, batch_size=3, dropout_1=0, dropout_2=2, init_lr=5, "
            "lr_schedule=const, n_units_1=4, n_units_2=5");
}

TEST(MinimizeCommand, JsonScoresTheRun) {
  const Outcome outcome = run_craggy(cheap({"--json", "--seed", "3"}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "craggy: all 4 trials are done\n");
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["stopped"], "done");
  EXPECT_EQ(json["why"], "all 4 trials are done");
  EXPECT_EQ(json["problem"], "branin01");
  EXPECT_EQ(json["surrogate"], "noiseless");
  EXPECT_EQ(json["seed"], 3);
  EXPECT_EQ(json["trials"].size(), 4U);
  EXPECT_EQ(json["failed"], 0);
  EXPECT_EQ(json["interrupted"], false);
  const auto values = json["history"]["values"].get<std::vector<double>>();
  const auto points = json["history"]["points"].get<std::vector<std::vector<double>>>();
  ASSERT_EQ(values.size(), 4U);
  ASSERT_EQ(points.size(), 4U);
  const problems::Problem& problem = testbeds::find_problem("branin01");
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(problems::evaluate(problem, points[i]), values[i]);

  const auto best = std::min_element(values.begin(), values.end());
  EXPECT_EQ(json["best"]["value"].get<double>(), *best);
  const std::vector<double>& best_point = points[static_cast<std::size_t>(best - values.begin())];
  EXPECT_EQ(json["best"]["params"], (nlohmann::json{{"x1", best_point[0]}, {"x2", best_point[1]}}));
  const double first = std::min(values[0], values[1]);
  EXPECT_EQ(json["gap"].get<double>(), problems::gap(first, *best, problem.score_reference));
  EXPECT_EQ(json["regret"].get<double>(), *best - problem.score_reference);
}

TEST(MinimizeCommand, TheSeedDecidesAndTheThreadsDoNot) {
  const auto history = [](const std::vector<std::string>& more) {
    std::vector<std::string> args = cheap({"--json"});
    args.insert(args.end(), more.begin(), more.end());
    return nlohmann::json::parse(run_craggy(args).out)["history"];
  };
  const auto reference = history({"--seed", "5", "--threads", "1"});
  EXPECT_EQ(history({"--seed", "5", "--threads", "2"}), reference);
  EXPECT_NE(history({"--seed", "6", "--threads", "1"}), reference);
}

TEST(MinimizeCommand, TextHasTheResultAndAPlot) {
  const Outcome outcome = run_craggy(cheap({}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "craggy: all 4 trials are done\n")
      << "where there is no terminal, there is no progress";
  EXPECT_TRUE(outcome.out.starts_with("Branin01, 4 evaluations, surrogate noiseless, seed 0\n"))
      << outcome.out;
  for (const char* part :
       {"\n  best value  ", "\n  at          x1=", "\n  gap  ", "\n  regret  ", "\n  time  ", "━"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  EXPECT_EQ(run_craggy(cheap({"--quiet"})).out.find("━"), std::string::npos);
}

TEST(MinimizeCommand, ShowsProgressOnATerminal) {
  Surroundings surroundings;
  surroundings.terminal.live_errors = true;
  const Outcome outcome = run_craggy(cheap({}), surroundings);
  EXPECT_NE(outcome.err.find("\rtrial 2/4  best "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(" left\x1b[K"), std::string::npos) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with("\r\x1b[Kcraggy: all 4 trials are done\n")) << outcome.err;
  EXPECT_EQ(run_craggy(cheap({"--quiet"}), surroundings).err, "");
}

TEST(MinimizeCommand, EndsByWhatItHasFound) {
  const auto ends = [](const std::vector<std::string>& more) {
    return nlohmann::json::parse(run_craggy(cheap(more)).out);
  };
  const auto target = ends({"--json", "--target", "1000"});
  EXPECT_EQ(target["stopped"], "target_reached");
  EXPECT_EQ(target["trials"].size(), 1U);
  const Outcome patient = run_craggy(
      {"minimize", "branin01", "--surrogate", "random", "--trials", "9", "--patience", "1", "--json"});
  EXPECT_EQ(nlohmann::json::parse(patient.out)["stopped"], "no_improvement");
  EXPECT_NE(misuse({"minimize", "branin01", "--surrogate", "random", "--min-improvement", "1"})
                .find("it needs another surrogate"),
            std::string::npos);
}

TEST(MinimizeCommand, FewerTrialsThanInitialPoints) {
  const auto json =
      nlohmann::json::parse(run_craggy({"minimize", "branin01", "--trials", "1", "--json"}).out);
  EXPECT_EQ(json["trials"].size(), 1U);
  EXPECT_EQ(json["gap"].get<double>(), 0.0);
}

TEST(MinimizeCommand, TakesEveryWayToChooseTheScale) {
  for (const char* scale : {"0.1d", "0.05", "0.1d,0", "rotated", "averaged", "inferred", "rotated:0.1d,0"}) {
    const Outcome outcome =
        run_craggy({"minimize", "branin01", "--trials", "3", "--surrogate", "latent", "--sigma-h", scale,
                    "--chains", "1", "--warmup", "10", "--draws", "2", "--json"});
    EXPECT_EQ(outcome.code, 0) << scale << ": " << outcome.err;
  }
}

TEST(MinimizeCommand, InterruptedBeforeTheFirstTrial) {
  std::stop_source source;
  source.request_stop();
  Surroundings surroundings;
  surroundings.stop = source.get_token();
  const Outcome outcome = run_craggy(cheap({"--json"}), surroundings);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "craggy: interrupted after 0 of 4 evaluations\n");
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["best"], nullptr);
  EXPECT_EQ(json["gap"], nullptr);
  EXPECT_EQ(json["interrupted"], true);
}

TEST(MinimizeCommand, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"minimize"}), "PROBLEM is missing; see 'craggy minimize --help'");
  EXPECT_NE(misuse({"minimize", "holder_tabel"}).find("did you mean 'holder_table'?"), std::string::npos);
  EXPECT_EQ(misuse({"minimize", "branin01", "--trails", "3"}),
            "unknown option '--trails'; did you mean '--trials'?");
  EXPECT_EQ(misuse(cheap({"--trials", "0"})), "--trials is given 2 times, but it can be given only once");
  EXPECT_EQ(misuse({"minimize", "branin01", "--trials", "0"}),
            "--trials is '0', but it has to be a whole number of at least 1");
  EXPECT_NE(misuse({"minimize", "branin01", "--surrogate", "latnt"}).find("did you mean 'latent'?"),
            std::string::npos);
  EXPECT_NE(misuse({"minimize", "branin01", "--acquisition", "pi"}).find("one of ei, lcb, ucb"),
            std::string::npos);
  EXPECT_NE(misuse({"minimize", "branin01", "--sigma-h", "nonsense"}).find("nonsense"), std::string::npos);
  EXPECT_NE(misuse({"minimize", "branin01", "--sigma-h", "-0.1d"}).find("-0.1"), std::string::npos);
  EXPECT_EQ(misuse(cheap({"--sigma-h", "0.1d"})),
            "--surrogate is 'noiseless', but --sigma-h needs one with a latent input");
  EXPECT_EQ(misuse(cheap({"--marginalise-h"})),
            "--surrogate is 'noiseless', but --marginalise-h needs one with a latent input");
  EXPECT_EQ(misuse({"minimize", "branin01", "--surrogate", "additive", "--main-effects"}),
            "--surrogate is 'additive', but --main-effects needs one with a single kernel");
  EXPECT_EQ(misuse(cheap({"--confidence-weight", "3"})),
            "--acquisition is 'ei', but --confidence-weight needs lcb or ucb");
  EXPECT_EQ(misuse(cheap({"--ard", "--isotropic"})),
            "--ard is given with --isotropic, but only one of them can hold");
  EXPECT_EQ(misuse(cheap({"--main-effects", "--no-main-effects"})),
            "--main-effects is given with --no-main-effects, but only one of them can hold");
  EXPECT_NE(misuse(cheap({"--jitter", "0"})).find("jitter"), std::string::npos);
  EXPECT_NE(misuse(cheap({"--leapfrog", "3"})).find("paper"), std::string::npos);
}

}  // namespace
}  // namespace craggy::cli
