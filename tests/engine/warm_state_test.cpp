// What one suggestion leaves for the next.
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/engine/suggest.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

const Space space{{"x", Float{0.0, 1.0}}, {"y", Float{0.0, 1.0}}};

History history(int size) {
  History result;
  for (int i = 0; i < size; ++i) {
    const double x = std::fmod(0.37 * i + 0.1, 1.0);
    const double y = std::fmod(0.71 * i + 0.2, 1.0);
    result.observations.push_back({{x, y}, std::sin(9.0 * x) + y});
  }
  return result;
}

SuggestOptions small_options(const std::string& surrogate) {
  SuggestOptions options;
  options.surrogate = surrogate;
  options.inference.num_chains = 2;
  return options;
}

TEST(EngineWarmState, EveryLevelKeepsItsOwn) {
  const SuggestOptions options = small_options("latent");
  EngineWarmState warm;
  for (std::uint32_t trial = 6; trial < 30; ++trial)
    warm = suggest(space, history(6), options, 1, trial, nullptr, {}, warm).warm;
  // 0.1d and 0.01d; the level 0 is the noiseless GP, whose quadrature begins anew each time.
  ASSERT_EQ(warm.entries.size(), 2U);
  EXPECT_NE(warm.find({0.1 * std::sqrt(2.0)}), nullptr);
  EXPECT_NE(warm.find({0.01 * std::sqrt(2.0)}), nullptr);
  EXPECT_EQ(warm.find({0.5}), nullptr);
}

TEST(EngineWarmState, StoredAndReadAgainItGivesTheSameBits) {
  SuggestOptions options = small_options("latent");
  options.sigma_h = LatentScale{.levels = {0.1}};
  const EngineWarmState warm = suggest(space, history(6), options, 1, 6).warm;
  const EngineWarmState restored = parse_engine_warm_state(to_bytes(warm));
  EXPECT_EQ(restored, warm);
  const Suggestion next = suggest(space, history(7), options, 1, 7, nullptr, {}, warm);
  const Suggestion resumed = suggest(space, history(7), options, 1, 7, nullptr, {}, restored);
  EXPECT_TRUE(next.diagnostics->warm);
  EXPECT_EQ(next.values, resumed.values);
  EXPECT_EQ(next.warm, resumed.warm);
  EXPECT_FALSE(suggest(space, history(7), options, 1, 7).diagnostics->warm);
}

TEST(EngineWarmState, OtherBytesAreRefused) {
  EXPECT_EQ(testing::message_of([] { parse_engine_warm_state("nonsense"); }),
            "these bytes are not a warm state of craggy's engine");
  EXPECT_EQ(parse_engine_warm_state(to_bytes(EngineWarmState{})), EngineWarmState{});
}

TEST(EngineWarmState, InitialPointsHandItOn) {
  const EngineWarmState warm = suggest(space, history(6), small_options("latent+noise"), 1, 6).warm;
  ASSERT_FALSE(warm.entries.empty());
  const Suggestion initial = suggest(space, {}, small_options("latent+noise"), 1, 0, nullptr, {}, warm);
  EXPECT_TRUE(initial.initial);
  EXPECT_EQ(initial.warm, warm);
}

}  // namespace
}  // namespace craggy
