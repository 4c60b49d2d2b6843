#include <map>

#include <fmt/format.h>

#include "results/report.hpp"
#include "results/report/sections.hpp"
#include "results/wrap_markdown.hpp"

namespace craggy::results {
namespace {

constexpr std::size_t page_columns = 120;

// Of several with the same number of records the smallest.
std::uint64_t main_base_seed(const RecordSet& records) {
  std::map<std::uint64_t, std::size_t> counts;
  records.for_each([&](const experiments::Record& record) { ++counts[record.base_seed]; });
  std::uint64_t main = counts.empty() ? 0 : counts.begin()->first;
  for (const auto& [seed, count] : counts)
    if (count > counts[main]) main = seed;
  return main;
}

std::string claim_counts(const std::vector<Claim>& claims) {
  std::map<Holds, std::size_t> counts;
  for (const Claim& claim : claims) ++counts[claim.holds];
  std::string text = fmt::format("{} of {} hold here", counts[Holds::yes], claims.size());
  if (counts[Holds::unknown] > 0)
    text += fmt::format("; records for {} are not there", counts[Holds::unknown]);
  return text;
}

std::string introduction(const RecordSet& records, const std::vector<Claim>& claims,
                         const std::vector<Claim>& goals, bool has_notes) {
  std::string text =
      "# The paper's experiments, here\n\n"
      "The tables of *Modulating Surrogates for Bayesian Optimization* (Bodin et al., ICML 2020), run again "
      "with craggy. `craggy experiment report` writes this page from records";
  text += has_notes ? "; only the last section is written by hand.\n\n" : ".\n\n";
  const std::string agreement = agreement_summary(records);
  if (!agreement.empty()) text += fmt::format("- Figures: {} ([below](#differences)).\n", agreement);
  text += fmt::format("- The paper's claims: {} ([below](#the-papers-claims)).\n", claim_counts(claims));
  text +=
      fmt::format("- Goals of craggy's own default: {} ([below](#craggys-default)).\n", claim_counts(goals));
  return text + '\n';
}

std::string notes_section(const std::vector<std::string>& notes) {
  if (notes.empty()) return "";
  std::string text = "## What was tried to find out why\n\n";
  for (const std::string& note : notes) {
    text += note;
    if (!text.ends_with('\n')) text += '\n';
    text += '\n';
  }
  return text;
}

}  // namespace

std::string section(const std::string& heading, const std::string& text, const Grid& grid) {
  std::string result = "## " + heading + "\n\n";
  if (!text.empty()) result += text + "\n\n";
  if (!grid.columns.empty()) result += to_markdown(grid) + "\n";
  return result;
}

std::string reproduction_page(const RecordSet& all, const std::vector<std::string>& notes) {
  const RecordSet records = all.with_problems_of_the_paper();
  const RecordSet main = records.with_base_seed(main_base_seed(records));
  const std::vector<Claim> claims = paper_claims(main);
  const std::vector<Claim> goals = craggy_goals(main);
  const std::string made = introduction(main, claims, goals, !notes.empty()) + provenance_section(records) +
                           gap_sections(main) + agreement_sections(main) + regret_sections(main) +
                           caveats_section(main) + lcb_section(main) + claims_section(claims) +
                           amplitude_section(main) + craggy_section(main, goals) +
                           base_seeds_section(records) + peers_section(main) + seconds_section(main);
  std::string page = wrap_markdown(made, page_columns) + notes_section(notes);
  page.erase(page.find_last_not_of('\n') + 1);
  return page + '\n';
}

}  // namespace craggy::results
