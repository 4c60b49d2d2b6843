// Which contours a report has: of all pairs as far as there is room, the most important first.
#include "dashboard/report_grids.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "runs/model_json.hpp"

namespace craggy::cli {
namespace {

using runs::Json;

constexpr std::size_t room_without_end = std::numeric_limits<std::size_t>::max();

const std::vector<std::string> grid_parameters = {"a", "b", "c", "d", "e", "f"};

StudyModel grid_model() {
  std::vector<Parameter> parameters;
  for (const std::string& name : grid_parameters) parameters.push_back({name, Float{0.0, 1.0}});
  StudyOptions options{.name = "tune", .space = Space(parameters), .seed = 7, .worker = {.num_threads = 1}};
  options.suggest.surrogate = "noiseless";
  options.suggest.inference.num_chains = 1;
  options.suggest.inference.num_warmup = 20;
  options.suggest.inference.num_draws = 4;
  Study study = Study::in_memory(options);
  for (int i = 0; i < 12; ++i) {
    std::vector<double> point;
    for (std::size_t q = 0; q < grid_parameters.size(); ++q)
      point.push_back(std::fmod(0.37 * i + 0.21 * static_cast<double>(q * i), 1.0));
    study.add(point, point[0] + 2.0 * point[1]);
  }
  return StudyModel::fit(study, {.num_threads = 1});
}

const std::vector<double> grid_centre(grid_parameters.size(), 0.5);

TEST(ReportGrids, PairsOfTheFirstFewComeFirst) {
  EXPECT_EQ(pairs_of({"a"}).size(), 0U);
  const auto pairs = pairs_of({"a", "b", "c", "d"});
  using Pair = std::array<std::string, 2>;
  EXPECT_EQ(pairs,
            (std::vector<Pair>{{"a", "b"}, {"a", "c"}, {"b", "c"}, {"a", "d"}, {"b", "d"}, {"c", "d"}}));
}

TEST(ReportGrids, AllPairsWhereThereIsRoom) {
  const Json grids = report_grids(grid_model(), grid_parameters, grid_centre, room_without_end, {});
  std::set<std::string> seen;
  for (const Json& grid : grids) seen.insert(grid["parameters"].dump());
  EXPECT_EQ(seen.size(), 15U);
  EXPECT_EQ(grids.size(), 15U);
  EXPECT_EQ(grids[0]["mean"]["cells"].size(), 21U);
  EXPECT_EQ(grids[6]["mean"]["cells"].size(), 13U) << "further ones have less detail";
}

TEST(ReportGrids, TheSixOfTheMostImportantOnesAlways) {
  const StudyModel model = grid_model();
  EXPECT_EQ(report_grids(model, grid_parameters, grid_centre, 0, {}).size(), 6U);
  const Json all = report_grids(model, grid_parameters, grid_centre, room_without_end, {});
  std::set<std::size_t> sizes;
  for (std::size_t room = 2'000; room <= 32'000; room += 2'000) {
    const Json some = report_grids(model, grid_parameters, grid_centre, room, {});
    EXPECT_GE(some.size(), sizes.empty() ? 6U : *sizes.rbegin());
    sizes.insert(some.size());
    for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i], all[i]);
  }
  EXPECT_GT(sizes.size(), 3U) << "some rooms are for some of them";
}

// A step is 1/255 of the range, so that rounding is off by at most half of that.
TEST(ReportGrids, NumbersInSteps) {
  const StudyModel model = grid_model();
  const Json exact = runs::grid_json(model, model.grid("a", "b", grid_centre, 7));
  const Json steps = in_steps(exact);
  for (const char* key : {"mean", "sd"}) {
    const double low = steps[key]["low"].get<double>();
    const double high = steps[key]["high"].get<double>();
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t j = 0; j < 7; ++j)
        EXPECT_NEAR(low + steps[key]["cells"][i][j].get<double>() / 255.0 * (high - low),
                    exact[key][i][j].get<double>(), (high - low) / 509.0);
  }
}

TEST(ReportGrids, StepsOfWhatIsFlatMissingOrFarBelow) {
  const auto of = [](const char* text) { return in_steps(Json::parse(text)); };
  EXPECT_EQ(of(R"({"mean": [[2.0, 2.0], [null, 2.0]]})")["mean"].dump(),
            R"({"low":2.0,"high":2.0,"cells":[[0,0],[null,0]]})");
  EXPECT_EQ(of(R"({"acquisition": [[-100.0, -6.0, 0.0]]})")["acquisition"].dump(),
            R"({"low":-12.0,"high":0.0,"cells":[[0,128,255]]})");
  const Json none = of(R"({"parameters": ["a", "b"], "mean": [[null]]})");
  EXPECT_EQ(none["mean"].dump(), R"({"low":null,"high":null,"cells":[[null]]})");
  EXPECT_EQ(none["parameters"].size(), 2U);
}

}  // namespace
}  // namespace craggy::cli
