// Looking at a study: show and its curve, posterior STUDY, plot.
#include <chrono>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include <craggy/study/study.hpp>

#include "charts/xml_check.hpp"
#include "look/again.hpp"
#include "look/curve.hpp"
#include "study_fixture.hpp"
#include "support/json_schema.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::Outcome;

class Look : public testing::StudyFixture {
 protected:
  // Twelve told trials of four kinds, the last of them infeasible, then a failed one; trial 3 stands out.
  void make_study(const std::string& name = "tune") const {
    const auto told = [&](std::vector<std::string> arguments) {
      const Outcome outcome = craggy(std::move(arguments));
      ASSERT_EQ(outcome.code, 0) << outcome.err;
    };
    told({"create", name, "--param", "lr=log(1e-4,1)", "--param", "depth=int(1,20)", "--param",
          "opt=categorical(sgd,adam)", "--param", "m=float(0,1) if opt == sgd", "--seed", "3", "--chains",
          "4", "--warmup", "40", "--draws", "32"});
    for (int i = 0; i <= 12; ++i) {
      const bool sgd = i % 2 == 0;
      std::vector<std::string> arguments = {"enqueue", name,
                                            "--set",   "lr=" + std::to_string(0.002 * (i + 1)),
                                            "--set",   "depth=" + std::to_string(1 + (i * 7) % 20),
                                            "--set",   sgd ? "opt=sgd" : "opt=adam"};
      if (sgd) arguments.insert(arguments.end(), {"--set", "m=0.5"});
      told(arguments);
      told({"ask", name});
      if (i == 12)
        told({"fail", name, "12", "--message", "no mesh"});
      else
        told({"tell", name, std::to_string(i),
              R"({"value": )" + std::to_string(i == 3 ? 9.0 : 0.1 * i * i - i) + R"(, "constraints": [)" +
                  (i == 11 ? "1" : "-1") + "]}"});
    }
  }

