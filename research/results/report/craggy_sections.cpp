// Sections on what goes beyond the paper: the sampled amplitude, craggy's default, other base seeds, time.
#include <algorithm>

#include <fmt/format.h>

#include "results/craggy_rows.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"
#include "results/report/sections.hpp"
#include "results/score_table.hpp"
#include "results/seconds_table.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

constexpr GridAlign right = GridAlign::right;

std::string title_of(const std::string& problem) { return testbeds::find_problem(problem).title; }

// The difference of two methods' gaps and what the test says of it: "+0.042 (p 0.013)", bold if significant.
GridCell difference_cell(const ScoreCell* a, const ScoreCell* b) {
  if (a == nullptr || b == nullptr) return {missing_text};
  const PairedComparison comparison = compare(*a, *b, Measure::gap);
  return {fmt::format("{} (p {})", signed_text(comparison.mean_difference), p_text(comparison.p_value)),
          comparison.p_value < significance};
}

// Rows of the paper at which both methods have records.
std::vector<Place> common_places(const ScoreTable& table, std::string_view a, std::string_view b) {
  std::vector<Place> places;
  for (const PaperRow& row : paper_rows()) {
    const Row* ours = table.find_row(row.problem, row.evaluations);
    if (table.find_cell(ours, a) != nullptr && table.find_cell(ours, b) != nullptr)
      places.push_back({row.problem, row.evaluations});
  }
  return places;
}

std::string listed(const std::vector<Place>& places) {
  std::string text;
  for (const Place& place : places) text += (text.empty() ? "" : ", ") + place_text(place);
  return text.empty() ? "none" : text;
}

std::vector<Place> in_both(const std::vector<Place>& a, const std::vector<Place>& b, bool wanted) {
  std::vector<Place> places;
  for (const Place& place : a) {
    bool found = false;
    for (const Place& other : b)
      found = found || (place.problem == other.problem && place.evaluations == other.evaluations);
    if (found == wanted) places.push_back(place);
  }
  return places;
}

// Does the latent GP keep its margin over the GP when both have a sampled amplitude?
std::string margin_text(const ScoreTable& table) {
  const std::vector<Place> unit_places = common_places(table, "latent", "noiseless");
  const std::vector<Place> sampled_places = common_places(table, "latent:sampled", "noiseless:sampled");
  const std::vector<Place> places = in_both(unit_places, sampled_places, true);
  if (places.empty()) return "";
  const Tally unit = tally(table, "latent", "noiseless", places);
  const Tally sampled = tally(table, "latent:sampled", "noiseless:sampled", places);
  return fmt::format(
      "\n\nThe LGP against the GP on {} rows: with unit amplitude significantly better on {} and worse on "
      "{}; with sampled amplitude better on {} and worse on {}.\n\n"
      "- keeps its margin on: {}\n- loses it on: {}\n- gains one on: {}\n- is worse with the sampled "
      "amplitude on: {}",
      places.size(), unit.better.size(), unit.worse.size(), sampled.better.size(), sampled.worse.size(),
      listed(in_both(unit.better, sampled.better, true)), listed(in_both(unit.better, sampled.better, false)),
      listed(in_both(sampled.better, unit.better, false)), listed(sampled.worse));
}

}  // namespace

std::string amplitude_section(const RecordSet& records) {
  const std::vector<std::string> surrogates = {"noiseless", "homoscedastic", "heteroscedastic", "latent"};
  std::vector<std::string> wanted;
  std::vector<std::string> sampled;
  for (const std::string& surrogate : surrogates) {
    wanted.push_back(surrogate);
    sampled.push_back(surrogate + ":sampled");
    wanted.push_back(sampled.back());
  }
  const std::vector<std::string> available = available_methods(records, sampled);
  if (available.empty()) return "";
  const ScoreTable table = available_table(records, wanted);
  Grid grid;
  grid.columns = {{"Benchmark"}, {"Evals", right}};
  for (const std::string& method : table.methods) grid.columns.push_back({method_title(method), right});
  grid.columns.push_back({"LGP − GP", right});
  grid.columns.push_back({"LGP − GP, sampled", right});
  grid.strong_means = "significant at 5 % by the two-sided paired Wilcoxon test";
  for (const Row& row : table.rows) {
    if (row.against_printed_minimum) continue;
    GridRow line;
    line.cells = {{title_of(row.problem)}, {std::to_string(row.evaluations)}};
    for (const std::optional<ScoreCell>& cell : row.cells)
      line.cells.push_back({cell ? three_decimals(cell->gap.mean) : std::string(missing_text)});
    line.cells.push_back(
        difference_cell(table.find_cell(&row, "latent"), table.find_cell(&row, "noiseless")));
    line.cells.push_back(
        difference_cell(table.find_cell(&row, "latent:sampled"), table.find_cell(&row, "noiseless:sampled")));
    grid.rows.push_back(std::move(line));
  }
  return section("With a sampled amplitude",
                 "The paper's models have a signal variance of 1. Here each also with a sampled one: does "
                 "the LGP keep its margin over the GP?" +
                     margin_text(table),
                 grid);
}

