#include "engine/turns.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"

namespace craggy {
namespace {

// No model is right for every objective, one that is wrong loses a fraction of the evaluations, and one that
// is right for this objective is never far away.
//  - noisy: noise that may be next to none: as much detail as the data say.
//  - trend: noise for certain, as detail everywhere: it keeps to the trend where data are few. It never takes
//    a value for known and would go back to the best one again and again, so it has to avoid them.
//  - latent: latents: detail here and there.
//  - smooth: neither: a smooth objective, and the last digits of any.
// The two with noise improve on the lowest mean at what was seen. The best value is a lucky one where there
// is much detail, below all that the trend has to offer, and to improve on it they would look where nothing
// is known, in the corners, whatever the trend says. Two have a lengthscale per input: where some inputs do
// not matter, the others learn it from their choices. These are related, because with independent ones ten
// inputs that matter equally are ten things to find out. The same two have main effects: where what the
// inputs do adds up, they learn each from all evaluations and know combinations that nobody has tried. The
// others keep to what is near in all inputs.
const std::vector<TurnModel> models = {
    {.name = "noisy",
     .summary = "A GP that learns how much of the detail is noise, and which parameters matter.",
     .surrogate = "homoscedastic",
     .per_input = true,
     .search = {.incumbent = Incumbent::best_mean}},
    {.name = "trend",
     .summary = "A GP that takes detail for noise everywhere, and keeps to the trend.",
     .surrogate = "homoscedastic",
     .noise_prior = NoisePrior::paper,
     .search = {.avoids_seen_points = true, .incumbent = Incumbent::best_mean}},
    {.name = "latent",
     .summary = "The latent GP, which ignores detail here and there.",
     .surrogate = "latent",
     .sigma_h = LatentScale{.levels = {0.01}}},
    {.name = "smooth",
     .summary = "A GP without noise that takes all detail for real, and learns which parameters matter.",
     .surrogate = "latent",
     .sigma_h = LatentScale{.levels = {0.0}},
     .per_input = true},
    {.name = "paper",
     .summary = "The paper's latent GP: unit amplitude, and the scale of what is ignored drawn from its set.",
     .surrogate = "latent",
     .sigma_h = LatentScale{},
     .amplitude = Amplitude::unit},
    {.name = "coarse",
     .summary = "The latent GP with unit amplitude that ignores detail of every size.",
     .surrogate = "latent",
     .sigma_h = LatentScale{.levels = {0.1}},
     .amplitude = Amplitude::unit},
    {.name = "unit_trend",
     .summary = "A GP with unit amplitude that takes detail for noise everywhere.",
     .surrogate = "homoscedastic",
     .amplitude = Amplitude::unit,
     .noise_prior = NoisePrior::paper,
     .search = {.avoids_seen_points = true, .incumbent = Incumbent::best_mean}},
    {.name = "unit_smooth",
     .summary = "The plain GP of the paper, with unit amplitude.",
     .surrogate = "latent",
     .sigma_h = LatentScale{.levels = {0.0}},
     .amplitude = Amplitude::unit},
};

}  // namespace

const std::vector<TurnModel>& turn_models() { return models; }

std::vector<std::string> turn_model_names() {
  std::vector<std::string> names;
  for (const TurnModel& each : models) names.push_back(each.name);
  return names;
}

const TurnModel& turn_model(std::string_view name) {
  check_known("the model", name, turn_model_names());
  return *std::find_if(models.begin(), models.end(),
                       [&](const TurnModel& each) { return each.name == name; });
}

const Turns& shipped_turns() {
  static const Turns shipped = {{"noisy", "trend", "latent", "smooth"}};
  return shipped;
}

const Turns& turns_of(const SuggestOptions& options) {
  return options.turns ? *options.turns : shipped_turns();
}

void check_turns(const Turns& turns) {
  if (turns.names.empty()) fail_argument("turns", "empty", "there has to be at least one model");
  for (const std::string& name : turns.names) check_known("the model", name, turn_model_names());
}

std::string to_text(const Turns& turns) { return fmt::format("{}", fmt::join(turns.names, ",")); }

void from_text(std::string_view text, Turns& turns) {
  turns.names.clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    turns.names.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  check_turns(turns);
}

}  // namespace craggy
