#include "engine/encoded_history.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy {
namespace {

const Space space{{"x", Float{0.0, 10.0}}, {"y", Float{1.0, 100.0, true}}};

History example() {
  return {.observations = {{{1.0, 10.0}, 4.0, {-1.0, 0.0}},
                           {{5.0, 1.0}, 2.0, {0.5, -3.0}},
                           {{10.0, 100.0}, 0.0, {-2.0, -2.0}}},
          .failed = {{2.0, 1.0}},
          .pending = {{3.0, 10.0}, {4.0, 100.0}}};
}

TEST(EncodedHistory, HasPointsOfTheUnitCube) {
  const EncodedHistory encoded = encode(space, example());
  const Matrix X = (Matrix(2, 3) << 0.1, 0.5, 1.0, 0.5, 0.0, 1.0).finished();
  EXPECT_LT((encoded.data->X - X).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(encoded.data->y[0], std::sqrt(1.5), 1e-12);
  EXPECT_EQ(encoded.constraints, (Matrix(2, 3) << -1.0, 0.5, -2.0, 0.0, -3.0, -2.0).finished());
  EXPECT_EQ(encoded.feasible, (std::vector<Index>{0, 2}));
  EXPECT_NEAR(encoded.failed(0, 0), 0.2, 1e-12);
  EXPECT_EQ(encoded.pending.cols(), 2);
  EXPECT_NEAR(encoded.pending(1, 1), 1.0, 1e-12);
  EXPECT_NEAR(encoded.diagonal, std::sqrt(2.0), 1e-12);
}

TEST(EncodedHistory, AllPointsAreOccupied) { EXPECT_EQ(occupied_points(example()).size(), 6U); }

TEST(EncodedHistory, MistakesAreNamed) {
  const auto message = [](const std::function<void(History&)>& change) {
    History history = example();
    change(history);
    return testing::message_of([&] { check_history(space, history); });
  };
  EXPECT_EQ(message([](History&) {}), "(no error)");
  EXPECT_EQ(message([](History& h) { h.observations[2].constraints.pop_back(); }),
            "the number of constraints of observation 3 is 1, but it has to be 2, as in observation 1");
  EXPECT_EQ(message([](History& h) { h.observations[1].objective = INFINITY; }),
            "the objective of observation 2 is inf, but it has to be a finite number");
  EXPECT_EQ(message([](History& h) { h.observations[1].constraints[1] = NAN; }),
            "constraint 2 of observation 2 is nan, but it has to be a finite number");
  EXPECT_NE(message([](History& h) {
              h.observations[0].noise_stddev = -1.0;
            }).find("the noise_stddev of observation 1 is -1"),
            std::string::npos);
  EXPECT_NE(message([](History& h) { h.failed[0][0] = 11.0; }).find("11"), std::string::npos);
  EXPECT_NE(message([](History& h) { h.pending[1] = {1.0}; }), "(no error)");
}

}  // namespace
}  // namespace craggy
