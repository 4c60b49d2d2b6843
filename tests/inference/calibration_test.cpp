// Simulation-based calibration [Talts2018] of every named surrogate: unknowns drawn from the prior, data
// drawn from the model given them, then the rank of the truth among posterior draws has to be uniform. Any
// error in density, gradient, prior or sampler bends the ranks.
#include <cmath>
#include <map>

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "linalg/cholesky.hpp"
#include "support/effort.hpp"
#include "surrogates/surrogate.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

// A coarser jitter than usual keeps the posteriors easy for a short chain; the code is the same.
constexpr double jitter = 1e-2;
constexpr Index num_inputs = 2;
constexpr Index num_observations = 6;
constexpr Index num_draws = 31;  // so ranks are 0 … 31
constexpr Index quadrature_draws = 1023;
constexpr int num_bins = 8;
constexpr double smallest_p_value = 1e-4;

Vector draw_outputs(const Surrogate& surrogate, const Layout& layout, const Vector& u, const Matrix& X,
                    RandomStream& stream) {
  const Matrix Z = embedded_inputs(surrogate, layout, u, X);
  Matrix C(X.cols(), X.cols());
  surrogate.covariance->matrix(slice_of(u, layout.covariance), X.rows(), Z, C);
  Vector diagonal(X.cols());
  diagonal_variances(surrogate, layout, u, jitter, diagonal);
  C.diagonal() += diagonal;
  Cholesky cholesky;
  EXPECT_TRUE(cholesky.factorise(C));
  Vector white(X.cols());
  for (double& value : white) value = stream.normal();
  return (cholesky.lower() * white).array() + surrogate.mean.value(slice_of(u, layout.mean));
}

// Scalars whose ranks are looked at: the first unknown of each part, |z_1| (signs are not identified),
// labels, log density.
std::map<std::string, double> quantities(const Layout& layout, const Vector& u, SurrogateDensity& density) {
  std::map<std::string, double> result;
  for (Index i = 0; i < layout.covariance.size; ++i) result["covariance" + std::to_string(i)] = u[i];
  if (layout.latent.size > 0) result["latent"] = std::abs(u[layout.latent.begin]);
  for (Index i = 0; i < std::min<Index>(3, layout.noise.size); ++i)
    result["noise" + std::to_string(i)] = u[layout.noise.begin + i];
  if (layout.warp.size > 0) result["warp"] = u[layout.warp.begin];
  if (layout.mean.size > 0) result["mean"] = u[layout.mean.begin];
  if (layout.noise_labels.size > 0) result["labels"] = slice_of(u, layout.noise_labels).sum();
  if (layout.level_label.size > 0) result["level"] = u[layout.level_label.begin];
  result["log density"] = density.value(u);
  return result;
}

