// The density on lanes against the density of one chain, for every composition that it supports.
#include "surrogates/lane_density.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "support/example_data.hpp"
#include "support/looks.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

using testing::example_data;

constexpr double jitter = 1e-5;
constexpr double site_jitter = 1e-3;  // updates of an inverse lose digits with its condition number

LaneArray prior_draws(const Surrogate& surrogate, const Dataset& data, Index size, int width) {
  RandomStream stream(17);
  LaneArray u(size, width);
  for (int w = 0; w < width; ++w)
    u.set_lane(w, surrogate.sample_prior(stream, {data.num_inputs(), data.size()}).head(size));
  return u;
}

class EveryLaneDensity : public ::testing::TestWithParam<std::tuple<SimdLevel, std::string, int>> {};

TEST_P(EveryLaneDensity, HasTheValuesAndGradientsOfOneChain) {
  const auto& [level, name, variant] = GetParam();
  SurrogateOptions options{.sigma_h = {0.1}};
  if (variant > 0) options.amplitude = Amplitude::sampled;
  if (variant > 1) options.ard = true;
  if (variant > 2) options.group_of_input = {0, 1, 1};
  if (variant > 3) options.related_lengthscales = true;
  if (variant > 4) options.main_effects = name != "additive";
  if (variant > 5) options.ard = false;
  if (variant > 6) options.group_of_input.clear();  // main effects of single inputs
  if (variant > 0) options.latent_dimension = 2;
  const auto data = example_data(13);
  const std::shared_ptr<const Surrogate> surrogate = make_surrogate(name, options);
  const Shape shape{data->num_inputs(), data->size()};
  if (!LaneDensity::supports(*surrogate, shape)) {
    EXPECT_TRUE(name == "additive" || name == "contaminated") << name;
    return;
  }
  LaneDensity lanes(surrogate, data, jitter, level);
  SurrogateDensity density(surrogate, data, jitter);
  ASSERT_EQ(lanes.size(), density.size());
  const LaneArray u = prior_draws(*surrogate, *data, lanes.size(), lanes.width());
  LaneArray gradient(lanes.size(), lanes.width());
  std::vector<double> values(static_cast<std::size_t>(lanes.width()));
  std::vector<double> values_alone(values);
  lanes.evaluate(u, gradient, values.data());
  lanes.value(u, values_alone.data());
  for (int w = 0; w < lanes.width(); ++w) {
    Vector expected(density.size());
    const double value = density.evaluate(u.lane(w), expected);
    EXPECT_NEAR(values[static_cast<std::size_t>(w)], value, 1e-9 * std::abs(value));
    EXPECT_EQ(values[static_cast<std::size_t>(w)], values_alone[static_cast<std::size_t>(w)]);
    EXPECT_LT((gradient.lane(w) - expected).norm(), 1e-8 * (1.0 + expected.norm()));
  }
}

TEST(LaneDensity, OfManyObservationsLooksOften) {
  constexpr Index N = 300;
  const auto data = example_data(N);
  const std::shared_ptr<const Surrogate> surrogate = make_surrogate("latent", {.sigma_h = {0.1}});
  LaneDensity density(surrogate, data, jitter, available_simd_levels().back());
  const LaneArray u = prior_draws(*surrogate, *data, density.size(), density.width());
  LaneArray gradient(density.size(), density.width());
  std::vector<double> values(static_cast<std::size_t>(density.width()));
  const auto evaluate = [&] { density.evaluate(u, gradient, values.data()); };
  const auto value = [&] { density.value(u, values.data()); };
  const auto begin_sweep = [&] { density.begin_sweep(u); };
  EXPECT_GE(testing::looks_of(evaluate), 3 * (N / 5));  // a factor, its inverse, the inverse of the matrix
  EXPECT_GE(testing::looks_of(value), N / 5);
  EXPECT_GE(testing::looks_of(begin_sweep), 3 * (N / 5));
  for (long look : {1L, N / 5L, 2L * (N / 5), 3L * (N / 5)})
    EXPECT_TRUE(testing::stops_at_look(look, evaluate)) << look;

  density.begin_sweep(u);
  LaneArray places(2, density.width());
  LaneArray log_weights(2, density.width());
  const auto weigh = [&] { density.weigh(3, 2, places, log_weights); };
  EXPECT_EQ(testing::looks_of(weigh), 1);
  EXPECT_TRUE(testing::stops_at_look(1, weigh));
}