std::string claims_section(const std::vector<Claim>& claims) {
  return section("The paper's claims",
                 "\"Significantly better\" is a higher mean gap over the common repetitions and p < 0.05 in "
                 "the two-sided paired Wilcoxon test, whose ranks have to point the same way. \"Best\" is "
                 "among the paper's surrogates.",
                 claims_grid(claims));
}

std::string craggy_section(const RecordSet& records, const std::vector<Claim>& goals) {
  const std::vector<CraggyRow> rows = craggy_rows(records, Rivals::sampled);
  if (rows.empty()) return section("craggy's default", "There are no records of it yet.");
  Grid grid;
  grid.columns = {{"Benchmark"},     {"Evals", right},       {"craggy", right},  {"Paper's best", right},
                  {"At least that"}, {"Our best surrogate"}, {"Its gap", right}, {"craggy − it", right},
                  {"p", right},      {"p, Holm", right}};
  grid.strong_means = "craggy significantly worse than our best surrogate, after Holm's correction over rows";
  for (const CraggyRow& row : rows) {
    GridRow line;
    line.cells = {{title_of(row.problem)},
                  {std::to_string(row.evaluations)},
                  {three_decimals(row.gap), row.is_significantly_worse()},
                  {row.printed_gap ? three_decimals(*row.printed_gap) : missing_text},
                  {!row.printed_gap      ? missing_text
                   : row.reaches_paper() ? (row.counts ? "yes" : "(yes)")
                   : row.counts          ? "no"
                                         : "(no)"}};
    if (row.rival) {
      for (const std::string& text : {method_title(*row.rival), three_decimals(row.rival_gap),
                                      signed_text(row.against_rival.mean_difference),
                                      p_text(row.against_rival.p_value), p_text(row.adjusted_p_value)})
        line.cells.push_back({text});
    } else {
      line.cells.resize(grid.columns.size(), {missing_text});
    }
    grid.rows.push_back(std::move(line));
  }
  return section("craggy's default",
                 to_markdown(claims_grid(goals)) +
                     "\nRow by row, Corrupted Holder Table against -20.99. In brackets: rows that do not "
                     "count towards the first goal. Our best surrogate is the one of the paper's with the "
                     "highest mean gap here, with unit or sampled amplitude. The test looks at ranks, so "
                     "that differences far below the printed digits count, too; a row is worse if mean and "
                     "ranks both say so.",
                 grid);
}

std::string base_seeds_section(const RecordSet& all) {
  const std::vector<std::uint64_t> seeds = all.base_seeds();
  if (seeds.size() < 2) return "";
  Grid grid;
  grid.columns = {{"Benchmark"}, {"Evals", right}, {"Surrogate"}};
  std::vector<ScoreTable> tables;
  for (const std::uint64_t seed : seeds) {
    grid.columns.push_back({fmt::format("seed {}", seed), right});
    tables.push_back(score_table(all.with_base_seed(seed)));
  }
  grid.columns.push_back({"Mean", right});
  grid.columns.push_back({"Lowest", right});
  for (const Row& row : score_table(all).rows) {
    if (row.against_printed_minimum) continue;
    for (const std::string& method : all.methods()) {
      GridRow line;
      line.cells = {{title_of(row.problem)}, {std::to_string(row.evaluations)}, {method_title(method)}};
      std::vector<double> means;
      for (const ScoreTable& table : tables) {
        const ScoreCell* cell = table.find_cell(table.find_row(row.problem, row.evaluations), method);
        if (cell != nullptr) means.push_back(cell->gap.mean);
        line.cells.push_back({cell == nullptr ? missing_text : three_decimals(cell->gap.mean)});
      }
      if (means.size() < 2) continue;
      line.cells.push_back({three_decimals(summarise(means).mean)});
      line.cells.push_back({three_decimals(*std::min_element(means.begin(), means.end()))});
      grid.rows.push_back(std::move(line));
    }
  }
  return section(
      "Other base seeds",
      "Mean gap of each set of repetitions, where there is more than one; Corrupted Holder Table against its "
      "infimum.",
      grid);
}

std::string seconds_section(const RecordSet& records) {
  const std::vector<std::string> methods = main_methods(records);
  if (methods.empty()) return "";
  return section("Seconds per suggestion",
                 "Mean over whole runs, one thread per run, on the machine of the records.",
                 seconds_grid(seconds_table(records, methods)));
}

}  // namespace craggy::results