double uniformity_p_value(const std::vector<int>& counts) {
  double total = 0.0;
  for (int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0.0;
  for (int count : counts) statistic += std::pow(count - expected, 2) / expected;
  const boost::math::chi_squared distribution(static_cast<double>(counts.size()) - 1.0);
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

struct Case {
  std::string label;
  std::string name;
  SurrogateOptions options;
  InferenceOptions inference;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.label; }

std::vector<Case> all_cases() {
  const InferenceOptions nuts{
      .method = "nuts", .num_chains = 1, .num_warmup = 200, .num_draws = num_draws, .thinning = 4};
  const InferenceOptions fast{
      .num_chains = 1, .num_warmup = 60, .num_draws = num_draws, .max_iterations = 93};
  const InferenceOptions paper{
      .method = "paper", .num_warmup = 500, .num_draws = num_draws, .thinning = 8, .num_leapfrog = 8};
  SurrogateOptions with_latent;
  with_latent.sigma_h = {0.2};
  SurrogateOptions all_options = with_latent;
  all_options.latent_dimension = 2;
  all_options.amplitude = Amplitude::sampled;
  all_options.ard = true;
  SurrogateOptions levels;
  levels.sigma_h = {0.2, 0.05, 0.0};

  std::vector<Case> cases;
  for (const std::string& name : surrogate_names()) cases.push_back({name, name, with_latent, nuts});
  for (const std::string& name : surrogate_names())
    cases.push_back({name + "_fast", name, with_latent, fast});
  SurrogateOptions with_amplitude = with_latent;
  with_amplitude.amplitude = Amplitude::sampled;
  for (const char* name : {"noiseless", "homoscedastic", "latent"})
    cases.push_back({std::string(name) + "_amplitude_fast", name, with_amplitude, fast});
  // The points of a quadrature are spread more evenly than draws, so that it takes many for the rank of
  // something that depends on several unknowns to be as good as uniform.
  for (Case& c : cases)
    if (c.inference.method == "fast" && (c.name == "noiseless" || c.name == "homoscedastic"))
      c.inference.num_draws = quadrature_draws;
  cases.push_back({"latent_all_options", "latent", all_options, nuts});
  cases.push_back({"latent_all_options_fast", "latent", all_options, fast});
  SurrogateOptions broad = with_amplitude;
  broad.ard = true;
  broad.noise_prior = NoisePrior::broad;
  cases.push_back({"homoscedastic_broad_ard_fast", "homoscedastic", broad, fast});
  SurrogateOptions related = with_amplitude;
  related.ard = true;
  related.related_lengthscales = true;
  cases.push_back({"noiseless_related_fast", "noiseless", related, fast});
  cases.push_back({"latent_related", "latent", related, nuts});
  related.main_effects = true;
  cases.push_back({"homoscedastic_main_effects_fast", "homoscedastic", related, fast});
  cases.push_back({"noiseless_main_effects", "noiseless", related, nuts});
  cases.push_back({"latent_inferred_level", "latent", levels, nuts});
  cases.push_back({"homoscedastic_by_slice", "homoscedastic", with_latent, paper});
  cases.push_back({"latent_by_hmc", "latent", with_latent, paper});
  return cases;
}

class CalibrationSlow : public ::testing::TestWithParam<Case> {};

TEST_P(CalibrationSlow, RanksAreUniform) {
  const auto surrogate = make_surrogate(GetParam().name, GetParam().options);
  const Layout layout = surrogate->layout({num_inputs, num_observations});
  InferenceOptions options = GetParam().inference;
  options.jitter = jitter;
  const int num_replicates = testing::full_effort() ? 4000 : 160;

  std::map<std::string, std::vector<int>> counts;
  RandomStream stream(41);
  for (int replicate = 0; replicate < num_replicates; ++replicate) {
    auto data = std::make_shared<Dataset>();
    data->X.resize(num_inputs, num_observations);
    for (double& x : data->X.reshaped()) x = stream.uniform();
    const Vector truth = surrogate->sample_prior(stream, {num_inputs, num_observations});
    data->y = draw_outputs(*surrogate, layout, truth, data->X, stream);

    const Fit result = fit(surrogate, data, options, {43, static_cast<std::uint32_t>(replicate)});
    ASSERT_EQ(result.diagnostics.jitter_raises, 0);
    SurrogateDensity density(surrogate, data, jitter);
    std::map<std::string, std::uint64_t> below;
    std::map<std::string, std::uint64_t> ties;  // only discrete quantities have any
    const auto true_values = quantities(layout, truth, density);
    for (const Vector& u : result.posterior.draws())
      for (const auto& [name, value] : quantities(layout, u, density)) {
        below[name] += value < true_values.at(name) ? 1 : 0;
        ties[name] += value == true_values.at(name) ? 1 : 0;
      }
    for (const auto& [name, num_below] : below) {
      // The truth stands anywhere among the draws that equal it.
      const std::uint64_t rank = num_below + stream.below(ties[name] + 1);
      auto& bins = counts[name];
      bins.resize(num_bins);
      ++bins[rank * num_bins / static_cast<std::uint64_t>(result.posterior.num_draws() + 1)];
    }
  }
  for (const auto& [name, bins] : counts)
    EXPECT_GT(uniformity_p_value(bins), smallest_p_value) << name << ": " << ::testing::PrintToString(bins);
}

INSTANTIATE_TEST_SUITE_P(Registry, CalibrationSlow, ::testing::ValuesIn(all_cases()),
                         [](const auto& instance) {
                           std::string name = instance.param.label;
                           std::replace(name.begin(), name.end(), '+', '_');
                           return name;
                         });

}  // namespace
}  // namespace craggy
