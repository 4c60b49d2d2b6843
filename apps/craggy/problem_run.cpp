#include "problem_run.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "numbers.hpp"
#include "problems/score.hpp"
#include "problems/space.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
ProblemRun::ProblemRun(const problems::Problem& problem, const SuggestOptions& options, std::uint64_t seed,
                       std::size_t threads)
    : problem_(&problem),
      surrogate_(options.surrogate),
      num_initial_(static_cast<std::size_t>(options.num_initial)),
      seed_(seed),
      study_(Study::in_memory({.space = problems::space_of(problem),
                               .suggest = options,
                               .seed = seed,
                               .worker = {.num_threads = threads}})) {}

RunEnd ProblemRun::run(const RunPlan& plan, const std::stop_token& stop, const std::function<void()>& watch) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  const auto take_note = [&](const RunEvent& event, const RunState&) {
    if (event.kind != RunEvent::Kind::finished) return;
    take(*event.trial, event.outcome->result->value);
    seconds_.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    begin = Clock::now();
    if (watch) watch();
  };
  return run_study(study_, [this](const Trial& trial, const std::stop_token&) { return evaluated(trial); },
                   plan, {take_note}, {.stop = stop});
}

// What a problem does not say of a point, it says of none.
Outcome ProblemRun::evaluated(const Trial& trial) const {
  try {
    return {.result = Result{problems::evaluate(*problem_, trial.values())}};
  } catch (const std::exception& error) {
    throw EvaluatorFailed(error.what());
  }
}

void ProblemRun::take(const Trial& trial, double value) {
  if (values_.empty() || value < values_[best_]) best_ = values_.size();
  points_.push_back(trial.values());
  values_.push_back(value);
  best_so_far_.push_back(values_[best_]);
}

double ProblemRun::seconds() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

double ProblemRun::gap() const {
  const double first = best_so_far_[std::min(num_initial_, size()) - 1];
  return problems::gap(first, best_value(), problem_->score_reference);
}

double ProblemRun::regret() const { return problems::regret(best_value(), problem_->score_reference); }

Json ProblemRun::json() const {
  Json json = {{"problem", problem_->name}};
  json.update(runs::study_json(StudyView(study_), std::nullopt));
  json.erase("study");  // it has no name
  json["gap"] = size() > 0 ? json_number(gap()) : Json(nullptr);
  json["regret"] = size() > 0 ? json_number(regret()) : Json(nullptr);
  json["score_reference"] = json_number(problem_->score_reference);
  json["seconds"] = json_number(seconds());
  Json points = Json::array();
  for (const std::vector<double>& point : points_) points.push_back(json_numbers(point));
  json["history"] = {{"points", points},
                     {"values", json_numbers(values_)}};  // deprecated: they are in "trials"
  return json;
}

std::string named_point(const problems::Problem& problem, const std::vector<double>& point) {
  const Space space = problems::space_of(problem);
  std::vector<std::string> parts;
  parts.reserve(point.size());
  for (std::size_t i = 0; i < point.size(); ++i)
    parts.push_back(fmt::format("{}={}", space[i].name,
                                std::holds_alternative<Float>(space[i].domain)
                                    ? short_number(point[i])
                                    : value_text(space[i], point[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace craggy::cli
