// One chain and several: chain.hpp, chains.hpp, continuous_block.hpp, in_turn.hpp.
#include <atomic>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/cancellation.hpp"
#include "base/random.hpp"
#include "samplers/diagnostics.hpp"
#include "samplers/samplers.hpp"
#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Gaussian;
using testing::LabelledGaussian;
using testing::message_of;

/// Counts its calls, and asks for a stop at one of them.
struct Counting {
  std::stop_source* stop = nullptr;
  Index stop_at = -1;
  Index num_calls = 0;
  Index num_failed = 0;
  double wall = -1e300;  // fails below

  static Index size() { return 2; }
  double value(const Vector& q) {
    if (++num_calls == stop_at) stop->request_stop();
    if (q[0] >= wall) return -0.5 * q.squaredNorm();
    ++num_failed;
    return failed_log_density;
  }
  double evaluate(const Vector& q, Vector& gradient) {
    gradient = -q;
    return value(q);
  }
};

TEST(Chain, HasTheShapesAndCountsItPromises) {
  for (const bool by_slice : {false, true}) {
    Counting density{.wall = -0.5};
    RandomStream stream(1);
    const ChainOptions options{.num_warmup = 50, .num_draws = 40, .thinning = 3};
    const Chain chain = by_slice ? run_chain(density, slice_sampler(), Vector::Ones(2), options, stream)
                                 : run_chain(density, nuts_sampler(), Vector::Ones(2), options, stream);
    EXPECT_EQ(chain.status, ChainStatus::completed);
    EXPECT_EQ(chain.draws.rows(), 2);
    EXPECT_EQ(chain.draws.cols(), 40);
    EXPECT_EQ(chain.log_density.size(), 40);
    EXPECT_EQ(chain.energy.size(), 120);
    EXPECT_EQ(chain.num_evaluations, density.num_calls);
    EXPECT_EQ(chain.num_failed_evaluations, density.num_failed);
    EXPECT_GT(density.num_failed, 0);
    for (Index s = 0; s < 40; ++s)
      EXPECT_DOUBLE_EQ(chain.log_density[s], -0.5 * chain.draws.col(s).squaredNorm());
    EXPECT_EQ(chain.energy.allFinite(), !by_slice);
    EXPECT_EQ(std::isfinite(chain.tuning.step_size), !by_slice);
    EXPECT_EQ(chain.tuning.inverse_metric.size(), by_slice ? 0 : 2);
    EXPECT_EQ(chain.max_tree_depth > 0, !by_slice);
    EXPECT_EQ(chain.mean_acceptance == 1.0, by_slice);
  }
}

TEST(Chain, ThinningKeepsEveryKthStep) {
  Gaussian density = Gaussian::standard(3);
  const auto run = [&](Index num_draws, Index thinning) {
    RandomStream stream(2);
    return run_chain(density, nuts_sampler(), Vector::Ones(3),
                     {.num_warmup = 30, .num_draws = num_draws, .thinning = thinning}, stream);
  };
  const Chain all = run(20, 1);
  const Chain thinned = run(5, 4);
  for (Index s = 0; s < 5; ++s) EXPECT_EQ(thinned.draws.col(s), all.draws.col(4 * s + 3));
  EXPECT_EQ(thinned.energy, all.energy);
  EXPECT_EQ(thinned.mean_acceptance, all.mean_acceptance);
}

TEST(Chain, ABadStartIsAStatus) {
  Counting density{.wall = 10.0};
  RandomStream stream(3);
  const Chain chain = run_chain(density, nuts_sampler(), Vector::Ones(2), {}, stream);
  EXPECT_EQ(chain.status, ChainStatus::bad_start);
  EXPECT_EQ(chain.draws.cols(), 0);
  EXPECT_EQ(chain.num_evaluations, 1);
  EXPECT_EQ(chain.num_failed_evaluations, 1);

  struct NoGradient {
    static Index size() { return 1; }
    static double value(const Vector&) { return 0.0; }
    static double evaluate(const Vector&, Vector& gradient) {
      gradient.setConstant(std::nan(""));
      return 0.0;
    }
  } no_gradient;
  EXPECT_EQ(run_chain(no_gradient, nuts_sampler(), Vector::Ones(1), {}, stream).status,
            ChainStatus::bad_start);
  EXPECT_EQ(run_chain(no_gradient, paper_hmc_sampler(), Vector::Ones(1), {}, stream).status,
            ChainStatus::bad_start);
}

TEST(Chain, RefusesWhatCannotBe) {
  Gaussian density = Gaussian::standard(2);
  const auto run = [&](const Vector& start, const ChainOptions& options) {
    RandomStream stream(4);
    run_chain(density, slice_sampler(), start, options, stream);
  };
  const Vector zero = Vector::Zero(2);
  EXPECT_EQ(message_of([&] { run(zero, {.num_warmup = -1}); }),
            "num_warmup is -1, but it has to be at least 0");
  EXPECT_EQ(message_of([&] { run(zero, {.num_draws = 0}); }), "num_draws is 0, but it has to be at least 1");
  EXPECT_EQ(message_of([&] { run(zero, {.thinning = 0}); }), "thinning is 0, but it has to be at least 1");
  EXPECT_EQ(message_of([&] { run(Vector::Zero(3), {}); }),
            "the size of the initial point is 3, but it has to be 2");
  EXPECT_EQ(message_of([&] { run(Vector::Constant(2, NAN), {}); }),
            "initial_q[0] is nan, but it has to be a finite number");
}

