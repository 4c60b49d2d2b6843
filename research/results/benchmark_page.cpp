#include "results/benchmark_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

#include "charts/render.hpp"
#include "problems/generated.hpp"
#include "results/benchmark_chart.hpp"
#include "results/grid.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/wrap_markdown.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/hpo_table.hpp"

namespace craggy::results {
namespace {

constexpr GridAlign right = GridAlign::right;
constexpr std::size_t page_columns = 120;

std::string with_error(const Summary& summary) {
  const std::string mean = signed_text(summary.mean);
  return std::isfinite(summary.standard_error)
             ? fmt::format("{} ± {}", mean, three_decimals(summary.standard_error))
             : mean;
}

std::string with_interval(const Summary& rank) {
  constexpr std::size_t fewest = 5;  // problems; of fewer an interval says nothing
  if (rank.count < fewest) return fmt::format("{:.2f}", rank.mean);
  const Interval interval = mean_interval(rank);
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", rank.mean, interval.low, interval.high);
}

// craggy's lead over a method is the method's lead over craggy with the other sign.
Summary turned(Summary lead) {
  lead.mean = -lead.mean;
  return lead;
}

bool is_sure(const Summary& lead) { return lead.mean > 2.0 * lead.standard_error; }

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Grid methods_grid(const Benchmark& benchmark) {
  const std::size_t half = benchmark.evaluations / 2;
  Grid grid;
  grid.columns = {{"Method"},
                  {"Mean rank (95 %)", right},
                  {"Mean gap", right},
                  {fmt::format("Targets at {}", half), right},
                  {fmt::format("at {}", benchmark.evaluations), right},
                  {"craggy's lead", right},
                  {"Problems", right},
                  {"Runs", right}};
  grid.strong_means = "craggy is ahead by more than two standard errors";
  for (const BenchmarkMethod& each : benchmark.methods) {
    const bool is_own = each.method == "craggy";
    const auto if_ranked = [&](const auto& text) {
      return each.is_ranked ? text() : std::string(missing_text);
    };
    grid.rows.push_back(
        {{{method_title(each.method)},
          {if_ranked([&] { return with_interval(each.rank); })},
          {if_ranked([&] { return three_decimals(each.mean_gap); })},
          {if_ranked([&] { return three_decimals(each.reached.at(half > 0 ? half - 1 : 0)); })},
          {if_ranked([&] { return three_decimals(each.reached.back()); })},
          {is_own ? missing_text : with_error(turned(each.lead)), !is_own && is_sure(turned(each.lead))},
          {std::to_string(each.lead.count)},
          {std::to_string(each.num_runs)}},
         false});
  }
  return grid;
}

std::string row_title(const std::string& row) {
  const std::vector<std::string>& tables = testbeds::hpo_names();
  if (std::ranges::find(tables, row) != tables.end()) return testbeds::find_problem(row).title;
  for (const problems::Problem& problem : testbeds::all_problems())
    if (problem.name == row) return problem.title;
  return row;
}

Grid rows_grid(const Benchmark& benchmark) {
  Grid grid;
  const bool families = benchmark.suite.key == "generated" || benchmark.suite.key == "bbob";
  grid.columns = {{families ? "Family" : "Problem"}, {"Of", right}};
  for (const BenchmarkMethod& each : benchmark.methods)
    if (each.is_ranked) grid.columns.push_back({method_title(each.method), right});
  grid.strong_means = "the highest of the row";
  for (const BenchmarkRow& row : benchmark.rows) {
    GridRow line;
    const bool of_problems = families || row.name == "all";
    line.cells = {{row_title(row.name)}, {counted(row.count, of_problems ? "problem" : "run")}};
    double highest = 0.0;
    for (const Summary& gap : row.gaps) highest = std::max(highest, gap.mean);
    for (const Summary& gap : row.gaps)
      line.cells.push_back({three_decimals(gap.mean), three_decimals(gap.mean) == three_decimals(highest)});
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

// Of a thousand generated problems those that were run.
std::string only_text(const Benchmark& benchmark) {
  if (benchmark.suite.key != "generated") return "";
  std::vector<std::uint32_t> seeds;
  for (const std::string& name : benchmark.suite.problems)
    if (const std::optional<std::uint32_t> seed = problems::generated_seed(name)) seeds.push_back(*seed);
  const auto [first, last] = std::ranges::minmax_element(seeds);
  return fmt::format(" --only generated_{}..{}", *first, *last);
}

// What makes the records; of many methods in several lines, all into one folder.
std::string commands(const Benchmark& benchmark, const std::vector<std::string>& methods) {
  const std::string begin = fmt::format("craggy experiment run {}{} --out DIR --surrogates ",
                                        benchmark.suite.made_by, only_text(benchmark));
  std::string text;
  std::string line;
  for (const std::string& method : methods) {
    if (!line.empty() && line.size() + 1 + method.size() > page_columns) {
      text += line + '\n';
      line.clear();
    }
    line += (line.empty() ? begin : ",") + method;
  }
  return text + line + "\ncraggy experiment compact DIR --out FILE.jsonl\n";
}

// Which files the suite's runs are from, and what makes them.
std::string sources_text(const Benchmark& benchmark, const std::vector<BenchmarkSource>& sources) {
  std::set<std::string> methods;
  for (const BenchmarkMethod& each : benchmark.methods) methods.insert(each.method);
  std::vector<std::string> files;
  std::set<std::string> base_seeds;
  for (const BenchmarkSource& source : sources) {
    std::size_t count = 0;
    source.records.for_each([&](const experiments::Record& record) {
      const auto used = benchmark.used.find(record.problem);
      if (used == benchmark.used.end() || !used->second.contains({record.base_seed, record.repetition}) ||
          !methods.contains(record.method) || record.evaluations() < benchmark.evaluations)
        return;
      ++count;
      base_seeds.insert(std::to_string(record.base_seed));
    });
    if (count > 0) files.push_back(fmt::format("`{}` ({})", source.name, counted(count, "run")));
  }
  std::vector<std::string> names;
  for (const std::string& method : methods) names.push_back(method);
  std::ranges::sort(names, method_before);
  return fmt::format("Records: {}; base seed {}. These commands make them:\n\n```sh\n{}```\n\n",
                     fmt::join(files, ", "), fmt::join(base_seeds, ", "), commands(benchmark, names));
}

std::string suite_section(const Benchmark& benchmark, const std::vector<BenchmarkSource>& sources,
                          const std::string& figure_folder) {
  const BenchmarkSuite& suite = benchmark.suite;
  std::string text = fmt::format("## {}\n\n{}", suite.title, suite.about);
  if (!suite.confirmation)
    text +=
        " **These are development records**: the default was chosen by looking at such problems, so they "
        "flatter it. There are no confirmation records yet.";
  std::size_t ranked = 0;
  for (const BenchmarkMethod& each : benchmark.methods) ranked += each.is_ranked ? 1 : 0;
  text += fmt::format(
      "\n\n{} evaluations. Ranks, gaps and targets are of the {} on {} that all {} "
      "ranked methods have; targets are {}.\n\n",
      benchmark.evaluations, counted(benchmark.num_ranked, "run"),
      counted(benchmark.num_ranked_problems, "problem"), ranked, describe(suite.targets));
  text += to_markdown(methods_grid(benchmark)) + '\n';
  text += fmt::format("![Targets reached: {}]({}/{}.svg)\n\n", suite.title, figure_folder,
                      benchmark_figure_name(suite));
  text += "Mean gaps, on the same runs:\n\n" + to_markdown(rows_grid(benchmark)) + '\n';
  return text + sources_text(benchmark, sources);
}

std::string losses_section(const std::vector<Benchmark>& benchmarks) {
  std::size_t num_compared = 0;
  Grid grid;
  grid.columns = {{"Suite"},         {"Where"},           {"Method that is ahead"},   {"Its gap", right},
                  {"craggy", right}, {"Its lead", right}, {"Problems or runs", right}};
  for (const Benchmark& benchmark : benchmarks) {
    num_compared += benchmark.num_compared;
    std::vector<Loss> losses = benchmark.losses;
    std::ranges::stable_sort(losses, [](const Loss& a, const Loss& b) { return a.lead.mean > b.lead.mean; });
    for (const Loss& loss : losses)
      grid.rows.push_back({{{benchmark.suite.title},
                            {row_title(loss.row)},
                            {method_title(loss.method)},
                            {three_decimals(loss.craggy_gap + loss.lead.mean)},
                            {three_decimals(loss.craggy_gap)},
                            {with_error(loss.lead)},
                            {std::to_string(loss.lead.count)}},
                           !grid.rows.empty() && &loss == &losses.front()});
  }
  std::string text = fmt::format(
      "## Where craggy loses\n\nFamilies and problems where another method is ahead by more than two standard "
      "errors of the paired lead, on at least five common problems (or, for a single problem, runs). Of {} "
      "comparisons, chance alone would list about {:.0f}. ",
      num_compared, std::ceil(0.0228 * static_cast<double>(num_compared)));
  if (grid.rows.empty()) return text + "There is none.\n\n";
  return text + fmt::format("Listed: {}.\n\n", grid.rows.size()) + to_markdown(grid) + '\n';
}

std::string introduction(const std::vector<Benchmark>& benchmarks) {
  std::string text =
      "# Benchmarks\n\ncraggy's default beside the models of the paper, other optimisers and random points, on "
      "problems of several kinds. `craggy experiment benchmarks` writes this page from records; nothing on it is "
      "written by hand.\n\n"
      "- All methods begin a run at the same two random points, and see nothing but points and values. How other "
      "optimisers are set: [experiments/rivals](../experiments/rivals/README.md).\n"
      "- Which version of craggy made which records: [experiments/results](../experiments/results/README.md).\n"
      "- A *gap* is the share of the way from the better initial point to the minimum that was gone: 1 is best.\n"
      "- *Ranks* are within a run, 1 the highest gap; means are over problems, each problem counts once. A method "
      "with fewer than half of craggy's runs is not ranked, one on fewer than a third of the problems left out.\n"
      "- *craggy's lead* is the difference of the gaps on the runs that both have, ± its standard error over "
      "problems.\n\n";
  Grid grid;
  grid.columns = {{"Suite"},
                  {"Problems", right},
                  {"Runs ranked", right},
                  {"Best mean rank"},
                  {"craggy's mean rank", right},
                  {"Place", right},
                  {"Losses below", right}};
  for (const Benchmark& benchmark : benchmarks) {
    std::size_t place = 0;
    std::size_t ranked = 0;
    double rank = 0.0;
    for (const BenchmarkMethod& each : benchmark.methods) {
      if (!each.is_ranked) continue;
      ++ranked;
      if (each.method != "craggy") continue;
      place = ranked;
      rank = each.rank.mean;
    }
    grid.rows.push_back({{{benchmark.suite.title + (benchmark.suite.confirmation ? "" : " (development)")},
                          {std::to_string(benchmark.num_ranked_problems)},
                          {std::to_string(benchmark.num_ranked)},
                          {method_title(benchmark.methods.front().method)},
                          {fmt::format("{:.2f}", rank)},
                          {fmt::format("{} of {}", place, ranked)},
                          {std::to_string(benchmark.losses.size())}},
                         false});
  }
  return text + to_markdown(grid) + '\n';
}

}  // namespace

BenchmarkPage benchmark_page(const std::vector<BenchmarkSource>& sources, const std::string& figure_folder,
                             const ReferenceSource& reference) {
  RecordSet all;
  for (const BenchmarkSource& source : sources)
    source.records.for_each([&](const experiments::Record& record) { all.add(record); });
  std::vector<Benchmark> benchmarks;
  for (const BenchmarkSuite& suite : benchmark_suites(all))
    benchmarks.push_back(benchmark(all, suite, reference));
  if (benchmarks.empty()) throw InvalidArgument("there are no runs of craggy on the problems of a benchmark");

  BenchmarkPage page;
  std::string text = introduction(benchmarks);
  for (const Benchmark& each : benchmarks) {
    text += suite_section(each, sources, figure_folder);
    page.figures[benchmark_figure_name(each.suite) + ".svg"] = charts::render_svg(benchmark_figure(each));
  }
  text += losses_section(benchmarks);
  page.text = wrap_markdown(text, page_columns);
  page.text.erase(page.text.find_last_not_of('\n') + 1);
  page.text += '\n';
  return page;
}

}  // namespace craggy::results
