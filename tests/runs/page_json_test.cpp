// What the report and the dashboard get: a study as a page, what has changed since, what a model believes of
// it.
#include "runs/page_json.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "support/json_schema.hpp"

namespace craggy::runs {
namespace {

StudyOptions study_options(const std::string& surrogate) {
  SuggestOptions suggest;
  suggest.surrogate = surrogate;
  suggest.num_initial = 4;
  return {.name = "tune",
          .space = {{"x", Float{0.0, 1.0}}, {"n", Int{1, 9}}},
          .suggest = suggest,
          .seed = 7,
          .worker = {.num_threads = 1}};
}

void run(Study& study, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Trial trial = study.ask();
    study.tell(trial, std::pow(trial["x"] - 0.3, 2) + 0.01 * trial["n"]);
  }
}

std::vector<std::string> problems(const Json& json, const std::string& definition) {
  std::ifstream file(std::string(CRAGGY_DOCS) + "/schema.json");
  std::stringstream text;
  text << file.rdbuf();
  return testing::JsonSchema(nlohmann::json::parse(text.str()))
      .problems(nlohmann::json::parse(json.dump()), definition);
}

TEST(PageJson, APageHasWhatIsDocumented) {
  Study study = Study::in_memory(study_options("noiseless"));
  run(study, 6);
  study.fail(study.ask(), {.message = "no mesh"});
  study.set_note(remarks_note, "a first try");
  const Json page = page_json(StudyView(study));
  EXPECT_EQ(problems(page, "page"), std::vector<std::string>());
  EXPECT_EQ(page["trials"].size(), 7U);
  EXPECT_EQ(page["trials"][0]["initial"], true);
  EXPECT_FALSE(page["trials"][0].contains("expected"));
  EXPECT_TRUE(page["trials"][5]["expected"]["mean"].is_number());
  EXPECT_FALSE(page["trials"][5]["expected"].contains("sentence"));
  EXPECT_GE(page["trials"][5]["suggest_seconds"].get<double>(), 0.0);
  EXPECT_EQ(page["models"].size(), 1U);
  EXPECT_EQ(page["remarks"], "a first try");
  EXPECT_EQ(page["recommended"], nullptr);
}

TEST(PageJson, AnEmptyStudyIsAPageToo) {
  const Study study = Study::in_memory(study_options("random"));
  const Json page = page_json(StudyView(study));
  EXPECT_EQ(problems(page, "page"), std::vector<std::string>());
  EXPECT_EQ(page["trials"], Json::array());
  EXPECT_EQ(page["models"], Json::array());
  EXPECT_FALSE(page.contains("remarks"));
}

TEST(PageJson, ChangesAreTheTrialsThatHaveChanged) {
  Study study = Study::in_memory(study_options("random"));
  const StudyView view(study);
  run(study, 3);
  const Json page = page_json(view);
  const auto revision = page["revision"].get<std::int64_t>();
  EXPECT_EQ(changes_json(view, revision)["trials"], Json::array());
  run(study, 1);
  const Json changes = changes_json(view, revision);
  EXPECT_EQ(problems(changes, "changes"), std::vector<std::string>());
  ASSERT_EQ(changes["trials"].size(), 1U);
  EXPECT_EQ(changes["trials"][0], page_json(view)["trials"][3]);
  EXPECT_GT(changes["revision"].get<std::int64_t>(), revision);
  EXPECT_EQ(changes["counts"]["finished"], 4);
  EXPECT_EQ(changes_json(view, 0)["trials"], page_json(view)["trials"]);
}

TEST(PageJson, WhatAModelBelieves) {
  Study study = Study::in_memory(study_options("noiseless"));
  run(study, 8);
  const StudyView view(study);
  const StudyModel model = StudyModel::fit(view, {.num_threads = 1});
  Json json = posterior_json(view, model, std::nullopt);
  add_overview(json, model);
  add_slices(json, model, view.best()->values, 11);
  EXPECT_EQ(problems(json, "posterior"), std::vector<std::string>());
  EXPECT_EQ(json["ignored"].size(), 8U);
  EXPECT_EQ(json["slices"].size(), 2U);
  EXPECT_EQ(json["slices"][0]["values"].size(), 11U);
  EXPECT_EQ(json["through"], page_json(view)["best"]["params"]);
  // The bowl depends far more on x than on n.
  EXPECT_EQ(by_importance(json["importance"]), (std::vector<std::string>{"x", "n"}));
}

TEST(PageJson, WhatComesNextIsAPreview) {
  Study study = Study::in_memory(study_options("noiseless"));
  const StudyView view(study);
  const Json first = next_json(view, 30.0, 1);
  EXPECT_EQ(problems(first, "next"), std::vector<std::string>());
  EXPECT_EQ(first["initial"], true);
  EXPECT_FALSE(first.contains("expected"));
  run(study, 6);
  const Json next = next_json(view, 30.0, 1);
  EXPECT_EQ(problems(next, "next"), std::vector<std::string>());
  EXPECT_EQ(next["trial"], 6);
  EXPECT_EQ(next["preview"], true);
  EXPECT_TRUE(next.contains("warm_from"));
  run(study, 1);
  const Json asked = page_json(view)["trials"][6];
  EXPECT_EQ(next["params"], asked["params"]);
  EXPECT_EQ(next["expected"], asked["expected"]);
}

TEST(PageJson, NothingComesNextWhereItWouldTakeTooLongOrNothingIsLeft) {
  Study slow = Study::in_memory(study_options("noiseless"));
  run(slow, 6);
  const Json refused = next_json(StudyView(slow), 0.0, 1);
  EXPECT_EQ(problems(refused, "next"), std::vector<std::string>());
  EXPECT_NE(refused["none"].get<std::string>().find("the latest suggestion took"), std::string::npos);
  EXPECT_FALSE(refused.contains("params"));
  StudyOptions small = study_options("random");
  small.space = Space({{"k", Int{1, 2}}});
  Study full = Study::in_memory(small);
  for (const double code : {1.0, 2.0}) full.add({code}, code);
  EXPECT_EQ(next_json(StudyView(full), 30.0, 1)["none"], "every point of the space is a trial already");
}

TEST(PageJson, ShortenedNumbersAreAsGoodAsTheyLook) {
  const Json json = {{"mean", {0.123456789, nullptr, -1e-300}}, {"trial", 12345678}, {"name", "0.123456789"}};
  EXPECT_EQ(shortened(json, 3).dump(),
            R"({"mean":[0.123,null,-1e-300],"trial":12345678,"name":"0.123456789"})");
}

}  // namespace
}  // namespace craggy::runs
