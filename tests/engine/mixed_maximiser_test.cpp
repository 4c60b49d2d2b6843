// The maximiser of mixed spaces against going through everything.
#include "engine/mixed_maximiser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/base/error.hpp>

#include "acquisition/function_acquisition.hpp"
#include "acquisition/maximiser.hpp"
#include "base/cancellation.hpp"
#include "base/random.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"
#include "support/any_space.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

using Codes = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A smooth landscape with several hills: a sum of waves in all inputs.
testing::FunctionAcquisition waves(std::size_t num_inputs, std::uint64_t seed) {
  constexpr int num_waves = 8;
  RandomStream stream(seed);
  const auto Q = static_cast<Index>(num_inputs);
  Matrix direction(Q, num_waves);
  Vector phase(num_waves);
  Vector height(num_waves);
  for (int w = 0; w < num_waves; ++w) {
    for (Index q = 0; q < Q; ++q) direction(q, w) = 3.0 * stream.normal();
    phase[w] = stream.uniform(0.0, 6.283185307179586);
    height[w] = stream.normal();
  }
  return {Q, [=](const Vector& x, Vector& gradient) {
            gradient = Vector::Zero(Q);
            double value = 0.0;
            for (int w = 0; w < num_waves; ++w) {
              const double angle = direction.col(w).dot(x) + phase[w];
              value += height[w] * std::cos(angle);
              gradient -= height[w] * std::sin(angle) * direction.col(w);
            }
            return value;
          }};
}

double value_at(const Acquisition& acquisition, const Space& space, const Codes& point) {
  const std::vector<double> unit = space.encode(point);
  return acquisition.evaluate(Eigen::Map<const Vector>(unit.data(), std::ssize(unit)))[0];
}

std::optional<BestPoint> maximise(const Acquisition& acquisition, const Space& space,
                                  const PointSet& occupied = {}, std::uint64_t max_listed = 2000,
                                  ThreadPool* pool = nullptr) {
  RandomStream stream(3);
  return maximise_over_points(acquisition, space, occupied, Matrix(0, 0), {.max_listed = max_listed}, stream,
                              pool);
}

TEST(MixedMaximiser, FewPointsAreComparedOneByOne) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(4, false, 5);
        RC_PRE(*space.num_points() <= 2000);
        RC_LOG() << testing::described(space);
        const auto acquisition = waves(space.num_inputs(), *rc::gen::arbitrary<std::uint64_t>());
        PointSet occupied;
        BestPoint best{{}, -infinity};
        for (const Codes& point : space.points(2000)) {
          if (*rc::gen::inRange(0, 4) == 0)
            occupied.insert(point);
          else if (const double value = value_at(acquisition, space, point); value > best.acquisition)
            best = {point, value};
        }
        const auto found = maximise(acquisition, space, occupied);
        if (occupied.is_all_of(space)) {
          RC_ASSERT(!found);
        } else {
          RC_ASSERT(found->acquisition == best.acquisition);
          RC_ASSERT(!occupied.contains(found->values));
        }
      },
      200);
}

