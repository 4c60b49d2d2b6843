// Main effects on lanes against those on one set of points.
#include "kernels/lane_main_effects.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/linalg/simd_level.hpp>

#include "base/random.hpp"
#include "kernels/main_effects.hpp"
#include "linalg/lane_array.hpp"
#include "linalg/lane_kernels.hpp"
#include "posterior/conditioned_gp.hpp"

namespace craggy {
namespace {

constexpr Index N = 7;
constexpr Index P = 5;

struct Case {
  SimdLevel level;
  bool by_products;  // of decays
};

class LaneMainEffectsTest : public ::testing::TestWithParam<Case> {
 protected:
  LaneMainEffectsTest() {
    for (int w = 0; w < width_; ++w) {
      amplitude_.at(0, w) = 1.0 + 0.5 * w;
      share_.at(0, w) = 0.1 + 0.1 * w;
    }
  }

  // Coordinates of which all but the latent may have decays: those of a unit cube, some far apart for their
  // lengthscale, some at one place or next to it.
  LaneArray random_coordinates(Index entries, std::uint64_t seed) const {
    LaneArray result = random_array(entries, seed);
    if (!GetParam().by_products) return result;
    for (Index e = 0; e < entries; ++e)
      for (int w = 0; w < width_; ++w) {
        double& u = result.at(e, w);
        if (e % P < P - 1) u = std::abs(u) * (e % 3 == 0 ? 20.0 : 1.0);
        if (e < P - 1) u = 0.0;
        if (e >= P && e < 2 * P) u = result.at(e - P, w) + (e % 2 == 0 ? 0.0 : 1e-9);
      }
    return result;
  }

  // Decays and what they are written to.
  struct Decays {
    LaneArray falling, rising;
    LaneDecays view;
  };
  Decays decays(const LaneArray& own) const {
    const Index count = own.num_entries() / P * std::ssize(ends_);
    Decays result{LaneArray(count, width_), LaneArray(count, width_), {}};
    const bool known = kernels_.fill_decays(effects(), own.num_entries() / P, P, own.data(),
                                            result.falling.data(), result.rising.data());
    EXPECT_EQ(known, GetParam().by_products);
    if (known) result.view = {result.falling.data(), result.rising.data()};
    return result;
  }

  LaneArray random_array(Index entries, std::uint64_t seed) const {
    RandomStream stream(seed);
    LaneArray result(entries, width_);
    for (Index i = 0; i < result.size(); ++i) result.data()[i] = stream.normal();
    return result;
  }
  LanePoints points() const { return {N, P, nullptr, own_.data(), nullptr, amplitude_.data()}; }
  LaneEffects effects() const { return {std::ssize(lane_ends_), lane_ends_.data(), share_.data()}; }
  static Matrix coordinates(const LaneArray& array, int w) {
    return array.lane(w).reshaped(P, array.num_entries() / P);
  }

