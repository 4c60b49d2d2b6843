#include "results/family_table.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "problems/generated.hpp"
#include "problems/score.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "testbeds/bbob.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

using experiments::Record;

// The mean gap of a method's runs on a problem, of those repetitions that all methods have.
std::vector<double> gaps_of(const RecordSet& records, const std::string& problem,
                            const std::vector<std::string>& methods, std::size_t evaluations) {
  std::vector<double> sums(methods.size(), 0.0);
  double count = 0.0;
  const double reference = testbeds::find_problem(problem).score_reference;
  for (const auto& [repetition, first] : records.runs(problem, methods.front())) {
    std::vector<const Record*> runs;
    for (const std::string& method : methods) {
      const RecordSet::Runs& all = records.runs(problem, method);
      const auto found = all.find(repetition);
      if (found != all.end() && found->second.evaluations() >= evaluations) runs.push_back(&found->second);
    }
    if (runs.size() != methods.size()) continue;
    count += 1.0;
    for (std::size_t m = 0; m < runs.size(); ++m)
      sums[m] += problems::gap(runs[m]->first(), runs[m]->best[evaluations - 1], reference);
  }
  if (count == 0.0) return {};
  for (double& sum : sums) sum /= count;
  return sums;
}

// Bands in which an amplitude, a share of the base's range, or a dimension lies.
std::string amplitude_band(double amplitude) {
  if (amplitude < 0.03) return "below 3 %";
  return amplitude < 0.15 ? "3 to 15 %" : "15 to 60 %";
}
std::string dimension_band(std::size_t dim) {
  if (dim <= 3) return "2 and 3";
  return dim <= 6 ? "4 to 6" : "8 to 12";
}

// Those of the details in their own order, then the rest.
int order_of(const std::string& family) {
  constexpr std::array<std::string_view, 9> groups = {"all",     "BBOB:", "BBOB ", "detail:", "amplitude",
                                                      "detail ", "base:", "base ", "dim"};
  const auto found =
      std::ranges::find_if(groups, [&](std::string_view group) { return family.starts_with(group); });
  return static_cast<int>(found - groups.begin());
}

FamilyRow make_row(std::string family, const std::vector<std::vector<double>>& gaps) {
  FamilyRow row{std::move(family), gaps.size(), {}};
  for (std::size_t m = 0; m < gaps.front().size(); ++m) {
    std::vector<double> leads;
    double sum = 0.0;
    for (const std::vector<double>& problem : gaps) {
      leads.push_back(problem[m] - problem.front());
      sum += problem[m];
    }
    row.cells.push_back({sum / static_cast<double>(gaps.size()), summarise(leads)});
  }
  return row;
}

}  // namespace

std::vector<std::string> families_of(const std::string& problem) {
  if (const std::optional<testbeds::BbobFunction> bbob = testbeds::parse_bbob_name(problem))
    return {"all", fmt::format("BBOB: {}", testbeds::bbob_group(bbob->function)),
            fmt::format("BBOB f{:02}", bbob->function), "dimension: " + dimension_band(bbob->dim)};
  const std::optional<std::uint32_t> seed = problems::generated_seed(problem);
  if (!seed) return {"all"};
  const problems::GeneratedTraits traits = problems::generated_traits(*seed);
  std::vector<std::string> families = {"all", "detail: " + traits.detail.name, "base: " + traits.base,
                                       traits.base_turned ? "base turned" : "base along the inputs",
                                       "dimension: " + dimension_band(traits.dim)};
  if (traits.detail.name != "none") families.push_back("amplitude: " + amplitude_band(traits.amplitude));
  if (traits.detail.name != "none" && traits.detail.name != "plateaus")
    families.push_back(traits.detail.along == "turned" ? "detail turned" : "detail along the inputs");
  return families;
}

FamilyTable family_table(const RecordSet& records, std::size_t evaluations,
                         const std::vector<std::string>& methods) {
  const std::vector<std::string> known = records.methods();
  for (const std::string& method : methods) check_known("method", method, known);
  FamilyTable table{evaluations, methods.empty() ? known : methods, {}};

  std::map<std::pair<int, std::string>, std::vector<std::vector<double>>> gaps;
  for (const std::string& problem : records.problems()) {
    const std::vector<double> of_problem = gaps_of(records, problem, table.methods, evaluations);
    if (of_problem.empty()) continue;
    for (const std::string& family : families_of(problem))
      gaps[{order_of(family), family}].push_back(of_problem);
  }
  if (gaps.empty())
    throw InvalidArgument(
        fmt::format("no problem has a repetition of {} evaluations by all of the methods", evaluations));
  for (const auto& [key, of_family] : gaps) table.rows.push_back(make_row(key.second, of_family));
  return table;
}

Grid family_grid(const FamilyTable& table) {
  Grid grid;
  grid.caption = fmt::format("Mean gap after {} evaluations by family.", table.evaluations);
  grid.columns = {{"Family"}, {"Problems", GridAlign::right}};
  for (const std::string& method : table.methods)
    grid.columns.push_back({method_title(method), GridAlign::right});
  for (const FamilyRow& row : table.rows) {
    GridRow line;
    line.cells = {{row.family}, {std::to_string(row.problems)}};
    for (std::size_t m = 0; m < row.cells.size(); ++m) {
      const FamilyCell& cell = row.cells[m];
      std::string text = three_decimals(cell.mean_gap);
      if (m > 0 && row.problems > 1)
        text +=
            fmt::format(" ({} ± {})", signed_text(cell.lead.mean), three_decimals(cell.lead.standard_error));
      const bool surely = m > 0 && row.problems > 1 && cell.lead.mean > 2.0 * cell.lead.standard_error;
      line.cells.push_back({std::move(text), surely});
    }
    grid.rows.push_back(std::move(line));
  }
  grid.strong_means = "at least two standard errors ahead of the first method";
  grid.notes = {"In brackets: the lead over the first method, problem by problem, ± its standard error."};
  return grid;
}

Grid family_data(const FamilyTable& table) {
  Grid grid;
  grid.columns = {{"family"}, {"problems"}, {"surrogate"}, {"mean_gap"}, {"lead"}, {"standard_error"}};
  for (const FamilyRow& row : table.rows)
    for (std::size_t m = 0; m < table.methods.size(); ++m)
      grid.rows.push_back({{{row.family},
                            {std::to_string(row.problems)},
                            {table.methods[m]},
                            {exact_text(row.cells[m].mean_gap)},
                            {exact_text(row.cells[m].lead.mean)},
                            {exact_text(row.cells[m].lead.standard_error)}},
                           false});
  return grid;
}

}  // namespace craggy::results
