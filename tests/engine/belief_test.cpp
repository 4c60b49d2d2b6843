#include "engine/belief.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/acquisition/acquisition.hpp>

#include "engine/model.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

constexpr FitSeed seed{3, 10};

// On a surrogate with noise, so that the lowest mean is not the best value.
class BeliefRules : public ::testing::Test {
 protected:
  BeliefRules() {
    for (int i = 0; i < 10; ++i) {
      const std::vector<double> at = {0.1 * i, std::fmod(0.37 * i, 1.0)};
      history_.observations.push_back({at, testing::bowl(at) + 0.3 * std::fmod(0.61 * i, 1.0)});
    }
    encoded_ = encode(testing::unit_square, history_);
  }

  Posterior posterior() {
    return fit_model(options_, testing::unit_square, encoded_.data, seed, {}, nullptr).posterior;
  }
  double lowest_mean(const Posterior& posterior) {
    const PredictiveComponents at = posterior.components(encoded_.data->X);
    return (at.weights.transpose() * at.mean).minCoeff();
  }

  History history_;
  EncodedHistory encoded_;
  SuggestOptions options_ = testing::quick("homoscedastic");
  Matrix x_ = (Matrix(2, 1) << 0.52, 0.70).finished();
};

TEST_F(BeliefRules, AModelMayImproveOnTheLowestMean) {
  const Posterior of_model = posterior();
  const double best_value = encoded_.data->y.minCoeff();
  ASSERT_GT(lowest_mean(of_model), best_value + 0.01);
  const auto improvement_on = [&](double incumbent) {
    return log_expected_improvement(of_model, incumbent)->evaluate(x_)[0];
  };
  const SearchRules rules{.incumbent = Incumbent::best_mean};
  const Belief plain(options_, of_model, {}, encoded_, seed);
  const Belief ruled(options_, of_model, rules, encoded_, seed);
  EXPECT_EQ(plain.acquisition().evaluate(x_)[0], improvement_on(best_value));
  EXPECT_NEAR(ruled.acquisition().evaluate(x_)[0], improvement_on(lowest_mean(of_model)), 1e-9);
  EXPECT_EQ(ruled.best(), best_value) << "the best so far is what it is";

  options_.incumbent = Incumbent::best_value;
  const Belief asked(options_, of_model, rules, encoded_, seed);
  EXPECT_EQ(asked.acquisition().evaluate(x_)[0], improvement_on(best_value))
      << "what is asked for comes first";
}

TEST_F(BeliefRules, OfANoisyObjectiveAPointCanBeWorthASecondLook) {
  const Posterior of_model = posterior();
  const SearchRules rules{.avoids_seen_points = true};
  const Matrix seen = encoded_.data->X.col(4);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Belief(options_, of_model, rules, encoded_, seed).acquisition().evaluate(seen)[0], -infinity);
  options_.noisy = true;
  EXPECT_GT(Belief(options_, of_model, rules, encoded_, seed).acquisition().evaluate(seen)[0], -infinity);
}

}  // namespace
}  // namespace craggy
