// import, export, copy and create --from: data that come from somewhere else.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <craggy/stores/store.hpp>

#include "study_fixture.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::Outcome;

class BringData : public testing::StudyFixture {
 protected:
  Outcome create(const std::string& name, const std::string& surrogate = "noiseless") const {
    return craggy({"create",      name,
                   "--param",     "lr=log(1e-5,1e-1)",
                   "--param",     "opt=categorical(adam,sgd,\"=odd\")",
                   "--param",     "momentum=float(0,1) if opt == sgd",
                   "--surrogate", surrogate,
                   "--initial",   "2",
                   "--chains",    "1",
                   "--warmup",    "10",
                   "--draws",     "3",
                   "--seed",      "3"});
  }

  /// A study with results, failures, constraints, noise, and a trial that nobody has told of.
  void live(const std::string& name) const {
    create(name);
    for (int i = 0; i < 7; ++i) {
      craggy({"ask", name});
      const std::string trial = std::to_string(i);
      if (i % 3 == 1)
        craggy({"fail", name, trial, "--message", "=no\nmesh"});
      else
        craggy({"tell", name, trial,
                R"({"value": )" + std::to_string(0.1 * i - 0.3) + R"(, "constraints": [)" +
                    std::to_string(i - 4) + R"(], "noise": 0.125})"});
    }
    craggy({"ask", name});
  }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::string ask(const std::string& study) const { return craggy({"ask", study}).out; }
};

TEST_F(BringData, RowsOfACsvFile) {
  create("tune");
  const std::string rows = file("old.csv",
                                "date,rate,opt,momentum,loss,sd,c\r\n"
                                "mon,0.001,adam,,0.5,0.1,-1\r\n"
                                "tue,0.01,sgd,0.9,0.25,,1\r\n"
                                "wed,0.02,'=odd,,,,\r\n");
  const std::vector<std::string> call = {"import",         "tune",     rows,    "--value",         "loss",
                                         "--map",          "rate=lr",  "--map", "sd=noise",        "--map",
                                         "c=constraint_1", "--ignore", "date",  "--without-value", "failed"};
  std::vector<std::string> dry = call;
  dry.emplace_back("--dry-run");
  EXPECT_EQ(craggy(dry).out,
            "tune: 2 finished (1 infeasible) and 1 failed trials would be imported, as trials 0 to 2\n");
  EXPECT_EQ(json::parse(craggy({"show", "tune", "--json"}).out)["finished"], 0);
  const Outcome imported = craggy(call);
  EXPECT_EQ(imported.out, "tune: 2 finished (1 infeasible) and 1 failed trials imported, as trials 0 to 2\n")
      << imported.err;
  EXPECT_EQ(craggy(call).out, "tune: nothing imported; 3 rows are there already\n");
  std::vector<std::string> again = call;
  again.insert(again.end(), {"--again", "--json"});
  const json report = json::parse(craggy(again).out);
  EXPECT_EQ(report["added"], 3);
  EXPECT_EQ(report["first_trial"], 3);
  const json trial = json::parse(craggy({"show", "tune", "1", "--json"}).out);
  EXPECT_EQ(trial["params"]["momentum"], 0.9);
  EXPECT_EQ(trial["constraints"], json::parse("[1.0]"));
}

TEST_F(BringData, EachBadRowIsNamedAndNothingIsImported) {
  create("tune");
  std::string text = "lr,opt,momentum,value\n0.001,adam,,1\n3,adam,,2\n0.001,sgd,,2\n";
  for (int i = 0; i < 12; ++i) text += "0.001,adm,,1\n";
  const std::string rows = file("old.csv", text);
  const Outcome refused = craggy({"import", "tune", rows});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.starts_with(
      "craggy: " + rows + ", line 3: lr: 3 is above its upper bound 0.1\ncraggy: " + rows +
      ", line 4: momentum: there is no value\ncraggy: " + rows + ", line 5: 'opt' is"))
      << refused.err;
  EXPECT_TRUE(refused.err.ends_with(
      "craggy: … and 4 more\ncraggy: 14 of 15 rows cannot be imported, so nothing was\n"))
      << refused.err;
  EXPECT_EQ(json::parse(craggy({"show", "tune", "--json"}).out)["finished"], 0);
}

