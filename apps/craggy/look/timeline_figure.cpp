// The picture of who evaluated what, and when.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "base/printable.hpp"
#include "look/figure_parts.hpp"
#include "look/study_figures.hpp"

namespace craggy::cli {

using namespace charts;
namespace {

constexpr std::size_t longest_name = 18;
constexpr double share_of_lane = 0.36;  // to either side of its middle
constexpr double least_width = 0.0015;  // of the picture, so that what took no time can be seen

struct Span {
  double from, to;  // seconds since the first
  std::size_t lane;
  AttemptOutcome outcome;
};

struct Lanes {
  std::vector<std::string> workers;  // of each lane; of a worker with several only the first has its name
  std::vector<Span> spans;
  double length = 0.0;
};

std::string name_of_worker(const Worker& worker) {
  return worker.name.empty() ? worker.host.empty() ? "unnamed" : worker.host : worker.name;
}

// Attempts that overlap in one worker, which may run several at once, get lanes of their own.
Lanes lanes_of(std::vector<AttemptRow> attempts) {
  Lanes lanes;
  if (attempts.empty()) return lanes;
  std::stable_sort(attempts.begin(), attempts.end(),
                   [](const AttemptRow& a, const AttemptRow& b) { return a.started < b.started; });
  const Timestamp begin = attempts.front().started;
  const auto seconds = [&](Timestamp when) { return std::chrono::duration<double>(when - begin).count(); };
  std::vector<std::string> workers;
  std::map<std::string, std::vector<const AttemptRow*>> by_worker;
  for (const AttemptRow& attempt : attempts) {
    const std::string name = name_of_worker(attempt.worker);
    if (by_worker[name].empty()) workers.push_back(name);
    by_worker[name].push_back(&attempt);
  }
  for (const std::string& worker : workers) {
    const std::size_t first = lanes.workers.size();
    std::vector<double> ends;
    for (const AttemptRow* attempt : by_worker[worker]) {
      const double from = seconds(attempt->started);
      const double to = std::max(from, seconds(attempt->ended.value_or(attempt->heartbeat)));
      const auto free = std::find_if(ends.begin(), ends.end(), [&](double end) { return end <= from; });
      const auto lane = static_cast<std::size_t>(free - ends.begin());
      if (free == ends.end()) {
        ends.push_back(to);
        lanes.workers.push_back(lane == 0 ? worker : "");
      } else {
        *free = to;
      }
      lanes.spans.push_back({from, to, first + lane, attempt->outcome});
      lanes.length = std::max(lanes.length, to);
    }
  }
  return lanes;
}

struct Unit {
  const char* name;
  double seconds;
};

Unit unit_of(double length) {
  constexpr std::array<Unit, 4> units = {
      {{"days", 86400.0}, {"hours", 3600.0}, {"minutes", 60.0}, {"seconds", 1.0}}};
  for (const Unit& unit : units)
    if (length >= 3.0 * unit.seconds) return unit;
  return units.back();
}

Colour colour_of(AttemptOutcome outcome) {
  switch (outcome) {
    case AttemptOutcome::finished:
      return palette::blue;
    case AttemptOutcome::failed:
      return palette::vermilion;
    case AttemptOutcome::open:
      return palette::green;
    case AttemptOutcome::released:
    case AttemptOutcome::lost:
      break;
  }
  return palette::grey;
}

}  // namespace

Figure timeline_figure(const StudyView& view) {
  const Lanes lanes = lanes_of(view.attempts());
  const Unit unit = unit_of(lanes.length);
  const double length = std::max(lanes.length / unit.seconds, 1e-3);
  const auto count = static_cast<double>(std::max<std::size_t>(lanes.workers.size(), 1));
  Chart chart{
      .x = {.range = {0.0, 1.01 * length}, .label = fmt::format("{} since the first trial began", unit.name)},
      .y = {.range = {-0.6, count - 0.4}, .tick_labels = !lanes.workers.empty()},
      .marks = {}};
  const auto height_of = [&](std::size_t lane) {
    return count - 1.0 - static_cast<double>(lane);
  };  // the first on top
  for (std::size_t lane = 0; lane < lanes.workers.size(); ++lane)
    chart.y.ticks.push_back({height_of(lane), excerpt(printable(lanes.workers[lane]), longest_name)});
  for (const Span& span : lanes.spans) {
    const double from = span.from / unit.seconds;
    const double to = std::max(span.to / unit.seconds, from + least_width * length);
    const double y = height_of(span.lane);
    chart.marks.emplace_back(Band{.x = {from, to},
                                  .lower = {y - share_of_lane, y - share_of_lane},
                                  .upper = {y + share_of_lane, y + share_of_lane},
                                  .colour = colour_of(span.outcome),
                                  .opacity = 0.8});
  }
  std::vector<LegendEntry> legend;
  const auto add = [&](const char* label, auto... outcomes) {
    const auto is_one = [&](const Span& span) { return ((span.outcome == outcomes) || ...); };
    if (std::any_of(lanes.spans.begin(), lanes.spans.end(), is_one))
      legend.push_back({.label = label, .colour = colour_of(std::get<0>(std::tuple(outcomes...)))});
  };
  add("finished", AttemptOutcome::finished);
  add("failed", AttemptOutcome::failed);
  add("running", AttemptOutcome::open);
  add("given back or lost", AttemptOutcome::lost, AttemptOutcome::released);
  return {
      .name = "timeline",
      .title = subject(view, "who evaluated what, and when"),
      .description = fmt::format("{} attempts of {} lanes of workers over {:.3g} {}.", lanes.spans.size(),
                                 lanes.workers.size(), length, unit.name),
      .note =
          "A worker that runs several trials at a time has several lanes. A first attempt begins when its point "
          "begins to be chosen.",
      .width = 900.0,
      .legend = std::move(legend),
      .rows = {{.height = 30.0 + 24.0 * count, .panels = {{.title = "", .content = std::move(chart)}}}}};
}

}  // namespace craggy::cli
