#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/model.hpp"
#include "experiments/method.hpp"

namespace craggy::experiments {
namespace {

// As parse_latent_scale reads it.
std::string text_of(const LatentScale& scale) {
  std::string_view rule = "hierarchical";
  if (scale.rule == LatentScaleRule::rotated) rule = "rotated";
  if (scale.rule == LatentScaleRule::averaged) rule = "averaged";
  if (scale.rule == LatentScaleRule::inferred) rule = "inferred";
  std::vector<std::string> levels;
  levels.reserve(scale.levels.size());
  for (const double level : scale.levels)
    levels.push_back(fmt::format("{}{}", level, scale.absolute || level == 0.0 ? "" : "d"));
  return fmt::format("{}:{}", rule, fmt::join(levels, ","));
}

template <typename Number>
void add(OptionTexts& texts, const char* name, const std::optional<Number>& value) {
  if (value) texts[name] = fmt::format("{}", *value);
}

void add_inference(OptionTexts& texts, const InferenceOptions& options) {
  texts["inference"] = options.method;
  texts["jitter"] = fmt::format("{}", options.jitter);
  texts["new_latent"] = options.new_latent == NewLatent::collapsed ? "collapsed" : "marginalised";
  add(texts, "chains", options.num_chains);
  add(texts, "warmup", options.num_warmup);
  add(texts, "draws", options.num_draws);
  add(texts, "thinning", options.thinning);
  add(texts, "leapfrog", options.num_leapfrog);
  add(texts, "tree_depth", options.max_tree_depth);
  add(texts, "target_rhat", options.target_rhat);
  add(texts, "iterations", options.max_iterations);
  add(texts, "time_budget", options.time_budget);
}

}  // namespace

OptionTexts option_texts(const SuggestOptions& options) {
  OptionTexts texts;
  texts["surrogate"] = options.surrogate;
  if (options.noisy) texts["noisy"] = "yes";
  if (options.amplitude) texts["amplitude"] = *options.amplitude == Amplitude::unit ? "unit" : "sampled";
  if (options.ard) texts["ard"] = *options.ard ? "yes" : "no";
  // Unless it is what the surrogate does by itself: only the shipped default has any of its own.
  if (options.main_effects && *options.main_effects != (options.surrogate == shipped_default))
    texts["main_effects"] = *options.main_effects ? "yes" : "no";
  texts["latent_dimension"] = fmt::format("{}", options.latent_dimension);
  if (options.sigma_h) texts["sigma_h"] = text_of(*options.sigma_h);
  add_inference(texts, options.inference);
  texts["acquisition"] = options.acquisition;
  if (options.acquisition != "ei") texts["confidence_weight"] = fmt::format("{}", options.confidence_weight);
  add(texts, "maximiser", options.maximiser);
  texts["incumbent"] = incumbent_of(options) == Incumbent::best_value ? "best_value" : "best_mean";
  texts["initial_design"] = options.initial_design;
  texts["initial"] = fmt::format("{}", options.num_initial);
  return texts;
}

std::string difference(const OptionTexts& there, const OptionTexts& here) {
  const auto text = [](const OptionTexts& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string("its own default") : found->second;
  };
  OptionTexts all = there;
  all.insert(here.begin(), here.end());
  std::string differences;
  for (const auto& [name, value] : all)
    if (text(there, name) != text(here, name))
      differences += fmt::format("{}{}: {} there, {} here", differences.empty() ? "" : "; ", name,
                                 text(there, name), text(here, name));
  return differences;
}

}  // namespace craggy::experiments