TEST_F(BringData, MistakesAreSaid) {
  create("tune");
  const std::string rows = file("old.csv", "lr,opt,value,epochs\n0.001,adam,1,3\n");
  EXPECT_EQ(
      error({"import", "tune", rows}, 2),
      rows +
          ": nothing is known of the column 'epochs'; say what it is with --map epochs=NAME, where NAME is "
          "lr, opt, momentum, value, noise, variance, constraint_1, state or message, or pass over it with "
          "--ignore epochs");
  EXPECT_EQ(error({"import", "tun", rows, "--ignore", "epochs"}, 2),
            "the name of the study is 'tun', but it has to be one of tune; did you mean 'tune'?");
  EXPECT_EQ(error({"import", "wide", rows, "--ignore", "epochs"}, 2),
            "there is no study 'wide' in " + store_ +
                " to add the rows to; craggy create makes one, with its parameters");
  EXPECT_EQ(craggy({"import", "tune", file("bad.json", "{\n")}).err,
            "craggy: " + folder_.path() +
                "/bad.json, line 1: this is not a JSON object\n"
                "craggy: 1 of 1 row cannot be imported, so nothing was\n");
  EXPECT_EQ(error({"import", "tune", folder_.path() + "/none.csv"}, 2),
            "FILE is '" + folder_.path() + "/none.csv', but there is no such file");
  EXPECT_EQ(error({"import", "tune", rows, "--map", "epochs"}, 2),
            "--map is 'epochs', but it has to read COLUMN=NAME, such as learning_rate=lr");
  EXPECT_EQ(error({"import", "tune", rows, "--from", "x"}, 2),
            "--from is given, but it is for FILE that is a SQLite store");
}

TEST_F(BringData, AnExportedStudyComesBackAsItWas) {
  live("tune");
  const std::string whole = folder_.path() + "/tune.json";
  craggy({"export", "tune", "--format", "json", "--out", whole});
  EXPECT_EQ(error({"import", "again", whole, "--value", "loss"}, 2),
            "--value is given, but FILE is a whole study, whose columns craggy knows");
  const Outcome imported = craggy({"import", "again", whole});
  EXPECT_EQ(
      imported.out,
      "again: 5 finished (2 infeasible), 2 failed and 1 running trials imported, as trials 0 to 7, with the "
      "settings, the seed and the warm state of the study\n")
      << imported.err;
  json there = json::parse(craggy({"export", "again", "--format", "json"}).out);
  json here = json::parse(craggy({"export", "tune", "--format", "json"}).out);
  there["study"] = "tune";
  EXPECT_EQ(there, here);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(ask("again"), ask("tune"));
  EXPECT_EQ(craggy({"import", "tune", whole}).out, "tune: nothing imported; 8 rows are there already\n");
}

// Without the warm state the chains start cold, in the other study and in one of the same trials alike.
TEST_F(BringData, FromCsvTheStudyStartsCold) {
  live("tune");
  craggy({"tell", "tune", "7", R"({"value": 1, "constraints": [0]})"});
  const std::string csv = folder_.path() + "/tune.csv";
  craggy({"export", "tune", "--out", csv});
  for (const std::string name : {"one", "two"}) {
    create(name);
    const Outcome imported = craggy({"import", name, csv});
    EXPECT_EQ(imported.out,
              name + ": 6 finished (2 infeasible) and 2 failed trials imported, as trials 0 to 7\n")
        << imported.err;
  }
  craggy({"export", "tune", "--format", "json", "--out", folder_.path() + "/warm.json"});
  std::ifstream stream(folder_.path() + "/warm.json");
  json cold = json::parse(stream);
  for (json& trial : cold["trials"]) trial.erase("warm");
  file("cold.json", cold.dump());
  craggy({"import", "cold", folder_.path() + "/cold.json"});
  const std::string suggested = ask("one");
  EXPECT_TRUE(suggested.starts_with("trial 8\n")) << suggested;
  EXPECT_EQ(suggested, ask("two"));
  EXPECT_EQ(suggested, ask("cold")) << "the study itself, without its warm state";
  const json here = json::parse(craggy({"export", "one", "--format", "json"}).out);
  EXPECT_EQ(here["trials"][1]["message"], "=no\nmesh");
  EXPECT_EQ(here["trials"][0]["created"], cold["trials"][0]["created"]);
}

TEST_F(BringData, LinesOfARunAreRows) {
  const Outcome lines = run({"--trials", "3", "--jsonl", "--param", "lr=log(1e-5,1e-1)"},
                            {"/bin/sh", "-c", "test $CRAGGY_TRIAL != 1 && echo $CRAGGY_TRIAL"});
  create("other", "random");
  const std::string path = file("lines.jsonl", lines.out);
  EXPECT_EQ(craggy({"create", "same", "--param", "lr=log(1e-5,1e-1)"}).code, 0);
  EXPECT_EQ(craggy({"import", "same", path}).out,
            "same: 2 finished and 1 failed trials imported, as trials 0 to 2\n")
      << lines.out;
  EXPECT_EQ(
      error({"import", "other", path}, 2),
      path +
          ": there is no column for the parameter 'opt'; if it has another name there, say so with --map "
          "COLUMN=opt");
}