TEST(MixedMaximiser, TheSearchMostlyFindsWhatGoingThroughEverythingFinds) {
  // Without listing, on spaces of up to some ten thousand points.
  const Space space{{"a", Categorical{{"x", "y", "z", "w"}}},
                    {"n", Int{1, 30}},
                    {"m", Int{1, 200, true}, Condition{"a", Comparison::in, {"x", "z"}}},
                    {"f", Bool{}},
                    {"q", Step{0, 1, 0.25}, Condition{"f", Comparison::equal, {"true"}}}};
  const std::vector<Codes> all = space.points(1'000'000);
  ASSERT_GT(all.size(), 50'000u);
  int num_found = 0;
  constexpr int num_cases = 10;
  for (int seed = 0; seed < num_cases; ++seed) {
    const auto acquisition = waves(space.num_inputs(), static_cast<std::uint64_t>(seed));
    double best = -infinity;
    double mean = 0.0;
    for (const Codes& point : all) {
      const double value = value_at(acquisition, space, point);
      best = std::max(best, value);
      mean += value / static_cast<double>(all.size());
    }
    const auto found = maximise(acquisition, space, {}, 0);
    EXPECT_EQ(found->acquisition, value_at(acquisition, space, found->values));
    if (found->acquisition >= best - 1e-9) ++num_found;
    EXPECT_GT(found->acquisition, mean + 0.8 * (best - mean)) << seed;
  }
  EXPECT_GE(num_found, 8);
}

TEST(MixedMaximiser, RealCoordinatesAreClimbedInEveryCombination) {
  const Space space{{"x", Float{-5, 5}},
                    {"a", Categorical{{"u", "v", "w"}}},
                    {"y", Float{1e-3, 1e3, true}, Condition{"a", Comparison::not_equal, {"u"}}},
                    {"f", Bool{}}};
  int num_found = 0;
  constexpr int num_cases = 20;
  for (int seed = 0; seed < num_cases; ++seed) {
    const auto acquisition = waves(space.num_inputs(), static_cast<std::uint64_t>(seed) + 100);
    // A grid that is fine for waves of this length.
    double best = -infinity;
    constexpr int fine = 60;
    for (int x = 0; x <= fine; ++x)
      for (int y = 0; y <= fine; ++y)
        for (const double a : {0.0, 0.5, 1.0})
          for (const double f : {0.0, 1.0})
            best = std::max(best, value_at(acquisition, space,
                                           space.pick(std::vector<double>{x / 60.0, a, y / 60.0, f})));
    const auto found = maximise(acquisition, space);
    space.check(found->values);
    if (found->acquisition >= best) ++num_found;
    EXPECT_GT(found->acquisition, best - 0.5) << seed;
  }
  EXPECT_GE(num_found, 18);
}

TEST(MixedMaximiser, ManyValuesInOrderAreClimbedToo) {
  // A ridge across two whole numbers with a million values each: single steps would take for ever.
  const Space space{{"n", Int{0, 1'000'000}}, {"m", Int{0, 1'000'000}}, {"f", Bool{}}};
  const Vector peak = (Vector(3) << 0.371, 0.622, 1.0).finished();
  const auto found = maximise(testing::quadratic(peak, 0.9), space);
  EXPECT_NEAR(found->values[0], 371'000, 100);
  EXPECT_NEAR(found->values[1], 622'000, 100);
  EXPECT_EQ(found->values[2], 1);
}

TEST(MixedMaximiser, AsksOnlyAboutPointsThatCanBeEvaluated) {
  // Slopes everywhere, which would lead away from whole numbers, names and what does not count.
  testing::expect_property(
      [] {
        const Space space = testing::any_space(5, true, 12);
        RC_PRE(!space.num_points());
        // A real parent may cross its condition on the way; what was found there is asked about again.
        bool has_real_parent = false;
        for (std::size_t i = 0; i < space.size(); ++i) {
          const auto& rule = space.activity().rule(i);
          if (rule && space.codec(rule->parent).is_real()) has_real_parent = true;
        }
        RC_PRE(!has_real_parent);
        RC_LOG() << testing::described(space);
        const auto inner = waves(space.num_inputs(), *rc::gen::arbitrary<std::uint64_t>());
        bool all_snapped = true;
        const testing::FunctionAcquisition acquisition(
            inner.num_inputs(), [&](const Vector& x, Vector& gradient) {
              const std::vector<double> unit(x.begin(), x.end());
              const std::vector<double> snapped = space.snap(unit);
              for (std::size_t q = 0; q < unit.size(); ++q)
                all_snapped = all_snapped && std::abs(unit[q] - snapped[q]) < 1e-9;
              return inner.evaluate_with_gradient(x, gradient);
            });
        const auto found = maximise(acquisition, space);
        RC_ASSERT(all_snapped);
        space.check(found->values);
      },
      100);
}

TEST(MixedMaximiser, LooksAroundTheAnchors) {
  // A needle that samples of the whole space miss: one combination of 4^12, and narrow in x.
  std::vector<Parameter> parameters = {{"x", Float{0, 1}}};
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"})
    parameters.push_back({name, Categorical{{"0", "1", "2", "3"}}});
  const Space space(parameters);
  const Codes peak = {0.7, 3, 1, 2, 0, 3, 2, 1, 1, 0, 0, 2, 3};
  const std::vector<double> unit = space.encode(peak);
  const Vector at = Eigen::Map<const Vector>(unit.data(), std::ssize(unit));
  const testing::FunctionAcquisition acquisition(at.size(), [=](const Vector& x, Vector& gradient) {
    const double value = std::exp(-8.0 * (x - at).squaredNorm());
    gradient = -16.0 * value * (x - at);
    return value > 1e-5 ? value : 0.0;
  });
  Codes near = peak;
  near[0] = 0.5;
  near[3] = 1;
  const std::vector<double> near_unit = space.encode(near);
  RandomStream stream(3);
  const auto found =
      maximise_over_points(acquisition, space, {},
                           Eigen::Map<const Matrix>(near_unit.data(), std::ssize(near_unit), 1), {}, stream);
  EXPECT_NEAR(found->acquisition, 1.0, 1e-6);
}

TEST(MixedMaximiser, NeverSuggestsWhatIsOccupied) {
  // A space with a real parameter that seldom counts: most of it is few points.
  const Space space{{"a", Categorical{{"u", "v"}}},
                    {"x", Float{0, 1}, Condition{"a", Comparison::equal, {"v"}}}};
  const testing::FunctionAcquisition acquisition(3, [](const Vector& x, Vector& gradient) {
    gradient = Vector::Zero(3);
    return x[0] > 0.0 ? 1.0 : 0.0;  // prefers u
  });
  EXPECT_EQ(maximise(acquisition, space)->values, (Codes{0, 0}));
  const auto found = maximise(acquisition, space, PointSet(std::vector<Codes>{{0, 0}}));
  EXPECT_EQ(found->values[0], 1);
}

TEST(MixedMaximiser, ValuesThatAreNotFiniteCountAsWorst) {
  const Space space{{"n", Int{1, 8}}, {"x", Float{0, 1}}};
  const testing::FunctionAcquisition nowhere(2, [](const Vector&, Vector& gradient) {
    gradient = Vector::Constant(2, std::nan(""));
    return std::nan("");
  });
  const auto found = maximise(nowhere, space);
  space.check(found->values);
  EXPECT_EQ(found->acquisition, -infinity);
  const Space small{{"n", Int{1, 8}}, {"f", Bool{}}};
  small.check(maximise(nowhere, small)->values);
}

TEST(MixedMaximiser, AmongEquallyGoodPointsTheFirstIsNotPreferred) {
  const Space space{{"n", Int{1, 1000}}};
  const testing::FunctionAcquisition flat(1, [](const Vector&, Vector& gradient) {
    gradient = Vector::Zero(1);
    return 1.0;
  });
  EXPECT_NE(maximise(flat, space)->values, Codes{1});
}

TEST(MixedMaximiser, TheSameBitsForAnyNumberOfThreads) {
  const Space space{{"n", Int{1, 100}}, {"a", Categorical{{"u", "v", "w"}}}, {"x", Float{0, 1}}};
  const auto acquisition = waves(space.num_inputs(), 7);
  ThreadPool two(2);
  EXPECT_EQ(maximise(acquisition, space)->values, maximise(acquisition, space, {}, 2000, &two)->values);
}

TEST(MixedMaximiser, CanBeStopped) {
  const Space space{{"n", Int{1, 8}}, {"x", Float{0, 1}}};
  std::stop_source source;
  source.request_stop();
  RandomStream stream(3);
  const std::stop_token stop = source.get_token();
  const StopScope scope(stop);
  EXPECT_THROW(maximise_over_points(waves(2, 1), space, {}, Matrix(0, 0), {}, stream), Cancelled);
}

TEST(AtPoints, IsFlatWithinAValueAndAvoidsWhatIsOccupied) {
  const Space space{{"n", Int{1, 4}}, {"x", Float{0, 1}}};
  const auto acquisition = waves(2, 5);
  const PointSet occupied(std::vector<Codes>{{4, 0.5}});
  const auto snapped = at_points(acquisition, space, occupied);
  const Vector values = snapped->evaluate((Matrix(2, 3) << 0.3, 0.45, 0.9, 0.5, 0.5, 0.5).finished());
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values[0], value_at(acquisition, space, {2, 0.5}));
  EXPECT_EQ(values[2], -infinity);
  RandomStream stream(2);
  const BestPoint by_cover = choose_mixed_point(acquisition, space, occupied, Matrix(0, 0), true, stream);
  EXPECT_NEAR(by_cover.acquisition, maximise(acquisition, space)->acquisition, 0.05);
}

}  // namespace
}  // namespace craggy
