// Which settings of a study somebody chose.
#include "runs/settings.hpp"

#include <gtest/gtest.h>

#include <craggy/engine/latent_scale.hpp>

namespace craggy::runs {
namespace {

TEST(Settings, OfAnOrdinaryStudyThereAreNone) {
  const StudyOptions usual{.space = {{"x", Float{0.0, 1.0}}}};
  EXPECT_TRUE(changed_settings(usual).empty());
  EXPECT_EQ(settings_json(usual).dump(), "{}");
}

TEST(Settings, ThoseThatDifferByNameAndValue) {
  StudyOptions options{.space = {{"x", Float{0.0, 1.0}}}};
  options.suggest.surrogate = "latent";
  options.suggest.noisy = true;
  options.suggest.num_initial = 7;
  options.suggest.inference.target_rhat = 1.25;
  options.on_lost = OnLost::fail;
  const std::vector<Setting> settings = changed_settings(options);
  std::string text;
  for (const Setting& setting : settings) text += setting.name + "=" + setting.value + ";";
  EXPECT_EQ(text, "noisy=yes;initial=7;target_rhat=1.25;on_lost=fail;");
  EXPECT_EQ(settings_json(options).dump(),
            R"({"noisy":true,"num_initial":7,"target_rhat":1.25,"on_lost":"fail"})");
}

}  // namespace
}  // namespace craggy::runs
