// Every move of the fast inference leaves the posterior invariant. Unknowns from the prior and data from the
// model given them are an exact draw of the joint distribution, so the unknowns are a draw of the posterior
// of these data; after any number of invariant moves they still are, and over many data sets they are still a
// draw of the prior [Geweke2004]. All moves here are reversible too, so the log density rises as often as it
// falls.
#include <algorithm>
#include <cmath>
#include <functional>

#include <Eigen/Cholesky>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "inference/lane_batch.hpp"
#include "support/effort.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

constexpr Index N = 5;
constexpr double jitter = 1e-4;
constexpr int num_moves_each = 8;  // an error adds up from move to move

struct Bench {
  std::shared_ptr<const Dataset> data;
  Vector u;
};

// An exact draw of unknowns and data.
Bench exact_draw(const std::shared_ptr<const Surrogate>& surrogate, RandomStream& stream) {
  Matrix X(2, N);
  for (double& x : X.reshaped()) x = stream.uniform();
  // Two of the observations are close to each other, as they are in histories of real runs.
  X.col(1) = (X.col(0).array() + 0.01).min(1.0);
  const Shape shape{2, N};
  const Layout layout = surrogate->layout(shape);
  const Vector u = surrogate->sample_prior(stream, shape);
  const Matrix Z = embedded_inputs(*surrogate, layout, u, X);
  Matrix C(N, N);
  Vector variances(N);
  surrogate->covariance->matrix(slice_of(u, layout.covariance), 2, Z, C);
  diagonal_variances(*surrogate, layout, u, jitter, variances);
  C.diagonal() += variances;
  Vector white(N);
  for (double& w : white) w = stream.normal();
  const Vector y = Eigen::LLT<Matrix>(C).matrixL() * white;
  // The data set as it is: standardising would make another model of it.
  return {std::make_shared<Dataset>(Dataset{X, y, {}}), u};
}

// Kolmogorov and Smirnov's distance to N(0, 1), as a p-value.
double normal_p_value(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const boost::math::normal normal;
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double cdf = boost::math::cdf(normal, values[i]);
    distance = std::max({distance, cdf - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - cdf});
  }
  const double scaled = distance * (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n));
  double p = 0.0;
  for (int k = 1; k < 100; ++k)
    p += 2.0 * (k % 2 == 1 ? 1.0 : -1.0) * std::exp(-2.0 * k * k * scaled * scaled);
  return std::clamp(p, 0.0, 1.0);
}

using Move = std::function<void(LaneDensity&, LaneState&, LaneStreams&)>;

void expect_invariant(const SurrogateOptions& options, const std::string& name, const Move& move) {
  const std::shared_ptr<const Surrogate> surrogate = make_surrogate(name, options);
  const Index num_replications = testing::full_effort() ? 200000 : 10000;
  RandomStream stream(2026);
  std::vector<std::vector<double>> unknowns;
  Index rises = 0;
  Index falls = 0;
  for (Index r = 0; r < num_replications; ++r) {
    const Bench bench = exact_draw(surrogate, stream);
    LaneDensity density(surrogate, bench.data, jitter, default_simd_level());
    LaneState state(density.size(), density.width());
    LaneStreams streams(7, static_cast<std::uint32_t>(r), 0, density.width());
    for (int w = 0; w < density.width(); ++w) state.q.set_lane(w, bench.u);
    density.value(state.q, state.log_density.data());
    // One lane per data set: the lanes of one set are not independent of each other.
    const auto lane = static_cast<std::size_t>(r % density.width());
    const double before = state.log_density[lane];
    ASSERT_TRUE(std::isfinite(before));
    for (int i = 0; i < num_moves_each; ++i) move(density, state, streams);
    const Vector after = state.q.lane(static_cast<int>(lane));
    std::vector<double> exact(static_cast<std::size_t>(density.width()));
    density.value(state.q, exact.data());
    ASSERT_NEAR(exact[lane], state.log_density[lane], 1e-6 * std::abs(exact[lane]) + 1e-6);
    unknowns.resize(static_cast<std::size_t>(after.size()));
    for (Index e = 0; e < after.size(); ++e) unknowns[static_cast<std::size_t>(e)].push_back(after[e]);
    rises += state.log_density[lane] > before ? 1 : 0;
    falls += state.log_density[lane] < before ? 1 : 0;
  }
  // The unknowns of `latent` are standard normal, log l among them; a sampled log amplitude has another
  // scale.
  for (std::size_t e = 0; e < unknowns.size(); ++e) {
    if (options.amplitude == Amplitude::sampled && e == 1)
      for (double& value : unknowns[e]) value /= 2.0;
    EXPECT_GT(normal_p_value(unknowns[e]), 1e-4) << "unknown " << e;
  }
  // Half of the changes are rises: a two-sided binomial test.
  ASSERT_GT(rises + falls, num_replications / 20);
  const boost::math::binomial fair(static_cast<double>(rises + falls), 0.5);
  EXPECT_GT(2.0 * boost::math::cdf(fair, static_cast<double>(std::min(rises, falls))), 1e-4)
      << rises << " rises, " << falls << " falls";
}

