// failing_region: evaluations fail beyond some value of a parameter, with some choice, or around some point,
// more often than chance would have it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "runs/verdicts.hpp"
#include "space/codec.hpp"

namespace craggy::runs {
namespace {

constexpr std::size_t fewest_failures = 4;
constexpr std::size_t fewest_successes = 3;
constexpr double significant = 0.01;  // after Bonferroni's correction for all regions that are looked at

// What was evaluated, with a value or without.
struct Ended {
  std::vector<const TrialRecord*> trials;
  std::vector<char> failed;
  std::size_t num_failed = 0;

  std::size_t size() const { return trials.size(); }
};

Ended ended_trials(const StudyFacts& facts) {
  Ended ended;
  for (const TrialRecord& record : facts.trials) {
    const bool failed = record.state == TrialState::failed;
    if (!failed && !record.objective) continue;
    ended.trials.push_back(&record);
    ended.failed.push_back(failed ? 1 : 0);
    ended.num_failed += failed ? 1 : 0;
  }
  return ended;
}

struct Region {
  std::vector<std::size_t> trials;  // positions; all of them failed
  std::string words;                // "with x at most -8"
  std::string advice;
  Json evidence;
};

// All digits are in the evidence.
std::string readable(const Parameter& parameter, double code) {
  return std::holds_alternative<Float>(parameter.domain) ? fmt::format("{:.4g}", code)
                                                         : value_text(parameter, code);
}

// The chance that so many trials all failed if the failures were scattered at random.
double chance_of(const Ended& ended, std::size_t count) {
  double chance = 1.0;
  for (std::size_t i = 0; i < count; ++i)
    chance *= static_cast<double>(ended.num_failed - i) / static_cast<double>(ended.size() - i);
  return chance;
}

// The failures at an end of the parameter's range, up to the first success.
Region beyond(const Space& space, std::size_t i, bool low, const Ended& ended) {
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < ended.size(); ++n)
    if (space.is_active(i, ended.trials[n]->values)) order.push_back(n);
  const auto code_of = [&](std::size_t n) { return ended.trials[n]->values[i]; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return low ? code_of(a) < code_of(b) : code_of(a) > code_of(b);
  });
  Region region;
  for (const std::size_t n : order) {
    if (!ended.failed[n]) {
      // A success beside a failure at the same value: there is no end of failures.
      std::erase_if(region.trials, [&](std::size_t m) { return code_of(m) == code_of(n); });
      break;
    }
    region.trials.push_back(n);
  }
  if (region.trials.empty()) return region;
  const double edge = code_of(region.trials.back());
  const std::string edge_text = readable(space[i], edge);
  region.words = fmt::format("with {} {} {}", space[i].name, low ? "at most" : "at least", edge_text);
  region.advice = fmt::format("{} the range of {} {} {}", low ? "Begin" : "End", space[i].name,
                              low ? "above" : "below", edge_text);
  region.evidence = {
      {"parameter", space[i].name}, {"side", low ? "low" : "high"}, {"edge", json_number(edge)}};
  return region;
}

// All trials with one choice, if all of them failed.
Region with_choice(const Space& space, std::size_t i, double choice, const Ended& ended) {
  Region region;
  for (std::size_t n = 0; n < ended.size(); ++n) {
    if (!space.is_active(i, ended.trials[n]->values) || ended.trials[n]->values[i] != choice) continue;
    if (!ended.failed[n]) return {};
    region.trials.push_back(n);
  }
  const std::string text = value_text(space[i], choice);
  region.words = fmt::format("with {} {}", space[i].name, text);
  region.advice = fmt::format("Leave {} out of {}", text, space[i].name);
  region.evidence = {{"parameter", space[i].name}, {"choice", text}};
  return region;
}