INSTANTIATE_TEST_SUITE_P(AllNames, EveryLaneDensity,
                         ::testing::Combine(::testing::ValuesIn(available_simd_levels()),
                                            ::testing::ValuesIn(surrogate_names()),
                                            ::testing::Values(0, 1, 2, 3, 4, 5, 6)),
                         [](const auto& test) {
                           std::string name = std::get<1>(test.param) + "_" +
                                              std::to_string(std::get<2>(test.param)) + "_" +
                                              std::string(name_of(std::get<0>(test.param)));
                           std::replace(name.begin(), name.end(), '+', '_');
                           return name;
                         });

TEST(LaneDensity, DoesNotTakeLabels) {
  const Shape shape{2, 5};
  EXPECT_FALSE(LaneDensity::supports(*make_surrogate("latent", {.sigma_h = {0.1, 0.0}}), shape));
  EXPECT_FALSE(LaneDensity::supports(*make_surrogate("additive", {}), shape));
  EXPECT_TRUE(LaneDensity::supports(*make_surrogate("latent", {.sigma_h = {0.1}}), shape));
}

class LaneSites : public ::testing::TestWithParam<std::tuple<SimdLevel, std::string, Index>> {
 protected:
  std::shared_ptr<const Dataset> data_ = example_data(17);
  Index D_ = std::get<2>(GetParam());
  std::shared_ptr<const Surrogate> surrogate_ =
      make_surrogate(std::get<1>(GetParam()), {.sigma_h = {0.15},
                                               .latent_dimension = D_,
                                               .amplitude = D_ > 1 ? Amplitude::sampled : Amplitude::unit});
  LaneDensity density_{surrogate_, data_, site_jitter, std::get<0>(GetParam())};
  LaneArray u_ = prior_draws(*surrogate_, *data_, density_.size(), density_.width());
};

// One move after the other: the weights have to be those of the whole density at the state of that moment,
// although only the inverse is updated.
TEST_P(LaneSites, WeightsAreTheDensityAtEachCandidate) {
  ASSERT_TRUE(density_.has_sites());
  constexpr Index m = 6;
  const int W = density_.width();
  RandomStream stream(3);
  LaneDensity fresh(surrogate_, data_, site_jitter, std::get<0>(GetParam()));
  density_.begin_sweep(u_);
  for (Index site : {0, 16, 7, 7, 3}) {
    LaneArray candidates(m * D_, W);
    for (Index i = 0; i < candidates.size(); ++i) candidates.data()[i] = stream.normal();
    LaneArray log_likelihoods(m, W);
    density_.weigh(site, m, candidates, log_likelihoods);
    std::vector<double> first(static_cast<std::size_t>(W));
    for (Index c = 0; c < m; ++c) {
      LaneArray moved = u_;
      std::vector<double> values(static_cast<std::size_t>(W));
      for (Index d = 0; d < D_; ++d)
        std::copy_n(candidates.entry(c * D_ + d), W, moved.entry(density_.site_begin() + site * D_ + d));
      fresh.value(moved, values.data());
      for (int w = 0; w < W; ++w) {
        // Without the prior of the site, which `weigh` leaves out.
        double likelihood = values[static_cast<std::size_t>(w)];
        for (Index d = 0; d < D_; ++d) likelihood += 0.5 * std::pow(candidates.at(c * D_ + d, w), 2);
        if (c == 0) first[static_cast<std::size_t>(w)] = likelihood;
        EXPECT_NEAR(log_likelihoods.at(c, w) - log_likelihoods.at(0, w),
                    likelihood - first[static_cast<std::size_t>(w)], 2e-5);
      }
    }
    std::vector<Index> picks(static_cast<std::size_t>(W));
    for (int w = 0; w < W; ++w) {
      const Index pick = (w + site) % m;
      picks[static_cast<std::size_t>(w)] = pick;
      for (Index d = 0; d < D_; ++d)
        u_.at(density_.site_begin() + site * D_ + d, w) = candidates.at(pick * D_ + d, w);
    }
    density_.commit(site, picks.data());
  }
}

TEST_P(LaneSites, DistancesAreInUnitsOfTheLatents) {
  EXPECT_NEAR(density_.site_distance(2, 5), (data_->X.col(2) - data_->X.col(5)).norm() / 0.15, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(AllLevels, LaneSites,
                         ::testing::Combine(::testing::ValuesIn(available_simd_levels()),
                                            ::testing::Values("latent", "latent+noise"),
                                            ::testing::Values<Index>(1, 2)));

}  // namespace
}  // namespace craggy
