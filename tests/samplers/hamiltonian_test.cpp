#include "samplers/hamiltonian.hpp"

#include <cmath>
#include <limits>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;

Vector uneven_inverse_metric() {
  Vector inverse_metric(2);
  inverse_metric << 0.5, 2.0;
  return inverse_metric;
}

PhasePoint start_on(Banana& banana) {
  PhasePoint z{.q = Vector(2), .momentum = Vector(2), .gradient = Vector(2)};
  z.q << 0.8, -0.3;
  z.momentum << -0.4, 1.1;
  z.log_density = banana.evaluate(z.q, z.gradient);
  return z;
}

TEST(Leapfrog, IsReversible) {
  Banana banana(0.5);
  const PhasePoint start = start_on(banana);
  PhasePoint z = start;
  for (int i = 0; i < 20; ++i) leapfrog(banana, z, 0.1, uneven_inverse_metric());
  EXPECT_GT((z.q - start.q).norm(), 0.1);
  for (int i = 0; i < 20; ++i) leapfrog(banana, z, -0.1, uneven_inverse_metric());
  EXPECT_LT((z.q - start.q).norm(), 1e-12);
  EXPECT_LT((z.momentum - start.momentum).norm(), 1e-12);
  EXPECT_NEAR(z.log_density, start.log_density, 1e-12);
}

TEST(Leapfrog, GoesBackWhenTheMomentumIsTurned) {
  Banana banana(0.5);
  const PhasePoint start = start_on(banana);
  PhasePoint z = start;
  for (int i = 0; i < 20; ++i) leapfrog(banana, z, 0.1, uneven_inverse_metric());
  z.momentum = -z.momentum;
  for (int i = 0; i < 20; ++i) leapfrog(banana, z, 0.1, uneven_inverse_metric());
  EXPECT_LT((z.q - start.q).norm(), 1e-12);
  EXPECT_LT((z.momentum + start.momentum).norm(), 1e-12);
}

TEST(Leapfrog, PreservesVolume) {
  Banana banana(0.5);
  const auto flow = [&](const Vector& phase) {
    PhasePoint z{.q = phase.head(2), .momentum = phase.tail(2), .gradient = Vector(2)};
    z.log_density = banana.evaluate(z.q, z.gradient);
    for (int i = 0; i < 5; ++i) leapfrog(banana, z, 0.2, uneven_inverse_metric());
    Vector result(4);
    result << z.q, z.momentum;
    return result;
  };
  Vector phase(4);
  phase << 0.8, -0.3, -0.4, 1.1;
  Matrix jacobian(4, 4);
  const double step = 1e-5;
  for (Index i = 0; i < 4; ++i) {
    const Vector shift = step * Vector::Unit(4, i);
    jacobian.col(i) = (flow(phase + shift) - flow(phase - shift)) / (2.0 * step);
  }
  EXPECT_GT((jacobian - Matrix::Identity(4, 4)).norm(), 0.5);
  EXPECT_NEAR(jacobian.determinant(), 1.0, 1e-7);
}

TEST(Leapfrog, HasAnEnergyErrorOfSecondOrder) {
  Banana banana(0.5);
  const auto energy_error = [&](int num_steps) {
    PhasePoint z = start_on(banana);
    const double before = energy(z, uneven_inverse_metric());
    for (int i = 0; i < num_steps; ++i) leapfrog(banana, z, 1.0 / num_steps, uneven_inverse_metric());
    return std::abs(energy(z, uneven_inverse_metric()) - before);
  };
  EXPECT_NEAR(energy_error(200) / energy_error(400), 4.0, 0.1);
}

TEST(Leapfrog, LeavesTheMomentumAtTheHalfStepWhereTheDensityFails) {
  testing::HalfGaussian density(1);
  PhasePoint z{.q = Vector::Constant(1, 0.1), .momentum = Vector::Constant(1, -1.0), .gradient = Vector(1)};
  z.log_density = density.evaluate(z.q, z.gradient);
  leapfrog(density, z, 0.5, Vector::Ones(1));
  EXPECT_EQ(z.log_density, failed_log_density);
  EXPECT_DOUBLE_EQ(z.momentum[0], -1.0 - 0.25 * 0.1);
  EXPECT_EQ(energy(z, Vector::Ones(1)), std::numeric_limits<double>::infinity());
}

TEST(Energy, IsPotentialPlusKinetic) {
  PhasePoint z{.q = Vector::Zero(2), .momentum = Vector(2), .gradient = Vector::Zero(2), .log_density = -3.0};
  z.momentum << 2.0, -1.0;
  EXPECT_DOUBLE_EQ(energy(z, uneven_inverse_metric()), 3.0 + 0.5 * (0.5 * 4.0 + 2.0 * 1.0));
  z.momentum[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(energy(z, uneven_inverse_metric()), std::numeric_limits<double>::infinity());
}

TEST(Momentum, HasTheMetricAsCovariance) {
  RandomStream stream(1);
  Vector momentum;
  Vector sum_of_squares = Vector::Zero(2);
  constexpr int num_draws = 50000;
  for (int i = 0; i < num_draws; ++i) {
    draw_momentum(stream, uneven_inverse_metric(), momentum);
    sum_of_squares += momentum.cwiseAbs2();
  }
  EXPECT_NEAR(sum_of_squares[0] / num_draws, 2.0, 0.06);
  EXPECT_NEAR(sum_of_squares[1] / num_draws, 0.5, 0.015);
}

TEST(Evaluate, CountsEverythingThatIsNotFiniteAsFailed) {
  struct Odd {
    double result = 0.0;
    double slope = 0.0;
    int num_calls = 0;
    static Index size() { return 1; }
    double value(const Vector&) { return ++num_calls, result; }
    double evaluate(const Vector&, Vector& gradient) {
      ++num_calls;
      gradient[0] = slope;
      return result;
    }
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Vector q = Vector::Zero(1);
  Vector gradient;
  for (double bad : {nan, infinity, -infinity}) {
    Odd density{bad, 0.0};
    EXPECT_EQ(checked_value(density, q), failed_log_density);
    EXPECT_EQ(checked_evaluate(density, q, gradient), failed_log_density);
  }
  Odd no_slope{1.0, nan};
  EXPECT_EQ(checked_value(no_slope, q), 1.0);
  EXPECT_EQ(checked_evaluate(no_slope, q, gradient), failed_log_density);
  Odd never_called{1.0, 0.0};
  EXPECT_EQ(checked_evaluate(never_called, Vector::Constant(1, infinity), gradient), failed_log_density);
  EXPECT_EQ(never_called.num_calls, 0);
}

TEST(HamiltonianTuning, HasToFitTheDensity) {
  using testing::message_of;
  EXPECT_EQ(message_of([] {
              check_tuning(HamiltonianTuning{0.1, Vector::Ones(2)}, 3);
            }),
            "the size of inverse_metric is 2, but it has to be 3");
  EXPECT_EQ(message_of([] {
              check_tuning(HamiltonianTuning{0.0, Vector::Ones(3)}, 3);
            }),
            "step_size is 0, but it has to be finite and above 0");
  EXPECT_EQ(message_of([] {
              check_tuning(HamiltonianTuning{0.1, Vector::Zero(3)}, 3);
            }),
            "inverse_metric is 0, but it has to be finite and above 0");
}

}  // namespace
}  // namespace craggy