  std::string content_of(const std::string& file) const {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
};

TEST_F(Look, ShowSaysWhatWasChosenAndHowToEvaluateTheBestOneAgain) {
  make_study();
  const Outcome shown = craggy({"show", "tune"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_NE(shown.out.find("13: 12 finished, 1 failed, 0 running, 0 waiting; 1 of the finished\n"),
            std::string::npos)
      << shown.out;
  EXPECT_NE(shown.out.find("  settings    chains: 4, warmup: 40, draws: 32\n"), std::string::npos)
      << shown.out;
  EXPECT_NE(shown.out.find("best so far"), std::string::npos) << "the curve";
  const std::string seed = json::parse(craggy({"show", "tune", "5", "--json"}).out)["seed"].dump();
  EXPECT_NE(shown.out.find("  again       craggy enqueue --trial 5 --store " + store_ + " tune\n"),
            std::string::npos)
      << shown.out;
  EXPECT_NE(craggy({"show", "tune", "5"}).out.find("  seed        " + seed + "\n"), std::string::npos);
}

TEST_F(Look, WithoutANameItIsTheNewestStudy) {
  EXPECT_EQ(error({"list"}, 2).substr(0, 12), "the store is");
  make_study("zebra");
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(craggy({"create", "ant", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_TRUE(craggy({"show"}).out.starts_with("ant\n"));
  EXPECT_EQ(json::parse(craggy({"show", "--json"}).out)["study"], "ant");
  EXPECT_EQ(craggy({"delete", "ant", "--yes"}).code, 0);
  EXPECT_TRUE(craggy({"show"}).out.starts_with("zebra\n"));
  EXPECT_EQ(craggy({"delete", "zebra", "--yes"}).code, 0);
  EXPECT_NE(error({"show"}, 2).find("has no studies; 'craggy run' or 'craggy create' makes one"),
            std::string::npos);
}

TEST_F(Look, FollowSaysEachChangeAndEndsWhenNobodyWorks) {
  EXPECT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)", "--surrogate", "random"}).code, 0);
  EXPECT_EQ(craggy({"ask", "tune"}).code, 0);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    craggy({"tell", "tune", "0", "0.25"});
  });
  const Outcome followed = craggy({"show", "tune", "--follow"});
  other.join();
  EXPECT_EQ(followed.code, 0);
  EXPECT_NE(followed.out.find("1: 0 finished, 0 failed, 1 running"), std::string::npos) << followed.out;
  EXPECT_TRUE(std::regex_search(followed.out, std::regex("trial 0 finished 0.25  x=.*the best so far")))
      << followed.out;
  EXPECT_EQ(followed.err, "craggy: nobody works on 'tune' any more\n");
}

TEST_F(Look, FollowOnATerminalDrawsThePageAgainAndCanBeInterrupted) {
  make_study();
  std::stop_source source;
  testing::Outcome followed{};
  {
    const std::jthread stopper([&](const std::stop_token&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(700));
      source.request_stop();
    });
    followed = craggy({"show", "tune", "--follow"},
                      {.terminal = {.live_errors = true, .output = true}, .stop = source.get_token()});
  }
  EXPECT_EQ(followed.code, 130);
  EXPECT_TRUE(followed.out.starts_with("\x1b[H\x1b[Jtune\n")) << followed.out;
  EXPECT_EQ(error({"show", "tune", "--follow", "--json"}, 2),
            "--follow is given with --json, but it shows a study as text");
}

TEST_F(Look, PosteriorIsAsTheSchemaSays) {
  make_study();
  const craggy::testing::JsonSchema schema(json::parse(content_of(CRAGGY_DOCS "/schema.json")));
  for (const std::vector<std::string>& more :
       {std::vector<std::string>(), {"--at", "best", "--slice", "m", "--slice", "lr", "--grid", "m,lr"}}) {
    std::vector<std::string> arguments = {"posterior", "tune", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const json document = json::parse(craggy(arguments).out);
    EXPECT_EQ(schema.problems(document, "posterior"), std::vector<std::string>());
    EXPECT_EQ(schema.unknown_keys(document, "posterior"), std::vector<std::string>());
  }
}

TEST_F(Look, PosteriorOfAStudyAsNumbers) {
  make_study();
  const Outcome text = craggy({"posterior", "tune", "--model", "latent"});
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* part : {"tune: the latent model, from 12 finished trials\n", "  predicts ", "importance",
                           "What it ignores: ", "others      noisy, trend, smooth (--model)"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  const json all = json::parse(craggy({"posterior", "tune", "--model", "latent", "--json"}).out);
  EXPECT_EQ(all["schema"], 2);
  EXPECT_EQ(all["model"]["name"], "latent");
  EXPECT_EQ(all["model"]["trials"].size(), 12U);
  EXPECT_EQ(all["model"]["warm_from"], nullptr) << "nothing was suggested yet";
  EXPECT_EQ(all["models"].size(), 4U);
  EXPECT_EQ(all["ignored"].size(), 12U);
  EXPECT_EQ(all["importance"].size(), 4U);
  EXPECT_EQ(all["leave_one_out"][3]["observed"], 9.0);
  EXPECT_EQ(all["calibration"]["observations"], 12);
  EXPECT_FALSE(all.contains("points"));
  EXPECT_EQ(json::parse(craggy({"posterior", "tune", "--model", "latent", "--json"}).out)["ignored"],
            all["ignored"]);
}

TEST_F(Look, PosteriorAtPointsAndAlongParameters) {
  make_study();
  const json asked = json::parse(craggy({"posterior", "tune", "--at", "5", "--at", "lr=0.1,opt=sgd",
                                         "--slice", "opt", "--slice", "m", "--grid", "lr,depth", "--json"})
                                     .out);
  ASSERT_EQ(asked["points"].size(), 2U);
  EXPECT_EQ(asked["points"][0]["params"]["depth"], 16);
  EXPECT_FALSE(asked["points"][0]["params"].contains("m"));
  EXPECT_EQ(asked["points"][1]["params"]["lr"], 0.1);
  EXPECT_EQ(asked["points"][1]["params"]["depth"], 16) << "as in the best trial";
  EXPECT_EQ(asked["points"][1]["params"]["m"], 0.5) << "the middle of what becomes active";
  for (const char* key : {"mean", "sd", "lower", "median", "upper", "acquisition", "feasible", "success"})
    EXPECT_TRUE(asked["points"][1][key].is_number()) << key;
  EXPECT_EQ(asked["slices"][0]["values"], json({"sgd", "adam"}));
  EXPECT_EQ(asked["slices"][0]["mean"].size(), 2U);
  EXPECT_EQ(asked["slices"][1]["inactive"], "opt == sgd");
  EXPECT_EQ(asked["grids"][0]["mean"].size(), 31U);
  EXPECT_EQ(asked["grids"][0]["mean"][0].size(), 20U) << "all depths";
  EXPECT_EQ(asked["through"]["depth"], 16);
  EXPECT_FALSE(asked.contains("ignored")) << "what is not asked for takes no time";
  const Outcome text = craggy({"posterior", "tune", "--slice", "depth", "--through", "0"});
  EXPECT_NE(text.out.find("through lr=0.002"), std::string::npos) << text.out << text.err;
  EXPECT_NE(text.out.find("97.5 %"), std::string::npos);
}

TEST_F(Look, AModelBeginsWhereTheLatestSuggestionEnded) {
  make_study();
  // The model of trial 13 has no chains whose state could be kept.
  for (const char* trial : {"13", "14"}) {
    EXPECT_EQ(craggy({"ask", "tune"}).code, 0);
    EXPECT_EQ(craggy({"tell", "tune", trial, "{\"value\": 1, \"constraints\": [-1]}"}).code, 0);
  }
  const json row = json::parse(craggy({"show", "tune", "14", "--json"}).out);
  const std::string chosen_by = row["reason"]["model"];
  const json model =
      json::parse(craggy({"posterior", "tune", "--model", chosen_by, "--at", "best", "--json"}).out)["model"];
  EXPECT_EQ(model["trials"].size(), 14U);
  EXPECT_EQ(model["diagnostics"]["warm"], true);
  EXPECT_EQ(model["warm_from"], 14);
}

TEST_F(Look, WrongQuestionsSayWhatWouldBeRight) {
  make_study();
  EXPECT_EQ(error({"posterior", "tune", "--at", "m=0.5"}, 2),
            "the point is 'm=0.5', but 'm' is inactive there: m=float(0,1) if opt == sgd");
  EXPECT_EQ(error({"posterior", "tune", "--at", "99"}, 2),
            "the point is '99', but the study has no trial of that number");
  EXPECT_EQ(error({"posterior", "tune", "--surrogate", "latent"}, 2),
            "--surrogate is for --data, a CSV file with the columns x1,x2,...,y: a study has its own");
  EXPECT_EQ(error({"posterior", "tune", "--grid", "lr", "--json"}, 2),
            "--grid is 'lr', but it has to be two parameters, such as lr,depth");
  EXPECT_NE(error({"posterior", "tune", "--model", "latnet"}, 2).find("latent"), std::string::npos);
  EXPECT_EQ(error({"plot", "tune", "contour"}, 2),
            "contour needs --out, as in --out contour.svg: it is not drawn in the terminal");
  EXPECT_EQ(craggy({"create", "single", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_EQ(error({"plot", "single", "parallel", "--out", "x.svg"}, 2),
            "parallel needs two parameters, and the study has one");
  EXPECT_EQ(error({"plot", "tune", "--out", "x.pdf"}, 2),
            "the output is 'x.pdf', but its name has to end in .svg or .png");
  EXPECT_NE(error({"plot", "tune", "histroy"}, 2).find("did you mean 'history'?"), std::string::npos);
  EXPECT_EQ(craggy({"create", "empty", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_EQ(error({"posterior", "empty"}, 2),
            "the number of finished trials is 0, but a model needs at least one");
}

TEST_F(Look, PlotInTheTerminal) {
  make_study();
  const Outcome plotted = craggy({"plot", "tune"});
  ASSERT_EQ(plotted.code, 0) << plotted.err;
  for (const char* part :
       {"best so far", "model, from 12 finished trials", "lr", "depth", "sgd", "* stands out"})
    EXPECT_NE(plotted.out.find(part), std::string::npos) << part << "\n" << plotted.out;
  EXPECT_NE(plotted.out.find("m is inactive there: it needs opt == sgd"), std::string::npos);
  EXPECT_EQ(plotted.out.find('\x1b'), std::string::npos);
  EXPECT_NE(craggy({"plot", "importance"}).out.find("of the variance"), std::string::npos)
      << "of the newest study";
  const Outcome ascii = craggy({"plot", "tune", "slices"}, {.terminal = {.utf8 = false}});
  EXPECT_TRUE(std::all_of(ascii.out.begin(), ascii.out.end(),
                          [](char c) { return static_cast<signed char>(c) > 0; }));
  EXPECT_EQ(craggy({"create", "empty", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_EQ(craggy({"plot", "empty"}).code, 0) << "nothing to draw is no mistake";
}

TEST_F(Look, PicturesOfEveryKindAreWellFormed) {
  make_study();
  for (const char* kind :
       {"history", "slices", "ignored", "importance", "contour", "calibration", "parallel", "timeline"}) {
    const std::string file = folder_.path() + "/" + kind + ".svg";
    const Outcome outcome = craggy({"plot", "tune", kind, "--out", file});
    ASSERT_EQ(outcome.code, 0) << kind << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const std::string svg = content_of(file);
    EXPECT_GT(craggy::testing::XmlReader::read(svg).size(), 20U) << kind;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << kind;
    EXPECT_EQ(svg.find("inf\""), std::string::npos) << kind;
    ASSERT_EQ(craggy({"plot", "tune", kind, "--out", file + ".svg"}).code, 0);
    EXPECT_EQ(content_of(file + ".svg"), svg) << "the same each time";
  }
}

TEST(Curve, CountsFromTheFirstFeasibleValueOn) {
  const auto trial = [](TrialState state, std::optional<double> value, std::vector<double> constraints = {}) {
    return TrialRecord{.state = state, .objective = value, .constraints = std::move(constraints)};
  };
  const std::vector<TrialRecord> trials = {trial(TrialState::failed, {}),
                                           trial(TrialState::finished, 1.0, {2.0}),
                                           trial(TrialState::finished, 3.0, {-1.0}),
                                           trial(TrialState::failed, {}),
                                           trial(TrialState::finished, 5.0, {-1.0}),
                                           trial(TrialState::running, {}),
                                           trial(TrialState::finished, 2.0, {-1.0})};
  EXPECT_EQ(best_so_far(trials, Direction::minimise), (std::vector<double>{3.0, 3.0, 3.0, 2.0}));
  EXPECT_EQ(best_so_far(trials, Direction::maximise), (std::vector<double>{3.0, 3.0, 5.0, 5.0}));
}

TEST(Curve, OrdersOfMagnitudeAreShownAsLogarithms) {
  EXPECT_TRUE(span_orders({5.0, 0.05}));
  EXPECT_FALSE(span_orders({5.0, 0.06}));
  EXPECT_FALSE(span_orders({5.0, -0.01}));
  EXPECT_FALSE(span_orders({}));
  std::vector<TrialRecord> trials;
  for (const double value : {10.0, 1.0, 0.001})
    trials.push_back({.state = TrialState::finished, .objective = value});
  EXPECT_NE(best_curve(trials, Direction::minimise, {}, 8).find("best so far, logarithmic\n"),
            std::string::npos);
}

class Again : public ::testing::Test {
 protected:
  std::string line(const std::string& command) {
    if (!command.empty()) study_.set_note("command", command);
    return again_line(view_, view_.trial(0).value(), "s.db");
  }

  Study study_ = with_one_trial();
  StudyView view_{study_};

 private:
  static Study with_one_trial() {
    Study study = Study::in_memory(
        {.name = "tune", .space = {{"o", Categorical{{"it's $HOME", "b"}}}, {"x", Float{0.0, 1.0}}}});
    study.enqueue({0.0, 0.5});
    return study;
  }
};

TEST_F(Again, IsTheCommandWithItsVariables) {
  const std::string again = line(R"(["./my train", "--o={o}", "{x}"])");
  EXPECT_TRUE(again.starts_with("env ")) << again;
  EXPECT_TRUE(again.ends_with(R"( './my train' '--o=it'\''s $HOME' 0.5)")) << again;
  EXPECT_NE(again.find(R"('CRAGGY_PARAM_O=it'\''s $HOME')"), std::string::npos) << again;
  EXPECT_EQ(again_note(view_), "");
}

TEST_F(Again, SaysWhatItCannotKnow) {
  const std::string again = line(R"(["./run", "{beam.in}", "{x}", "--token", "***"])");
  EXPECT_TRUE(again.ends_with(" ./run '{beam.in}' 0.5 --token '***'")) << again;
  EXPECT_EQ(again_note(view_),
            "beam.in is filled in from a template, which the study does not keep. *** stands for what may be "
            "secret, and is not kept.");
}

TEST_F(Again, WithoutACommandItIsEnqueued) {
  const std::string enqueue = "craggy enqueue --trial 0 --store s.db tune";
  EXPECT_EQ(line(""), enqueue);
  for (const char* broken : {"[]", "no JSON", R"(["./run", "{"])", R"([""])"}) {
    EXPECT_EQ(line(broken), enqueue) << broken;
    EXPECT_EQ(again_note(view_), "") << broken;
  }
}

TEST_F(Again, HasNoControlCharacters) {
  const std::string again = line(R"(["./run", "\u001b[2J{x}"])");
  EXPECT_EQ(again.find('\x1b'), std::string::npos) << again;
}

}  // namespace
}  // namespace craggy::cli
