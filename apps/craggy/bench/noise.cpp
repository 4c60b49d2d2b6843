// `craggy bench noise`: on noisy objectives, which trial is the best one to take in the end, and whether
// repeated evaluations are worth their price.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include <craggy/engine/recommend.hpp>

#include "base/random.hpp"
#include "base/special_functions.hpp"
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
// In standard deviations of the landscape.
constexpr std::array<double, 3> noises = {0.1, 0.3, 1.0};
constexpr std::array<double, 2> details = {0.0, 0.3};  // amplitude of a fine ripple

struct Case {
  std::size_t dim;
  double noise;
  double detail;
  std::uint64_t seed;

  std::string kind() const {
    return fmt::format("{}, noise {}, {} parameters", detail > 0.0 ? "jagged" : "smooth", noise, dim);
  }
  std::string study() const { return fmt::format("{}-{}-{}-{}", dim, noise, detail, seed); }
};

// What one more value at a point is expected to lower the best posterior mean by: the knowledge gradient, as
// if the points had nothing to do with each other. `best_other` is the lowest mean at another point.
double worth_of_value(double mean, double sd, double best_other, double noise) {
  const double step = sd * sd / std::hypot(sd, noise);  // standard deviation of the mean after it
  if (!(step > 0.0)) return 0.0;
  const double z = -std::abs(best_other - mean) / step;
  return step * (z * normal_cdf(z) + std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi));
}

// A study that can be copied, so that several ways to go on begin at the same place.
class NoisyRun {
 public:
  NoisyRun(const Case& each, const Landscape& landscape, const SuggestOptions& options,
           const std::stop_token& stop)
      : landscape_(landscape), options_(options), stop_(stop), case_(each) {
    std::vector<Parameter> parameters;
    for (std::size_t i = 0; i < each.dim; ++i) parameters.push_back({fmt::format("x{}", i + 1), Float{0, 1}});
    space_ = std::make_shared<const Space>(parameters);
  }

  std::size_t size() const { return history_.observations.size(); }

  void suggest_next() { evaluate(next_suggestion().values); }
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

  /// The next suggestion, or a repeat where that promises more, by a noise that it is told.
  void suggest_or_repeat() {
    const Suggestion next = next_suggestion();
    if (!next.reason) return evaluate(next.values);
    const std::vector<Recommendation> all = ranking();
    double worth = worth_of_value(next.reason->mean, next.reason->sd, all.front().mean, case_.noise);
    std::vector<double> at = next.values;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all.size() < 2) break;
      const double best_other = all[i == 0 ? 1 : 0].mean;
      const double of_repeat = worth_of_value(all[i].mean, all[i].sd, best_other, case_.noise);
      if (of_repeat <= worth) continue;
      worth = of_repeat;
      at = history_.observations[all[i].position].values;
    }
    evaluate(at);
  }

  /// The lowest average of the points that have the most values.
  double truth_at_lowest_average() const {
    std::map<std::vector<double>, std::vector<double>> values_at;
    for (const Observation& each : history_.observations) values_at[each.values].push_back(each.objective);
    const auto key = [](const std::vector<double>& values) {
      double sum = 0.0;
      for (const double value : values) sum += value;
      return std::pair(-static_cast<double>(values.size()), sum / static_cast<double>(values.size()));
    };
    return truth(std::min_element(values_at.begin(), values_at.end(), [&](const auto& a, const auto& b) {
                   return key(a.second) < key(b.second);
                 })->first);
  }
  double truth_at_lowest_value() const {
    const auto lowest = std::min_element(
        history_.observations.begin(), history_.observations.end(),
        [](const Observation& a, const Observation& b) { return a.objective < b.objective; });
    return truth(lowest->values);
  }
  double truth_at_recommended() const { return truth_at(ranking().front()); }
  /// As if every value had been told with its noise.
  double truth_at_recommended_by_reported_noise() const {
    History told = history_;
    for (Observation& each : told.observations) each.noise_stddev = case_.noise;
    return truth_at(ranked(*space_, told, options_, case_.seed, nullptr, stop_).front());
  }
  /// With the lowest mean + weight·sd.
  double truth_at_cautious(double weight) const {
    const std::vector<Recommendation> all = ranking();
    return truth_at(*std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      return a.mean + weight * a.sd < b.mean + weight * b.sd;
    }));
  }

 private:
  std::vector<Recommendation> ranking() const {
    return ranked(*space_, history_, options_, case_.seed, nullptr, stop_);
  }
  Suggestion next_suggestion() {
    Suggestion next = suggest(*space_, history_, options_,
                              {case_.seed, static_cast<std::uint32_t>(size()), nullptr, stop_, &warm_});
    warm_ = std::move(next.warm);
    return next;
  }
  double truth(const std::vector<double>& x) const {
    double sum = 0.0;
    for (const double coordinate : x) sum += coordinate;
    return landscape_(x) + case_.detail * std::sin(150.0 * sum);
  }
  double truth_at(const Recommendation& at) const { return truth(history_.observations[at.position].values); }
  // Luck goes by the number of the evaluation.
  void evaluate(const std::vector<double>& x) {
    RandomStream luck(case_.seed, {.trial = static_cast<std::uint32_t>(1000 + size())});
    history_.observations.push_back({x, truth(x) + case_.noise * luck.normal()});
  }

  const Landscape& landscape_;
  SuggestOptions options_;
  std::stop_token stop_;
  Case case_;
  std::shared_ptr<const Space> space_;
  History history_;
  EngineWarmState warm_;
};

