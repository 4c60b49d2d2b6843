// `craggy experiment table`: what the records say, as the paper's tables or as data.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "output_file.hpp"
#include "results/claims.hpp"
#include "results/family_table.hpp"
#include "results/record_set.hpp"
#include "results/score_grid.hpp"
#include "results/score_table.hpp"
#include "results/seconds_table.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using results::Grid;
using results::Measure;
using results::RecordSet;
using results::ScoreTable;

struct TableOptions {
  std::vector<std::string> sources;
  std::optional<std::string> kind;
  std::string format = "terminal";
  std::vector<std::string> methods;
  std::optional<std::int64_t> seed;
  std::int64_t evaluations = 100;
  std::string target;
};

bool parse(Arguments arguments, const Context& context, TableOptions& options) {
  OptionParser parser(
      "experiment table",
      "Makes tables of recorded repetitions: mean gap and regret as in the paper, bold where the "
      "two-sided paired Wilcoxon test does not tell a method from the best.");
  parser.positionals("DIR", options.sources, "Folders of runs, or files *.jsonl");
  parser.choice(
      "--kind", options.kind, {"gap", "regret", "claims", "seconds", "families"},
      "Mean gap, regret, the paper's claims, seconds per suggestion, or mean gap by family of generated problems [default: gap and regret]");
  parser.choice("--format", options.format, {"terminal", "markdown", "latex", "csv", "json"},
                "How to write it");
  parser.flag(
      "--json", [&] { options.format = "json"; }, "The same as --format json");
  parser.value(
      "--methods", "A,B",
      [&](const std::string& text) {
        for (const std::string_view name : split(text, ',')) options.methods.emplace_back(trimmed(name));
      },
      "Only these, in this order");
  parser.whole("--evaluations", options.evaluations, 1, "Of --kind families: after so many [default: 100]");
  parser.whole("--seed", options.seed, 0, "Only repetitions of this base seed");
  parser.text("--out", "FILE", options.target, "Write to a file");
  parser.examples(
      {"craggy experiment table runs/table1",
       "craggy experiment table experiments/results --methods noiseless,latent,craggy --format latex",
       "craggy experiment table experiments/results --kind claims"});
  if (!parser.parse(arguments, context)) return false;
  if (options.kind == "claims" && !options.methods.empty())
    throw InvalidArgument("--methods is for the other kinds: claims are about methods of their own");
  return true;
}

Json score_json(const ScoreTable& table) {
  Json all = Json::array();
  for (const results::Row& row : table.rows) {
    if (row.against_printed_minimum) continue;
    const results::Row* printed = table.find_row(row.problem, row.evaluations, true);
    for (const std::string& method : table.methods) {
      const results::ScoreCell* cell = table.find_cell(&row, method);
      if (cell == nullptr) continue;
      const results::ScoreCell* other = table.find_cell(printed, method);
      all.push_back(
          {{"problem", row.problem},
           {"evaluations", row.evaluations},
           {"surrogate", method},
           {"mean_gap", json_number(cell->gap.mean)},
           {"gap_ci",
            Json::array({json_number(cell->gap_interval.low), json_number(cell->gap_interval.high)})},
           {"mean_regret", json_number(cell->regret.mean)},
           {"sd_regret", json_number(cell->regret.sd)},
           {"best", cell->best},
           {"repetitions", cell->gap.count},
           {"mean_gap_printed_minimum", other == nullptr ? Json(nullptr) : json_number(other->gap.mean)}});
    }
  }
  return all;
}

Json seconds_json(const results::SecondsTable& table) {
  Json all = Json::array();
  for (const results::SecondsRow& row : table.rows)
    for (std::size_t m = 0; m < table.methods.size(); ++m) {
      const std::optional<double>& seconds = row.seconds[m];
      if (!seconds) continue;
      all.push_back({{"problem", row.problem},
                     {"evaluations", row.evaluations},
                     {"surrogate", table.methods[m]},
                     {"seconds_per_suggestion", json_number(*seconds)}});
    }
  return all;
}

Json families_json(const results::FamilyTable& table) {
  Json all = Json::array();
  for (const results::FamilyRow& row : table.rows)
    for (std::size_t m = 0; m < table.methods.size(); ++m)
      all.push_back({{"family", row.family},
                     {"problems", row.problems},
                     {"evaluations", table.evaluations},
                     {"surrogate", table.methods[m]},
                     {"mean_gap", json_number(row.cells[m].mean_gap)},
                     {"lead", json_number(row.cells[m].lead.mean)},
                     {"standard_error", json_number(row.cells[m].lead.standard_error)}});
  return all;
}

