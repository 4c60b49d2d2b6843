#include "runs/refit.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;
using Texts = std::vector<std::string>;

const Space& there() {
  static const Space space{{"lr", Float{1e-4, 1, true}},
                           {"layers", Int{1, 8}},
                           {"opt", Categorical{{"adam", "sgd"}}},
                           {"momentum", Float{0, 1}, Condition{"opt", Comparison::equal, {"sgd"}}}};
  return space;
}

std::vector<TrialRecord> earlier_trials() {
  return {
      {.number = 0, .values = {0.01, 2, 0, 0}, .state = TrialState::finished, .objective = 1.0, .noise = 0.5},
      {.number = 1,
       .values = {0.5, 3, 1, 0.9},
       .state = TrialState::finished,
       .objective = 2.0,
       .constraints = {}},
      {.number = 2, .values = {0.9, 8, 0, 0}, .state = TrialState::failed, .message = "oom"},
      {.number = 3, .values = {0.02, 4, 1, 0.5}, .state = TrialState::waiting},
      {.number = 4, .values = {0.03, 4, 1, 0.5}, .state = TrialState::running}};
}

Refitted fit(const Space& here, const RefitOptions& options = {}, bool takes_noise = true) {
  return refit(earlier_trials(), there(), here, takes_noise, options);
}

Space with(std::vector<Parameter> parameters) { return Space(std::move(parameters)); }

TEST(Refit, TakesOverAllButWhatIsRunning) {
  const Refitted refitted = fit(there());
  ASSERT_EQ(refitted.evaluations.size(), 4u);
  EXPECT_EQ(refitted.left_out, Texts{"1 trial is still running"});
  EXPECT_EQ(refitted.evaluations[0].result, (Result{1.0, {}, 0.5}));
  EXPECT_EQ(refitted.evaluations[1].values, earlier_trials()[1].values);
  EXPECT_EQ(refitted.evaluations[2].failure, "oom");
  EXPECT_FALSE(refitted.evaluations[3].result || refitted.evaluations[3].failure);
}

TEST(Refit, CountsWhatLiesOutsideOfNewBounds) {
  Parameter layers = there()[1];
  layers.domain = Step{2, 8, 2};
  const Refitted refitted = fit(with({{"lr", Float{1e-4, 0.1}}, layers, there()[2], there()[3]}));
  EXPECT_EQ(refitted.evaluations.size(), 2u);
  EXPECT_EQ(refitted.left_out, (Texts{"1 trial is still running",
                                      "2 trials lie outside of the bounds of lr=float(0.0001,0.1)"}));
  const Refitted coarse = fit(with({there()[0], layers, there()[2], there()[3]}));
  EXPECT_EQ(coarse.left_out, (Texts{"1 trial is still running",
                                    "1 trial has a value of layers that is none of layers=step(2,8,2)"}));
  EXPECT_EQ(coarse.num_left_out, 2u);
}

TEST(Refit, AnotherKindTakesOverTheSameValues) {
  const Refitted refitted = fit(
      with({there()[0], {"layers", Float{1, 8}}, {"opt", Categorical{{"sgd", "lion", "adam"}}}, there()[3]}));
  ASSERT_EQ(refitted.evaluations.size(), 4u);
  EXPECT_EQ(refitted.evaluations[0].values, (std::vector<double>{0.01, 2, 2, 0}));
  EXPECT_EQ(refitted.evaluations[1].values, (std::vector<double>{0.5, 3, 0, 0.9}));
}

TEST(Refit, ANewParameterNeedsTheValueThatTrialsHad) {
  const Space wider = with({there()[0], there()[1], there()[2], there()[3], {"decay", Float{0, 1}}});
  EXPECT_EQ(message_of([&] { fit(wider); }),
            "4 trials have no value of 'decay'; say which they had, as in --fill decay=0");
  const Refitted refitted = fit(wider, {.fill = {{"decay", "0.25"}}});
  EXPECT_EQ(refitted.evaluations.at(0).values, (std::vector<double>{0.01, 2, 0, 0, 0.25}));
  EXPECT_EQ(message_of([&] {
              fit(wider, {.fill = {{"decay", "2"}}});
            }),
            "'decay' is '2', but it has to lie in [0, 1]");
  EXPECT_EQ(message_of([&] {
              fit(there(), {.fill = {{"lr", "0.1"}}});
            }),
            "--fill is given for 'lr', but no trial that is taken over needs one");
  // A condition that is gone: only those need a value that had none.
  const Space always = with({there()[0], there()[1], there()[2], {"momentum", Float{0, 1}}});
  EXPECT_EQ(message_of([&] { fit(always); }),
            "2 trials have no value of 'momentum'; say which they had, as in --fill momentum=0");
  EXPECT_EQ(fit(always, {.fill = {{"momentum", "0.1"}}}).evaluations.at(0).values,
            (std::vector<double>{0.01, 2, 0, 0.1}));
}

TEST(Refit, ADroppedParameterMayAskForItsValue) {
  const Space one = with({there()[0], there()[1]});
  EXPECT_EQ(fit(one, {.dropped = {{"opt", {}}, {"momentum", {}}}}).evaluations.size(), 4u);
  const Refitted adam = fit(one, {.dropped = {{"opt", "adam"}, {"momentum", {}}}});
  EXPECT_EQ(adam.evaluations.size(), 2u);
  EXPECT_EQ(adam.left_out, (Texts{"1 trial is still running", "2 trials had another opt than adam"}));
  const Refitted sgd = fit(one, {.dropped = {{"opt", "sgd"}, {"momentum", "0.9"}}});
  EXPECT_EQ(sgd.evaluations.size(), 1u);
  EXPECT_NE(message_of([&] { fit(one, {.dropped = {{"opt", "lion"}}}); }), "(no error)");
}

TEST(Refit, NoiseIsLeftOutWhereTheSurrogateTakesNone) {
  const Refitted refitted = fit(there(), {}, false);
  EXPECT_EQ(refitted.num_without_noise, 1u);
  EXPECT_EQ(refitted.evaluations[0].result, Result{1.0});
}

}  // namespace
}  // namespace craggy::runs
