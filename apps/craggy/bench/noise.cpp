// `craggy bench noise`: on noisy objectives, which trial is the best one to take in the end, and what to
// spend the last evaluations on.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include <craggy/engine/recommend.hpp>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "bench/study_log.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "problems/landscape.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using problems::Landscape;

constexpr std::array<std::size_t, 2> dims = {2, 4};
constexpr std::array<double, 3> noises = {0.1, 0.3, 1.0};  // in standard deviations of the landscape

struct Case {
  std::size_t dim;
  double noise;
  std::uint64_t seed;

  std::string study() const { return fmt::format("{}-{}-{}", dim, noise, seed); }
};

// A study that can be copied, so that several ways to go on begin at the same place.
class NoisyRun {
 public:
  NoisyRun(const Case& each, const Landscape& landscape, const SuggestOptions& options,
           const std::stop_token& stop)
      : landscape_(landscape), options_(options), stop_(stop), seed_(each.seed), noise_(each.noise) {
    std::vector<Parameter> parameters;
    for (std::size_t i = 0; i < each.dim; ++i) parameters.push_back({fmt::format("x{}", i + 1), Float{0, 1}});
    space_ = std::make_shared<const Space>(parameters);
  }

  std::size_t size() const { return history_.observations.size(); }

  void suggest_next() {
    Suggestion next = suggest(*space_, history_, options_,
                              {seed_, static_cast<std::uint32_t>(size()), nullptr, stop_, &warm_});
    warm_ = std::move(next.warm);
    evaluate(next.values);
  }
  void suggest_up_to(std::size_t count) {
    while (size() < count) suggest_next();
  }

  /// Again the point with the lowest mean − sd.
  void repeat_most_promising() {
    const std::vector<Recommendation> all = ranking();
    const auto best = std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.mean - a.sd < b.mean - b.sd; });
    evaluate(history_.observations[best->position].values);
  }

  /// Each of the `count` points with the lowest means, so many times.
  void repeat_best(std::size_t count, int times) {
    std::vector<std::vector<double>> points;
    for (const Recommendation& each : ranking()) {
      const std::vector<double>& at = history_.observations[each.position].values;
      if (points.size() < count && std::find(points.begin(), points.end(), at) == points.end())
        points.push_back(at);
    }
    for (int i = 0; i < times; ++i)
      for (const std::vector<double>& point : points) evaluate(point);
  }

  double truth_at_lowest_value() const {
    const auto lowest = std::min_element(
        history_.observations.begin(), history_.observations.end(),
        [](const Observation& a, const Observation& b) { return a.objective < b.objective; });
    return landscape_(lowest->values);
  }
  double truth_at_recommended() const { return truth(ranking().front()); }
  /// With the lowest mean + weight·sd.
  double truth_at_cautious(double weight) const {
    const std::vector<Recommendation> all = ranking();
    return truth(*std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      return a.mean + weight * a.sd < b.mean + weight * b.sd;
    }));
  }

 private:
  std::vector<Recommendation> ranking() const {
    return ranked(*space_, history_, options_, seed_, nullptr, stop_);
  }
  double truth(const Recommendation& at) const {
    return landscape_(history_.observations[at.position].values);
  }
  // Luck goes by the number of the evaluation.
  void evaluate(const std::vector<double>& x) {
    RandomStream luck(seed_, {.trial = static_cast<std::uint32_t>(1000 + size())});
    history_.observations.push_back({x, landscape_(x) + noise_ * luck.normal()});
  }

  const Landscape& landscape_;
  SuggestOptions options_;
  std::stop_token stop_;
  std::uint64_t seed_;
  double noise_;
  std::shared_ptr<const Space> space_;
  History history_;
  EngineWarmState warm_;
};

