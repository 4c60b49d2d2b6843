#include "runs/study_document.hpp"

#include <functional>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "runs/import.hpp"
#include "support/any_space.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::any_shares;
using craggy::testing::any_space;
using craggy::testing::expect_property;
using craggy::testing::message_of;

SuggestOptions quick(const std::string& surrogate) {
  SuggestOptions suggest;
  suggest.surrogate = surrogate;
  suggest.num_initial = 2;
  suggest.inference.num_chains = 1;
  suggest.inference.num_warmup = 10;
  suggest.inference.num_draws = 3;
  return suggest;
}

StudyContent content_of(const std::shared_ptr<Store>& store) { return store->content("tune").value(); }

std::string text_of(const StudyContent& content) { return study_document(content).dump(); }

void expect_same(const StudyContent& a, const StudyContent& b) {
  EXPECT_EQ(a.study.definition, b.study.definition);
  EXPECT_EQ(a.study.created, b.study.created);
  EXPECT_EQ(a.study.revision, b.study.revision);
  EXPECT_EQ(a.study.next_number, b.study.next_number);
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.attempts, b.attempts);
  EXPECT_EQ(a.warm, b.warm);
  EXPECT_EQ(a.outputs, b.outputs);
  EXPECT_EQ(a.notes, b.notes);
}

// A study that has been through a lot: results, failures, running and waiting trials.
void live(Study& study, int num_trials, std::size_t num_constraints, bool with_noise, bool with_failures) {
  for (int i = 0; i < num_trials; ++i) {
    const Trial trial = study.ask();
    Result result{std::sin(3.0 * i) / 3.0};
    for (std::size_t k = 0; k < num_constraints; ++k)
      result.constraints.push_back(std::cos(i + 0.1) - 0.3 * static_cast<double>(k));
    if (with_noise && i % 2 == 0) result.noise = 0.1 / (i + 1);
    if (with_failures && i % 4 == 1)
      study.fail(trial, {.message = "line 1\nline \"2\" é", .exit_code = 3, .again = i % 8 == 1});
    else
      study.tell(trial, result);
  }
}

TEST(StudyDocument, ComesBackAsItWas) {
  const auto store = open_store("memory:");
  Study study = Study::create(store, {.name = "tune",
                                      .space = {{"x", Float{-10, 10}}, {"n", Int{1, 9}}},
                                      .direction = Direction::maximise,
                                      .suggest = quick("noiseless"),
                                      .seed = 18446744073709551615U,
                                      .worker = {.num_threads = 1}});
  live(study, 12, 2, true, true);
  study.correct(0, Result{0.25, {1.0, 2.0}});
  study.keep_output(study.ask(), "mesh 1\n0.3\n", "two warnings\n");
  study.set_note("command", "[\"./train\"]");
  study.enqueue({0.1, 3});
  const StudyContent content = content_of(store);
  EXPECT_FALSE(content.warm.empty());
  EXPECT_FALSE(content.outputs.empty());
  const std::string text = text_of(content);
  EXPECT_TRUE(is_study_document(text));
  expect_same(parse_study_document(text, "a.json"), content);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["trials"][0]["value"], 0.25);
  EXPECT_EQ(json["direction"], "maximize");
}

