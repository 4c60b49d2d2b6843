#include "runs/ranking.hpp"

#include <algorithm>

namespace craggy::runs {
namespace {

// The first `count` in the order of a number, those that come first being first among equals.
template <class Number>
std::vector<TrialRecord> smallest(std::vector<TrialRecord> records, std::size_t count, const Number& number) {
  std::stable_sort(records.begin(), records.end(),
                   [&](const TrialRecord& a, const TrialRecord& b) { return number(a) < number(b); });
  if (records.size() > count) records.resize(count);
  return records;
}

double violation(const TrialRecord& record) {
  double sum = 0.0;
  for (const double constraint : record.constraints) sum += std::max(constraint, 0.0);
  return sum;
}

}  // namespace

std::vector<TrialRecord> best_trials(std::vector<TrialRecord> records, Direction direction,
                                     std::size_t count) {
  std::erase_if(records, [](const TrialRecord& record) {
    return !record.objective || !is_feasible(record.constraints);
  });
  const double sign = direction == Direction::minimise ? 1.0 : -1.0;
  return smallest(std::move(records), count,
                  [sign](const TrialRecord& record) { return sign * record.objective.value_or(0.0); });
}

std::vector<TrialRecord> least_infeasible_trials(std::vector<TrialRecord> records, std::size_t count) {
  std::erase_if(records, [](const TrialRecord& record) {
    return !record.objective || is_feasible(record.constraints);
  });
  return smallest(std::move(records), count, violation);
}

}  // namespace craggy::runs
