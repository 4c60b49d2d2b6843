#include "samplers/dual_averaging.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

// [HoffmanGelman2014, algorithm 5] as printed.
TEST(DualAveraging, AgreesWithThePrintedRecurrence) {
  const double delta = 0.8;
  const double gamma = 0.05;
  const double t0 = 10.0;
  const double kappa = 0.75;
  const double epsilon0 = 0.3;
  DualAveraging adaptation({}, epsilon0);
  RandomStream stream(1);
  double H_bar = 0.0;
  double log_epsilon_bar = 0.0;
  for (int m = 1; m <= 50; ++m) {
    const double alpha = stream.uniform();
    H_bar = (1.0 - 1.0 / (m + t0)) * H_bar + 1.0 / (m + t0) * (delta - alpha);
    const double log_epsilon = std::log(10.0 * epsilon0) - std::sqrt(m) / gamma * H_bar;
    log_epsilon_bar = std::pow(m, -kappa) * log_epsilon + (1.0 - std::pow(m, -kappa)) * log_epsilon_bar;
    adaptation.update(alpha);
    EXPECT_NEAR(adaptation.step_size() / std::exp(log_epsilon), 1.0, 1e-12);
    EXPECT_NEAR(adaptation.averaged_step_size() / std::exp(log_epsilon_bar), 1.0, 1e-12);
  }
}

TEST(DualAveraging, FindsTheStepSizeOfItsTarget) {
  // An acceptance that falls with the step size as exp(−ε): the target 0.8 is met at ε = −log 0.8.
  for (double start : {1e-4, 1.0, 1e3}) {
    DualAveraging adaptation({}, start);
    for (int i = 0; i < 1000; ++i) adaptation.update(std::exp(-adaptation.step_size()));
    EXPECT_NEAR(adaptation.averaged_step_size(), -std::log(0.8), 0.02) << start;
  }
}

TEST(DualAveraging, StartsAfresh) {
  DualAveraging once({}, 0.5);
  DualAveraging again({}, 7.0);
  for (double acceptance : {0.1, 0.9, 1.0}) again.update(acceptance);
  again.restart(0.5);
  EXPECT_EQ(again.averaged_step_size(), 0.5);
  for (double acceptance : {0.3, 0.7}) {
    once.update(acceptance);
    again.update(acceptance);
  }
  EXPECT_EQ(once.step_size(), again.step_size());
  EXPECT_EQ(once.averaged_step_size(), again.averaged_step_size());
}

TEST(DualAveraging, RefusesATargetThatIsNoProbability) {
  for (double target : {0.0, 1.0, -0.5, 2.0})
    EXPECT_THROW(DualAveraging({.target_acceptance = target}), InvalidArgument) << target;
  EXPECT_EQ(testing::message_of([] { DualAveraging({.target_acceptance = 1.5}); }),
            "target_acceptance is 1.5, but it has to be between 0 and 1");
}

}  // namespace
}  // namespace craggy
