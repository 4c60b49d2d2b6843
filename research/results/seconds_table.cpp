#include "results/seconds_table.hpp"

#include <set>
#include <utility>

#include "base/check.hpp"
#include "experiments/protocol.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {

std::optional<double> seconds_per_suggestion(const RecordSet& records, std::string_view problem,
                                             std::string_view method, std::size_t evaluations) {
  if (evaluations <= experiments::num_initial_points) return std::nullopt;
  double total = 0.0;
  double count = 0.0;
  for (const auto& [repetition, record] : records.runs(problem, method))
    if (record.evaluations() == evaluations) {
      total += record.suggest_total;
      count += static_cast<double>(evaluations - experiments::num_initial_points);
    }
  return count > 0.0 ? std::optional(total / count) : std::nullopt;
}

SecondsTable seconds_table(const RecordSet& records, const std::vector<std::string>& methods) {
  const std::vector<std::string> known = records.methods();
  for (const std::string& method : methods) check_known("method", method, known);
  SecondsTable table;
  table.methods = methods.empty() ? known : methods;
  for (const std::string& problem : records.problems()) {
    std::set<std::size_t> lengths;
    for (const std::string& method : table.methods)
      for (const auto& [repetition, record] : records.runs(problem, method))
        if (record.evaluations() > experiments::num_initial_points) lengths.insert(record.evaluations());
    for (const std::size_t evaluations : lengths) {
      SecondsRow row{problem, evaluations, {}};
      for (const std::string& method : table.methods)
        row.seconds.push_back(seconds_per_suggestion(records, problem, method, evaluations));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

Grid seconds_grid(const SecondsTable& table) {
  Grid grid;
  grid.caption = "Seconds per suggestion, mean over a whole run.";
  grid.columns = {{"Benchmark"}, {"Evals", GridAlign::right}, {"Dim", GridAlign::right}};
  for (const std::string& method : table.methods)
    grid.columns.push_back({method_title(method), GridAlign::right});
  for (const SecondsRow& row : table.rows) {
    const problems::Problem& problem = testbeds::find_problem(row.problem);
    GridRow line;
    line.cells = {{problem.title}, {std::to_string(row.evaluations)}, {std::to_string(problem.dim())}};
    for (const std::optional<double>& seconds : row.seconds)
      line.cells.push_back({seconds ? seconds_text(*seconds) : std::string(missing_text)});
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

Grid seconds_data(const SecondsTable& table) {
  Grid grid;
  grid.columns = {{"problem"}, {"evaluations"}, {"surrogate"}, {"seconds_per_suggestion"}};
  for (const SecondsRow& row : table.rows)
    for (std::size_t m = 0; m < table.methods.size(); ++m) {
      const std::optional<double>& seconds = row.seconds[m];
      if (!seconds) continue;
      grid.rows.push_back(
          {{{row.problem}, {std::to_string(row.evaluations)}, {table.methods[m]}, {exact_text(*seconds)}},
           false});
    }
  return grid;
}

}  // namespace craggy::results
