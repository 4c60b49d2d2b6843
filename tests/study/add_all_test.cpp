// Evaluations from elsewhere, many at once.
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "example_study.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::example_options;
using testing::message_of;
using Numbers = std::vector<std::optional<TrialNumber>>;

std::vector<Evaluation> some() {
  return {{.values = {1, 1}, .result = Result{0.5}},
          {.values = {1, 1}, .result = Result{0.5}},
          {.values = {2, 1}, .failure = "no mesh"},
          {.values = {3, 1}},
          {.values = {1, 1}, .result = Result{0.75}}};
}

TEST(AddAll, AddsEachAsOftenAsItStandsThere) {
  Study study = Study::in_memory(example_options());
  EXPECT_EQ(study.add_all(some()), (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(study.counts().finished, 3u);
  EXPECT_EQ(study.counts().failed, 1u);
  EXPECT_EQ(study.counts().waiting, 1u);
  EXPECT_EQ(study.trials()[2].message, "no mesh");
  EXPECT_EQ(study.ask().number(), 3u);
}

TEST(AddAll, WhatIsThereAlreadyIsNotAddedAgain) {
  Study study = Study::in_memory(example_options());
  study.add_all(some());
  study.tell(study.ask(), 7.0);  // the one that waited
  EXPECT_EQ(study.add_all(some()), (Numbers(5))) << "also where a point was evaluated meanwhile";
  std::vector<Evaluation> more = some();
  more.push_back({.values = {1, 1}, .result = Result{0.5}});
  EXPECT_EQ(study.add_all(more),
            (Numbers{std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 5}));
  EXPECT_EQ(study.add_all(some(), true), (Numbers{6, 7, 8, 9, 10})) << "other evaluations of the same points";
}

TEST(AddAll, ADryRunChangesNothing) {
  Study study = Study::in_memory(example_options());
  study.add({1, 1}, 0.5);
  EXPECT_EQ(study.add_all(some(), false, true), (Numbers{std::nullopt, 1, 2, 3, 4}));
  EXPECT_EQ(study.trials().size(), 1u);
}

TEST(AddAll, AllOrNothing) {
  Study study = Study::in_memory(example_options());
  std::vector<Evaluation> bad = some();
  bad.push_back({.values = {11, 1}, .result = Result{1.0}});
  EXPECT_EQ(message_of([&] { study.add_all(bad); }), "'x' is 11, but it has to lie in [-10, 10]");
  bad.back() = {.values = {1, 1}, .result = Result{1.0, {}, -1.0}};
  EXPECT_EQ(message_of([&] { study.add_all(bad); }),
            "the noise of the value of evaluation 5 is -1, but it has to be finite and at least 0");
  bad.back() = {.values = {1, 1}, .result = Result{1.0, {1.0}}};
  EXPECT_EQ(message_of([&] { study.add_all(bad); }),
            "the number of constraints of the added trial 5 is 1, but it has to be 0, as in trial 0");
  EXPECT_TRUE(study.trials().empty());
}

}  // namespace
}  // namespace craggy
