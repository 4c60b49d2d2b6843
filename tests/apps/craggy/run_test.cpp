#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <semaphore>
#include <set>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <craggy/stores/store.hpp>
#include <craggy/study/study.hpp>

#include "study_fixture.hpp"
#include "support/processes.hpp"
#include "support/scoped_variable.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::processes_with;
using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

const std::vector<std::string> square = {"awk", "BEGIN{{print ({x}-0.3)^2}}"};
const std::string unit = "x=float(0,1)";

class RunCommand : public testing::StudyFixture {
 protected:
  json run_json(std::vector<std::string> options, const std::vector<std::string>& command) const {
    options.emplace_back("--json");
    const Outcome outcome = run(options, command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out.empty() ? json() : json::parse(outcome.out);
  }

  json history() const { return json::parse(craggy({"show", "tune", "--json"}).out)["history"]; }

  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_.path() + "/" + name).rdbuf();
    return text.str();
  }
};

TEST_F(RunCommand, FindsTheMinimum) {
  const json result =
      run_json({"--param", unit, "--trials", "12", "--surrogate", "noiseless", "--optimum", "0"}, square);
  EXPECT_EQ(result["trials"], 12);
  EXPECT_EQ(result["failed"], 0);
  EXPECT_LT(result["best"]["value"].get<double>(), 1e-3);
  EXPECT_NEAR(result["best"]["params"]["x"].get<double>(), 0.3, 0.04);
  EXPECT_GT(result["gap"].get<double>(), 0.9);
  EXPECT_EQ(result["regret"], result["best"]["value"]);
  EXPECT_EQ(result["interrupted"], false);
}

TEST_F(RunCommand, Maximizes) {
  const json result =
      run_json({"--param", "x=int(0,5)", "--trials", "6", "--maximize"}, {"sh", "-c", "echo {x}"});
  EXPECT_EQ(result["best"]["value"], 5.0) << result;
}

TEST_F(RunCommand, AFiniteSpaceHasAnEnd) {
  const Outcome outcome =
      run({"--param", "x=bool", "--param", "y=int(1,3)", "--trials", "20"}, {"echo", "{y}{x}"});
  EXPECT_EQ(outcome.code, 3) << "true and false are no numbers";
  EXPECT_EQ(history().size(), 6U);
  EXPECT_TRUE(outcome.err.ends_with("craggy: there is no further point in the space\n")) << outcome.err;
  std::set<json> points;
  for (const json& trial : history()) points.insert(trial["params"]);
  EXPECT_EQ(points.size(), 6U);
}

TEST_F(RunCommand, PrintsWhatHappened) {
  const Outcome outcome = run_shell({"--param", "x=int(1,4)", "--trials", "4", "--seed", "3"},
                                    "test {x} -lt 4 || {{ echo 'too large' >&2; exit 3; }}; echo {x}");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("tune: 4 trials, 3 finished, 1 failed\n\n  best value  1 in trial "))
      << outcome.out;
  EXPECT_NE(outcome.out.find("  at          x=1\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("failed  why\n     1  the command exited with status 3: too large\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.err.find(" failed: the command exited with status 3: too large\n"), std::string::npos)
      << outcome.err;
  for (const json& trial : history())
    if (trial["state"] == "failed") {
      EXPECT_EQ(trial["message"], "the command exited with status 3\ntoo large\n");
    }
}

TEST_F(RunCommand, GoesOnWhereItWas) {
  EXPECT_EQ(run_json({"--param", unit, "--trials", "3", "--seed", "7"}, square)["trials"], 3);
  const json before = history();
  EXPECT_EQ(run_json({"--trials", "5"}, square)["trials"], 5) << "nothing has to be said again";
  const json after = history();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(after[i], before[i]);
  EXPECT_EQ(run_json({"--trials", "5", "--param", unit, "--seed", "7"}, square)["trials"], 5)
      << "total, not more";

  const testing::TemporaryFolder other;
  const Outcome whole = run_craggy(
      {"run", "--study", "tune", "--store", "sqlite:///" + other.path() + "/s.db", "--param", unit,
       "--trials", "5", "--seed", "7", "--surrogate", "random", "--jsonl", "--", "awk", square[1]});
  std::istringstream lines(whole.out);
  std::size_t i = 0;
  for (std::string line; std::getline(lines, line); ++i)
    EXPECT_EQ(json::parse(line)["params"], after[i]["params"]) << "as if it had never stopped";
  EXPECT_EQ(i, 5U);
}

