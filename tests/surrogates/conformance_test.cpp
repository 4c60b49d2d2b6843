// What every named surrogate has to satisfy, with every option: a new one needs no line here, only its name
// in the registry.
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "support/example_data.hpp"
#include "support/gradient_check.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

using testing::example_data;

struct Case {
  std::string name;
  SurrogateOptions options;
};

constexpr std::size_t cases_per_name = 6;

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string& name : surrogate_names()) {
    cases.push_back({name, {.sigma_h = {0.1}}});
    cases.push_back({name, {.sigma_h = {0.1}, .amplitude = Amplitude::sampled, .ard = true}});
    cases.push_back({name, {.sigma_h = {0.1}, .ard = true, .group_of_input = {0, 0, 1}}});
    cases.push_back({name,
                     {.sigma_h = {0.1},
                      .amplitude = Amplitude::sampled,
                      .ard = true,
                      .related_lengthscales = true,
                      .group_of_input = {0, 1, 1}}});
    cases.push_back({name,
                     {.sigma_h = {0.1},
                      .amplitude = Amplitude::sampled,
                      .main_effects = name != "additive",
                      .group_of_input = {0, 1, 1}}});
    cases.push_back(
        {name,
         {.sigma_h = {0.1, 0.02, 0.0}, .latent_dimension = 2, .amplitude = Amplitude::unit, .ard = false}});
  }
  return cases;
}

class EverySurrogate : public ::testing::TestWithParam<Case> {
 protected:
  std::shared_ptr<const Dataset> data_ = example_data(7);
  std::shared_ptr<const Surrogate> surrogate_ = make_surrogate(GetParam().name, GetParam().options);
  SurrogateDensity density_{surrogate_, data_, 1e-3};
  RandomStream stream_{23};

  Vector draw() { return surrogate_->sample_prior(stream_, {data_->num_inputs(), data_->size()}); }
};

TEST_P(EverySurrogate, HasTheGradientOfItsValue) {
  for (int i = 0; i < 3; ++i) {
    const Vector u = draw();
    Vector gradient(density_.size());
    const double value = density_.evaluate(u, gradient);
    ASSERT_TRUE(std::isfinite(value));
    EXPECT_EQ(value, density_.value(u));
    const auto continuous = [&](const Vector& moved) {
      Vector full = u;
      full.head(density_.size()) = moved;
      return density_.value(full);
    };
    testing::expect_gradient(continuous, u.head(density_.size()), gradient, 1e-7);
  }
}

TEST_P(EverySurrogate, NamesAllItsUnknowns) {
  const Shape shape{data_->num_inputs(), data_->size()};
  EXPECT_EQ(static_cast<Index>(parameter_names(surrogate_->blocks(shape)).size()), density_.size());
  EXPECT_EQ(draw().size(), density_.size() + density_.num_labels());
}

TEST_P(EverySurrogate, LabelWeightsAreDifferencesOfTheDensity) {
  Vector u = draw();
  density_.begin_sweep(u);
  Vector log_weights;
  SurrogateDensity fresh(surrogate_, data_, 1e-3);
  for (Index n = 0; n < density_.num_labels(); ++n) {
    density_.label_log_weights(n, log_weights);
    Vector values(log_weights.size());
    for (Index label = 0; label < values.size(); ++label) {
      Vector changed = u;
      changed[density_.size() + n] = static_cast<double>(label);
      values[label] = fresh.value(changed);
    }
    for (Index label = 1; label < values.size(); ++label)
      EXPECT_NEAR(log_weights[label] - log_weights[0], values[label] - values[0],
                  1e-8 * (1 + std::abs(values[0])));
    // Go on from a changed label, so that the update of the inverse is tested too.
    const Index next = (static_cast<Index>(u[density_.size() + n]) + 1) % values.size();
    density_.set_label(n, next, u);
    EXPECT_EQ(u[density_.size() + n], static_cast<double>(next));
  }
}

TEST_P(EverySurrogate, SurvivesAbsurdPoints) {
  for (double far : {-1e3, -50.0, 50.0, 1e3, 1e6}) {
    Vector u = draw();
    u.head(density_.size()).setConstant(far);
    Vector gradient = Vector::Zero(density_.size());
    const double value = density_.evaluate(u, gradient);
    EXPECT_FALSE(std::isnan(value));
    EXPECT_LT(value, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(!std::isfinite(value) || gradient.allFinite());
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EverySurrogate, ::testing::ValuesIn(all_cases()),
                         [](const auto& instance) {
                           std::string name =
                               instance.param.name + "_" + std::to_string(instance.index % cases_per_name);
                           std::replace(name.begin(), name.end(), '+', '_');
                           return name;
                         });

}  // namespace
}  // namespace craggy
