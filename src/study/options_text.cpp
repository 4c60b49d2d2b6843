#include "study/options_text.hpp"

#include "study/json_fields.hpp"

namespace craggy {

// NOLINTBEGIN(misc-unused-parameters): the argument is there for its type only
static auto names_of(Amplitude) {
  return std::array{std::pair{Amplitude::unit, "unit"}, std::pair{Amplitude::sampled, "sampled"}};
}
static auto names_of(LatentScaleRule) {
  return std::array{
      std::pair{LatentScaleRule::drawn, "drawn"}, std::pair{LatentScaleRule::rotated, "rotated"},
      std::pair{LatentScaleRule::averaged, "averaged"}, std::pair{LatentScaleRule::inferred, "inferred"}};
}
static auto names_of(NewLatent) {
  return std::array{std::pair{NewLatent::collapsed, "collapsed"},
                    std::pair{NewLatent::marginalised, "marginalised"}};
}
static auto names_of(Incumbent) {
  return std::array{std::pair{Incumbent::best_value, "best_value"},
                    std::pair{Incumbent::best_mean, "best_mean"}};
}
static auto names_of(OnLost) {
  return std::array{std::pair{OnLost::retry, "retry"}, std::pair{OnLost::fail, "fail"}};
}
// NOLINTEND(misc-unused-parameters)

template <class Fields>
static void visit_fields(Fields& fields, LatentScale& scale) {
  fields("rule", scale.rule);
  fields("levels", scale.levels);
  fields("absolute", scale.absolute);
}

template <class Fields>
static void visit_fields(Fields& fields, InferenceOptions& options) {
  fields("method", options.method);
  fields("num_chains", options.num_chains);
  fields("num_warmup", options.num_warmup);
  fields("num_draws", options.num_draws);
  fields("thinning", options.thinning);
  fields("num_leapfrog", options.num_leapfrog);
  fields("max_tree_depth", options.max_tree_depth);
  fields("target_rhat", options.target_rhat);
  fields("max_iterations", options.max_iterations);
  fields("time_budget", options.time_budget);
  fields("simd", options.simd);
  fields("jitter", options.jitter);
  fields("new_latent", options.new_latent);
}

template <class Fields>
static void visit_fields(Fields& fields, StoredOptions& options) {
  SuggestOptions& suggest = options.suggest;
  fields("surrogate", suggest.surrogate);
  fields("noisy", suggest.noisy);
  fields("amplitude", suggest.amplitude);
  fields("ard", suggest.ard);
  fields("main_effects", suggest.main_effects);
  fields("latent_dimension", suggest.latent_dimension);
  fields("sigma_h", suggest.sigma_h);
  fields("inference", suggest.inference);
  fields("acquisition", suggest.acquisition);
  fields("confidence_weight", suggest.confidence_weight);
  fields("maximiser", suggest.maximiser);
  fields("incumbent", suggest.incumbent);
  fields("initial_design", suggest.initial_design);
  fields("num_initial", suggest.num_initial);
  fields("on_lost", options.on_lost);
}

namespace {

Json to_json(StoredOptions options) {
  Json object;
  FieldWriter writer(object);
  visit_fields(writer, options);
  return object;
}

void add_differences(const Json& there, const Json& here, const std::string& prefix, std::string& text) {
  Json all = there;
  all.update(here);
  const auto shown = [](const Json& object, const std::string& name) {
    const auto found = object.find(name);
    if (found == object.end()) return std::string("left open");
    return found->is_string() ? found->get<std::string>() : found->dump();
  };
  for (const auto& [name, value] : all.items()) {
    if (there.contains(name) && here.contains(name) && there[name].is_object() && here[name].is_object())
      add_differences(there[name], here[name], prefix + name + ".", text);
    else if (!there.contains(name) || !here.contains(name) || there[name] != here[name])
      text += fmt::format("{}{}{}: {} there, {} here", text.empty() ? "" : "; ", prefix, name,
                          shown(there, name), shown(here, name));
  }
}

}  // namespace

std::string to_text(const StoredOptions& options) { return to_json(options).dump(); }

StoredOptions parse_options(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  StoredOptions options;
  FieldReader reader(object, "the options of the study");
  visit_fields(reader, options);
  reader.finish();
  return options;
}

std::string difference(const StoredOptions& there, const StoredOptions& here) {
  std::string text;
  add_differences(to_json(there), to_json(here), "", text);
  return text;
}

}  // namespace craggy
