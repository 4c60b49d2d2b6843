#include "experiments/repetition.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "experiments/protocol.hpp"
#include "support/message_of.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;

const problems::Problem& beale() { return testbeds::find_problem("beale"); }

TEST(Repetition, AllMethodsBeginAtTheSamePoints) {
  const std::uint64_t seed = repetition_seed(0, "beale", 3);
  const std::vector<std::vector<double>> initial = initial_points(beale(), seed);
  for (const char* method : {"noiseless", "homoscedastic:lcb", "latent", "craggy", "random"}) {
    const Repetition result = run_repetition(beale(), parse_method(method), seed, 3);
    ASSERT_EQ(result.points.size(), 3U);
    EXPECT_EQ(result.points[0], initial[0]) << method;
    EXPECT_EQ(result.points[1], initial[1]) << method;
    EXPECT_NE(result.points[2], initial[1]) << method;
    EXPECT_EQ(result.suggest_seconds[0], 0.0);
    EXPECT_GT(result.suggest_seconds[2], 0.0);
  }
}

// What `craggy minimize` does with the same seed.
TEST(Repetition, IsTheStudyOfItsSeed) {
  const Method method = parse_method("latent:sampled");
  const Repetition result = run_repetition(beale(), method, 42, 6);
  Study study = Study::in_memory(
      {.space = space_of(beale()), .suggest = method.suggest, .seed = 42, .worker = {.num_threads = 2}});
  for (std::size_t i = 0; i < 6; ++i) {
    const Trial trial = study.ask();
    EXPECT_EQ(trial.values(), result.points[i]) << i;
    study.tell(trial, problems::evaluate(beale(), trial.values()));
  }
}

TEST(Repetition, AShorterOneIsTheBeginningOfALongerOne) {
  const Method method = parse_method("noiseless");
  const Repetition many = run_repetition(beale(), method, 1, 9);
  const Repetition few = run_repetition(beale(), method, 1, 5);
  EXPECT_EQ(few.points, std::vector(many.points.begin(), many.points.begin() + 5));
  EXPECT_EQ(few.values, std::vector(many.values.begin(), many.values.begin() + 5));
}

TEST(Repetition, RandomPointsFillTheDomain) {
  const Repetition result = run_repetition(beale(), parse_method("random"), 5, 200);
  double low = 0.0;
  double high = 0.0;
  for (const std::vector<double>& point : result.points) {
    low = std::min(low, point[0]);
    high = std::max(high, point[0]);
  }
  EXPECT_LT(low, -4.0);
  EXPECT_GT(high, 4.0);
}

TEST(Repetition, TheWatchSeesEveryEvaluation) {
  std::vector<std::size_t> seen;
  run_repetition(beale(), parse_method("random"), 5, 4, {},
                 [&](const Repetition& so_far) { seen.push_back(so_far.values.size()); });
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3, 4}));
}

TEST(Repetition, ErrorsOfTheObjectivePassThrough) {
  problems::Problem problem = beale();
  problem.objective = [](std::span<const double>) -> double { throw std::runtime_error("out of fuel"); };
  EXPECT_THROW(run_repetition(problem, parse_method("random"), 0, 3), std::runtime_error);
  problem.objective = [](std::span<const double>) { return std::nan(""); };
  EXPECT_NE(message_of([&] {
              run_repetition(problem, parse_method("random"), 0, 3);
            }).find("the value of beale at evaluation 1 is nan"),
            std::string::npos);
}

TEST(Repetition, CanBeStopped) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(run_repetition(beale(), parse_method("noiseless"), 0, 3, source.get_token()), Cancelled);
}

}  // namespace
}  // namespace craggy::experiments