Json run(const Case& each, std::size_t num_trials, SuggestOptions options, const Context& context) {
  options.noisy = true;
  const Landscape landscape(each.dim, each.seed);
  const double lowest = landscape.lowest().value - each.detail;
  const std::size_t num_last = num_trials / 5;
  NoisyRun begun(each, landscape, options, context.stop);
  begun.suggest_up_to(num_trials - num_last);

  Json line = {{"study", each.study()}, {"kind", each.kind()}};
  Json& regret = line["regret"];
  NoisyRun plain = begun;
  plain.suggest_up_to(num_trials);
  regret["lowest value"] = plain.truth_at_lowest_value() - lowest;
  regret["recommended"] = plain.truth_at_recommended() - lowest;
  regret["recommended, noise reported"] = plain.truth_at_recommended_by_reported_noise() - lowest;
  regret["lowest mean + sd"] = plain.truth_at_cautious(1.0) - lowest;
  for (const std::size_t count : {5U, 2U}) {
    NoisyRun repeated = begun;
    repeated.repeat_best(count, static_cast<int>(num_last / count));
    regret[fmt::format("last fifth: best {}", count)] = repeated.truth_at_recommended() - lowest;
    regret[fmt::format("last fifth: best {}, average", count)] = repeated.truth_at_lowest_average() - lowest;
  }
  NoisyRun promising = begun;
  while (promising.size() < num_trials) promising.repeat_most_promising();
  regret["last fifth: most promising"] = promising.truth_at_recommended() - lowest;
  NoisyRun regular(each, landscape, options, context.stop);
  while (regular.size() < num_trials)
    if (regular.size() % 5 == 4 && regular.size() > 10)
      regular.repeat_most_promising();
    else
      regular.suggest_next();
  regret["every fifth: most promising"] = regular.truth_at_recommended() - lowest;
  NoisyRun choosing(each, landscape, options, context.stop);
  while (choosing.size() < num_trials) choosing.suggest_or_repeat();
  regret["where it is worth more"] = choosing.truth_at_recommended() - lowest;
  return line;
}

struct Row {
  std::vector<double> regrets;
  std::vector<double> differences;  // to that of the recommended trial without repeats
  int better = 0;                   // than the lowest value
  int worse = 0;
};

void print_table(const StudyLog& log, const Context& context) {
  constexpr const char* all_of_them = "~all";  // sorted behind the others
  std::map<std::string, std::map<std::string, Row>> groups;
  for (const Json& line : log.lines())
    for (const std::string& group : {line["kind"].get<std::string>(), std::string(all_of_them)})
      for (const auto& [name, value] : line["regret"].items()) {
        Row& row = groups[group][name];
        const auto regret = value.get<double>();
        const auto of_lowest = line["regret"]["lowest value"].get<double>();
        row.regrets.push_back(regret);
        row.differences.push_back(regret - line["regret"]["recommended"].get<double>());
        row.better += regret < of_lowest ? 1 : 0;
        row.worse += regret > of_lowest ? 1 : 0;
      }
  std::vector<std::vector<std::string>> cells;
  for (const auto& [group, of_name] : groups)
    for (const auto& [name, row] : of_name)
      cells.push_back({group == all_of_them ? "all" : group, name, fmt::format("{}", row.regrets.size()),
                       mean_text(row.regrets), mean_text(row.differences), fmt::format("{}", row.better),
                       fmt::format("{}", row.worse)});
  context.out << table({{"studies"},
                        {"what is taken"},
                        {"number", Align::right},
                        {"regret", Align::right},
                        {"more than recommended", Align::right},
                        {"better than the lowest value", Align::right},
                        {"worse", Align::right}},
                       cells, 160);
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
      "lowest value, the recommended one, and the one to take where some evaluations were repeats: the last "
      "fifth, of the best points or of the one with the lowest mean - sd; every fifth; or wherever a repeat "
      "promises more than a new point. Regrets are of the values without noise, in standard deviations of the "
      "landscape.");
  parser.whole("--seeds", num_seeds, 1, "Landscapes of each kind, noise and number of parameters");
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
      for (const double noise : noises)
        for (const double detail : details) {
          const Case each{dim, noise, detail, static_cast<std::uint64_t>(first_seed + s)};
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
