// Studies and trials as JSON, with all their keys: scripts rely on them.
#include "runs/json.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "runs/space_json.hpp"
#include "study/trial_seed.hpp"

namespace craggy::runs {
namespace {

std::set<std::string> keys(const Json& json) {
  std::set<std::string> names;
  for (const auto& [name, value] : json.items()) names.insert(name);
  return names;
}

StudyOptions study_options() {
  SuggestOptions suggest;
  suggest.surrogate = "random";
  return {.name = "tune",
          .space = {{"x", Float{0.0, 1.0}}, {"deep", Bool{}}},
          .direction = Direction::maximise,
          .suggest = suggest,
          .seed = 7,
          .worker = {.num_threads = 1}};
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  EXPECT_EQ(json_number(NAN), nullptr);
  EXPECT_EQ(json_number(-INFINITY), nullptr);
  EXPECT_EQ(json_numbers(std::vector<double>{1.5, INFINITY}).dump(), "[1.5,null]");
  EXPECT_EQ(json_numbers((Vector(2) << NAN, -2.0).finished()).dump(), "[null,-2.0]");
}

TEST(Json, NumbersReadBackAsTheSameDouble) {
  for (const double value : {0.1, -20.6003183996784063, 1e-300, std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min(), 1.0 / 3.0})
    EXPECT_EQ(Json::parse(json_number(value).dump()).get<double>(), value);
}

TEST(Json, AStudyWithAllItsTrials) {
  Study study = Study::in_memory(study_options());
  const StudyView view(study);
  const Trial good = study.ask();
  study.tell(good, Result{2.0, {-1.0}, 0.5});
  study.tell(study.ask(), Result{3.0, {1.0}});
  study.fail(study.ask(), {.message = "no mesh"});
  study.ask();
  study.enqueue({0.5, 1.0});
  const Json json = study_json(view, std::nullopt);
  EXPECT_EQ(keys(json),
            (std::set<std::string>{"schema", "study", "created", "direction", "parameters", "surrogate",
                                   "seed", "settings", "best", "recommended", "counts", "finished", "failed",
                                   "infeasible", "running", "waiting", "trials", "verdicts"}));
  EXPECT_EQ(json["schema"], 2);
  EXPECT_EQ(json["verdicts"], Json::array());
  EXPECT_EQ(json["study"], "tune");
  EXPECT_EQ(json["direction"], "maximize");
  EXPECT_EQ(json["parameters"], parameters_json(study_options().space));
  EXPECT_EQ(json["settings"], Json::object());
  EXPECT_EQ(json["surrogate"], "random");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(keys(json["best"]), (std::set<std::string>{"trial", "params", "value", "constraints", "noise"}));
  EXPECT_EQ(json["best"]["params"]["x"], good["x"]);
  EXPECT_EQ(json["recommended"], nullptr);
  EXPECT_EQ(json["counts"].dump(), R"({"finished":2,"failed":1,"infeasible":1,"running":1,"waiting":1})");
  for (const auto& [key, count] : json["counts"].items()) EXPECT_EQ(json[key], count) << key;
  const Json& history = json["trials"];
  ASSERT_EQ(history.size(), 5U);
  EXPECT_EQ(keys(history[0]), (std::set<std::string>{"trial", "state", "params", "value", "constraints",
                                                     "noise", "feasible", "attempts", "created", "started",
                                                     "ended", "seconds", "worker", "host", "model", "seed"}));
  EXPECT_EQ(history[0]["feasible"], true);
  EXPECT_EQ(history[1]["feasible"], false);
  EXPECT_EQ(keys(history[2]),
            (std::set<std::string>{"trial", "state", "params", "message", "attempts", "created", "started",
                                   "ended", "seconds", "worker", "host", "model", "seed"}));
  EXPECT_FALSE(history[3].contains("seconds"));
  EXPECT_EQ(keys(history[4]),
            (std::set<std::string>{"trial", "state", "params", "attempts", "created", "seed"}));
  EXPECT_EQ(history[4]["seed"], trial_seed(7, 4));
  EXPECT_EQ(history[4]["params"], Json::parse(R"({"x": 0.5, "deep": true})"));
}

TEST(Json, WhatCameOfATrialJustNow) {
  Study study = Study::in_memory(study_options());
  const Trial trial = study.ask();
  const Json finished = outcome_json(trial, {.result = Result{2.0, {1.0}}, .seconds = 0.5});
  EXPECT_EQ(keys(finished), (std::set<std::string>{"trial", "attempt", "state", "params", "value",
                                                   "constraints", "feasible", "seconds"}));
  EXPECT_EQ(finished["state"], "finished");
  EXPECT_EQ(finished["feasible"], false);
  EXPECT_EQ(finished["params"]["x"], trial["x"]);
  const Json failed = outcome_json(trial, {.failure = "exit 1", .error_tail = "no mesh"});
  EXPECT_EQ(keys(failed),
            (std::set<std::string>{"trial", "attempt", "state", "params", "message", "seconds"}));
  EXPECT_EQ(failed["message"], "exit 1: no mesh");
}

TEST(Json, AResultThatCameLateIsNotTheTrials) {
  Study study = Study::in_memory(study_options());
  const StudyView view(study);
  const Trial late = study.ask();
  study.fail(late, {.again = true});
  study.fail(study.ask(), {.message = "no mesh", .exit_code = 3});
  study.tell(late, 3.0);
  const TrialRecord record = view.trial(0).value();
  const Json json = trial_view_json(view, record);
  EXPECT_EQ(json["started"], json["all_attempts"][1]["started"]);
  EXPECT_EQ(trials_json(view)[0]["started"], json["all_attempts"][1]["started"]);
  EXPECT_EQ(keys(json["all_attempts"][0]),
            (std::set<std::string>{"attempt", "outcome", "worker", "host", "process", "started", "heartbeat",
                                   "ended", "seconds", "value"}));
  EXPECT_EQ(json["all_attempts"][1]["exit_code"], 3);
  EXPECT_EQ(json["all_attempts"][1]["message"], "no mesh");
}

TEST(Json, TheReasonOfASuggestion) {
  Study study = Study::in_memory(study_options());
  const StudyView view(study);
  study.tell(study.ask(), 0.5);
  study.ask();
  study.ask();
  TrialRecord record = view.trial(2).value();
  record.suggestion->initial = false;
  record.suggestion->reason = Reason{"latent", 0.75, 0.125, NAN, 0.875, {}};
  const Json reason = trial_view_json(view, record)["reason"];
  EXPECT_EQ(reason["sentence"],
            "The latent model expected 0.75 ± 0.12 here, 0.25 better than the best so far (trial 0); with a "
            "probability of 0.88 that the evaluation succeeds.");
  EXPECT_EQ(reason["model"], "latent");
  EXPECT_EQ(reason["mean"], 0.75);
  EXPECT_EQ(reason["sd"], 0.125);
  EXPECT_EQ(reason["acquisition"], nullptr);
  EXPECT_EQ(reason["success"], 0.875);
  EXPECT_EQ(reason["feasible"], nullptr);
  EXPECT_FALSE(trial_view_json(view, record).contains("active"));
  record.suggestion->active =
      ActiveData{.observations = 160, .of = 1200, .side = 0.4, .restarts = 2, .everywhere = true};
  EXPECT_EQ(trial_view_json(view, record)["active"],
            Json::parse(R"({"observations":160,"of":1200,"side":0.4,"restarts":2,"everywhere":true})"));
  study.enqueue({0.5, 1.0});
  EXPECT_EQ(keys(reason_json(view, view.trial(3).value())), std::set<std::string>{"sentence"});
}

TEST(Json, ALineAboutAStudy) {
  const std::shared_ptr<Store> store = open_store("memory:");
  Study study = Study::create(store, study_options());
  study.tell(study.ask(), 0.5);
  store->create_study({.name = "future", .direction = "sideways", .space = "{}", .options = "{}"});
  const std::vector<StudySummary> list = StudyView::list(store);
  EXPECT_EQ(keys(summary_json(list[0])), (std::set<std::string>{"study", "created", "problem"}));
  const Json json = summary_json(list[1]);
  EXPECT_EQ(keys(json),
            (std::set<std::string>{"study", "created", "direction", "trials", "counts", "finished", "failed",
                                   "infeasible", "running", "waiting", "best"}));
  EXPECT_EQ(json["trials"], 1);
  for (const auto& [key, count] : json["counts"].items()) EXPECT_EQ(json[key], count) << key;
  EXPECT_EQ(json["best"]["value"], 0.5);
  EXPECT_EQ(json["direction"], "maximize");
}

TEST(Json, WhyARunEnded) {
  Json json;
  add_end(json, RunEnd::too_many_failures, "three of 3 failed");
  EXPECT_EQ(json.dump(), R"({"stopped":"too_many_failures","why":"three of 3 failed","interrupted":false})");
  add_end(json, RunEnd::interrupted, "");
  EXPECT_EQ(json["interrupted"], true);
}

TEST(Json, ARecommendedTrialHasItsMean) {
  const Space space = study_options().space;
  const TrialRecord record{.number = 3, .values = {0.5, 0.0}, .objective = 2.0};
  EXPECT_EQ(recommended_json(space, RecommendedTrial{record, 1.5, 0.25}).dump(),
            R"({"trial":3,"params":{"x":0.5,"deep":false},"value":2.0,"mean":1.5,"sd":0.25})");
  EXPECT_EQ(recommended_json(space, std::nullopt), nullptr);
  EXPECT_EQ(best_json(space, std::nullopt), nullptr);
}

}  // namespace
}  // namespace craggy::runs
