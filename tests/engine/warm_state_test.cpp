// What one suggestion leaves for the next.
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/engine/suggest.hpp>

#include "base/bytes.hpp"
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
    warm = suggest(space, history(6), options, {.seed = 1, .trial = trial, .warm = &warm}).warm;
  // 0.1d and 0.01d; the level 0 is the noiseless GP, whose quadrature begins anew each time.
  ASSERT_EQ(warm.entries.size(), 2U);
  const std::string model = warm.entries[0].model;
  EXPECT_EQ(warm.entries[1].model, model);
  EXPECT_NE(warm.find(model, {0.1 * std::sqrt(2.0)}), nullptr);
  EXPECT_NE(warm.find(model, {0.01 * std::sqrt(2.0)}), nullptr);
  EXPECT_EQ(warm.find(model, {0.5}), nullptr);
  EXPECT_EQ(warm.find("another", {0.1 * std::sqrt(2.0)}), nullptr);
}

TEST(EngineWarmState, StoredAndReadAgainItGivesTheSameBits) {
  SuggestOptions options = small_options("latent");
  options.sigma_h = LatentScale{.levels = {0.1}};
  const EngineWarmState warm = suggest(space, history(6), options, {1, 6}).warm;
  const EngineWarmState restored = parse_engine_warm_state(to_bytes(warm));
  EXPECT_EQ(restored, warm);
  const Suggestion next = suggest(space, history(7), options, {.seed = 1, .trial = 7, .warm = &warm});
  const Suggestion resumed = suggest(space, history(7), options, {.seed = 1, .trial = 7, .warm = &restored});
  EXPECT_TRUE(next.diagnostics->warm);
  EXPECT_EQ(next.values, resumed.values);
  EXPECT_EQ(next.warm, resumed.warm);
  EXPECT_FALSE(suggest(space, history(7), options, {1, 7}).diagnostics->warm);
}

// With a lengthscale per input in every turn the first two differ in the prior of their noise alone.
TEST(EngineWarmState, EveryModelKeepsItsOwn) {
  SuggestOptions options = small_options("craggy");
  options.ard = true;
  const EngineWarmState first = suggest(space, history(6), options, {1, 8}).warm;
  ASSERT_EQ(first.entries.size(), 1U);
  const Suggestion second = suggest(space, history(6), options, {.seed = 1, .trial = 9, .warm = &first});
  EXPECT_FALSE(second.diagnostics->warm);
  ASSERT_EQ(second.warm.entries.size(), 2U);
  EXPECT_EQ(second.warm.entries[0], first.entries[0]);
  for (const std::uint32_t trial : {12U, 13U})
    EXPECT_TRUE(suggest(space, history(7), options, {.seed = 1, .trial = trial, .warm = &second.warm})
                    .diagnostics->warm);
}

TEST(EngineWarmState, WhatOlderVersionsHaveWrittenGivesTheSameBits) {
  SuggestOptions options = small_options("latent");
  options.sigma_h = LatentScale{.levels = {0.1}};
  const EngineWarmState warm = suggest(space, history(6), options, {1, 6}).warm;
  ByteWriter writer("craggy-engine-warm-1");
  writer.count(1);
  writer.numbers(warm.entries[0].sigma_h);
  writer.text(to_bytes(warm.entries[0].state));
  const EngineWarmState old = parse_engine_warm_state(writer.bytes());
  ASSERT_EQ(old.entries.size(), 1U);
  EXPECT_EQ(old.entries[0].model, "");
  EXPECT_EQ(parse_engine_warm_state(to_bytes(old)), old);
  const Suggestion now = suggest(space, history(7), options, {.seed = 1, .trial = 7, .warm = &warm});
  const Suggestion resumed = suggest(space, history(7), options, {.seed = 1, .trial = 7, .warm = &old});
  EXPECT_TRUE(resumed.diagnostics->warm);
  EXPECT_EQ(resumed.values, now.values);
  EXPECT_EQ(resumed.warm, now.warm) << "it has a name from now on";
}

TEST(EngineWarmState, OtherBytesAreRefused) {
  EXPECT_EQ(testing::message_of([] { parse_engine_warm_state("nonsense"); }),
            "these bytes are not a warm state of craggy's engine");
  EXPECT_EQ(parse_engine_warm_state(to_bytes(EngineWarmState{})), EngineWarmState{});
}

TEST(EngineWarmState, InitialPointsHandItOn) {
  const EngineWarmState warm = suggest(space, history(6), small_options("latent+noise"), {1, 6}).warm;
  ASSERT_FALSE(warm.entries.empty());
  const Suggestion initial =
      suggest(space, {}, small_options("latent+noise"), {.seed = 1, .trial = 0, .warm = &warm});
  EXPECT_TRUE(initial.initial);
  EXPECT_EQ(initial.warm, warm);
}

}  // namespace
}  // namespace craggy
