// create, ask, tell, fail, show, list, export and delete, by hand.
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mount.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "study_fixture.hpp"
#include "support/forked.hpp"
#include "support/scoped_variable.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::ScopedVariable;
using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

class StudyCommands : public testing::StudyFixture {
 protected:
  void create() const {
    EXPECT_EQ(
        craggy({"create", "tune", "--param", "lr=log(1e-5,1e-1)", "--param", "opt=categorical(adam,sgd)",
                "--param", "momentum=float(0,1) if opt == sgd", "--surrogate", "random"})
            .out,
        "tune: a new study with 3 parameters in " + store_ + "\n");
  }
};

TEST_F(StudyCommands, AskAndTell) {
  create();
  const Outcome asked = craggy({"ask", "tune"});
  EXPECT_EQ(asked.code, 0) << asked.err;
  EXPECT_TRUE(asked.out.starts_with("trial 0\nlr=")) << asked.out;
  EXPECT_NE(asked.out.find("\nopt="), std::string::npos) << asked.out;
  EXPECT_EQ(asked.out.find("opt=sgd") != std::string::npos, asked.out.find("momentum=") != std::string::npos);
  const json second = json::parse(craggy({"ask", "tune", "--json"}).out);
  EXPECT_EQ(second["trial"], 1);
  EXPECT_TRUE(second["params"]["lr"].is_number());

  const std::string first = R"({"value": -0.5, "constraints": [-1]})";
  EXPECT_EQ(craggy({"tell", "tune", "0", first}).code, 0);
  EXPECT_EQ(craggy({"tell", "tune", "1", R"({"value": -0.75, "constraints": [1]})"}).code, 0);
  const Outcome again = craggy({"tell", "tune", "0", first});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "craggy: that was known already\n");
  EXPECT_EQ(craggy({"tell", "tune", "0", "0.5"}).code, 2);

  const json shown = json::parse(craggy({"show", "tune", "--json"}).out);
  EXPECT_EQ(shown["best"]["trial"], 0) << "the other one is not feasible";
  EXPECT_EQ(shown["best"]["value"], -0.5);
  EXPECT_EQ(shown["finished"], 2);
  EXPECT_EQ(shown["infeasible"], 1);
  EXPECT_EQ(shown["parameters"].size(), 3U);
  EXPECT_EQ(shown["history"][1]["constraints"], json::parse("[1.0]"));
}

TEST_F(StudyCommands, AnExhaustedSpaceIsSaid) {
  craggy({"create", "tune", "--param", "x=bool", "--surrogate", "random"});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(craggy({"ask", "tune"}).err, "");
    craggy({"tell", "tune", std::to_string(i), "1"});
  }
  EXPECT_EQ(error({"ask", "tune"}, 1),
            "all 2 points of the space are trials already, so there is nothing left to ask for");
}

TEST_F(StudyCommands, FailureAndAgain) {
  create();
  craggy({"ask", "tune"});
  EXPECT_EQ(craggy({"fail", "tune", "0", "--again"}).code, 0);
  EXPECT_TRUE(craggy({"ask", "tune"}).out.starts_with("trial 0\n")) << "it is handed out again";
  EXPECT_EQ(craggy({"fail", "tune", "0", "--message", "no \x1b[31mmesh"}).code, 0);
  EXPECT_TRUE(craggy({"ask", "tune"}).out.starts_with("trial 1\n"));
  const Outcome shown = craggy({"show", "tune"});
  EXPECT_NE(shown.out.find("2: 0 finished, 1 failed, 1 running, 0 waiting"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("no \\x1b[31mmesh"), std::string::npos) << shown.out;
}

TEST_F(StudyCommands, List) {
  create();
  craggy({"create", "another", "--param", "x=bool"});
  const json studies = json::parse(craggy({"list", "--json"}).out);
  ASSERT_EQ(studies.size(), 2U);
  EXPECT_EQ(studies[0]["direction"], "minimize");
  EXPECT_EQ(studies[0]["study"], "another");
  EXPECT_EQ(studies[1]["best"], nullptr);
  EXPECT_NE(craggy({"list"}).out.find("tune"), std::string::npos);
}

class UnreadableStudy : public StudyCommands {
 protected:
  UnreadableStudy() {
    open_store(store_)->create_study(
        {.name = "future", .direction = "sideways", .space = "{}", .options = "{}"});
    create();
  }
};

TEST_F(UnreadableStudy, IsListedWithTheOthers) {
  const json studies = json::parse(craggy({"list", "--json"}).out);
  ASSERT_EQ(studies.size(), 2U);
  EXPECT_EQ(studies[0]["study"], "future");
  EXPECT_TRUE(studies[0]["problem"].is_string()) << studies;
  EXPECT_EQ(studies[1]["trials"], 0);
  const Outcome shown = craggy({"list"});
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("unreadable"), std::string::npos) << shown.out;
}

