#include "experiments/fingerprint.hpp"

#include <gtest/gtest.h>

namespace craggy::experiments {
namespace {

TEST(EngineFingerprint, TellsMethodsApartAndStaysTheSame) {
  const std::string noiseless = engine_fingerprint(parse_method("noiseless"));
  EXPECT_EQ(noiseless.size(), 16U);
  EXPECT_EQ(engine_fingerprint(parse_method("noiseless")), noiseless);
  EXPECT_NE(engine_fingerprint(parse_method("noiseless:sampled")), noiseless);
  EXPECT_NE(engine_fingerprint(parse_method("noiseless:lcb")), noiseless);
  EXPECT_NE(engine_fingerprint(parse_method("homoscedastic")), noiseless);
}

TEST(EngineFingerprint, OnlyTheEngineHasOne) { EXPECT_EQ(engine_fingerprint(parse_method("random")), ""); }

}  // namespace
}  // namespace craggy::experiments
