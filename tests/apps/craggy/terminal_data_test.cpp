// Data that come and go, and words, for somebody in front of a terminal, and where there is none.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "terminal_fixture.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::expect_has;
using testing::Finished;

const std::string on_random = "--param 'x=float(0,1)' --surrogate random ";

class TerminalDataSlow : public testing::TerminalFixture {
 protected:
  json document(const std::string& file = "out") const {
    return json::parse(content_of(file), nullptr, false);
  }

  /// A study with three trials: 0.1 with 3, 0.2 failed, 0.9 with 1.
  void bring() {
    folder_.file("old.csv", "x,loss\n0.1,3\n0.2,nan\n0.9,1\n");
    EXPECT_EQ(finish("craggy create tune " + on_random).code, 0);
    EXPECT_EQ(finish("craggy import tune old.csv --value loss").code, 0);
  }
};

TEST_F(TerminalDataSlow, EarlierEvaluationsAreImported) {
  bring();
  expect_has(finish("craggy show tune"), "3: 2 finished, 1 failed, 0 running, 0 waiting");
  expect_has(finish("craggy import tune - --value loss <old.csv"),
             "tune: nothing imported; 3 rows are there already");
  folder_.file("bad.csv", "x,value\n0.1,3\n7,1\n");
  const Finished refused = finish("craggy import tune bad.csv");
  EXPECT_EQ(refused.code, 2);
  expect_has(refused, "craggy: bad.csv, line 3: x: 7 is above its upper bound 1\n");
  EXPECT_EQ(finish_in_files("craggy import tune bad.csv --json"), 2);
  EXPECT_EQ(content_of("out"), "");
  EXPECT_EQ(finish_in_files("craggy import tune old.csv --value loss --again --json"), 0);
  EXPECT_EQ(document()["added"], 3);
}

TEST_F(TerminalDataSlow, AStudyIsCopiedChangedAndPutRight) {
  bring();
  const Finished narrow = finish("craggy create narrow --from tune --param 'x=float(0,0.5)'");
  EXPECT_EQ(narrow.code, 0);
  expect_has(narrow, "2 of 3 trials of tune taken over: 1 finished, 1 failed, 0 waiting");
  expect_has(narrow, "left out: 1 trial lies outside of the bounds of x=float(0,0.5)");
  EXPECT_EQ(finish_in_files("craggy create narrower --from tune --param 'x=float(0,0.15)' --json"), 0);
  EXPECT_EQ(document()["from"]["taken_over"], 1);
  EXPECT_EQ(finish("craggy tell tune 0 0.5").code, 2);
  EXPECT_EQ(finish("craggy tell tune 0 0.5 --correct").code, 0);
  expect_has(finish("craggy show tune"), "best value  0.5 in trial 0");
  expect_has(finish("craggy enqueue tune --trial 0"), "trial 3");
  expect_has(finish("craggy copy tune before"), "before: 4 trials copied to sqlite:///craggy.db");
  EXPECT_EQ(finish_in_files("craggy copy tune --to other.db --json"), 0);
  EXPECT_EQ(document()["trials"], 4);
}

TEST_F(TerminalDataSlow, AnInputDeckIsFilledIn) {
  folder_.file("deck.in", "* trial {CRAGGY_TRIAL}\nWIDTH {x:8.3f}\n");
  const std::string run = "craggy run --study tune --trials 2 --template deck.in " + on_random +
                          "-- sh -c 'cat \"$0\" >&2; tail -c 6 \"$0\"' {deck.in}";
  EXPECT_EQ(finish(run).code, 0);
  expect_has(finish("craggy logs tune 1 --stream errors"), "* trial 1\nWIDTH    0.");
  folder_.file("deck.in", "WIDTH {y}\n");
  const Finished wrong = finish(run);
  EXPECT_EQ(wrong.code, 2);
  expect_has(wrong, "craggy: deck.in, line 1: there is no parameter 'y'");
  EXPECT_EQ(finish_in_files(run), 2);
  EXPECT_EQ(lines_of("errors").size(), 1U);
}

TEST_F(TerminalDataSlow, JsonIsAloneOnStandardOutput) {
  const std::string run = "craggy run --study tune --json " + on_random;
  EXPECT_EQ(finish(run + "--trials 2 -- echo {x} >out").code, 0);
  EXPECT_EQ(document()["counts"]["finished"], 2);
  EXPECT_EQ(document()["stopped"], "done");
  EXPECT_EQ(finish_in_files(run + "--trials 4 --jobs 2 -- echo {x}"), 0);
  EXPECT_EQ(document()["trials"].size(), 4U);
  EXPECT_EQ(document()["why"], "all 4 trials are done");
  EXPECT_EQ(finish_in_files("craggy show tune --json"), 0);
  EXPECT_EQ(document()["parameters"][0]["text"], "x=float(0,1)");
}

TEST_F(TerminalDataSlow, WhatTrialsPrintedIsShown) {
  EXPECT_EQ(finish("craggy run --study tune --trials 1 " + on_random +
                   "-- sh -c 'echo meshing; echo a warning >&2; echo $CRAGGY_PARAM_X'")
                .code,
            0);
  const Finished both = finish("craggy logs");
  expect_has(both, "==> trial 0: standard output <==\nmeshing\n0.");
  expect_has(both, "==> trial 0: standard error <==\na warning");
  EXPECT_EQ(finish_in_files("craggy logs tune 0 --stream errors"), 0);
  EXPECT_EQ(content_of("out"), "a warning\n");
  EXPECT_EQ(finish_in_files("craggy logs tune 1"), 2);
  EXPECT_EQ(content_of("errors"), "craggy: TRIAL is 1, but the study has the trials 0 to 0\n");
}

TEST_F(TerminalDataSlow, SlipsAndOtherWordsAreUnderstood) {
  const Finished alone = finish("craggy");
  EXPECT_EQ(alone.code, 0);
  expect_has(alone, "Usage: craggy COMMAND [OPTIONS]");
  expect_has(finish("craggy -V"), "craggy 0.");
  expect_has(finish("craggy resume tune"), "craggy run --study NAME resumes a study");
  expect_has(finish("craggy sohw"), "unknown command 'sohw'; did you mean 'show'?");
  expect_has(finish("craggy run --direction maximize"), "did you mean '--minimize' or '--maximize'?");
  EXPECT_EQ(finish_in_files("craggy run --param 'x=uniform(0,1)' -- echo {x}"), 2);
  EXPECT_NE(content_of("errors").find("; did you mean 'float'?"), std::string::npos);
  EXPECT_EQ(finish_in_files("craggy run --param 'x=float(0;1)' -- echo {x}"), 2);
  EXPECT_NE(content_of("errors").find("expected ',' and found ';' in 'x'"), std::string::npos);
}

}  // namespace
}  // namespace craggy::cli
