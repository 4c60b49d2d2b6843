// create, ask, tell, fail, show, list, export and delete, by hand.
#include <array>
#include <chrono>
#include <fstream>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "study_fixture.hpp"
#include "support/forked.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;

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

  EXPECT_EQ(craggy({"tell", "tune", "0", "-0.5"}).code, 0);
  EXPECT_EQ(craggy({"tell", "tune", "1", R"({"value": -0.75, "constraints": [1]})"}).code, 0);
  const Outcome again = craggy({"tell", "tune", "0", "-0.5"});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "craggy: that was known already\n");
  EXPECT_EQ(craggy({"tell", "tune", "0", "0.5"}).code, 2);

  const json shown = json::parse(craggy({"show", "tune", "--json"}).out);
  EXPECT_EQ(shown["best"]["trial"], 0) << "the other one is not feasible";
  EXPECT_EQ(shown["best"]["value"], -0.5);
  EXPECT_EQ(shown["finished"], 2);
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
      "trial,state,value,param_x,param_kind,constraint_1,constraint_2,noise,attempts,created,ended,message\n"
      "0,finished,0.1,0."))
      << csv.out;
  EXPECT_NE(csv.out.find(",\"a \"\"bad\"\"\nthing\"\n"), std::string::npos) << csv.out;
  const std::string file = folder_.path() + "/out.json";
  EXPECT_EQ(craggy({"export", "tune", "--format", "json", "--out", file}).out, "");
  std::ifstream stream(file);
  const json trials = json::parse(stream);
  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[0]["noise"], 0.5);
  EXPECT_EQ(trials[1]["state"], "failed");
  EXPECT_EQ(trials[2]["state"], "running");
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
