#include "demo/pair_summary.hpp"

#include <cmath>

namespace craggy::cli {
namespace {

void count(SurrogateSummary& summary, double lead) {
  if (std::abs(lead) <= tie)
    ++summary.ties;
  else
    ++(lead > 0.0 ? summary.wins : summary.losses);
}

SurrogateSummary summary_of(std::size_t s, const std::vector<std::vector<RunScore>>& pairs) {
  SurrogateSummary summary;
  std::vector<double> gaps;
  std::vector<double> leads;
  for (const std::vector<RunScore>& runs : pairs) {
    gaps.push_back(runs[s].gap);
    leads.push_back(runs[s].gap - runs.back().gap);
    summary.seconds += runs[s].seconds / static_cast<double>(pairs.size());
    count(summary, leads.back());
  }
  summary.gap = estimate(gaps);
  summary.lead = estimate(leads);
  for (std::size_t i = 0; i < pairs.front()[s].best_so_far.size(); ++i) {
    std::vector<double> values;
    values.reserve(pairs.size());
    for (const std::vector<RunScore>& runs : pairs) values.push_back(runs[s].best_so_far[i]);
    summary.best_so_far.push_back(estimate(values));
  }
  return summary;
}

}  // namespace

Estimate estimate(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  if (values.size() < 2) return {mean, 0.0};
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1.0) / count)};
}

std::vector<SurrogateSummary> summarise(const std::vector<std::vector<RunScore>>& pairs) {
  std::vector<SurrogateSummary> summaries;
  for (std::size_t s = 0; s < pairs.front().size(); ++s) summaries.push_back(summary_of(s, pairs));
  return summaries;
}

}  // namespace craggy::cli
