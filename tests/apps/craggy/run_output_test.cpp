#include <set>
#include <sstream>
#include <stop_token>

#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::square;
using testing::unit;
using RunOutput = testing::RunCommand;

TEST_F(RunOutput, PrintsWhatHappened) {
  const Outcome outcome = run_shell({"--param", "x=int(1,4)", "--trials", "4", "--seed", "3"},
                                    "test {x} -lt 4 || {{ echo 'too large' >&2; exit 3; }}; echo {x}");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("tune: 4 trials, 3 finished, 1 failed\n\n  best value  1 in trial "))
      << outcome.out;
  EXPECT_NE(outcome.out.find("  at          x=1\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("failed  why\n     1  the command exited with status 3: too large\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.err.find("  the command exited with status 3: too large\n"), std::string::npos)
      << outcome.err;
  for (const json& trial : history())
    if (trial["state"] == "failed") {
      EXPECT_EQ(trial["message"], "the command exited with status 3\ntoo large\n");
    }
}

TEST_F(RunOutput, JsonLinesAsTheyCome) {
  const Outcome outcome =
      run_shell({"--param", "x=int(0,1)", "--trials", "2", "--jsonl", "--quiet"}, "test {x} = 1 && echo 5");
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  std::set<std::string> states;
  for (std::string line; std::getline(lines, line);) {
    const json trial = json::parse(line);
    states.insert(trial["state"].get<std::string>());
    if (trial["state"] == "finished") {
      EXPECT_EQ(trial["value"], 5.0);
      EXPECT_EQ(trial["feasible"], true);
    } else {
      EXPECT_EQ(trial["message"], "the command exited with status 1");
    }
    EXPECT_TRUE(trial["seconds"].is_number());
  }
  EXPECT_EQ(states, (std::set<std::string>{"failed", "finished"}));
}

TEST_F(RunOutput, JsonLinesAreOnePerTrialAlsoWithRetries) {
  const Outcome outcome = run({"--param", "x=int(0,9)", "--trials", "2", "--retries", "2", "--jsonl"},
                              {"sh", "-c", "echo epoch 1 >&2; echo diverged >&2; exit 1"});
  std::istringstream lines(outcome.out);
  std::set<int> trials;
  std::size_t num_lines = 0;
  for (std::string line; std::getline(lines, line); ++num_lines) {
    const json trial = json::parse(line);
    EXPECT_EQ(trial["state"], "failed");
    EXPECT_EQ(trial["attempt"], 2);
    EXPECT_EQ(trial["message"], "the command exited with status 1: diverged");
    trials.insert(trial["trial"].get<int>());
  }
  EXPECT_EQ(num_lines, 2U);
  EXPECT_EQ(trials, (std::set<int>{0, 1}));
}

TEST_F(RunOutput, JsonLinesAndTheProgressShareATerminal) {
  std::ostringstream both;
  const int code = run_cli({"run", "--study", "tune", "--store", store_, "--surrogate", "random", "--param",
                            unit, "--trials", "2", "--jsonl", "--", "sh", "-c", "sleep 0.6; echo {x}"},
                           both, both, {.terminal = {.live_errors = true}});
  EXPECT_EQ(code, 0);
  std::istringstream lines(both.str());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('{');
    if (begin == std::string::npos) continue;
    ASSERT_TRUE(begin == 0 || line.substr(0, begin).ends_with("\r\x1b[K")) << line;
  }
}

TEST_F(RunOutput, NotesWhatTheCommandDoesNotMention) {
  const Outcome one = run({"--param", unit, "--param", "y=bool", "--trials", "1"}, {"echo", "{x}"});
  EXPECT_TRUE(
      one.err.starts_with("craggy: the command does not mention {y}; it has to take it from "
                          "CRAGGY_PARAM_Y or from CRAGGY_PARAMS_FILE\n"))
      << one.err;
  EXPECT_EQ(run({"--trials", "2"}, {"echo", "1"}).err.find("does not mention"), std::string::npos)
      << "what has worked is not noted again";
  const auto note = [this](const std::string& study, const std::vector<std::string>& command) {
    std::vector<std::string> arguments = {"run", "--study", study,    "--surrogate", "random", "--param",
                                          unit,  "--param", "y=bool", "--trials",    "1",      "--"};
    arguments.insert(arguments.end(), command.begin(), command.end());
    const std::string errors = craggy(arguments).err;
    return errors.starts_with("craggy: the command") ? errors.substr(0, errors.find('\n') + 1) : "";
  };
  EXPECT_EQ(
      note("none", {"echo", "1"}),
      "craggy: the command does not mention {x}, {y}; it has to take them from CRAGGY_PARAM_NAME or from "
      "CRAGGY_PARAMS_FILE\n");
  EXPECT_EQ(note("variables", {"sh", "-c", "echo $CRAGGY_PARAM_X; : $CRAGGY_PARAM_Y; echo 1"}), "");
  EXPECT_EQ(note("file", {"sh", "-c", "cat $CRAGGY_PARAMS_FILE; echo; echo 1"}), "");
}

