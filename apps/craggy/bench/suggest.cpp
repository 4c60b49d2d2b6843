// `craggy bench suggest`: one whole suggestion, fit and acquisition, as a running study asks for it: warm.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "bench/stopwatch.hpp"
#include "csv.hpp"
#include "engine/model.hpp"
#include "engine/option_fields.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

struct Timing {
  std::vector<double> seconds, cpu_seconds, fit_seconds, acquisition_seconds;

  Json report() const {
    return {{"seconds", median(seconds)},
            {"cpu_seconds", median(cpu_seconds)},
            {"fit_seconds", median(fit_seconds)},
            {"acquisition_seconds", median(acquisition_seconds)}};
  }
};

// One of the models or levels of σ_h that take turns from suggestion to suggestion.
struct Level {
  std::size_t turn;  // of the shipped default, 0 otherwise
  std::string surrogate;
  std::vector<double> sigma_h;
  Timing timing;
};

History history_of(const CsvPoints& points) {
  History history;
  for (Index n = 0; n < points.X.cols(); ++n)
    history.observations.push_back({{points.X.col(n).begin(), points.X.col(n).end()}, points.y[n]});
  return history;
}

// Uniform points with an objective that has a trend and ripples.
CsvPoints made_up_points(Index n, Index dim) {
  RandomStream stream(1);
  CsvPoints points;
  points.X.resize(dim, n);
  points.y.resize(n);
  for (double& x : points.X.reshaped()) x = stream.uniform();
  for (Index i = 0; i < n; ++i)
    points.y[i] =
        (points.X.col(i).array() - 0.4).square().sum() + 0.1 * std::sin(30.0 * points.X.col(i).sum());
  return points;
}

}  // namespace

int bench_suggest(Arguments arguments, const Context& context) {
  std::string file;
  Index n = 50;
  Index dim = 6;
  Index num_pending = 0;
  Index repeats = 9;
  std::uint64_t seed = 0;
  std::uint64_t threads = 1;
  bool cold = false;
  bool json = false;
  SuggestOptions options;
  OptionParser parser(
      "bench suggest",
      "Times one suggestion: fit and acquisition, from the state that the suggestion before it left. Medians "
      "over repetitions with different seeds; where several models or levels of sigma_h take turns, over all "
      "of them.");
  parser.group("Data");
  parser.text("--data", "FILE", file, "CSV file with the columns x1,x2,...,y; without it a made-up history");
  parser.whole("--n", n, 2, "Observations of the made-up history");
  parser.whole("--dim", dim, 1, "Inputs of the made-up history");
  parser.whole("--pending", num_pending, 0, "Evaluations that have not ended yet, at made-up points");
  add_options(parser, fields_of(options));
  parser.group("Run");
  parser.flag("--cold", cold, "Without the state of an earlier suggestion");
  parser.whole("--repeats", repeats, 1, "Timed suggestions per model or level");
  parser.flag("--json", json, "Print JSON");
  add_seed_and_threads(parser, seed, threads);
  parser.examples({"craggy bench suggest --n 50 --dim 2 --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  check_options_given(parser, fields_of(options));

  const CsvPoints points = file.empty() ? made_up_points(n, dim) : read_points(file, CsvOutputs::y);
  std::vector<Parameter> parameters;
  for (Index q = 0; q < points.X.rows(); ++q)
    parameters.push_back({fmt::format("x{}", q + 1), Float{0.0, 1.0}});
  const Space space(std::move(parameters));
  History history = history_of(points);
  RandomStream pending_stream(2);
  for (Index p = 0; p < num_pending; ++p) {
    std::vector<double>& point = history.pending.emplace_back(space.size());
    for (double& x : point) x = pending_stream.uniform();
  }
  History all_but_last = history;
  all_but_last.observations.pop_back();
  ThreadPool pool(threads);

  // Suggestions of consecutive trials, each on the same history; of a level's first one only the state is
  // used.
  std::vector<Level> levels;
  std::optional<ActiveData> active;  // of the last of them
  const auto first_trial = static_cast<std::uint32_t>(history.observations.size());
  const std::size_t num_levels = models_in_turn(options);
  const bool by_trial = options.surrogate == shipped_default && !options.sigma_h;
  const auto enough = [&] {
    return levels.size() >= num_levels && std::all_of(levels.begin(), levels.end(), [&](const Level& level) {
             return static_cast<Index>(level.timing.seconds.size()) >= repeats;
           });
  };
  for (std::uint32_t trial = first_trial;
       trial < first_trial + 40U * static_cast<std::uint32_t>(repeats) && !enough(); ++trial) {
    const Suggestion before = suggest(space, all_but_last, options,
                                      {.seed = seed, .trial = trial, .pool = &pool, .stop = context.stop});
    const Stopwatch watch;
    const Suggestion timed = suggest(space, history, options,
                                     {.seed = seed,
                                      .trial = trial,
                                      .pool = &pool,
                                      .stop = context.stop,
                                      .warm = cold ? nullptr : &before.warm});
    const std::size_t turn = by_trial ? trial % num_levels : 0;
    auto level = std::find_if(levels.begin(), levels.end(), [&](const Level& each) {
      return each.turn == turn && each.sigma_h == timed.sigma_h;
    });
    if (level == levels.end())
      level = levels.insert(levels.end(), {turn, timed.surrogate, timed.sigma_h, Timing{}});
    active = timed.active;
    Timing& timing = level->timing;
    timing.seconds.push_back(watch.seconds());
    timing.cpu_seconds.push_back(watch.cpu_seconds());
    timing.fit_seconds.push_back(timed.fit_seconds);
    timing.acquisition_seconds.push_back(timed.acquisition_seconds);
  }

  Json report = {{"n", history.observations.size()},
                 {"dim", space.size()},
                 {"surrogate", options.surrogate},
                 {"inference", options.inference.method},
                 {"threads", pool.num_threads()},
                 {"pending", num_pending},
                 {"warm", !cold}};
  if (active)
    report["active"] = {{"observations", active->observations},
                        {"side", active->side},
                        {"restarts", active->restarts},
                        {"everywhere", active->everywhere}};
  report["levels"] = Json::array();
  for (const char* name : {"seconds", "cpu_seconds", "fit_seconds", "acquisition_seconds"})
    report[name] = 0.0;
  for (const auto& [turn, surrogate, sigma_h, timing] : levels) {
    Json level = timing.report();
    for (const char* name : {"seconds", "cpu_seconds", "fit_seconds", "acquisition_seconds"})
      report[name] =
          report[name].get<double>() + level[name].get<double>() / static_cast<double>(levels.size());
    level["surrogate"] = surrogate;
    level["sigma_h"] = sigma_h;
    level["repeats"] = timing.seconds.size();
    report["levels"].push_back(level);
  }
  if (json) {
    write_json(context.out, report);
    return exit_done;
  }
  context.out << fmt::format(
      "{} at N = {}, Q = {}, {} thread{}: {:.1f} ms, of which fit {:.1f} and acquisition {:.1f}\n",
      options.surrogate, history.observations.size(), space.size(), pool.num_threads(),
      pool.num_threads() == 1 ? "" : "s", 1e3 * report["seconds"].get<double>(),
      1e3 * report["fit_seconds"].get<double>(), 1e3 * report["acquisition_seconds"].get<double>());
  return exit_done;
}

}  // namespace craggy::cli
