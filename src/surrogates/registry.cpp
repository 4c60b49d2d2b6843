#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <craggy/surrogates/registry.hpp>

#include "base/check.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

// The paper's prior of lengthscales and noise variances [Bodin2020, appendix].
ScalarPriorPtr standard_log_normal() { return priors::log_normal(0.0, 1.0); }

// Four degrees of freedom: heavy tails with a finite variance.
constexpr double student_t_freedom = 4.0;

const std::vector<SurrogateEntry> entries = {
    {"noiseless", "the plain GP", false, false},
    {"homoscedastic", "one noise variance for all observations", false, true},
    {"heteroscedastic", "a noise variance per observation", false, true},
    {"warped", "Beta-CDF input warping with Spearmint's defaults", false, true},
    {"latent", "the latent GP: a latent input per observation next to x", true, false},
    {"latent+noise", "the latent GP with one noise variance", true, true},
    {"latent+warped", "the latent GP on warped inputs", true, false},
    {"student_t", "Student-t noise with 4 degrees of freedom", false, true},
    {"laplace", "Laplace noise", false, true},
    {"contaminated", "Gaussian noise with a share of outliers of a larger variance", false, true, false},
    {"input_noise", "noise added to the inputs, g(x + h)", true, false},
    {"additive", "a second, short-range GP that absorbs detail", false, false},
};

// Sampled: √amplitude ~ LogNormal(0, 1), which is Spearmint's prior too.
ScalarPriorPtr amplitude_prior(const SurrogateOptions& options, Amplitude own_default) {
  return options.amplitude.value_or(own_default) == Amplitude::sampled ? priors::log_normal(0.0, 2.0)
                                                                       : nullptr;
}

LengthscaleKind lengthscale_kind(const SurrogateOptions& options, bool ard_by_default) {
  if (!options.ard.value_or(ard_by_default)) return LengthscaleKind::shared;
  return options.related_lengthscales ? LengthscaleKind::related : LengthscaleKind::independent;
}

// Of the share of main effects nothing is known beforehand.
CovariancePtr one_matern(const Lengthscales& lengthscales, const ScalarPriorPtr& amplitude,
                         const SurrogateOptions& options) {
  if (!options.main_effects.value_or(false)) return matern_covariance(lengthscales, amplitude);
  return main_effects_covariance(lengthscales, priors::uniform(0.0, 1.0), amplitude);
}

LatentInputPtr latent_of(std::string_view name, const SurrogateOptions& options) {
  const std::vector<double>& levels = options.sigma_h;
  // σ_h = 0 is the GP without latent input.
  if (levels.empty() || (levels.size() == 1 && levels.front() == 0.0)) return no_latent();
  if (name == "input_noise") return added_latent(levels);
  return name.starts_with("latent") ? concatenated_latent(levels, options.latent_dimension) : no_latent();
}

// Broad: a tenth of the standard deviation, give or take a factor of e; at two of those factors nearly all of
// it is noise, or nearly none.
NoiseModelPtr one_noise_variance(NoisePrior prior) {
  return homoscedastic_noise(prior == NoisePrior::broad ? priors::log_normal(std::log(1e-2), 2.0)
                                                        : standard_log_normal());
}

NoiseModelPtr noise_of(std::string_view name, const SurrogateOptions& options) {
  if (name == "homoscedastic" || name == "latent+noise") return one_noise_variance(options.noise_prior);
  if (name == "heteroscedastic") return heteroscedastic_noise(standard_log_normal());
  // Student-t and Laplace as scale mixtures: w ~ InverseGamma(ν/2, ν/2), or w exponential with mean 2.
  if (name == "student_t")
    return scale_mixture_noise(standard_log_normal(),
                               priors::inverse_gamma(0.5 * student_t_freedom, 0.5 * student_t_freedom));
  if (name == "laplace") return scale_mixture_noise(standard_log_normal(), priors::exponential(2.0));
  // Most observations nearly exact, about one in ten with the paper's noise prior.
  if (name == "contaminated")
    return contaminated_noise(priors::log_normal(std::log(1e-2), 1.0), standard_log_normal(),
                              priors::beta(1.0, 9.0));
  return no_noise();
}