const SurrogateOptions latent{.sigma_h = {0.15}};
const SurrogateOptions latent_in_two{
    .sigma_h = {0.15}, .latent_dimension = 2, .amplitude = Amplitude::sampled};

TEST(PoolSweep, LeavesThePosteriorInvariant) {
  for (const SurrogateOptions& options : {latent, latent_in_two}) {
    PoolSweep::Workspace workspace;
    expect_invariant(options, "latent", [&](LaneDensity& density, LaneState& state, LaneStreams& streams) {
      PoolSweep{.num_candidates = 4}.step(density, SiteMap(density), state, streams, workspace);
    });
  }
}

// A density that turns out to be far lower in some lanes once a sweep has ended, as if the inverse that the
// sweep updated had been wrong.
class Misleading : public LaneDensity {
 public:
  using LaneDensity::LaneDensity;
  void value(const LaneArray& u, double* values) {
    LaneDensity::value(u, values);
    for (int w = 0; w < width(); w += 2) values[w] -= 1e4;
  }
};

TEST(PoolSweep, LeavesAPlaceThatNoExactSweepWouldHaveReached) {
  const std::shared_ptr<const Surrogate> surrogate = make_surrogate("latent", latent);
  RandomStream stream(3);
  const Bench bench = exact_draw(surrogate, stream);
  Misleading density(surrogate, bench.data, jitter, default_simd_level());
  LaneState state(density.size(), density.width());
  for (int w = 0; w < density.width(); ++w) state.q.set_lane(w, bench.u);
  density.LaneDensity::value(state.q, state.log_density.data());
  const double before = state.log_density[0];
  LaneStreams streams(7, 0, 0, density.width());
  PoolSweep::Workspace workspace;
  PoolSweep{}.step(density, SiteMap(density), state, streams, workspace);
  for (int w = 0; w < density.width(); ++w) {
    const bool misled = w % 2 == 0;
    EXPECT_EQ(state.q.lane(w) == bench.u, misled) << "lane " << w;
    EXPECT_EQ(state.log_density[static_cast<std::size_t>(w)] == before, misled) << "lane " << w;
  }
}

TEST(FieldMove, LeavesThePosteriorInvariant) {
  for (const SurrogateOptions& options : {latent, latent_in_two}) {
    expect_invariant(options, "latent", [&](LaneDensity& density, LaneState& state, LaneStreams& streams) {
      FieldMove::Workspace workspace;
      FieldMove{}.step(density, SiteMap(density), state, streams, workspace);
    });
  }
}

TEST(LineMove, LeavesThePosteriorInvariant) {
  for (const SurrogateOptions& options : {latent, latent_in_two}) {
    const std::shared_ptr<const Surrogate> surrogate = make_surrogate("latent", options);
    const std::size_t num_moves = line_moves(*surrogate, {2, N}, true).size();
    EXPECT_EQ(num_moves, options.amplitude ? 4U : 2U);
    for (std::size_t i = 0; i < num_moves; ++i)
      expect_invariant(options, "latent", [&](LaneDensity& density, LaneState& state, LaneStreams& streams) {
        LineMove::Workspace workspace;
        LineMove move = line_moves(*surrogate, {2, N}, true)[i];
        move.width.set(0.7);
        move.step(density, state, streams, false, workspace);
      });
  }
}

TEST(LaneHmc, LeavesThePosteriorInvariant) {
  for (const SurrogateOptions& options : {latent, latent_in_two}) {
    expect_invariant(options, "latent", [&](LaneDensity& density, LaneState& state, LaneStreams& streams) {
      // A metric that fits nothing, and steps that are too long: both may cost acceptance, not exactness.
      Matrix M = Matrix::Constant(density.size(), density.size(), 0.3);
      M.diagonal().setLinSpaced(1.0, 2.0);
      LaneHmc hmc{.num_leapfrog = 3, .metric = DenseMetric::from(M)};
      hmc.step_size.set(0.35);
      LaneHmc::Workspace workspace;
      hmc.step(density, state, streams, false, nullptr, workspace);
    });
  }
}

}  // namespace
}  // namespace craggy
