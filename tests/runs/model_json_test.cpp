// What a model believes, as JSON: the same numbers as the model's, values of each kind, and null for what is
// not there.
#include "runs/model_json.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

namespace craggy::runs {
namespace {

TEST(Calibration, CountsWhatLiesInTheBands) {
  std::vector<StudyModel::LeftOut> left_out(4);
  for (std::size_t n = 0; n < left_out.size(); ++n) {
    left_out[n].observed = static_cast<double>(n);
    left_out[n].mean = n == 3 ? 1.5 : static_cast<double>(n);  // between the second and the third
    left_out[n].log_density = -static_cast<double>(n);
  }
  left_out[0].probability = 0.5;
  left_out[1].probability = 0.74;
  left_out[2].probability = 0.9;
  left_out[3].probability = 0.99;
  const Calibration calibration = calibration_of(left_out);
  EXPECT_EQ(calibration.num_observations, 4U);
  EXPECT_DOUBLE_EQ(calibration.covered, 0.75);
  EXPECT_DOUBLE_EQ(calibration.covered_half, 0.5);
  EXPECT_DOUBLE_EQ(calibration.mean_log_density, -1.5);
  EXPECT_DOUBLE_EQ(calibration.rank_correlation, 0.8);
  EXPECT_EQ(calibration_json(calibration)["covered_half"], 0.5);
}

TEST(Calibration, OfNothingOrOfEqualsIsZero) {
  EXPECT_EQ(calibration_of({}).rank_correlation, 0.0);
  EXPECT_EQ(calibration_of(std::vector<StudyModel::LeftOut>(3)).rank_correlation, 0.0);
}

class ModelJson : public ::testing::Test {
 protected:
  static Study made() {
    SuggestOptions suggest;
    suggest.surrogate = "latent";
    suggest.inference.num_chains = 4;
    suggest.inference.num_warmup = 40;
    suggest.inference.num_draws = 32;
    Study study =
        Study::in_memory({.space = {{"x", Float{0.0, 1.0}},
                                    {"n", Int{1, 3}},
                                    {"opt", Categorical{{"sgd", "adam"}}},
                                    {"m", Float{0.0, 1.0}, Condition{"opt", Comparison::equal, {"sgd"}}}},
                          .suggest = suggest});
    for (int i = 0; i < 8; ++i) {
      const double x = i / 7.0;
      study.enqueue({x, 1.0 + i % 3, static_cast<double>(i % 2), i % 2 == 0 ? 0.5 : 0.0});
      study.tell(study.ask(), x * x);
    }
    return study;
  }

  Study study_ = made();
  StudyView view_{study_};
  StudyModel model_ = StudyModel::fit(view_, {});
  std::vector<double> adam_ = view_.trial(1)->values;  // where m is inactive
};

TEST_F(ModelJson, SaysWhichModelItIs) {
  const Json json = model_json(model_, 7);
  EXPECT_EQ(json["name"], "latent");
  EXPECT_EQ(json["trials"].dump(), "[0,1,2,3,4,5,6,7]");
  EXPECT_EQ(json["warm_from"], 7);
  EXPECT_EQ(model_json(model_, {})["warm_from"], nullptr);
  const std::vector<ModelInfo> models = StudyModel::models(view_.options().suggest);
  ASSERT_EQ(models_json(view_.options()).size(), models.size());
  EXPECT_EQ(models_json(view_.options()).back()["name"], models.back().name);
}

TEST_F(ModelJson, PointsHaveWhatTheModelPredicts) {
  const Json points = points_json(model_, {adam_});
  ASSERT_EQ(points.size(), 1U);
  EXPECT_FALSE(points[0]["params"].contains("m"));
  EXPECT_EQ(points[0]["mean"], model_.predict({adam_}, {}).mean[0]);
  EXPECT_LT(points[0]["lower"].get<double>(), points[0]["median"].get<double>());
  EXPECT_LT(points[0]["median"].get<double>(), points[0]["upper"].get<double>());
  EXPECT_EQ(points_json(model_, {}), Json::array());
}

TEST_F(ModelJson, SlicesAndGridsHaveValuesOfTheirParameters) {
  const Json n = slice_json(model_, model_.slice("n", adam_, 9));
  EXPECT_EQ(n["values"].dump(), "[1,2,3]");
  for (const char* key : {"mean", "sd", "lower", "upper", "acquisition"}) EXPECT_EQ(n[key].size(), 3U) << key;
  EXPECT_EQ(slice_json(model_, model_.slice("opt", adam_, 9))["values"].dump(), R"(["sgd","adam"])");
  EXPECT_EQ(slice_json(model_, model_.slice("m", adam_, 9))["inactive"], "opt == sgd");
  const Json grid = grid_json(model_, model_.grid("opt", "m", adam_, 4));
  ASSERT_EQ(grid["mean"].size(), 2U);
  ASSERT_EQ(grid["mean"][0].size(), 4U);
  EXPECT_TRUE(grid["mean"][0][0].is_number());
  EXPECT_EQ(grid["mean"][1][0], nullptr) << "m is inactive with adam";
  EXPECT_EQ(grid["acquisition"][1][0], nullptr);
}

TEST_F(ModelJson, OneEntryForEachObservationOrParameter) {
  EXPECT_EQ(ignored_json(model_.latent_magnitude()).size(), 8U);
  EXPECT_TRUE(ignored_json(model_.latent_magnitude())[0]["latent"]["median"].is_number());
  const Json left_out = left_out_json(model_.leave_one_out());
  EXPECT_EQ(left_out.size(), 8U);
  EXPECT_DOUBLE_EQ(left_out[7]["observed"].get<double>(), 1.0);
  EXPECT_EQ(importance_json(model_.importance())[3]["parameter"], "m");
}

}  // namespace
}  // namespace craggy::runs