TEST_F(RunOutput, SaysWhenNothingIsFeasible) {
  const Outcome outcome = run_shell({"--param", "x=int(1,3)", "--trials", "3"},
                                    "echo '{{\"value\": 5, \"constraints\": [-1, '{x}']}}'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("  best value  none is feasible; trial "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  at          x=1\n  constraints -1, 1\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("5 (infeasible)"), std::string::npos) << outcome.out;
}

TEST_F(RunOutput, TheBestPointCanBeEvaluatedAgain) {
  const Outcome outcome = run({"--param", unit, "--trials", "3"}, {"echo", "{x}"});
  const std::string best = history()[0]["params"]["x"].dump();
  std::string smallest = best;
  for (const json& trial : history())
    if (trial["params"]["x"].get<double>() < std::stod(smallest)) smallest = trial["params"]["x"].dump();
  EXPECT_NE(outcome.out.find("  at          x=" + smallest + "\n"), std::string::npos) << outcome.out;
  EXPECT_NE(craggy({"show", "tune"}).out.find("  at          x=" + smallest + "\n"), std::string::npos);
}

TEST_F(RunOutput, ANoisyStudyNamesTheRecommendedTrial) {
  craggy({"create", "tune", "--param", unit, "--surrogate", "random"});
  craggy({"enqueue", "tune", "--set", "x=0.95"});
  const json result =
      run_json({"--trials", "10"},
               {"awk", R"(BEGIN{{x={x}; if (x == 0.95) print "{{\"value\": -28, \"noise\": 40}}"; )"
                       R"(else printf "{{\"value\": %.17g, \"noise\": 0.01}}\n", (x - 0.3) ^ 2}})"});
  EXPECT_EQ(result["stopped"], "done");
  EXPECT_EQ(result["best"]["value"], -28);
  EXPECT_NEAR(result["recommended"]["params"]["x"].get<double>(), 0.3, 0.2) << result;
  EXPECT_NEAR(result["recommended"]["mean"].get<double>(), 0.0, 0.05) << result;
  const json shown = json::parse(craggy({"show", "tune", "--json"}).out);
  EXPECT_EQ(shown["recommended"], result["recommended"]);
  // Who interrupts a run does not wait for a fit.
  std::stop_source source;
  source.request_stop();
  const Outcome interrupted =
      craggy({"run", "--study", "tune", "--allow-new-command", "--trials", "20", "--json", "--", "echo", "1"},
             {.stop = source.get_token()});
  EXPECT_EQ(json::parse(interrupted.out)["recommended"], nullptr) << interrupted.out;
  const Outcome page = craggy({"show", "tune"});
  EXPECT_NE(page.out.find("\n  recommended trial "), std::string::npos) << page.out;
  EXPECT_NE(page.out.find(" ± "), std::string::npos) << page.out;
  EXPECT_GT(result["recommended"]["sd"].get<double>(), 0.0);
  EXPECT_NE(run({"--trials", "10"}, {"echo", "1"}).out.find("\n  recommended trial "), std::string::npos);
}

TEST_F(RunOutput, SaysInWordsWhatIsWrong) {
  const Outcome outcome =
      run_shell({"--param", unit, "--trials", "6", "--max-failures", "6"}, "echo no mesh >&2; exit 1 # {x}");
  const std::string health = "\nhealth\n  severe      All 6 trials failed: the command exited";
  EXPECT_NE(outcome.out.find(health), std::string::npos) << outcome.out;
  EXPECT_NE(craggy({"show", "tune"}).out.find(health), std::string::npos);
  const json shown = json::parse(craggy({"show", "tune", "--json"}).out);
  ASSERT_EQ(shown["verdicts"].size(), 1U);
  EXPECT_EQ(shown["verdicts"][0]["id"], "nothing_feasible");
  EXPECT_EQ(shown["verdicts"][0]["evidence"]["failed"], 6);
  const Outcome quiet = run_shell({"--trials", "7", "--quiet"}, "echo no mesh >&2; exit 1 # {x}");
  EXPECT_EQ(quiet.out.find("health"), std::string::npos) << quiet.out;
}

TEST_F(RunOutput, AHealthyStudyIsNotSpokenOf) {
  const Outcome outcome = run({"--param", unit, "--trials", "6"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.out.find("health"), std::string::npos) << outcome.out;
  EXPECT_EQ(json::parse(craggy({"show", "tune", "--json"}).out)["verdicts"].dump(), "[]");
}

}  // namespace
}  // namespace craggy::cli