// The failures that are nearer to one of them than any success is.
Region around(const Space& space, std::size_t centre, const Ended& ended,
              const std::vector<std::vector<double>>& units) {
  std::vector<double> squares(ended.size());
  double nearest_success = std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n < ended.size(); ++n) {
    for (std::size_t q = 0; q < units[n].size(); ++q)
      squares[n] += std::pow(units[n][q] - units[centre][q], 2);
    if (!ended.failed[n]) nearest_success = std::min(nearest_success, squares[n]);
  }
  Region region;
  for (std::size_t n = 0; n < ended.size(); ++n)
    if (ended.failed[n] && squares[n] < nearest_success) region.trials.push_back(n);
  const TrialRecord& record = *ended.trials[centre];
  std::vector<std::string> values;
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, record.values))
      values.push_back(fmt::format("{}={}", space[i].name, readable(space[i], record.values[i])));
  region.words = fmt::format("around trial {} ({})", record.number, fmt::join(values, ", "));
  region.advice = "Take this part out of the space";
  region.evidence = {{"around", record.number}};
  return region;
}

std::vector<Region> simple_regions(const Space& space, const Ended& ended) {
  std::vector<Region> regions;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Codec& codec = space.codec(i);
    const bool has_order = !std::holds_alternative<Categorical>(space[i].domain) &&
                           !std::holds_alternative<Bool>(space[i].domain);
    if (has_order) {
      for (const bool low : {true, false}) regions.push_back(beyond(space, i, low, ended));
      continue;
    }
    for (std::uint64_t rank = 0; rank < codec.num_values().value_or(0); ++rank)
      regions.push_back(with_choice(space, i, codec.code(rank), ended));
  }
  return regions;
}

std::vector<Region> regions_around(const Space& space, const Ended& ended) {
  std::vector<std::vector<double>> units;
  for (const TrialRecord* record : ended.trials) units.push_back(space.encode(record->values));
  std::vector<Region> regions;
  for (std::size_t n = 0; n < ended.size(); ++n)
    if (ended.failed[n]) regions.push_back(around(space, n, ended, units));
  return regions;
}

// The largest one, if it is no matter of chance.
const Region* largest_significant(const std::vector<Region>& regions, const Ended& ended, double num_looks) {
  const auto largest = std::max_element(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
    return a.trials.size() < b.trials.size();
  });
  if (largest == regions.end() || largest->trials.size() < fewest_failures) return nullptr;
  return chance_of(ended, largest->trials.size()) * num_looks < significant ? &*largest : nullptr;
}

Verdict verdict_on(const Region& region, const Ended& ended, const StudyFacts& facts) {
  const std::size_t inside = region.trials.size();
  const std::size_t others = ended.size() - inside;
  const std::size_t failed_elsewhere = ended.num_failed - inside;
  double seconds = 0.0;
  for (const std::size_t n : region.trials)
    if (const auto found = facts.seconds.find(ended.trials[n]->number); found != facts.seconds.end())
      seconds += found->second;
  Json evidence = region.evidence;
  evidence["failed"] = inside;
  evidence["failed_elsewhere"] = failed_elsewhere;
  evidence["others"] = others;
  evidence["seconds"] = json_number(seconds);
  return {.id = VerdictId::failing_region,
          .severity = Severity::warning,
          .sentence = fmt::format(
              "All {} trials {} failed; of the {} others {}.", inside, region.words, others,
              failed_elsewhere == 0 ? std::string("none did") : fmt::format("{} did", failed_elsewhere)),
          .advice = region.advice + " if nothing there can work, or mend what fails there.",
          .evidence = std::move(evidence)};
}

}  // namespace

std::optional<Verdict> failing_region(const StudyFacts& facts) {
  const Ended ended = ended_trials(facts);
  if (ended.num_failed < fewest_failures || ended.size() - ended.num_failed < fewest_successes)
    return std::nullopt;
  const std::vector<Region> simple = simple_regions(facts.options.space, ended);
  const auto num_simple = static_cast<double>(simple.size());
  if (const Region* region = largest_significant(simple, ended, num_simple))
    return verdict_on(*region, ended, facts);
  const std::vector<Region> balls = regions_around(facts.options.space, ended);
  const double num_looks = num_simple + static_cast<double>(balls.size());
  if (const Region* region = largest_significant(balls, ended, num_looks))
    return verdict_on(*region, ended, facts);
  return std::nullopt;
}

}  // namespace craggy::runs