TEST_F(RunCommand, AnotherSpaceOrSeedIsAnotherStudy) {
  run_json({"--param", unit, "--trials", "2", "--seed", "7"}, square);
  EXPECT_EQ(run({"--param", "x=float(0,2)", "--trials", "3"}, square).code, 2);
  EXPECT_EQ(run({"--seed", "8", "--trials", "3"}, square).code, 2);
  EXPECT_EQ(run({"--maximize", "--trials", "3"}, square).code, 2);
  EXPECT_EQ(history().size(), 2U);
}

TEST_F(RunCommand, JsonLinesAsTheyCome) {
  const Outcome outcome =
      run_shell({"--param", "x=int(0,1)", "--trials", "2", "--jsonl", "--quiet"}, "test {x} = 1 && echo 5");
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  std::set<std::string> states;
  for (std::string line; std::getline(lines, line);) {
    const json trial = json::parse(line);
    states.insert(trial["state"].get<std::string>());
    if (trial["state"] == "finished")
      EXPECT_EQ(trial["value"], 5.0);
    else
      EXPECT_EQ(trial["message"], "the command exited with status 1");
    EXPECT_TRUE(trial["seconds"].is_number());
  }
  EXPECT_EQ(states, (std::set<std::string>{"failed", "finished"}));
}