TEST(Chain, AStopEndsItAtTheNextEvaluation) {
  for (Index stop_at : {1, 7, 500}) {
    std::stop_source source;
    Counting density{.stop = &source, .stop_at = stop_at};
    RandomStream stream(5);
    const std::stop_token stop = source.get_token();
    const StopScope scope(stop);
    EXPECT_THROW(run_chain(density, nuts_sampler(), Vector::Ones(2), {}, stream), Cancelled);
    EXPECT_EQ(density.num_calls, stop_at);
  }
}

TEST(Chain, LabelsFollowTheContinuousCoordinates) {
  LabelledGaussian density;
  RandomStream stream(6);
  const Chain chain = run_chain(density, with_label_sweep(nuts_sampler()), Vector::Zero(5),
                                {.num_warmup = 50, .num_draws = 200}, stream);
  ASSERT_EQ(chain.draws.rows(), 5);
  const auto labels = chain.draws.bottomRows(3).array();
  EXPECT_TRUE((labels == 0.0 || labels == 1.0).all());
  EXPECT_GT(labels.sum(), 0.0);
  EXPECT_EQ(chain.tuning.inverse_metric.size(), 2);
  for (Index s = 0; s < 200; ++s) EXPECT_NEAR(chain.log_density[s], density.value(chain.draws.col(s)), 1e-12);
}

TEST(Chain, ASamplerWithoutLabelsRefusesADensityWithThem) {
  LabelledGaussian density;
  RandomStream stream(7);
  EXPECT_EQ(message_of([&] { run_chain(density, nuts_sampler(), Vector::Zero(5), {}, stream); }),
            "the size of the point is 5, but it has to be 2");
}

TEST(Chain, SamplersTakeTurns) {
  // Slice forgets the gradient and NUTS needs it: together they still have to work.
  Gaussian density = Gaussian::standard(2);
  RandomStream stream(8);
  const Chain chain = run_chain(density, InTurn(slice_sampler(), nuts_sampler()), Vector::Zero(2),
                                {.num_warmup = 200, .num_draws = 500}, stream);
  EXPECT_GT(chain.tuning.step_size, 0.0);
  EXPECT_GT(ess_mean(chain.draws.row(0).transpose()), 300.0);
}

std::vector<Chain> run_with_threads(std::size_t num_threads) {
  ThreadPool pool(num_threads);
  return run_chains([](Index) { return LabelledGaussian(); }, with_label_sweep(nuts_sampler()),
                    Matrix::Zero(5, 6), {.num_warmup = 60, .num_draws = 50}, 17, 3, pool);
}

TEST(Chains, DoNotDependOnTheNumberOfThreads) {
  const std::vector<Chain> one = run_with_threads(1);
  const std::vector<Chain> two = run_with_threads(2);
  ASSERT_EQ(one.size(), 6U);
  for (std::size_t c = 0; c < one.size(); ++c) {
    EXPECT_EQ(one[c].draws, two[c].draws);
    EXPECT_EQ(one[c].log_density, two[c].log_density);
    EXPECT_EQ(one[c].energy, two[c].energy);
    EXPECT_EQ(one[c].tuning.step_size, two[c].tuning.step_size);
    EXPECT_EQ(one[c].num_evaluations, two[c].num_evaluations);
    EXPECT_EQ(one[c].draws == one[0].draws, c == 0);
  }
}

TEST(Chains, AreTheChainsOfTheirStreams) {
  const std::vector<Chain> chains = run_with_threads(2);
  LabelledGaussian density;
  RandomStream stream(17, {.trial = 3, .chain = 4, .purpose = Purpose::chain});
  const Chain alone = run_chain(density, with_label_sweep(nuts_sampler()), Vector::Zero(5),
                                {.num_warmup = 60, .num_draws = 50}, stream);
  EXPECT_EQ(alone.draws, chains[4].draws);
}

TEST(Chains, AreGatheredByCoordinate) {
  const std::vector<Chain> chains = run_with_threads(1);
  const Matrix draws = coordinate_draws(chains, 3);
  const Matrix log_density = log_density_draws(chains);
  ASSERT_EQ(draws.rows(), 50);
  ASSERT_EQ(draws.cols(), 6);
  EXPECT_EQ(draws(7, 2), chains[2].draws(3, 7));
  EXPECT_EQ(log_density(7, 2), chains[2].log_density[7]);
  EXPECT_EQ(coordinate_draws({}, 0).size(), 0);
}

TEST(Chains, AStopEndsAllOfThem) {
  std::stop_source source;
  source.request_stop();
  std::atomic<int> num_made = 0;
  ThreadPool pool(2);
  const StopScope scope(source.get_token());
  EXPECT_THROW(run_chains(
                   [&](Index) {
                     ++num_made;
                     return Gaussian::standard(2);
                   },
                   slice_sampler(), Matrix::Zero(2, 4), {}, 1, 0, pool),
               Cancelled);
  EXPECT_EQ(num_made.load(), 0);
}

TEST(Chains, ThereHasToBeOne) {
  ThreadPool pool(1);
  EXPECT_EQ(message_of([&] {
              run_chains([](Index) { return Gaussian::standard(2); }, slice_sampler(), Matrix(2, 0), {}, 1, 0,
                         pool);
            }),
            "the number of chains is 0, but it has to be at least 1");
}

}  // namespace
}  // namespace craggy