Json claims_json(const std::vector<results::Claim>& claims) {
  Json all = Json::array();
  for (const results::Claim& claim : claims)
    all.push_back(
        {{"claim", claim.name},
         {"statement", claim.statement},
         {"holds",
          claim.holds == results::Holds::unknown ? Json(nullptr) : Json(claim.holds == results::Holds::yes)},
         {"evidence", claim.evidence}});
  return all;
}

// Statements and evidence are too long for columns.
std::string claims_text(const std::vector<results::Claim>& claims, std::size_t width) {
  std::string text;
  for (const results::Claim& claim : claims) {
    text += labelled(std::string(holds_name(claim.holds)), claim.statement, 9, width);
    text += labelled("", claim.evidence, 11, width) + "\n";
  }
  return text;
}

// What a terminal without UTF-8 cannot show.
std::string in_ascii(std::string text) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"±", "+-"}, {"–", "-"}})
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, from.size(), to);
  return text;
}

class Writer {
 public:
  Writer(const TableOptions& options, const Context& context) : options_(options), context_(context) {}

  std::string tables(const RecordSet& records) const {
    if (options_.kind == "claims") return claims(records);
    if (options_.kind == "seconds") return seconds(records);
    if (options_.kind == "families") return families(records);
    if (options_.format == "csv" || options_.format == "json") return data(records);
    std::string text;
    if (options_.kind != "regret") text += shown(gap_grid(scored(records, Measure::gap)));
    if (!options_.kind) text += '\n';
    if (options_.kind != "gap") text += shown(regret_grid(scored(records, Measure::regret)));
    return text;
  }

 private:
  ScoreTable scored(const RecordSet& records, Measure measure) const {
    return score_table(records, {.methods = options_.methods, .measure = measure});
  }

  std::string data(const RecordSet& records) const {
    const ScoreTable table = scored(records, options_.kind == "regret" ? Measure::regret : Measure::gap);
    return options_.format == "csv" ? to_csv(score_data(table)) : as_text(score_json(table));
  }

  std::string claims(const RecordSet& records) const {
    std::vector<results::Claim> paper = paper_claims(records);
    const std::vector<results::Claim> goals = craggy_goals(records);
    if (options_.format == "terminal")
      return claims_text(paper, context_.text_width()) + claims_text(goals, context_.text_width());
    paper.insert(paper.end(), goals.begin(), goals.end());
    if (options_.format == "json") return as_text(claims_json(paper));
    return options_.format == "csv" ? to_csv(claims_data(paper)) : shown(claims_grid(paper));
  }

  std::string seconds(const RecordSet& records) const {
    const results::SecondsTable table = seconds_table(records, options_.methods);
    if (options_.format == "json") return as_text(seconds_json(table));
    return options_.format == "csv" ? to_csv(seconds_data(table)) : shown(seconds_grid(table));
  }

  std::string families(const RecordSet& records) const {
    const auto evaluations = static_cast<std::size_t>(options_.evaluations);
    const results::FamilyTable table = family_table(records, evaluations, options_.methods);
    if (options_.format == "json") return as_text(families_json(table));
    return options_.format == "csv" ? to_csv(family_data(table)) : shown(family_grid(table));
  }

  std::string shown(const Grid& grid) const {
    if (options_.format == "markdown") return to_markdown(grid);
    if (options_.format == "latex") return to_latex(grid);
    const bool bold = context_.terminal.colour && options_.target.empty();
    const std::string text =
        to_terminal(grid, bold ? results::TerminalStyle::bold : results::TerminalStyle::plain);
    return context_.terminal.utf8 ? text : in_ascii(text);
  }

  static std::string as_text(const Json& document) {
    std::ostringstream stream;
    write_json(stream, document);
    return stream.str();
  }

  const TableOptions& options_;
  const Context& context_;
};

}  // namespace

int experiment_table(Arguments arguments, const Context& context) {
  TableOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const std::vector<std::filesystem::path> paths(options.sources.begin(), options.sources.end());
  RecordSet records = results::read_record_set(paths);
  if (options.seed) {
    records = records.with_base_seed(static_cast<std::uint64_t>(*options.seed));
    if (records.empty())
      throw InvalidArgument(
          fmt::format("there are no repetitions of base seed {} in what was given", *options.seed));
  }
  const std::string text = Writer(options, context).tables(records);
  if (options.target.empty())
    context.out << text;
  else
    write_whole_file(options.target, text);
  return exit_done;
}

}  // namespace craggy::cli
