#include <chrono>
#include <filesystem>
#include <semaphore>
#include <set>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <craggy/stores/store.hpp>
#include <craggy/study/study.hpp>

#include "run_fixture.hpp"
#include "stores/worker.hpp"
#include "support/processes.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::processes_with;
using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;
using testing::RunCommand;
using testing::square;
using testing::unit;

TEST_F(RunCommand, FindsTheMinimum) {
  const json result =
      run_json({"--param", unit, "--trials", "12", "--surrogate", "noiseless", "--optimum", "0"}, square);
  EXPECT_EQ(result["trials"].size(), 12U);
  EXPECT_EQ(result["failed"], 0);
  EXPECT_EQ(result["infeasible"], 0);
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
      run({"--param", "x=bool", "--param", "y=int(1,3)", "--trials", "20", "--max-failures", "20"},
          {"echo", "{y}{x}"});
  EXPECT_EQ(outcome.code, 3) << "true and false are no numbers";
  EXPECT_EQ(history().size(), 6U);
  EXPECT_TRUE(outcome.err.ends_with("craggy: there is no further point in the space\n")) << outcome.err;
  std::set<json> points;
  for (const json& trial : history()) points.insert(trial["params"]);
  EXPECT_EQ(points.size(), 6U);
}

TEST_F(RunCommand, GoesOnWhereItWas) {
  EXPECT_EQ(run_json({"--param", unit, "--trials", "3", "--seed", "7"}, square)["trials"].size(), 3U);
  const json before = history();
  EXPECT_EQ(run_json({"--trials", "5"}, square)["trials"].size(), 5U) << "nothing has to be said again";
  const json after = history();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(after[i], before[i]);
  EXPECT_EQ(run_json({"--trials", "5", "--param", unit, "--seed", "7"}, square)["trials"].size(), 5U)
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
  EXPECT_EQ(result["trials"].size(), 3U);
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
  EXPECT_NE(outcome.err.find("  no result within 0.1 s; it ignored SIGTERM and was killed"),
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
  EXPECT_EQ(shown["trials"].size(), 3U);
  EXPECT_EQ(shown["direction"], "maximize");
  EXPECT_EQ(shown["seed"], 5);
  EXPECT_EQ(craggy({"run", "-f", file, "--trials", "4"}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "filed", "--json"}).out)["trials"].size(), 4U);
  EXPECT_EQ(craggy({"run", "-f", file, "--study", "other", "--minimize", "--param", "x=int(5,6)", "--trials",
                    "1", "--", "sh", "-c", "echo -{x}"})
                .code,
            0);
  const json other = json::parse(craggy({"show", "other", "--json"}).out);
  EXPECT_EQ(other["direction"], "minimize");
  EXPECT_LT(other["best"]["value"].get<double>(), -4.0);
  EXPECT_EQ(other["parameters"][0]["text"], "x=int(5,6)");
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
  EXPECT_EQ(made["parameters"][0]["text"], "x=int(0,100)");
  EXPECT_EQ(craggy({"create", "other", "-f", file, "--minimize", "--param", "y=bool"}).code, 0);
  const json other = json::parse(craggy({"show", "other", "--json"}).out);
  EXPECT_EQ(other["direction"], "minimize");
  ASSERT_EQ(other["parameters"].size(), 2U);
  EXPECT_EQ(other["parameters"][1]["text"], "y=bool");
  EXPECT_EQ(craggy({"worker", "-f", file, "--trials", "2"}).code, 0);
  EXPECT_EQ(craggy({"run", "-f", file}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "filed", "--json"}).out)["finished"], 3);
  EXPECT_EQ(error({"create", "--param", unit}, 2), "NAME is missing; see 'craggy create --help'");
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
  EXPECT_NE(outcome.err.find(", which is not used: it was decided elsewhere"), std::string::npos)
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

TEST_F(RunCommand, MisuseLeavesNothingBehind) {
  EXPECT_EQ(
      error({"run", "--param", unit, "--", "echo", "{y}"}, 2),
      "an argument of the command is '{y}', but there is no parameter 'y'; there are x; write '{{' and '}}' "
      "for braces");
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

}  // namespace
}  // namespace craggy::cli
