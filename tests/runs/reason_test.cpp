#include "runs/reason.hpp"

#include <string>

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

TrialRecord suggested(const Reason& reason) {
  TrialRecord record{.number = 12, .suggestion = Suggestion{}};
  record.suggestion->surrogate = "homoscedastic";
  record.suggestion->reason = reason;
  return record;
}

TrialRecord best(double value) { return {.number = 7, .objective = value}; }

std::string minimised(const Reason& reason, const std::optional<TrialRecord>& best_before) {
  return reason_sentence(suggested(reason), Direction::minimise, best_before);
}

TEST(ReasonSentence, SaysWhatWasExpectedBesideTheBest) {
  EXPECT_EQ(minimised({"noisy", 0.42, 0.1, -3.0, {}, {}}, best(0.45)),
            "The noisy model expected 0.42 ± 0.10 here, 0.03 better than the best so far (trial 7).");
  EXPECT_EQ(minimised({"latent", 0.55, 0.1, -3.0, {}, {}}, best(0.45)),
            "The latent model expected 0.55 ± 0.10 here, 0.1 worse than the best so far (trial 7), which was "
            "within two standard deviations.");
  EXPECT_EQ(minimised({"latent", 5.0, 0.25, -3.0, {}, {}}, best(1.0)),
            "The latent model expected 5.00 ± 0.25 here, 4 worse than the best so far (trial 7).");
}

TEST(ReasonSentence, ADifferenceThatIsNothingIsNotTold) {
  EXPECT_EQ(minimised({"trend", 1.0001, 0.1, -3.0, {}, {}}, best(1.0)),
            "The trend model expected 1.00 ± 0.10 here, as good as the best so far (trial 7).");
}

TEST(ReasonSentence, KnowsWhichDirectionIsGood) {
  EXPECT_EQ(
      reason_sentence(suggested({"latent", 1250.0, 31.0, 0.0, {}, {}}), Direction::maximise, best(1200.0)),
      "The latent model expected 1250 ± 31 here, 50 better than the best so far (trial 7).");
  EXPECT_EQ(
      reason_sentence(suggested({"latent", 0.5, 0.5, 0.0, {}, {}}), Direction::maximise, best(0.75)),
      "The latent model expected 0.50 ± 0.50 here, 0.25 worse than the best so far (trial 7), which was "
      "within two standard deviations.");
}

TEST(ReasonSentence, SaysHowLikelyItWasToBeOfUse) {
  EXPECT_EQ(
      minimised({"latent", 1.0, 0.5, 0.0, 0.875, 0.25}, best(2.0)),
      "The latent model expected 1.00 ± 0.50 here, 1 better than the best so far (trial 7); with a "
      "probability of 0.25 that it is feasible and a probability of 0.88 that the evaluation succeeds.");
  EXPECT_EQ(
      minimised({"latent", 1.0, 0.5, 0.0, 0.875, {}}, {}),
      "The latent model expected 1.00 ± 0.50 here, before there was a best value; with a probability of "
      "0.88 that the evaluation succeeds.");
}

TEST(ReasonSentence, KeepsAllSizesOfNumbersReadable) {
  EXPECT_EQ(minimised({"latent", 2.5e12, 3e11, 0.0, {}, {}}, {}),
            "The latent model expected 2.5e+12 ± 3e+11 here, before there was a best value.");
  EXPECT_EQ(minimised({"latent", 1.0, 0.0, 0.0, {}, {}}, {}),
            "The latent model expected 1 ± 0 here, before there was a best value.");
  EXPECT_EQ(minimised({"latent", 0.00123, 0.00004, 0.0, {}, {}}, {}),
            "The latent model expected 0.001230 ± 0.000040 here, before there was a best value.");
}

TEST(ReasonSentence, OfPointsThatNoModelChose) {
  TrialRecord record;
  EXPECT_EQ(reason_sentence(record, Direction::minimise, {}), "It was given from outside, not suggested.");
  record.suggestion.emplace().initial = true;
  EXPECT_EQ(reason_sentence(record, Direction::minimise, {}),
            "It belongs to the initial design: no model was asked.");
  record.suggestion.emplace().surrogate = "random";
  EXPECT_EQ(reason_sentence(record, Direction::minimise, {}), "It was drawn at random: no model was asked.");
}

TEST(ReasonSentence, SaysWhatWasLookedAtWhereThatWasNotEverything) {
  TrialRecord record = suggested({"noisy", 0.5, 0.25, -3.0, {}, {}});
  record.suggestion->active = ActiveData{.observations = 160, .of = 1200, .side = 0.4};
  EXPECT_EQ(
      reason_sentence(record, Direction::minimise, best(0.5)),
      "The noisy model expected 0.50 ± 0.25 here, as good as the best so far (trial 7). It learned from "
      "160 of 1200 evaluations: those nearest to the box in which it searched (0.4 of each side of the "
      "space), the best, and a spread of the rest.");
  EXPECT_EQ(
      active_sentence({.observations = 160, .of = 1200, .side = 0.0125, .restarts = 1}),
      "It learned from 160 of 1200 evaluations: those nearest to the box in which it searched (0.013 of "
      "each side of the space), the best, and a spread of the rest, after one box had shrunk to "
      "nothing.");
  EXPECT_EQ(active_sentence({.observations = 160, .of = 1200, .restarts = 3, .everywhere = true}),
            "Its hyper-parameters were learned from 160 of 1200 evaluations, its predictions came from the "
            "nearest ones of all: it looked all over the space, after 3 boxes had shrunk to nothing.");
}

TEST(ReasonSentence, OfSuggestionsThatKeptNoReason) {
  TrialRecord record;
  record.suggestion.emplace().surrogate = "latent";
  EXPECT_EQ(reason_sentence(record, Direction::minimise, best(1.0)),
            "The latent model chose it; what it expected was not stored.");
}

}  // namespace
}  // namespace craggy::runs