TEST_F(RunCommand, JsonLinesAreOnePerTrialAlsoWithRetries) {
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

TEST_F(RunCommand, JsonLinesAndTheProgressShareATerminal) {
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

TEST_F(RunCommand, ManyJobsAtATime) {
  // Each waits until all four are there, so less than four at a time would never end.
  const std::string script = "touch " + folder_.path() + "/job-$CRAGGY_TRIAL; while test $(ls " +
                             folder_.path() + "/job-* | wc -l) -lt 4; do sleep 0.01; done; echo {x}";
  const Outcome outcome =
      run_shell({"--param", unit, "--trials", "8", "--jobs", "4", "--timeout", "30s", "--json"}, script);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["finished"], 8);
  std::set<json> points;
  for (const json& trial : history()) points.insert(trial["params"]);
  EXPECT_EQ(points.size(), 8U);
}

TEST_F(RunCommand, RetriesAreAttemptsOfTheSameTrial) {
  const std::string mark = folder_.path() + "/mark-$CRAGGY_TRIAL";
  const json result =
      run_json({"--param", unit, "--trials", "3", "--retries", "1"},
               {"sh", "-c", "test -e " + mark + " && echo {x} || {{ touch " + mark + "; exit 1; }}"});
  EXPECT_EQ(result["finished"], 3);
  EXPECT_EQ(result["trials"], 3);
  for (const json& trial : history()) EXPECT_EQ(trial["attempts"], 2);
}

TEST_F(RunCommand, ExitCodesOfFailures) {
  const std::vector<std::string> fails = {"false"};
  EXPECT_EQ(run({"--param", unit, "--trials", "3", "--quiet"}, fails).code, 3);
  EXPECT_EQ(history().size(), 3U);
  const Outcome some = run_shell({"--trials", "20", "--max-failures", "2"}, "exit 1");
  EXPECT_EQ(some.code, 3);
  EXPECT_EQ(history().size(), 5U);
  run({"--trials", "6", "--quiet"}, {"sh", "-c", "echo {x}"});
  const Outcome stopped = run({"--trials", "20", "--max-failures", "2", "--quiet"}, fails);
  EXPECT_EQ(stopped.code, 1);
  EXPECT_EQ(stopped.err, "craggy: too many trials failed (--max-failures)\n");
  EXPECT_EQ(history().size(), 8U);
}

TEST_F(RunCommand, TimeLimits) {
  const Outcome outcome = run({"--param", unit, "--trials", "1", "--timeout", "100ms", "--grace", "100ms"},
                              {"sh", "-c", "trap '' TERM; sleep 97701; sleep 97701"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("failed: no result within 0.1 s; it ignored SIGTERM and was killed"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(processes_with("97701").size(), 0U);
  const Outcome budget = run({"--trials", "100000", "--budget-time", "200ms"}, {"sh", "-c", "echo {x}"});
  EXPECT_EQ(budget.code, 0) << budget.err;
  EXPECT_NE(budget.err.find("craggy: the time is over (--budget-time)\n"), std::string::npos);
}

TEST_F(RunCommand, WhatTheCommandIsTold) {
  const Outcome outcome =
      run({"--param", "lr=log(1e-5,1e-1)", "--param", "opt=categorical(sgd)", "--param",
           "momentum=float(0,1) if opt == sgd", "--param", "beta=float(0,1) if opt != sgd", "--trials", "1"},
          {"sh", "-c",
           "echo \"$* $CRAGGY_STUDY $CRAGGY_TRIAL ${CRAGGY_PARAM_BETA-none}\" >" + folder_.path() +
               "/told; test \"$2\" = \"$CRAGGY_PARAM_LR\" || exit 1; cat $CRAGGY_PARAMS_FILE >" +
               folder_.path() + "/params; echo $CRAGGY_SEED",
           "sh", "--lr", "{lr}", "--beta", "{beta}", "{opt}", "--momentum={momentum}"});
  EXPECT_EQ(outcome.code, 2) << "the condition can never hold";
  const Outcome good =
      run({"--param", "lr=log(1e-5,1e-1)", "--param", "opt=categorical(sgd,adam)", "--param",
           "momentum=float(0,1) if opt == sgd", "--param", "beta=float(0,1) if opt == adam", "--trials", "1"},
          {"sh", "-c",
           "echo \"$*\" >" + folder_.path() +
               "/told; test \"$2\" = \"$CRAGGY_PARAM_LR\" || exit 1; "
               "cat $CRAGGY_PARAMS_FILE >" +
               folder_.path() + "/params; echo $CRAGGY_SEED",
           "sh", "--lr", "{lr}", "--beta", "{beta}", "{opt}", "--momentum={momentum}"});
  EXPECT_EQ(good.code, 0) << good.err;
  const json params = json::parse(read("params"));
  EXPECT_EQ(params, history()[0]["params"]);
  const bool sgd = params["opt"] == "sgd";
  EXPECT_EQ(params.contains("momentum"), sgd);
  EXPECT_EQ(params.contains("beta"), !sgd);
  EXPECT_EQ(read("told").find("--momentum=") != std::string::npos, sgd);
  EXPECT_EQ(read("told").find("--beta ") != std::string::npos, !sgd);
}

TEST_F(RunCommand, AValueInOtherPeoplesOutput) {
  const json result = run_json({"--param", unit, "--trials", "1", "--value-regex", "loss=([0-9.]+)"},
                               {"sh", "-c", "echo epoch 1 loss=3; echo epoch 2 loss=2.5; echo {x} bye"});
  EXPECT_EQ(result["best"]["value"], 2.5);
}

TEST_F(RunCommand, NotesWhatTheCommandDoesNotMention) {
  const Outcome one = run({"--param", unit, "--param", "y=bool", "--trials", "1"}, {"echo", "{x}"});
  EXPECT_EQ(one.err,
            "craggy: the command does not mention {y}; it has to take it from CRAGGY_PARAM_Y or from "
            "CRAGGY_PARAMS_FILE\n");
  EXPECT_EQ(run({"--trials", "2"}, {"echo", "1"}).err, "") << "what has worked is not noted again";
  const auto note = [this](const std::string& study, const std::vector<std::string>& command) {
    std::vector<std::string> arguments = {"run", "--study", study,    "--surrogate", "random", "--param",
                                          unit,  "--param", "y=bool", "--trials",    "1",      "--"};
    arguments.insert(arguments.end(), command.begin(), command.end());
    return craggy(arguments).err;
  };
  EXPECT_EQ(
      note("none", {"echo", "1"}),
      "craggy: the command does not mention {x}, {y}; it has to take them from CRAGGY_PARAM_NAME or from "
      "CRAGGY_PARAMS_FILE\n");
  EXPECT_EQ(note("variables", {"sh", "-c", "echo $CRAGGY_PARAM_X; : $CRAGGY_PARAM_Y; echo 1"}), "");
  EXPECT_EQ(note("file", {"sh", "-c", "cat $CRAGGY_PARAMS_FILE; echo; echo 1"}), "");
}

TEST_F(RunCommand, AFileAndFlagsThatOverrideIt) {
  const std::string file = folder_.file("study.toml", R"toml(
name = "filed"
direction = "maximize"
trials = 3
surrogate = "random"
seed = 5
command = ["sh", "-c", "echo {x}"]
[parameters]
x = "int(0,100)"
)toml");
  EXPECT_EQ(craggy({"run", "-f", file}).code, 0);
  const json shown = json::parse(craggy({"show", "filed", "--json"}).out);
  EXPECT_EQ(shown["trials"], 3);
  EXPECT_EQ(shown["direction"], "maximize");
  EXPECT_EQ(shown["seed"], 5);
  EXPECT_EQ(craggy({"run", "-f", file, "--trials", "4"}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "filed", "--json"}).out)["trials"], 4);
  EXPECT_EQ(craggy({"run", "-f", file, "--study", "other", "--minimize", "--param", "x=int(5,6)", "--trials",
                    "1", "--", "sh", "-c", "echo -{x}"})
                .code,
            0);
  const json other = json::parse(craggy({"show", "other", "--json"}).out);
  EXPECT_EQ(other["direction"], "minimize");
  EXPECT_LT(other["best"]["value"].get<double>(), -4.0);
  EXPECT_EQ(other["parameters"], json({"x=int(5,6)"}));
  const std::string wrong = folder_.file("wrong.toml", "trials = 0");
  EXPECT_EQ(error({"run", "-f", wrong}, 2),
            wrong + ": --trials is '0', but it has to be a whole number of at least 1");
}

TEST_F(RunCommand, OneFileForCreateRunAndWorker) {
  const std::string file = folder_.file("study.toml", R"toml(
name = "filed"
direction = "maximize"
trials = 3
surrogate = "random"
command = ["echo", "{x}"]
[parameters]
x = "int(0,100)"
)toml");
  const json made = json::parse(craggy({"create", "-f", file, "--json"}).out);
  EXPECT_EQ(made["study"], "filed");
  EXPECT_EQ(made["direction"], "maximize");
  EXPECT_EQ(made["parameters"], json({"x=int(0,100)"}));
  EXPECT_EQ(craggy({"create", "other", "-f", file, "--minimize", "--param", "y=bool"}).code, 0);
  const json other = json::parse(craggy({"show", "other", "--json"}).out);
  EXPECT_EQ(other["direction"], "minimize");
  EXPECT_EQ(other["parameters"], json({"x=int(0,100)", "y=bool"}));
  EXPECT_EQ(craggy({"worker", "-f", file, "--trials", "2"}).code, 0);
  EXPECT_EQ(craggy({"run", "-f", file}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "filed", "--json"}).out)["finished"], 3);
  EXPECT_EQ(error({"create", "--param", unit}, 2), "NAME is missing; see 'craggy create --help'");
}

