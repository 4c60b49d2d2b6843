#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/claims.hpp"
#include "results/craggy_rows.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"

namespace craggy::results {
namespace {

constexpr std::size_t num_comparable_rows = 22;
constexpr std::size_t num_wanted_rows = 18;

Claim reaches_the_paper(const std::vector<CraggyRow>& rows) {
  std::size_t num_rows = 0;
  std::size_t num_reached = 0;
  std::vector<std::string> below;
  for (const CraggyRow& row : rows) {
    if (!row.counts || !row.printed_gap) continue;
    ++num_rows;
    if (row.reaches_paper())
      ++num_reached;
    else
      below.push_back(fmt::format("{} {} < {}", place_text({row.problem, row.evaluations}),
                                  three_decimals(row.gap), three_decimals(*row.printed_gap)));
  }
  const std::size_t num_missing = num_comparable_rows - num_rows;
  const Holds holds = num_reached >= num_wanted_rows                ? Holds::yes
                      : num_reached + num_missing < num_wanted_rows ? Holds::no
                                                                    : Holds::unknown;
  std::string evidence =
      fmt::format("reached on {} of {} rows with records; below: {}", num_reached, num_rows,
                  below.empty() ? "none" : fmt::format("{}", fmt::join(below, ", ")));
  return {"craggy-reaches-the-paper",
          fmt::format(
              "craggy's mean gap is at least the paper's best column on {} of {} rows (all but Branin01 and "
              "the networks; three decimals, Corrupted Holder Table against -20.99)",
              num_wanted_rows, num_comparable_rows),
          holds, std::move(evidence)};
}

Claim never_worse(std::string name, std::string statement, const std::vector<CraggyRow>& rows) {
  std::vector<std::string> worse;
  std::string nearest;  // the row where craggy is behind with the smallest p-value
  double nearest_p_value = 2.0;
  std::size_t num_paper_rows = 0;
  std::size_t num_rows = 0;
  for (const CraggyRow& row : rows) {
    if (!row.rival) continue;
    ++num_rows;
    if (row.printed_gap) ++num_paper_rows;
    if (row.is_significantly_worse())
      worse.push_back(fmt::format("{} {} against {} {} (adjusted p {})",
                                  place_text({row.problem, row.evaluations}), three_decimals(row.gap),
                                  method_title(*row.rival), three_decimals(row.rival_gap),
                                  p_text(row.adjusted_p_value)));
    if (row.against_rival.is_behind() && row.against_rival.p_value < nearest_p_value) {
      nearest_p_value = row.against_rival.p_value;
      nearest = fmt::format("{} with {} against {} {} (p {}, adjusted {})",
                            place_text({row.problem, row.evaluations}), three_decimals(row.gap),
                            method_title(*row.rival), three_decimals(row.rival_gap),
                            p_text(row.against_rival.p_value), p_text(row.adjusted_p_value));
    }
  }
  const Holds holds = num_paper_rows < paper_rows().size() ? Holds::unknown
                      : worse.empty()                      ? Holds::yes
                                                           : Holds::no;
  std::string evidence = fmt::format("{} rows with records; worse on: {}", num_rows,
                                     worse.empty() ? "none" : fmt::format("{}", fmt::join(worse, ", ")));
  if (worse.empty() && !nearest.empty()) evidence += "; nearest to it: " + nearest;
  return {std::move(name), std::move(statement), holds, std::move(evidence)};
}

}  // namespace

std::vector<Claim> craggy_goals(const RecordSet& records) {
  const std::vector<CraggyRow> rows = craggy_rows(records, Rivals::paper);
  return {
      reaches_the_paper(rows),
      never_worse(
          "craggy-not-worse-than-the-papers-surrogates",
          "On no row is craggy significantly worse than the best of the paper's surrogates here (Holm over "
          "rows)",
          rows),
      never_worse("craggy-not-worse-than-any-surrogate",
                  "Nor than the best of these and the same with a sampled amplitude",
                  craggy_rows(records, Rivals::sampled))};
}

}  // namespace craggy::results
