#include <gtest/gtest.h>

#include <craggy/inference/warm_state.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "inference/carried_over.hpp"
#include "support/message_of.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

Matrix some_points(Index count) {
  RandomStream stream(4);
  Matrix X(2, count);
  for (double& x : X.reshaped()) x = stream.uniform();
  return X;
}

// Entry e of chain c is 100·c + e, so that each can be recognised.
WarmState marked(const Surrogate& surrogate, const Matrix& X, Index num_chains) {
  const Index size = surrogate.layout({X.rows(), X.cols()}).num_parameters();
  WarmState warm{.surrogate = surrogate.name,
                 .inputs = X,
                 .states = {},
                 .fisher = {},
                 .step_size = 0.25,
                 .widths = {0.5, 0.125}};
  warm.states.resize(size, num_chains);
  warm.fisher.resize(size, size);
  for (Index e = 0; e < size; ++e) {
    for (Index c = 0; c < num_chains; ++c)
      warm.states(e, c) = 100.0 * static_cast<double>(c) + static_cast<double>(e);
    for (Index f = 0; f < size; ++f)
      warm.fisher(e, f) = 1000.0 * static_cast<double>(e) + static_cast<double>(f);
  }
  return warm;
}

TEST(WarmState, ComesBackFromBytesBitByBit) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  WarmState warm = marked(*surrogate, some_points(3), 4);
  warm.states(1, 1) = -0.0;
  warm.states(2, 2) = 1e-310;
  EXPECT_EQ(parse_warm_state(to_bytes(warm)), warm);
  EXPECT_EQ(parse_warm_state(to_bytes(WarmState{})), WarmState{});
}

TEST(WarmState, OtherBytesAreRefused) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  const std::string bytes = to_bytes(marked(*surrogate, some_points(3), 2));
  const std::string expected = "these bytes are not a warm state of craggy";
  EXPECT_EQ(testing::message_of([&] { parse_warm_state("something else"); }), expected);
  EXPECT_EQ(testing::message_of([&] { parse_warm_state(bytes + "x"); }), expected);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(testing::message_of([&] { parse_warm_state(std::string_view(bytes).substr(0, size)); }),
              expected);
}

TEST(WarmState, UnknownsFollowTheirObservations) {
  for (const char* name : {"latent", "latent+noise", "heteroscedastic"}) {
    const auto surrogate =
        make_surrogate(name, {.sigma_h = {0.1}, .latent_dimension = std::string(name) == "latent" ? 2 : 1});
    const Matrix before = some_points(4);
    // A new one in the middle, two swapped, one gone.
    Matrix now(2, 4);
    now << before.col(1), Vector::Constant(2, 0.5), before.col(0), before.col(3);
    const Shape shape{2, 4};
    const std::optional<WarmState> carried =
        carried_over(marked(*surrogate, before, 3), *surrogate, now, 3, 1, 2);
    ASSERT_TRUE(carried.has_value());
    EXPECT_EQ(carried->inputs, now);
    EXPECT_EQ(carried->step_size, 0.25);
    const std::vector<Index> same = {1, -1, 0, 3};
    Index begin = 0;
    for (const ParameterBlock& block : surrogate->blocks(shape)) {
      const bool per_observation = block.count >= 4;
      const Index each = per_observation ? block.count / 4 : 1;
      for (Index i = 0; i < block.count; ++i) {
        const Index observation = per_observation ? same[static_cast<std::size_t>(i / each)] : 0;
        const Index place = per_observation ? begin + observation * each + i % each : begin + i;
        for (Index c = 0; c < 3; ++c) {
          const double value = carried->states(begin + i, c);
          if (observation < 0)
            EXPECT_LT(std::abs(value), 6.0);  // from the prior
          else
            EXPECT_EQ(value, 100.0 * static_cast<double>(c) + static_cast<double>(place));
        }
        EXPECT_EQ(carried->fisher(begin + i, 0), observation < 0 ? 0.0 : 1000.0 * static_cast<double>(place));
      }
      begin += block.count;
    }
  }
}

TEST(WarmState, DuplicatedPointsKeepAnUnknownEach) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  Matrix X = some_points(3);
  X.col(2) = X.col(0);
  const auto carried = carried_over(marked(*surrogate, X, 1), *surrogate, X, 1, 1, 2);
  ASSERT_TRUE(carried.has_value());
  EXPECT_EQ(*carried, marked(*surrogate, X, 1));
}

TEST(WarmState, DoesNotFitSomethingElse) {
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  const auto other = make_surrogate("latent+noise", {.sigma_h = {0.1}});
  const auto with_amplitude = make_surrogate("latent", {.sigma_h = {0.1}, .amplitude = Amplitude::sampled});
  const Matrix X = some_points(3);
  const WarmState warm = marked(*surrogate, X, 2);
  EXPECT_TRUE(carried_over(warm, *surrogate, X, 2, 1, 2).has_value());
  EXPECT_FALSE(carried_over(warm, *surrogate, X, 3, 1, 2).has_value());
  EXPECT_FALSE(carried_over(warm, *other, X, 2, 1, 2).has_value());
  EXPECT_FALSE(carried_over(warm, *with_amplitude, X, 2, 1, 2).has_value());
  EXPECT_FALSE(carried_over(warm, *surrogate, X.topRows(1), 2, 1, 2).has_value());
}

}  // namespace
}  // namespace craggy