TEST_F(UnreadableStudy, CanBeDeleted) {
  EXPECT_EQ(craggy({"delete", "future", "--yes"}).out, "future: deleted\n");
  EXPECT_EQ(json::parse(craggy({"list", "--json"}).out).size(), 1U);
}

TEST_F(StudyCommands, Export) {
  EXPECT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)", "--param",
                    R"(kind=categorical("a,b","it's"))", "--surrogate", "random"})
                .code,
            0);
  for (int i = 0; i < 4; ++i) craggy({"ask", "tune"});
  craggy({"tell", "tune", "0", R"({"value": 0.1, "constraints": [-1, 2], "noise": 0.5})"});
  craggy({"fail", "tune", "1", "--message", "a \"bad\"\nthing"});
  const Outcome csv = craggy({"export", "tune"});
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_TRUE(csv.out.starts_with(
      "trial,state,value,param_x,param_kind,constraint_1,constraint_2,noise,attempts,created,started,ended,"
      "seconds,worker,host,model,message\n"
      "0,finished,0.1,0."))
      << csv.out;
  EXPECT_NE(csv.out.find(",\"a \"\"bad\"\"\nthing\"\n"), std::string::npos) << csv.out;
  EXPECT_TRUE(std::regex_search(
      csv.out, std::regex(R"(\n0,.*,0\.5,1(,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z){3},\d+[.\de-]*,)"
                          R"([^,]+,[^,]+,initial design,\n)")))
      << csv.out;
  const std::string file = folder_.path() + "/out.json";
  EXPECT_EQ(craggy({"export", "tune", "--format", "json", "--out", file}).out, "");
  std::ifstream stream(file);
  const json document = json::parse(stream);
  EXPECT_EQ(document["study"], "tune");
  const json& trials = document["trials"];
  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[0]["noise"], 0.5);
  EXPECT_EQ(trials[1]["state"], "failed");
  EXPECT_EQ(trials[2]["state"], "running");
  EXPECT_TRUE(trials[0]["seconds"].is_number());
  EXPECT_FALSE(trials[2].contains("seconds"));
  for (const char* field : {"worker", "host", "model", "created", "started"})
    EXPECT_TRUE(trials[2][field].is_string()) << field;
}

TEST_F(StudyCommands, AnExportHasNoFormulas) {
  craggy({"create", "tune", "--param", "x=float(-2,-1)", "--param", R"(flag=categorical(-O3,"=1"))",
          "--surrogate", "random"});
  craggy({"enqueue", "tune", "--set", "x=-1.5", "--set", "flag=-O3"});
  craggy({"enqueue", "tune", "--set", "x=-1.25", "--set", "flag==1"});
  for (int i = 0; i < 2; ++i) craggy({"ask", "tune"});
  craggy({"fail", "tune", "0", "--message", "=HYPERLINK(1)"});
  craggy({"fail", "tune", "1", "--message", "'quoted'"});
  const std::string csv = craggy({"export", "tune"}).out;
  EXPECT_NE(csv.find("\n0,failed,,-1.5,'-O3,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",'=HYPERLINK(1)\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n1,failed,,-1.25,'=1,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",''quoted'\n"), std::string::npos) << csv;
}

