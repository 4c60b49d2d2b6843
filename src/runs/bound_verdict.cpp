// at_bound: the best points are where a range ends, so that better ones may be beyond it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "runs/verdicts.hpp"
#include "space/codec.hpp"

namespace craggy::runs {
namespace {

constexpr std::size_t fewest_trials = 15;
// Of a range, on the scale of the search.
constexpr double near = 0.02;
// Of a parameter with fewer values the best points are at an end too often by chance.
constexpr std::uint64_t fewest_values = 4;
// Among so many of the best trials, at least this share is at the bound, and the best one is.
constexpr std::size_t fewest_best = 5;
constexpr std::size_t most_best = 10;
constexpr double share_at_bound = 0.8;

// Whether values at the bound are better than the others at all, by the rank sum of Wilcoxon. Else the search
// went there for some other reason, as it does where a parameter has no effect.
constexpr double significant = 2.33;
constexpr double fewest_others = 3.0;

enum class End { none, lower, upper };

End end_of(const Space& space, std::size_t i, const TrialRecord& record) {
  if (!space.is_active(i, record.values)) return End::none;
  const Codec& codec = space.codec(i);
  const double code = record.values[i];
  if (const auto num_values = codec.num_values()) {
    const std::uint64_t rank = codec.nearest_rank(code);
    return rank == 0 ? End::lower : rank + 1 == *num_values ? End::upper : End::none;
  }
  double unit = 0.0;
  codec.encode(code, {&unit, 1});
  return unit <= near ? End::lower : unit >= 1.0 - near ? End::upper : End::none;
}

bool has_bounds(const Space& space, std::size_t i) {
  const Domain& domain = space[i].domain;
  if (std::holds_alternative<Categorical>(domain) || std::holds_alternative<Bool>(domain)) return false;
  return space.codec(i).num_values().value_or(fewest_values) >= fewest_values;
}

// In standard deviations; `at_end` in the order of the costs, the best first.
double advantage(const std::vector<bool>& at_end) {
  double rank_sum = 0.0;
  double inside = 0.0;
  for (std::size_t rank = 0; rank < at_end.size(); ++rank) {
    if (!at_end[rank]) continue;
    rank_sum += static_cast<double>(rank + 1);
    inside += 1.0;
  }
  const auto count = static_cast<double>(at_end.size());
  const double others = count - inside;
  if (others < fewest_others) return 0.0;
  const double expected = inside * (count + 1.0) / 2.0;
  return (expected - rank_sum) / std::sqrt(inside * others * (count + 1.0) / 12.0);
}

std::string bound_text(const Space& space, std::size_t i, End end) {
  const Codec& codec = space.codec(i);
  const double unit = end == End::lower ? 0.0 : 1.0;
  return value_text(space[i], codec.decode({&unit, 1}));
}

}  // namespace

std::optional<Verdict> at_bound(const StudyFacts& facts) {
  std::vector<const TrialRecord*> best = facts.feasible();
  if (best.size() < fewest_trials) return std::nullopt;
  std::stable_sort(best.begin(), best.end(), [&](const TrialRecord* a, const TrialRecord* b) {
    return facts.cost(*a) < facts.cost(*b);
  });
  const std::vector<const TrialRecord*> all = best;
  best.resize(std::clamp(best.size() / 5, fewest_best, most_best));
  const auto enough =
      static_cast<std::ptrdiff_t>(std::ceil(share_at_bound * static_cast<double>(best.size())));

  const Space& space = facts.options.space;
  std::vector<std::string> where;
  std::vector<std::string> names;
  Json evidence = Json::array();
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (!has_bounds(space, i)) continue;
    const End end = end_of(space, i, *best.front());
    if (end == End::none) continue;
    const auto count = std::count_if(best.begin(), best.end(), [&](const TrialRecord* record) {
      return end_of(space, i, *record) == end;
    });
    if (count < enough) continue;
    std::vector<bool> at_end;
    for (const TrialRecord* record : all) at_end.push_back(end_of(space, i, *record) == end);
    if (advantage(at_end) < significant) continue;
    const char* word = end == End::lower ? "lower" : "upper";
    where.push_back(fmt::format("the {} bound of {} ({})", word, space[i].name, bound_text(space, i, end)));
    names.push_back(space[i].name);
    evidence.push_back({{"parameter", space[i].name},
                        {"bound", word},
                        {"value", json_number(best.front()->values[i])},
                        {"at_bound", count},
                        {"of_best", best.size()}});
  }
  if (where.empty()) return std::nullopt;
  return Verdict{
      .id = VerdictId::at_bound,
      .severity = Severity::warning,
      .sentence = fmt::format("The best trials are at {}.", fmt::join(where, " and at ")),
      .advice = fmt::format("If {} may go further, widen the range: better values may be beyond it.",
                            fmt::join(names, " and ")),
      .evidence = {{"best_trial", best.front()->number}, {"parameters", evidence}}};
}

}  // namespace craggy::runs
