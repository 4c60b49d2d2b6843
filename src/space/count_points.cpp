#include <algorithm>

#include "space/activity.hpp"
#include "space/codec.hpp"

namespace craggy {
namespace {

using Count = std::optional<std::uint64_t>;

Count product(Count a, Count b) {
  std::uint64_t result = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

Count sum(Count a, Count b) {
  std::uint64_t result = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

/// How many values lie below `code`.
std::uint64_t num_below(const Codec& codec, double code) {
  std::uint64_t below = 0;
  for (std::uint64_t above = *codec.num_values(); below < above;) {
    const std::uint64_t middle = below + (above - below) / 2;
    if (codec.code(middle) < code)
      below = middle + 1;
    else
      above = middle;
  }
  return below;
}

struct Child {
  const CodeTest* test;
  Count count;  // of the points of what hangs on it, if it is active
};

/// The ranks at which the answer of a child's test may change. Between them it is the same for all values, of
/// which there may be too many to go through.
std::vector<std::uint64_t> borders(const Codec& codec, const std::vector<Child>& children) {
  std::vector<std::uint64_t> ranks = {0, codec.num_values().value_or(0)};
  for (const Child& child : children)
    for (const double code : child.test->codes()) {
      ranks.push_back(num_below(codec, code));
      if (codec.contains(code)) ranks.push_back(ranks.back() + 1);
    }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

Count count_below(const Codec& codec, const std::vector<Child>& children) {
  const std::vector<std::uint64_t> ranks = borders(codec, children);
  Count total = 0;
  for (std::size_t i = 0; i + 1 < ranks.size(); ++i) {
    Count here = ranks[i + 1] - ranks[i];
    for (const Child& child : children)
      if (child.test->holds(codec.code(ranks[i]))) here = product(here, child.count);
    total = sum(total, here);
  }
  return total;
}

}  // namespace

std::optional<std::uint64_t> count_points(std::span<const Codec> codecs, const Activity& activity) {
  if (std::any_of(codecs.begin(), codecs.end(), [](const Codec& codec) { return codec.is_real(); }))
    return std::nullopt;
  // Children before their parents: each hands its number upwards, those without a parent multiply.
  std::vector<std::vector<Child>> children(codecs.size());
  Count total = 1;
  for (auto i = activity.order().rbegin(); i != activity.order().rend(); ++i) {
    const Count count = count_below(codecs[*i], children[*i]);
    const std::optional<Activity::Rule>& rule = activity.rule(*i);
    if (rule)
      children[rule->parent].push_back({&rule->test, count});
    else
      total = product(total, count);
  }
  return total;
}

}  // namespace craggy