TEST_F(StudyCommands, AnExportThatCannotBeWrittenIsAnError) {
  create();
  const TemporaryFolder disk;
  if (mount("none", disk.path().c_str(), "tmpfs", 0, "size=16k") != 0)
    GTEST_SKIP() << "mounting a small disk is not allowed here";
  std::ofstream rest(disk.path() + "/rest", std::ios::binary);
  while (rest.write(std::string(4096, 'x').data(), 4096).flush()) {
  }
  rest.close();
  const std::string file = disk.path() + "/out.csv";
  EXPECT_EQ(error({"export", "tune", "--out", file}, 1),
            "cannot write " + file + ": No space left on device");
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::exists(file + ".part"));
  EXPECT_EQ(umount(disk.path().c_str()), 0);
}

TEST_F(StudyCommands, EverythingAboutOneTrial) {
  create();
  const json asked = json::parse(craggy({"ask", "tune", "--json"}).out);
  craggy({"fail", "tune", "0", "--again", "--message", "first"});
  craggy({"ask", "tune"});
  craggy({"fail", "tune", "0", "--message", "exit 1\nTraceback\nValueError: \x1b[31mbad"});
  const Outcome shown = craggy({"show", "tune", "0"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_TRUE(
      shown.out.starts_with("tune, trial 0\n\n  parameters  lr=" + asked["params"]["lr"].dump() + "\n"))
      << shown.out;
  EXPECT_NE(
      shown.out.find("\n  chosen by   initial design\n  why         It belongs to the initial design: no "
                     "model was asked.\n  state       failed\n"),
      std::string::npos)
      << shown.out;
  EXPECT_NE(shown.out.find("\n  attempts    0: failed, worker "), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("\n              1: failed, worker "), std::string::npos) << shown.out;
  EXPECT_TRUE(shown.out.ends_with("\n\nexit 1\nTraceback\nValueError: \\x1b[31mbad\n")) << shown.out;
  EXPECT_NE(craggy({"show", "tune"}).out.find("exit 1: ValueError: \\x1b[31mbad"), std::string::npos);

  craggy({"ask", "tune"});
  craggy({"tell", "tune", "1", R"({"value": 0.1, "constraints": [-1, 2.5], "noise": 0.25})"});
  const std::string told = craggy({"show", "tune", "1"}).out;
  EXPECT_NE(told.find("\n  value       0.1\n  constraints -1, 2.5\n  noise       0.25\n"), std::string::npos)
      << told;
  const json whole = json::parse(craggy({"show", "tune", "0", "--json"}).out);
  EXPECT_EQ(whole["params"], asked["params"]);
  ASSERT_EQ(whole["all_attempts"].size(), 2U);
  EXPECT_EQ(whole["reason"]["sentence"], "It belongs to the initial design: no model was asked.");
  EXPECT_EQ(whole["all_attempts"][0]["message"], "first");
  EXPECT_EQ(error({"show", "tune", "7"}, 2), "TRIAL is 7, but the study has the trials 0 to 1");
}

TEST_F(StudyCommands, EnqueueAPointThatOneKnows) {
  create();
  EXPECT_EQ(craggy({"enqueue", "tune", "--set", "lr=0.001", "--set", "opt=adam"}).out, "trial 0\n");
  const json queued = json::parse(
      craggy({"enqueue", "tune", "--set", "opt=sgd", "--set", "lr=0.01", "--set", "momentum=0.5", "--json"})
          .out);
  EXPECT_EQ(queued["trial"], 1);
  EXPECT_EQ(queued["params"]["momentum"], 0.5);
  EXPECT_EQ(craggy({"ask", "tune"}).out, "trial 0\nlr=0.001\nopt=adam\n");
  EXPECT_NE(craggy({"show", "tune", "0"}).out.find("chosen by   none, it was given"), std::string::npos);
  EXPECT_EQ(error({"enqueue", "tune", "--set", "lr=0.001"}, 2).substr(0, 12), "the point ha");
  EXPECT_EQ(error({"enqueue", "tune", "--set", "lr=0.001", "--set", "opt=adam", "--set", "momentum=0.5"}, 2),
            "--set is given for 'momentum', but it is inactive at this point: momentum=float(0,1) if opt == "
            "sgd");
  EXPECT_NE(error({"enqueue", "tune", "--set", "lr=3", "--set", "opt=adam"}, 2).find("lr"),
            std::string::npos);
  EXPECT_NE(error({"enqueue", "tune", "--set", "momentm=3"}, 2).find("did you mean 'momentum'?"),
            std::string::npos);
  EXPECT_EQ(error({"enqueue", "tune", "--set", "lr"}, 2),
            "--set is 'lr', but it has to read NAME=VALUE, such as lr=0.001");
  EXPECT_EQ(error({"enqueue", "tune", "--set", "lr=1", "--set", "lr=2"}, 2),
            "the parameter 'lr' is given twice");
}

TEST_F(StudyCommands, EnqueueThePointOfATrial) {
  create();
  craggy({"enqueue", "tune", "--set", "opt=sgd", "--set", "lr=0.01", "--set", "momentum=0.5"});
  EXPECT_EQ(craggy({"enqueue", "tune", "--trial", "0"}).out, "trial 1\n");
  craggy({"enqueue", "tune", "--trial", "0", "--set", "lr=0.02"});
  craggy({"enqueue", "tune", "--trial", "0", "--set", "opt=adam"});
  EXPECT_EQ(craggy({"ask", "tune"}).out, "trial 0\nlr=0.01\nopt=sgd\nmomentum=0.5\n");
  EXPECT_EQ(craggy({"ask", "tune"}).out, "trial 1\nlr=0.01\nopt=sgd\nmomentum=0.5\n");
  EXPECT_EQ(craggy({"ask", "tune"}).out, "trial 2\nlr=0.02\nopt=sgd\nmomentum=0.5\n");
  EXPECT_EQ(craggy({"ask", "tune"}).out, "trial 3\nlr=0.01\nopt=adam\n") << "momentum is inactive there";
  EXPECT_EQ(error({"enqueue", "tune", "--trial", "9"}, 2),
            "--trial is 9, but the study has the trials 0 to 3");
  EXPECT_EQ(error({"enqueue", "tune", "--trial", "x"}, 2),
            "--trial is 'x', but it has to be a whole number of at least 0");
  EXPECT_EQ(error({"enqueue", "tune", "--trial", "0", "--set", "opt=adam", "--set", "momentum=1"}, 2),
            "--set is given for 'momentum', but it is inactive at this point: momentum=float(0,1) if opt == "
            "sgd");
}

TEST_F(StudyCommands, WhatWasToldByMistakeIsPutRight) {
  create();
  for (int i = 0; i < 2; ++i) craggy({"ask", "tune"});
  EXPECT_EQ(
      error({"tell", "tune", "0", "0.3", "--correct"}, 2),
      "the state of trial 0 is running, but only what was told of a trial can be corrected, and nothing was "
      "told of this one yet");
  craggy({"tell", "tune", "0", "0.31"});
  EXPECT_EQ(
      error({"tell", "tune", "0", "0.031"}, 2),
      "the value of trial 0 is 0.031, but the trial has finished with 0.31 already; --correct puts it right");
  EXPECT_EQ(craggy({"tell", "tune", "0", "0.031", "--correct"}).code, 0);
  EXPECT_EQ(craggy({"tell", "tune", "0", "0.031", "--correct"}).err, "craggy: that was known already\n");
  EXPECT_NE(craggy({"show", "tune", "0"}).out.find("correction of attempt 1, which was 0.31\n"),
            std::string::npos);
  const json shown = json::parse(craggy({"show", "tune", "0", "--json"}).out);
  EXPECT_EQ(shown["value"], 0.031);
  const json& attempts = shown["all_attempts"];
  ASSERT_GE(attempts.size(), 2U);
  EXPECT_EQ(attempts[attempts.size() - 2]["value"], 0.31) << attempts;
  EXPECT_EQ(attempts.back()["value"], 0.031);
  craggy({"tell", "tune", "1", "5"});
  EXPECT_EQ(craggy({"fail", "tune", "1", "--correct", "--message", "wrong unit"}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "tune", "--json"}).out)["failed"], 1);
  EXPECT_EQ(craggy({"fail", "tune", "1", "--correct", "--again"}).code, 2);
}