Json run(const Case& each, std::size_t num_trials, SuggestOptions options, const Context& context) {
  options.noisy = true;
  const Landscape landscape(each.dim, each.seed);
  const double lowest = landscape.lowest().value;
  const std::size_t num_last = num_trials / 5;
  NoisyRun begun(each, landscape, options, context.stop);
  begun.suggest_up_to(num_trials - num_last);

  Json line = {{"study", each.study()}, {"dim", each.dim}, {"noise", each.noise}, {"seed", each.seed}};
  Json& regret = line["regret"];
  NoisyRun plain = begun;
  plain.suggest_up_to(num_trials);
  regret["lowest value"] = plain.truth_at_lowest_value() - lowest;
  regret["recommended"] = plain.truth_at_recommended() - lowest;
  regret["lowest mean + sd"] = plain.truth_at_cautious(1.0) - lowest;
  const auto with_repeats = [&](std::size_t count) {
    NoisyRun repeated = begun;
    repeated.repeat_best(count, static_cast<int>(num_last / count));
    return repeated.truth_at_recommended() - lowest;
  };
  regret["last fifth: best 5"] = with_repeats(5);
  regret["last fifth: best 2"] = with_repeats(2);
  NoisyRun promising = begun;
  while (promising.size() < num_trials) promising.repeat_most_promising();
  regret["last fifth: most promising"] = promising.truth_at_recommended() - lowest;
  NoisyRun mixed(each, landscape, options, context.stop);
  while (mixed.size() < num_trials)
    if (mixed.size() % 5 == 4 && mixed.size() > 10)
      mixed.repeat_most_promising();
    else
      mixed.suggest_next();
  regret["every fifth: most promising"] = mixed.truth_at_recommended() - lowest;
  return line;
}

// Regrets, and how much more than that of the recommended trial without repeats.
void print_table(const StudyLog& log, const Context& context) {
  std::map<std::string, std::map<std::string, std::pair<std::vector<double>, std::vector<double>>>> groups;
  std::vector<std::string> names;
  for (const Json& line : log.lines())
    for (const std::string& group :
         {fmt::format("noise {}, {} parameters", line["noise"].get<double>(), line["dim"].get<int>()),
          std::string("~all")})
      for (const auto& [name, value] : line["regret"].items()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        auto& [regrets, differences] = groups[group][name];
        regrets.push_back(value.get<double>());
        differences.push_back(value.get<double>() - line["regret"]["recommended"].get<double>());
      }
  std::vector<std::vector<std::string>> cells;
  for (const auto& [group, of_name] : groups)
    for (const std::string& name : names) {
      const auto& [regrets, differences] = of_name.at(name);
      cells.push_back({group.starts_with('~') ? group.substr(1) : group, name,
                       fmt::format("{}", regrets.size()), mean_text(regrets), mean_text(differences)});
    }
  context.out << table({{"studies"},
                        {"what is taken"},
                        {"number", Align::right},
                        {"regret", Align::right},
                        {"more than recommended", Align::right}},
                       cells, 120);
}

}  // namespace

int bench_noise(Arguments arguments, const Context& context) {
  std::int64_t num_seeds = 10;
  std::int64_t first_seed = 1;
  std::int64_t num_trials = 50;
  std::string file;
  SuggestOptions suggest;
  bool json = false;
  OptionParser parser(
      "bench noise",
      "Runs noisy studies of made-up landscapes and compares what is taken in the end: the trial with the "
      "lowest value, the recommended one, and the recommended one where some evaluations were repeats. "
      "Regrets are of the values without noise, in standard deviations of the landscape.");
  parser.whole("--seeds", num_seeds, 1, "Landscapes of each noise and number of parameters");
  parser.whole("--first-seed", first_seed, 0, "The first of them");
  parser.whole("--trials", num_trials, 10,
               "Evaluations of a study, repeats included; a multiple of 50 is best");
  parser.text("--out", "FILE", file, "Keeps a line of JSON per study here; what is there is not run again");
  parser.flag("--json", json, "Print the lines");
  parser.examples({"craggy bench noise --seeds 3", "craggy bench noise --seeds 40 --out noise.jsonl"});
  if (!parser.parse(arguments, context)) return exit_done;

  StudyLog log(file);
  for (std::int64_t s = 0; s < num_seeds; ++s)
    for (const std::size_t dim : dims)
      for (const double noise : noises) {
        const Case each{dim, noise, static_cast<std::uint64_t>(first_seed + s)};
        if (!log.has(each.study()))
          log.add(run(each, static_cast<std::size_t>(num_trials), suggest, context));
      }
  if (json)
    write_json(context.out, Json(log.lines()));
  else
    print_table(log, context);
  return exit_done;
}

}  // namespace craggy::cli