TEST(StudyDocument, SaysWhatIsWrongInIt) {
  const auto store = open_store("memory:");
  Study study =
      Study::create(store, {.name = "tune", .space = {{"x", Float{-10, 10}}}, .suggest = quick("random")});
  live(study, 3, 0, false, false);
  const Json good = study_document(content_of(store));
  const auto message = [&](const std::function<void(Json&)>& change) {
    Json json = good;
    change(json);
    return message_of([&] { parse_study_document(json.dump(), "a.json"); });
  };
  EXPECT_EQ(message([](Json& json) { json["version"] = 2; }),
            "a.json: 'version': it is 2, but this craggy knows 1 only; use the craggy that wrote it");
  EXPECT_EQ(message([](Json& json) { json.erase("seed"); }), "a.json: 'seed': it is missing");
  EXPECT_EQ(message([](Json& json) { json["trials"][1]["value"] = "x"; }),
            "a.json, trial 1: 'value': it has to be a number");
  EXPECT_EQ(message([](Json& json) { json["trials"][1].erase("value"); }),
            "a.json: trial 1: exactly a trial that has finished has a value");
  EXPECT_EQ(message([](Json& json) { json["trials"][1]["params"]["x"] = 11; }),
            "a.json: trial 1: 'x' is 11, but it has to lie in [-10, 10]");
  EXPECT_EQ(message([](Json& json) { json["trials"][1]["trial"] = 2; }), "a.json: trial 2 is there twice");
  EXPECT_EQ(message([](Json& json) { json["trials"][1]["created"] = "now"; }),
            "a.json, trial 1: 'created': it has to be a time such as 2026-11-16T08:15:00.250000Z");
  EXPECT_EQ(message([](Json& json) { json["next_trial"] = 2; }),
            "a.json: trial 2: its number is above that of the next trial");
  EXPECT_EQ(message([](Json& json) { json["trials"][0]["warm"] = "!"; }),
            "a.json, trial 0: 'warm': it has to be bytes in base64");
  EXPECT_EQ(message([](Json& json) {
              json["notes"] = {{"command", 1}};
            }),
            "a.json, 'notes': 'command': it has to be a text");
  EXPECT_EQ(message([](Json& json) { json["trials"][1]["all_attempts"][0]["output"] = 1; }),
            "a.json, trial 1, an attempt: 'output': it has to be a text");
  EXPECT_EQ(message([](Json&) {}), "(no error)");
  EXPECT_TRUE(is_study_document(nlohmann::json(good).dump(1))) << "with its keys in another order";
  EXPECT_FALSE(is_study_document(R"({"value": 1, "format": "other"})"));
}

// A round trip changes nothing for whoever asks next: whatever the parameters, and whatever came of the
// trials.
TEST(StudyDocumentSlow, AfterARoundTripTheNextSuggestionIsTheSame) {
  expect_property(
      [] {
        const Space space = any_space(3);
        const auto num_trials = *rc::gen::inRange(0, 9);
        const auto num_constraints = *rc::gen::inRange<std::size_t>(0, 3);
        const bool with_noise = *rc::gen::arbitrary<bool>();
        const bool with_failures = *rc::gen::arbitrary<bool>();
        const bool with_running = *rc::gen::arbitrary<bool>();
        const std::string surrogate =
            *rc::gen::element<std::string>("noiseless", "latent", "craggy", "random");
        if (space.num_points() && *space.num_points() < 20) return;
        const StudyOptions options{.name = "tune",
                                   .space = space,
                                   .direction = *rc::gen::element(Direction::minimise, Direction::maximise),
                                   .suggest = quick(surrogate),
                                   .seed = *rc::gen::arbitrary<std::uint64_t>(),
                                   .worker = {.num_threads = 1}};
        const auto store = open_store("memory:");
        Study study = Study::create(store, options);
        live(study, num_trials, num_constraints, with_noise && surrogate != "random", with_failures);
        if (with_running) study.ask();
        const StudyContent content = content_of(store);
        const auto other_store = open_store("memory:");
        RC_ASSERT(restore_study(*other_store, parse_study_document(text_of(content), "a.json")).has_value());
        Study other = Study::open(other_store, "tune", {.num_threads = 1});
        for (int i = 0; i < 2; ++i) {
          const Trial here = study.ask();
          const Trial there = other.ask();
          RC_ASSERT(here.number() == there.number());
          RC_ASSERT(here.values() == there.values());
          study.tell(here, Result{1.0, std::vector<double>(num_constraints, -1.0)});
          other.tell(there, Result{1.0, std::vector<double>(num_constraints, -1.0)});
        }
      },
      60);
}

}  // namespace
}  // namespace craggy::runs