TEST_F(StudyCommands, TheEnvironmentSaysWhereTheStoreIs) {
  create();
  const ScopedVariable variable("CRAGGY_STORE", store_);
  EXPECT_EQ(run_craggy({"list", "--names"}).out, "tune\n");
  EXPECT_EQ(run_craggy({"list", "--store", "memory:"}).out, "memory: has no studies\n")
      << "an option is stronger";
  const ScopedVariable secret("CRAGGY_STORE", "postgresql://me:secret@db/studies");
  EXPECT_EQ(run_craggy({"list", "--help"}).out.find("secret"), std::string::npos);
}

TEST_F(StudyCommands, DeleteOnlyIfOneMeansIt) {
  create();
  const Outcome refused = craggy({"delete", "tune"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "craggy: there is no terminal to ask on; --yes deletes without asking\n");
  EXPECT_EQ(craggy({"show", "tune"}).code, 0);
  EXPECT_EQ(craggy({"delete", "tune", "--yes"}).out, "tune: deleted\n");
  EXPECT_EQ(craggy({"show", "tune"}).code, 2);
}

TEST_F(StudyCommands, OneInterruptIsEnoughForAQuestion) {
  create();
  std::array<int, 2> silence{};
  ASSERT_EQ(pipe(silence.data()), 0);
  craggy::testing::Forked asked([&] {
    dup2(silence[0], STDIN_FILENO);
    std::stop_source stop;
    const std::jthread interrupter([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    return craggy({"delete", "tune"}, {.terminal = {.input = true}, .stop = stop.get_token()}).code;
  });
  EXPECT_EQ(asked.wait(), 130);
  close(silence[0]);
  close(silence[1]);
  EXPECT_EQ(craggy({"show", "tune"}).code, 0);
}

TEST_F(StudyCommands, SayWhatIsWrong) {
  EXPECT_EQ(error({"show", "tune"}, 2),
            "the store is '" + folder_.path() + "/studies.db', but there is no such file");
  create();
  EXPECT_EQ(error({"create", "tune", "--param", "x=bool"}, 2),
            "the name of the study is 'tune', but the store " + store_ + " has a study of that name already");
  EXPECT_EQ(error({"show", "tuen"}, 2),
            "the name of the study is 'tuen', but it has to be one of tune; did you mean 'tune'?");
  EXPECT_EQ(error({"tell", "tune", "0", "1"}, 2), "the trial number is 0, but the study has no trials yet");
  EXPECT_EQ(error({"tell", "tune", "x", "1"}, 2),
            "TRIAL is 'x', but it has to be a whole number of at least 0");
  EXPECT_EQ(error({"tell", "tune", "-1", "3"}, 2),
            "TRIAL is '-1', but it has to be a whole number of at least 0");
  EXPECT_EQ(run_craggy({"create", "new", "--param", "x=bool", "--store", "memory:"}).err,
            "craggy: --store is 'memory:', but the study would be lost when this command ends\n");
  EXPECT_EQ(run_craggy({"create", "new", "--param", "x=bool", "--store", folder_.path() + "/none/a.db"}).err,
            "craggy: the store is '" + folder_.path() + "/none/a.db', but there is no folder '" +
                folder_.path() + "/none'\n");
  EXPECT_EQ(error({"tell", "tune", "0", "nan"}, 2), "VALUE is no result: 'nan' is not a finite number");
  EXPECT_EQ(error({"create", "new"}, 2),
            "the study has no parameters; give some, as in --param 'lr=log(1e-5,1e-1)'");
  EXPECT_EQ(
      error({"create", "new", "--param", "a-b=bool", "--param", "a_b=bool"}, 2),
      "the name of a parameter is 'a_b', but 'a-b' has the environment variable CRAGGY_PARAM_A_B already; it "
      "needs another name");
}

}  // namespace
}  // namespace craggy::cli