// What is said about noise apart from the surrogate.
void add_noise(Surrogate& surrogate, const SurrogateEntry& entry, const SurrogateOptions& options) {
  if (options.noisy && !entry.has_noise) {
    surrogate.noise = one_noise_variance(options.noise_prior);
    surrogate.name = entry.name == "noiseless" ? "homoscedastic" : entry.name + "+noise";
  }
  const Vector& reported = options.reported_variances;
  if (reported.size() == 0) return;
  if (surrogate.noise->has_labels())
    fail_argument("surrogate", fmt::format("'{}'", entry.name),
                  "it cannot be combined with noise that observations report");
  for (const double variance : reported)
    if (!std::isnan(variance)) check_non_negative("a reported noise variance", variance);
  const bool all_reported = !reported.hasNaN();
  const bool replaces = !entry.has_noise;
  surrogate.noise =
      reported_noise(reported, replaces && all_reported ? no_noise() : surrogate.noise, replaces);
}

// Spearmint's defaults, as facts: per-input lengthscales on (0, 10), √amplitude log-normal, a horseshoe-type
// prior on the noise, a constant mean.
Surrogate spearmint_warped(const SurrogateOptions& options) {
  return {.name = "warped",
          .covariance = one_matern({"lengthscale", priors::uniform(0.0, 10.0),
                                    lengthscale_kind(options, true), options.group_of_input},
                                   amplitude_prior(options, Amplitude::sampled), options),
          .noise = homoscedastic_noise_by_sd(priors::horseshoe(0.1)),
          .warp = beta_warp(),
          .mean = MeanFunction(priors::normal(0.0, 1.0))};
}

}  // namespace

const std::vector<SurrogateEntry>& surrogate_entries() { return entries; }

std::vector<std::string> surrogate_names() {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const SurrogateEntry& entry : entries) names.push_back(entry.name);
  return names;
}

const SurrogateEntry& surrogate_entry(std::string_view name) {
  check_known("surrogate", name, surrogate_names());
  return *std::find_if(entries.begin(), entries.end(),
                       [&](const SurrogateEntry& e) { return e.name == name; });
}

std::shared_ptr<const Surrogate> make_surrogate(std::string_view name, const SurrogateOptions& options) {
  const SurrogateEntry& entry = surrogate_entry(name);
  for (double level : options.sigma_h) check_non_negative("sigma_h", level);
  check_at_least("latent_dimension", options.latent_dimension, 1);
  check_finite("lengthscale_location", options.lengthscale_location);
  const Lengthscales lengthscales("lengthscale", priors::log_normal(options.lengthscale_location, 1.0),
                                  lengthscale_kind(options, false), options.group_of_input);
  const ScalarPriorPtr amplitude = amplitude_prior(options, Amplitude::unit);
  Surrogate surrogate{.name = entry.name,
                      .covariance = one_matern(lengthscales, amplitude, options),
                      .latent = latent_of(name, options),
                      .noise = noise_of(name, options)};
  if (name == "latent+warped") surrogate.warp = beta_warp();
  if (name == "additive" && options.main_effects.value_or(false))
    fail_argument("surrogate", "'additive'", "it cannot be combined with main effects");
  if (name == "additive")
    surrogate.covariance = sum_covariance(lengthscales,
                                          {"short_lengthscale", priors::log_normal(std::log(0.05), 0.5),
                                           lengthscale_kind(options, false), options.group_of_input},
                                          priors::uniform(0.0, 1.0), amplitude);
  if (name == "warped") surrogate = spearmint_warped(options);
  add_noise(surrogate, entry, options);
  return std::make_shared<Surrogate>(std::move(surrogate));
}

}  // namespace craggy
