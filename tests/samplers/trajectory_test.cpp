#include "samplers/trajectory.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "monte_carlo.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

Vector inverse_metric_of_three() {
  Vector inverse_metric(3);
  inverse_metric << 0.5, 2.0, 1.3;
  return inverse_metric;
}

Stretch stretch_of(const std::vector<Vector>& momenta) {
  Stretch result;
  result.first_momentum = momenta.front();
  result.last_momentum = momenta.back();
  result.momentum_sum = Vector::Zero(3);
  result.log_weight = 0.0;
  for (const Vector& momentum : momenta) result.momentum_sum += momentum;
  return result;
}

/// The criterion in words: over momenta[begin … end) neither end moves towards the other.
bool keeps_going(const std::vector<Vector>& momenta, std::size_t begin, std::size_t end) {
  Vector sum = Vector::Zero(3);
  for (std::size_t i = begin; i < end; ++i) sum += momenta[i];
  const Matrix metric = inverse_metric_of_three().asDiagonal();
  return momenta[begin].dot(metric * sum) > 0.0 && momenta[end - 1].dot(metric * sum) > 0.0;
}

TEST(Trajectory, JoinAppliesTheThreeCriteria) {
  RandomStream stream(1);
  int num_going = 0;
  int num_turned_at_the_seam_only = 0;
  for (int repetition = 0; repetition < 3000; ++repetition) {
    const Vector drift = 0.6 * testing::normal_vector(stream, 3);
    std::vector<Vector> all(8);
    for (Vector& momentum : all) momentum = drift + testing::normal_vector(stream, 3);
    Stretch stretch = stretch_of({all.begin(), all.begin() + 4});
    Stretch next = stretch_of({all.begin() + 4, all.end()});
    const bool whole = keeps_going(all, 0, 8);
    const bool seams = keeps_going(all, 0, 5) && keeps_going(all, 3, 8);
    EXPECT_EQ(join(stretch, next, Progress::uniform, inverse_metric_of_three(), stream), whole && seams);
    EXPECT_LT((stretch.momentum_sum - stretch_of(all).momentum_sum).norm(), 1e-12);
    EXPECT_EQ(stretch.first_momentum, all.front());
    EXPECT_EQ(stretch.last_momentum, all.back());
    num_going += whole && seams ? 1 : 0;
    num_turned_at_the_seam_only += whole && !seams ? 1 : 0;
  }
  EXPECT_GT(num_going, 300);
  EXPECT_GT(num_turned_at_the_seam_only, 300);
}

TEST(Trajectory, JoinChoosesByWeight) {
  RandomStream stream(2);
  constexpr Index num_repetitions = 20000;
  for (const auto& [progress, old_weight, new_weight, expected] :
       {std::tuple{Progress::uniform, 2.0, 1.0, 1.0 / 3.0},
        {Progress::uniform, 1.0, 3.0, 0.75},
        {Progress::biased, 2.0, 1.0, 0.5},
        {Progress::biased, 1.0, 3.0, 1.0}}) {
    Index num_new = 0;
    for (Index i = 0; i < num_repetitions; ++i) {
      Stretch stretch = stretch_of({Vector::Ones(3)});
      Stretch next = stretch_of({Vector::Ones(3)});
      stretch.log_weight = -700.0 + std::log(old_weight);
      next.log_weight = -700.0 + std::log(new_weight);
      stretch.chosen_energy = 1.0;
      next.chosen_energy = 2.0;
      stretch.chosen.q = Vector::Constant(1, 1.0);
      next.chosen.q = Vector::Constant(1, 2.0);
      EXPECT_TRUE(join(stretch, next, progress, inverse_metric_of_three(), stream));
      EXPECT_NEAR(stretch.log_weight, -700.0 + std::log(old_weight + new_weight), 1e-12);
      EXPECT_EQ(stretch.chosen.q[0], stretch.chosen_energy);
      num_new += stretch.chosen_energy == 2.0 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(num_new) / num_repetitions, expected, 0.015);
  }
}

TEST(Trajectory, APointIsAStretch) {
  PhasePoint z{.q = Vector::Constant(1, 4.0),
               .momentum = Vector::Constant(1, -2.0),
               .gradient = Vector::Constant(1, 0.5),
               .log_density = -1.0};
  Stretch stretch;
  set_to_point(stretch, z, 3.0, 2.5);
  EXPECT_EQ(stretch.first_momentum, z.momentum);
  EXPECT_EQ(stretch.last_momentum, z.momentum);
  EXPECT_EQ(stretch.momentum_sum, z.momentum);
  EXPECT_EQ(stretch.chosen.q, z.q);
  EXPECT_EQ(stretch.chosen.gradient, z.gradient);
  EXPECT_EQ(stretch.chosen.log_density, -1.0);
  EXPECT_EQ(stretch.chosen_energy, 3.0);
  EXPECT_EQ(stretch.log_weight, -0.5);
}

}  // namespace
}  // namespace craggy
