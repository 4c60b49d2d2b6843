#include "engine/history_model.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "posterior/leave_one_out.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

const Space& space = testing::unit_square;

// A bowl with a corner that blows up.
History steep_history() {
  RandomStream stream(5);
  History history;
  for (int n = 0; n < 14; ++n) {
    const std::vector<double> at = {stream.uniform(), stream.uniform()};
    history.observations.push_back({at, at[0] + at[1] > 1.4 ? 1e5 * at[0] : testing::bowl(at)});
  }
  return history;
}

HistoryModel fitted(const std::string& name, std::uint32_t trial) {
  return HistoryModel(space, steep_history(), testing::quick("craggy"), {3, trial}, name);
}

TEST(HistoryModel, ByNameIsTheOneWhoseTurnItIs) {
  const std::vector<std::vector<double>> points = {{0.2, 0.3}, {0.7, 0.9}};
  const std::vector<double> probabilities = {0.25, 0.75};
  const std::vector<std::string> names = {"noisy", "trend", "latent", "smooth"};
  for (std::uint32_t turn = 0; turn < 4; ++turn) {
    const HistoryModel by_turn = fitted("", 12 + turn);
    const HistoryModel by_name = fitted(names[turn], 12 + turn);
    EXPECT_EQ(by_turn.model().name, names[turn]);
    EXPECT_EQ(by_name.model().name, names[turn]);
    EXPECT_EQ(by_turn.predict(points, probabilities).quantiles,
              by_name.predict(points, probabilities).quantiles);
    EXPECT_EQ(by_turn.worth(points).acquisition, by_name.worth(points).acquisition);
    EXPECT_EQ(fitted(names[turn], 13 + turn).model().name, names[turn]);
  }
}

TEST(HistoryModel, TheWorthIsWhatASuggestionMaximises) {
  for (std::uint32_t trial = 12; trial < 16; ++trial) {
    const Suggestion next = suggest(space, steep_history(), testing::quick("craggy"), {3, trial});
    EXPECT_NEAR(fitted("", trial).worth({next.values}).acquisition[0], next.acquisition, 1e-6);
  }
}

// The density of what was observed is the slope of the distribution function of the others' prediction, taken
// on the scale of the objective.
TEST(HistoryModel, LeftOutDensitiesAreThoseOfTheObjective) {
  const History history = steep_history();
  for (const char* name : {"noisy", "latent"}) {
    const HistoryModel model = fitted(name, 12);
    ASSERT_FALSE(model.history().map.is_identity());
    const std::vector<double> probabilities = {0.1, 0.5, 0.9};
    const LeftOut left_out = model.leave_one_out(probabilities);
    const Dataset& data = *model.history().data;
    const LeaveOneOut others = leave_one_out(model.model().posterior, data.y);
    for (Index n = 0; n < data.size(); ++n) {
      const auto distribution = [&](double y) {
        const double standardised =
            (model.history().map.forward(y) - data.standardisation.shift) / data.standardisation.scale;
        double sum = 0.0;
        for (Index c = 0; c < others.mean.rows(); ++c)
          sum += others.weights(c, n) *
                 normal_cdf((standardised - others.mean(c, n)) / std::sqrt(others.variance(c, n)));
        return sum;
      };
      const double y = history.observations[static_cast<std::size_t>(n)].objective;
      EXPECT_NEAR(left_out.probability[n], distribution(y), 1e-9);
      const double step = 1e-5 * std::abs(y);
      const double density = (distribution(y + step) - distribution(y - step)) / (2.0 * step);
      if (density * step > 1e-10) {
        EXPECT_NEAR(std::exp(left_out.log_density[n]), density, 1e-3 * density) << name << " " << n;
      }
      for (Index p = 0; p < 3; ++p)
        EXPECT_NEAR(distribution(left_out.moments.quantiles(p, n)),
                    probabilities[static_cast<std::size_t>(p)], 1e-6);
    }
  }
}

TEST(HistoryModel, StartsWarmWhereItIsGivenAState) {
  const HistoryModel cold = fitted("latent", 12);
  EXPECT_FALSE(cold.model().diagnostics.warm);
  const HistoryModel warm(space, steep_history(), testing::quick("craggy"), {3, 13}, "latent", nullptr,
                          cold.model().warm);
  EXPECT_TRUE(warm.model().diagnostics.warm);
}

}  // namespace
}  // namespace craggy
