#include "samplers/step_width.hpp"

#include <gtest/gtest.h>

namespace craggy {
namespace {

// A move whose acceptance falls with its width: it is 0.4 at the width 2.
double acceptance_at(double width) { return 1.0 / (1.0 + 0.75 * width); }

TEST(StepWidth, SettlesWhereAsMuchIsAcceptedAsWasAimedFor) {
  for (double initial : {0.01, 100.0}) {
    StepWidth width(initial, 0.4);
    for (int i = 0; i < 400; ++i) width.learn(acceptance_at(width.value()));
    EXPECT_NEAR(width.value(), 2.0, 0.1);
  }
}

TEST(StepWidth, LearnsFastAgainAfterARestart) {
  StepWidth slow(0.01, 0.4);
  for (int i = 0; i < 2000; ++i) slow.learn(acceptance_at(slow.value()));
  StepWidth restarted = slow;
  slow.set(0.01);
  restarted.set(0.01);
  restarted.restart();
  slow.learn(1.0);
  restarted.learn(1.0);
  EXPECT_GT(restarted.value(), slow.value());
}

TEST(StepWidth, StaysANumber) {
  StepWidth width(1.0, 0.4);
  for (int i = 0; i < 100000; ++i) width.learn(0.0);
  EXPECT_GT(width.value(), 0.0);
}

}  // namespace
}  // namespace craggy
