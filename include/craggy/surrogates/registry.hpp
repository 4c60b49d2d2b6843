// Surrogates by name: the compositions of the paper and the alternatives that it names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

struct Surrogate;  // a composition of parts: input warp, latent input, covariance, noise, mean

enum class Amplitude { unit, sampled };

/// Of one noise variance s² for all observations, on the standardised scale: the paper's, which hardly
/// believes in less than a tenth of the variance, or one that leaves it open whether there is noise at all.
enum class NoisePrior { paper, broad };

struct SurrogateOptions {
  // Absolute, in the unit cube. None or a single 0 drops the latent input, which is the noiseless GP; several
  // are inferred, with a uniform prior on the set.
  std::vector<double> sigma_h{};
  Index latent_dimension = 1;  // D
  // Left open, each surrogate has its own: unit and isotropic as in the paper, sampled and per input for
  // `warped`, and no main effects.
  std::optional<Amplitude> amplitude{};
  std::optional<bool> ard{};
  std::optional<bool> main_effects{};  // next to the joint kernel (covariance.hpp); not for `additive`
  bool related_lengthscales = false;   // with ard: LengthscaleKind::related, not independent
  // Mean of the logarithm of lengthscales where their prior is log-normal; the paper's is 0.
  double lengthscale_location = 0.0;
  std::vector<Index> group_of_input{};  // inputs that share a lengthscale (lengthscales.hpp); empty: none
  bool noisy = false;  // one noise variance on top of a surrogate that has no noise of its own
  NoisePrior noise_prior = NoisePrior::paper;  // of "homoscedastic", "latent+noise" and what `noisy` adds
  // Noise variances that came with the observations, on the standardised scale, NaN where none did; empty:
  // none at all. They take the place of what `noisy` adds, and are added to noise of the surrogate's own.
  Vector reported_variances{};
};

struct SurrogateEntry {
  std::string name;
  std::string summary;
  bool uses_sigma_h;
  bool has_noise;
  bool takes_reported_noise = true;  // whether observations may come with noise variances
};

/// All names, in the order of the documentation.
const std::vector<SurrogateEntry>& surrogate_entries();
const SurrogateEntry& surrogate_entry(std::string_view name);
std::vector<std::string> surrogate_names();

/// Throws InvalidArgument for an unknown name or options that are out of range or do not go together. With
/// `noisy` the name of the result tells: "latent+noise" from "latent", "homoscedastic" from "noiseless".
std::shared_ptr<const Surrogate> make_surrogate(std::string_view name, const SurrogateOptions& options);

}  // namespace craggy