TEST_F(RunCommand, SaysWhenNothingIsFeasible) {
  const Outcome outcome = run_shell({"--param", "x=int(1,3)", "--trials", "3"},
                                    "echo '{{\"value\": 5, \"constraints\": [-1, '{x}']}}'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("  best value  none is feasible; trial "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  at          x=1\n  constraints -1, 1\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("5 (infeasible)"), std::string::npos) << outcome.out;
}

TEST_F(RunCommand, TheBestPointCanBeEvaluatedAgain) {
  const Outcome outcome = run({"--param", unit, "--trials", "3"}, {"echo", "{x}"});
  const std::string best = history()[0]["params"]["x"].dump();
  std::string smallest = best;
  for (const json& trial : history())
    if (trial["params"]["x"].get<double>() < std::stod(smallest)) smallest = trial["params"]["x"].dump();
  EXPECT_NE(outcome.out.find("  at          x=" + smallest + "\n"), std::string::npos) << outcome.out;
  EXPECT_NE(craggy({"show", "tune"}).out.find("  at          x=" + smallest + "\n"), std::string::npos);
}

TEST_F(RunCommand, ANoisyStudyNamesTheRecommendedTrial) {
  craggy({"create", "tune", "--param", unit, "--surrogate", "random"});
  craggy({"enqueue", "tune", "--set", "x=0.95"});
  const json result =
      run_json({"--trials", "10"},
               {"awk", R"(BEGIN{{x={x}; if (x == 0.95) print "{{\"value\": -28, \"noise\": 40}}"; )"
                       R"(else printf "{{\"value\": %.17g, \"noise\": 0.01}}\n", (x - 0.3) ^ 2}})"});
  EXPECT_EQ(result["best"]["value"], -28);
  EXPECT_NEAR(result["recommended"]["params"]["x"].get<double>(), 0.3, 0.2) << result;
  EXPECT_NEAR(result["recommended"]["mean"].get<double>(), 0.0, 0.05) << result;
  const json shown = json::parse(craggy({"show", "tune", "--json"}).out);
  EXPECT_EQ(shown["recommended"], result["recommended"]);
  const Outcome page = craggy({"show", "tune"});
  EXPECT_NE(page.out.find("\n  recommended trial "), std::string::npos) << page.out;
  EXPECT_NE(run({"--trials", "10"}, {"echo", "1"}).out.find("\n  recommended trial "), std::string::npos);
}

TEST_F(RunCommand, AStudyWithoutANameGetsOne) {
  const Outcome outcome = craggy({"run", "--param", unit, "--trials", "1", "--", "echo", "{x}"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.err.starts_with("craggy: study 'study-20")) << outcome.err;
  EXPECT_EQ(json::parse(craggy({"list", "--json"}).out).size(), 1U);
}

TEST_F(RunCommand, StudiesWithoutANameAreStudiesOfTheirOwn) {
  craggy({"create", "other", "--param", unit, "--surrogate", "random"});
  std::vector<std::jthread> runs;
  // While somebody writes, all of them find the same name free.
  const auto store = open_store(store_);
  const StudyId other = store->find_study("other")->id;
  std::binary_semaphore writing{0};
  const std::jthread writer([&] {
    store->claim(other, {.worker = this_process(), .propose = [&](TrialNumber, const News&) {
                           writing.release();
                           std::this_thread::sleep_for(std::chrono::milliseconds(400));
                           return std::nullopt;
                         }});
  });
  writing.acquire();
  for (int i = 0; i < 6; ++i)
    runs.emplace_back([this] {
      EXPECT_EQ(
          craggy({"run", "--param", unit, "--trials", "2", "--surrogate", "random", "--", "echo", "{x}"})
              .code,
          0);
    });
  runs.clear();
  const json studies = json::parse(craggy({"list", "--json"}).out);
  EXPECT_EQ(studies.size(), 7U);
  for (const json& study : studies) EXPECT_EQ(study["trials"], study["study"] == "other" ? 0 : 2) << study;
}

TEST_F(RunCommand, ATrialThatIsToldByHandMeanwhile) {
  const std::string tell = std::string(CRAGGY_BINARY) + " tell --store " + store_ + " tune 0 7";
  const Outcome outcome =
      run_shell({"--param", unit, "--trials", "3"}, "test $CRAGGY_TRIAL != 0 || " + tell + "; echo {x}");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find(", which does not count: it was decided elsewhere"), std::string::npos)
      << outcome.err;
  const json trials = history();
  ASSERT_EQ(trials.size(), 3U);
  EXPECT_EQ(trials[0]["value"], 7.0);
  for (const json& trial : trials) EXPECT_EQ(trial["state"], "finished");
}

TEST_F(RunCommand, WhatTheStudyRefusesFailsItsTrialOnly) {
  const Outcome outcome =
      run_shell({"--param", unit, "--trials", "3"},
                R"(echo "{{\"value\": 1, \"constraints\": [$(test $CRAGGY_TRIAL = 1 && echo 1,)2]}}")");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json trials = history();
  ASSERT_EQ(trials.size(), 3U);
  EXPECT_EQ(trials[0]["state"], "finished");
  EXPECT_EQ(trials[1]["state"], "failed");
  EXPECT_EQ(trials[2]["state"], "finished");
  EXPECT_NE(trials[1].value("message", "").find("constraint"), std::string::npos) << trials[1];
}

// Runs with `limits` of the shell in force, as many jobs as need more descriptors than those allow at first.
class RunLimited : public RunCommand {
 protected:
  int run_limited(const std::string& limits) const {
    // Each waits until all are there, but not for ever.
    const std::string job = folder_.path() + "/job-";
    const std::string command = "i=0; touch " + job + "$CRAGGY_TRIAL; while test $(ls " + job +
                                "* | wc -l) -lt 16 && test $i -lt 40; do i=$((i+1)); sleep 0.05; done; "
                                "ulimit -n";
    const std::string script = limits + "; exec " + CRAGGY_BINARY + " run --study tune --store " + store_ +
                               " --param 'x=float(0,1)' --surrogate random --trials 16 --jobs 16 --quiet -- "
                               "sh -c '" +
                               command + "' >" + folder_.path() + "/out 2>" + folder_.path() + "/err";
    const int status = std::system(script.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(RunLimited, ManyJobsGetTheDescriptorsThatTheyMayHave) {
  EXPECT_EQ(run_limited("ulimit -Sn 40"), 0) << read("err");
  for (const json& trial : history())
    EXPECT_EQ(trial.value("value", 0.0), 40.0) << "the command has the limit it had";
}

TEST_F(RunLimited, WithoutDescriptorsTheRunEndsAndNoTrialHasFailed) {
  EXPECT_EQ(run_limited("ulimit -n 40"), 1);
  EXPECT_NE(read("err").find("Too many open files"), std::string::npos) << read("err");
  for (const json& trial : history()) EXPECT_NE(trial["state"], "failed") << trial;
}

TEST_F(RunCommand, MisuseLeavesNothingBehind) {
  EXPECT_EQ(error({"run", "--param", unit, "--", "echo", "{y}"}, 2),
            "an argument of the command is '{y}', but there is no parameter 'y'; did you mean '{x}'?");
  const std::string no_command =
      "there is no command; it stands behind --, as in -- ./train --lr {lr}, or in the file of -f as command "
      "= "
      R"(["./train", "--lr", "{lr}"])";
  EXPECT_EQ(error({"run", "--param", unit}, 2), no_command);
  EXPECT_EQ(error({"run", "--param", unit, "echo", "--lr", "{x}"}, 2),
            "unexpected argument 'echo'; a command stands behind --, as in craggy run … -- echo");
  EXPECT_EQ(error({"run", "--param", unit, "--param", "x=bool", "--", "echo"}, 2),
            "the parameter 'x' is given twice");
  EXPECT_EQ(error({"run", "--param", unit, "--study", "", "--", "echo", "{x}"}, 2),
            "--study is empty, but it has to name a study");
  EXPECT_EQ(error({"run", "--study", "tune", "--", "echo", "{x}"}, 2),
            "there is no study 'tune' in " + store_ +
                ", and a new one needs parameters, as in --param 'lr=log(1e-5,1e-1)'");
  EXPECT_EQ(
      error({"run", "--param", unit, "--", "echo", "{}"}, 2),
      "an argument of the command is '{}', but there is no parameter ''; there are x; write '{{' and '}}' "
      "for braces");
  EXPECT_EQ(error({"run", "--", "echo"}, 2),
            "the study has no parameters; give some, as in --param 'lr=log(1e-5,1e-1)'");
  EXPECT_EQ(error({"run", "--param", unit, "--json", "--jsonl", "--", "echo"}, 2),
            "--json is given with --jsonl, but only one of them can be printed");
  EXPECT_EQ(error({"run", "--param", unit, "--value-regex", "x", "--", "echo", "{x}"}, 2).substr(0, 31),
            "the pattern of the value is 'x'");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/studies.db"));
}

TEST_F(RunCommand, WorkersShareAStudy) {
  craggy({"create", "tune", "--param", unit, "--surrogate", "random"});
  std::vector<std::jthread> workers;
  for (int i = 0; i < 3; ++i)
    workers.emplace_back([this] {
      EXPECT_EQ(craggy({"worker", "--study", "tune", "--trials", "12", "--jobs", "2", "--quiet", "--", "echo",
                        "{x}"})
                    .code,
                0);
    });
  workers.clear();
  const json trials = history();
  EXPECT_EQ(trials.size(), 12U);
  for (const json& trial : trials) {
    EXPECT_EQ(trial["state"], "finished");
    EXPECT_EQ(trial["attempts"], 1);
  }
  EXPECT_EQ(error({"worker", "--trials", "1", "--", "echo"}, 2),
            "--study is missing; see 'craggy worker --help'");
  EXPECT_TRUE(
      error({"worker", "--study", "tune"}, 2).starts_with("there is no command; it stands behind --"));
}

class RunInterrupt : public RunCommand {
 protected:
  static void wait_for_process(const std::string& mark) {
    while (processes_with(mark).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

TEST_F(RunInterrupt, TheFirstLetsTrialsFinish) {
  std::stop_source stop;
  const std::jthread interrupter([&] {
    wait_for_process("97702");
    stop.request_stop();
    std::ofstream(folder_.path() + "/go") << "go";
  });
  const Outcome outcome =
      run({"--param", unit, "--trials", "5"},
          {"sh", "-c",
           ": 97702; while ! test -e " + folder_.path() + "/go; do sleep 0.01; done; sleep 0.1; echo {x}"},
          {.stop = stop.get_token()});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_NE(outcome.err.find("craggy: interrupted; the same command goes on\n"), std::string::npos)
      << outcome.err;
  const json trials = history();
  ASSERT_EQ(trials.size(), 1U);
  EXPECT_EQ(trials[0]["state"], "finished");
}

TEST_F(RunInterrupt, NoTimeIsLeftOnceItStops) {
  std::stop_source stop;
  const std::jthread interrupter([&] {
    while (!std::filesystem::exists(folder_.path() + "/second"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop.request_stop();
    std::ofstream(folder_.path() + "/go") << "go";
  });
  const Outcome outcome =
      run({"--param", unit, "--trials", "5"},
          {"sh", "-c",
           "test $CRAGGY_TRIAL = 0 || {{ touch " + folder_.path() + "/second; while ! test -e " +
               folder_.path() + "/go; do sleep 0.01; done; sleep 1; }}; echo {x}"},
          {.terminal = {.live_errors = true}, .stop = stop.get_token()});
  EXPECT_EQ(outcome.code, 130);
  const std::size_t said =
      outcome.err.find("craggy: interrupted; 1 trial still running, which Ctrl-C or SIGTERM");
  ASSERT_NE(said, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find(" left", said), std::string::npos) << outcome.err;
}

TEST_F(RunInterrupt, TheSecondEndsThemAndGivesThemBack) {
  std::stop_source stop;
  std::stop_source abort;
  const std::jthread interrupter([&] {
    wait_for_process("97703");
    stop.request_stop();
    abort.request_stop();
  });
  const Outcome outcome = run({"--param", unit, "--trials", "5", "--jobs", "2", "--grace", "100ms"},
                              {"sh", "-c", "trap '' TERM; sleep 97703; sleep 97703; echo {x}"},
                              {.stop = stop.get_token(), .abort = abort.get_token()});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(processes_with("97703").size(), 0U);
  for (const json& trial : history()) EXPECT_EQ(trial["state"], "waiting");
  EXPECT_EQ(run({"--trials", "2", "--quiet"}, {"echo", "{x}"}).code, 0);
  EXPECT_EQ(history()[0]["state"], "finished");
}

// Somebody else is writing to the store, and goes on with it.
TEST_F(RunInterrupt, TheSecondDropsNoResultWithoutAWord) {
  const TemporaryFolder temporary;
  const craggy::testing::ScopedVariable variable("TMPDIR", temporary.path());
  std::stop_source stop;
  std::stop_source abort;
  std::binary_semaphore done{0};
  const std::jthread interrupter([&] {
    wait_for_process("97704");
    const auto store = open_store(store_);
    const StudyId study = store->find_study("tune")->id;
    store->claim(study, {.worker = this_process(), .propose = [&](TrialNumber, const News&) {
                           std::ofstream(folder_.path() + "/go") << "go";
                           // With its folder gone, the evaluation is over, and its result is to be stored.
                           while (!std::filesystem::is_empty(temporary.path()))
                             std::this_thread::sleep_for(std::chrono::milliseconds(1));
                           stop.request_stop();
                           abort.request_stop();
                           done.acquire();
                           return std::nullopt;
                         }});
  });
  const Outcome outcome = run(
      {"--param", unit, "--trials", "5"},
      {"sh", "-c",
       ": 97704; while ! test -e " + folder_.path() +
           R"(/go; do sleep 0.01; done; echo '{{"value": 0.1, "constraints": [1e-3], "noise": 2}}'; : {x})"},
      {.stop = stop.get_token(), .abort = abort.get_token()});
  done.release();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_NE(
      outcome.err.find("craggy: trial 0 gave 0.1, which could not be stored: interrupted; this stores it:\n"
                       "  craggy tell --store " +
                       store_ + R"( tune 0 '{"value":0.1,"constraints":[0.001],"noise":2.0}')" + "\n"),
      std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace craggy::cli