TEST_F(BringData, WhatWasRescuedOfAStore) {
  live("tune");
  const std::string rescued = folder_.path() + "/studies.db.rescued-1.db";
  EXPECT_EQ(craggy({"backup", rescued}).code, 0);
  craggy({"tell", "tune", "7", R"({"value": 1, "constraints": [0]})"});
  EXPECT_EQ(craggy({"import", "tune", rescued}).out, "tune: nothing imported; 8 rows are there already\n");
  craggy({"delete", "tune", "--yes"});
  EXPECT_EQ(craggy({"import", "tune", rescued}).code, 0);
  EXPECT_EQ(json::parse(craggy({"show", "tune", "--json"}).out)["finished"], 5);
  create("other");
  EXPECT_EQ(craggy({"import", "other", rescued, "--dry-run"}).code, 0);
  EXPECT_EQ(error({"import", "tune", rescued, "--from", "tuna"}, 2).substr(0, 16), "--from is 'tuna'");
}

TEST_F(BringData, ACopyIsTheSameStudy) {
  live("tune");
  const std::string other = "sqlite:///" + folder_.path() + "/other.db";
  EXPECT_EQ(error({"copy", "tune"}, 2), "NEWNAME or --to is missing; see 'craggy copy --help'");
  EXPECT_EQ(error({"copy", "tune", "tune"}, 2),
            "NEWNAME is 'tune', but a copy in the same store needs another name");
  const Outcome copied = craggy({"copy", "tune", "--to", other});
  EXPECT_EQ(copied.out, "tune: 8 trials copied to " + other + "\n") << copied.err;
  EXPECT_NE(copied.err.find("1 of the trials are running"), std::string::npos) << copied.err;
  EXPECT_EQ(
      error({"copy", "tune", "--to", other}, 2),
      "the store " + other +
          " has a study 'tune' already; it is left alone. Give the copy another name: craggy copy tune NEWNAME");
  EXPECT_EQ(craggy({"copy", "tune", "before"}).code, 0);
  const std::string next = ask("tune");
  EXPECT_EQ(testing::run_craggy({"ask", "tune", "--store", other}).out, next);
  EXPECT_EQ(ask("before"), next);
  EXPECT_EQ(error({"copy", "tuna", "x"}, 2).substr(0, 29), "the name of the study is 'tun");
}

TEST_F(BringData, ANewStudyFromAnOldOne) {
  live("tune");
  craggy({"enqueue", "tune", "--set", "lr=0.1", "--set", "opt=adam"});
  const Outcome made = craggy({"create", "narrow", "--from", "tune", "--param", "lr=log(1e-5,0.05)",
                               "--param", "decay=float(0,1)", "--fill", "decay=0.5", "--maximize"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(made.out.starts_with("narrow: a new study with 4 parameters in " + store_ + "\n")) << made.out;
  EXPECT_NE(made.out.find(" of 9 trials of tune taken over: "), std::string::npos) << made.out;
  EXPECT_NE(made.out.find("left out: 1 trial is still running\n"), std::string::npos) << made.out;
  EXPECT_NE(made.out.find("outside of the bounds of lr=log(1e-05,0.05)\n"), std::string::npos) << made.out;
  const json narrow = json::parse(craggy({"export", "narrow", "--format", "json"}).out);
  EXPECT_EQ(narrow["direction"], "maximize");
  EXPECT_EQ(narrow["seed"], 3);
  EXPECT_EQ(narrow["options"], json::parse(craggy({"export", "tune", "--format", "json"}).out)["options"]);
  for (const json& trial : narrow["trials"]) EXPECT_EQ(trial["params"]["decay"], 0.5);
  EXPECT_EQ(error({"create", "narrow", "--from", "tune"}, 2).substr(0, 31),
            "the name of the study is 'narro");
  EXPECT_EQ(error({"create", "wide", "--from", "tune", "--param", "decay=float(0,1)"}, 2),
            "8 trials have no value of 'decay'; say which they had, as in --fill decay=0");
  EXPECT_EQ(error({"show", "wide"}, 2).substr(0, 28), "the name of the study is 'wi") << "nothing was made";
  const json fewer = json::parse(
      craggy({"create", "fewer", "--from", "tune", "--drop", "opt=adam", "--drop", "momentum", "--json"})
          .out);
  ASSERT_EQ(fewer["parameters"].size(), 1U);
  EXPECT_EQ(fewer["parameters"][0]["text"], "lr=log(1e-05,0.1)");
  EXPECT_EQ(fewer["from"]["trials"], 9);
  EXPECT_EQ(error({"create", "x", "--param", "a=bool", "--fill", "a=true"}, 2),
            "--fill is given, but it does nothing without --from");
}

}  // namespace
}  // namespace craggy::cli