  int width_ = lane_kernels(GetParam().level).width;
  const LaneMainEffects& kernels_ = lane_main_effects(GetParam().level);
  LaneArray own_ = random_coordinates(N * P, 1);
  LaneArray amplitude_{1, width_}, share_{1, width_};
  // The last coordinate is a latent.
  const main_effects::GroupEnds ends_ =
      GetParam().by_products ? main_effects::GroupEnds{1, 2, 3, 4} : main_effects::GroupEnds{1, 3, 4};
  const std::vector<long> lane_ends_{ends_.begin(), ends_.end()};
  const Vector unit_ = Vector::Ones(P);
};

TEST_P(LaneMainEffectsTest, MatrixAndContraction) {
  const LaneArray variances = random_array(N, 2);
  const LaneArray inverse = random_array(packed_size(N), 3);
  const LaneArray alpha = random_array(N, 4);
  LaneArray K(packed_size(N), width_);
  LaneArray d_own = random_array(N * P, 5);
  LaneArray d_share = random_array(1, 6);
  const Decays of_points = decays(own_);
  kernels_.matrix(points(), effects(), of_points.view, variances.data(), K.data());
  kernels_.contract(points(), effects(), of_points.view, inverse.data(), alpha.data(), d_own.data(),
                    d_share.data());
  for (int w = 0; w < width_; ++w) {
    const Matrix Z = coordinates(own_, w);
    const double a = amplitude_.at(0, w);
    Matrix expected(N, N);
    main_effects::matrix(Z, unit_, ends_, share_.at(0, w), expected);
    Matrix G = Matrix::Zero(N, N);
    for (Index i = 0; i < N; ++i)
      for (Index j = 0; j <= i; ++j) {
        G(i, j) = G(j, i) = 0.5 * (alpha.at(i, w) * alpha.at(j, w) - inverse.at(packed_index(i, j), w));
        EXPECT_NEAR(K.at(packed_index(i, j), w), a * expected(i, j) + (i == j ? variances.at(i, w) : 0.0),
                    1e-13);
      }
    Vector d_log_l = Vector::Zero(P);
    Matrix d_Z = Matrix::Zero(P, N);
    const double expected_d_share = main_effects::contract(Z, unit_, ends_, share_.at(0, w), G, d_log_l, d_Z);
    EXPECT_NEAR(d_share.at(0, w), a * expected_d_share, 1e-11);
    EXPECT_LT((coordinates(d_own, w) - a * d_Z).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST_P(LaneMainEffectsTest, CrossCovariancesAndTheirGradient) {
  constexpr Index m = 3;
  const LaneArray others = random_coordinates(m * P, 7);
  const LaneArray weights = random_array(N * m, 8);
  LaneArray k(N * m, width_);
  LaneArray d_others = random_array(m * P, 9);
  const Decays of_points = decays(own_);
  const Decays of_others = decays(others);
  const LaneOthers with_decays{others.data(), of_others.view};
  kernels_.cross(points(), effects(), of_points.view, m, with_decays, k.data());
  LaneArray k_without(N * m, width_);  // as where those of the others are too far for decays
  kernels_.cross(points(), effects(), of_points.view, m, {others.data(), {}}, k_without.data());
  kernels_.cross_pull_back(points(), effects(), of_points.view, m, with_decays, weights.data(),
                           d_others.data());
  for (int w = 0; w < width_; ++w) {
    const double a = amplitude_.at(0, w);
    Matrix expected(N, m);
    main_effects::cross(coordinates(own_, w), coordinates(others, w), unit_, ends_, share_.at(0, w),
                        expected);
    for (Index c = 0; c < m; ++c) {
      Vector weights_of_one(N);
      for (Index n = 0; n < N; ++n) {
        EXPECT_NEAR(k.at(n * m + c, w), a * expected(n, c), 1e-13);
        EXPECT_NEAR(k_without.at(n * m + c, w), a * expected(n, c), 1e-13);
        weights_of_one[n] = a * weights.at(n * m + c, w);
      }
      Vector gradient = Vector::Zero(P);
      main_effects::cross_contract(coordinates(own_, w), coordinates(others, w).col(c), unit_, ends_,
                                   share_.at(0, w), weights_of_one, gradient);
      EXPECT_LT((coordinates(d_others, w).col(c) - gradient).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const SimdLevel level : available_simd_levels())
    for (const bool by_products : {false, true}) cases.push_back({level, by_products});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(AllLevels, LaneMainEffectsTest, ::testing::ValuesIn(all_cases()),
                         [](const auto& test) {
                           return std::string(name_of(test.param.level)) +
                                  (test.param.by_products ? "_by_products" : "_one_by_one");
                         });

// Decays beyond the range of a double would be products of 0 and ∞.
TEST(LaneDecaysTest, AreRefusedWhereACoordinateIsTooLargeOrNegative) {
  for (const SimdLevel level : available_simd_levels()) {
    const int width = lane_kernels(level).width;
    const LaneArray share(1, width);
    const std::vector<long> ends = {1, 2};
    LaneArray own(4, width), falling(4, width), rising(4, width);
    const auto are_known = [&](double coordinate) {
      own.fill(0.0);
      own.at(3, width - 1) = coordinate;
      return lane_main_effects(level).fill_decays({2, ends.data(), share.data()}, 2, 2, own.data(),
                                                  falling.data(), rising.data());
    };
    EXPECT_TRUE(are_known(220.0));  // √10 times that is below 700
    EXPECT_FALSE(are_known(222.0));
    EXPECT_FALSE(are_known(-0.1));
    EXPECT_FALSE(are_known(std::numeric_limits<double>::quiet_NaN()));
  }
}

}  // namespace
}  // namespace craggy
