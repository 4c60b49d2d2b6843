#include "acquisition/log_improvement.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/gradient_check.hpp"

namespace craggy {
namespace {

// log(φ(z) + z·Φ(z)) and Φ(z)/(φ(z) + z·Φ(z)) by mpmath with 120 digits and more.
struct Reference {
  double z, value, slope;
};
constexpr auto references = std::to_array<Reference>({
    {1000.0, 6.907755278982137052, 0.001},
    {40.0, 3.688879454113936303, 0.025},
    {8.0, 2.079441541679835938, 0.1249999999999999211},
    {3.0, 1.098739665327707773, 0.3328409684517952356},
    {1.0, 0.08002621884930694003, 0.7766387252017392597},
    {0.25, -0.6229782309067678869, 1.116271546387781348},
    {0.0, -0.9189385332046727418, 1.253314137315500251},
    {-0.5, -1.620516264387319919, 1.559873148348079671},
    {-1.0, -2.485121025712641337, 1.904271233329691823},
    {-2.0, -4.768783523917114157, 2.679416883955585984},
    {-3.0, -7.869686059603028517, 3.532337517625160517},
    {-3.5, -9.746810037765386737, 3.977862956240945633},
    {-4.0, -11.84906157755066311, 4.432483741873118291},
    {-4.5, -14.18048838186834031, 4.894287193899971337},
    {-4.9999, -16.74376498573682052, 5.361722242159968223},
    {-5.0, -16.74430116266099014, 5.36181624128808853},
    {-5.0001, -16.74483734898508176, 5.361910240599745253},
    {-5.5, -19.5430714528241054, 5.83395466272300476},
    {-6.0, -22.57887939216979737, 6.309840773209831577},
    {-8.0, -37.122364261692633, 8.239396506840066885},
    {-10.0, -55.55312203612235593, 10.19438303341255331},
    {-15.0, -118.8481706841135842, 15.13160856490481314},
    {-20.0, -206.9178385094250979, 20.09926281110128178},
    {-30.0, -457.7246537605980041, 30.0664461541624189},
    {-38.0, -730.1961834021137392, 38.05252276004132829},
    {-40.0, -808.2985683566199602, 40.04990665764851819},
    {-100.0, -5010.129578800249792, 100.0199940041958651},
    {-1000.0, -500014.7344520911584, 1000.001999994000042},
});

TEST(LogImprovement, AgreesWithManyDigits) {
  for (const auto& [z, value, slope] : references) {
    const LogImprovement ours = log_standard_improvement(z);
    EXPECT_NEAR(ours.value / value, 1.0, 2e-14) << z;
    EXPECT_NEAR(ours.slope / slope, 1.0, 2e-13) << z;
  }
}

TEST(LogImprovement, IsSmoothAndMonotoneThroughAllBranches) {
  LogImprovement last = log_standard_improvement(-60.0);
  for (double z = -59.99; z < 10.0; z += 0.01) {
    const LogImprovement ours = log_standard_improvement(z);
    EXPECT_GT(ours.value, last.value) << z;
    EXPECT_LT(ours.slope, last.slope) << z;  // log h is concave
    last = ours;
  }
}

TEST(LogImprovement, HasTheSlopeOfItsValue) {
  for (double z : {-45.0, -12.0, -5.001, -4.999, -0.3, 0.0, 2.0, 11.0})
    testing::expect_gradient([](const Vector& at) { return log_standard_improvement(at[0]).value; },
                             Vector::Constant(1, z), Vector::Constant(1, log_standard_improvement(z).slope),
                             1e-9);
}

TEST(LogImprovement, StaysFiniteAtAnyDistance) {
  for (double z : {-1e3, -1e6, -1e12, -1e150, 1e6, 1e150}) {
    const LogImprovement ours = log_standard_improvement(z);
    EXPECT_TRUE(std::isfinite(ours.value)) << z;
    EXPECT_NEAR(ours.slope, z < 0 ? -z : 1.0 / z, 1e-5 * std::abs(z)) << z;
  }
  // log h → −z²/2 − 2·log|z| − ½·log 2π.
  EXPECT_NEAR(log_standard_improvement(-1e6).value, -5e11 - 2.0 * std::log(1e6) - 0.9189385332046727, 1e-3);
  EXPECT_TRUE(std::isnan(log_standard_improvement(std::numeric_limits<double>::quiet_NaN()).value));
}

}  // namespace
}  // namespace craggy
